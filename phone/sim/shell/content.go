package shell

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

const contentUsage = `usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--extra <BINDING>...]
  <URI> a content provider URI.
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null
  Note: Omit the value for passing an empty string, e.g column:s:
  Example:
  # Add "new_setting" secure setting with value "new_value".
  adb shell content insert --uri content://settings/secure --bind name:s:new_setting --bind value:s:new_value

usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>] [--extra <BINDING>...]
  <WHERE> is a SQL style where clause in quotes (You have to escape single quotes - see example below).
  Example:
  # Change "new_setting" secure setting to "newer_value".
  adb shell content update --uri content://settings/secure --bind value:s:newer_value --where "name='new_setting'"

usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--where <WHERE>] [--extra <BINDING>...]
  Example:
  # Remove "new_setting" secure setting.
  adb shell content delete --uri content://settings/secure --where "name='new_setting'"

usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>] [--extra <BINDING>...]
  <PROJECTION> is a list of colon separated column names and is formatted:
  <COLUMN_NAME>[:<COLUMN_NAME>...]
  <SORT_ORDER> is the order in which rows in the result should be sorted.
  Example:
  # Select "name" and "value" columns from secure settings where "name" is equal to "new_setting" and sort the result by name in ascending order.
  adb shell content query --uri content://settings/secure --projection name:value --where "name='new_setting'" --sort "name ASC"

usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>]
       [--extra <BINDING> ...]
  <METHOD> is the name of a provider-defined method
  <ARG> is an optional string argument
  <BINDING> is like --bind above, typed data of the form <KEY>:{b,s,i,l,f,d}:<VAL>

usage: adb shell content read --uri <URI> [--user <USER_ID>]
  Example:
  adb shell 'content read --uri content://settings/system/ringtone_cache' > host.ogg

usage: adb shell content write --uri <URI> [--user <USER_ID>]
  Example:
  adb shell 'content write --uri content://settings/system/ringtone_cache' < host.ogg

usage: adb shell content gettype --uri <URI> [--user <USER_ID>]
  Example:
  adb shell content gettype --uri content://media/internal/audio/media/

`

// contentArgs are the options of content.
type contentArgs struct {
	uri, where, projection, sort, method, arg string
	bind                                      world.Row
}

// contentCommand is content. Like all programs of its time it reports what it cannot do in words and ends with 0.
func contentCommand(_ context.Context, p *Proc) int {
	verb := p.arg(1)
	fail := func(format string, a ...any) int {
		p.Printf("%s\n[ERROR] %s\n", contentUsage, fmt.Sprintf(format, a...))
		return 0
	}
	if !slices.Contains([]string{"insert", "update", "delete", "query", "call", "read", "write", "gettype"}, verb) {
		if verb == "" {
			verb = "null"
		}
		return fail("Unsupported operation: %s", verb)
	}
	a := contentArgs{bind: world.Row{}}
	if bad := a.read(p.Args[2:]); bad != "" {
		return fail("%s", bad)
	}
	rest, ok := strings.CutPrefix(a.uri, "content://")
	switch {
	case a.uri == "":
		return fail("Content provider URI not specified. Did you specify --uri argument?")
	case verb == "insert" && len(a.bind) == 0:
		return fail("Bindings not specified. Did you specify --bind argument(s)?")
	case verb == "update" && len(a.bind) == 0:
		return fail("Bindings not specified. Did you specify --bind argument(s)?")
	case verb == "call" && a.method == "":
		return fail("Content provider method not specified.")
	}
	rest, _, _ = strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	path = strings.Trim(path, "/")
	if !ok {
		authority = "null"
	}
	if authority == "settings" {
		return p.contentSettings(verb, path, a)
	}
	prov, known := providers[authority]
	if !known {
		return p.contentFails(authority, "java.lang.IllegalStateException: Could not find provider: "+authority, "com.android.commands.content.Content$Command.execute(Content.java:519)")
	}
	return p.contentRows(authority, prov, verb, path, a)
}

// contentFails is an exception of a provider.
func (p *Proc) contentFails(authority, what string, frames ...string) int {
	frames = append(frames, "com.android.commands.content.Content.main(Content.java:746)", "com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)",
		"com.android.internal.os.RuntimeInit.main(RuntimeInit.java:355)")
	p.Errf("Error while accessing provider:%s\n%s\n", authority, javaTrace(what, frames...))
	return 0
}

// read takes the options; it returns what is wrong with them.
func (a *contentArgs) read(args []string) (bad string) {
	w := words{args}
	for {
		o, ok := w.next()
		if !ok {
			return ""
		}
		v, has := w.next()
		if !has && strings.HasPrefix(o, "--") {
			return "No argument for: " + o
		}
		switch o {
		case "--uri":
			a.uri = v
		case "--where":
			a.where = v
		case "--projection":
			a.projection = v
		case "--sort":
			a.sort = v
		case "--method":
			a.method = v
		case "--arg":
			a.arg = v
		case "--user", "--extra":
		case "--bind":
			if bad := a.binding(v); bad != "" {
				return bad
			}
		default:
			return "Unsupported argument: " + o
		}
	}
}

// binding reads COLUMN:TYPE:VALUE.
func (a *contentArgs) binding(s string) (bad string) {
	parts := strings.SplitN(s, ":", 3)
	if len(parts) != 3 || parts[0] == "" {
		return "Binding not well formed: " + s
	}
	value := parts[2]
	switch parts[1] {
	case "s":
		a.bind[parts[0]] = value
	case "b":
		a.bind[parts[0]] = int64(boolInt(strings.EqualFold(value, "true")))
	case "i", "l":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fmt.Sprintf("For input string: %q", value)
		}
		a.bind[parts[0]] = n
	case "f", "d":
		f, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return fmt.Sprintf("For input string: %q", value)
		}
		a.bind[parts[0]] = f
	case "n":
		a.bind[parts[0]] = nil
	default:
		return "Unsupported type: " + parts[1]
	}
	return ""
}

// contentSettings is the settings provider: a table for each namespace, with rows of a name and a value.
func (p *Proc) contentSettings(verb, path string, a contentArgs) int {
	ns, key, _ := strings.Cut(path, "/")
	if !slices.Contains(world.Namespaces, ns) {
		return p.contentFails("settings", "java.lang.IllegalArgumentException: Invalid URI: "+a.uri, "android.database.DatabaseUtils.readExceptionFromParcel(DatabaseUtils.java:172)")
	}
	s := p.d.w.Settings()
	switch verb {
	case "insert":
		if name := a.bind.Text("name"); name != "" {
			return p.putSetting("content", ns, name, a.bind.Text("value"))
		}
		return 0
	case "call":
		return p.contentCall(ns, a)
	case "gettype":
		p.Println("vnd.android.cursor." + map[bool]string{true: "item", false: "dir"}[key != ""] + "/" + ns)
		return 0
	case "read", "write":
		return p.contentFails("settings", "java.io.FileNotFoundException: No files supported by provider at "+a.uri, "android.database.DatabaseUtils.readExceptionWithFileNotFoundExceptionFromParcel(DatabaseUtils.java:151)")
	}
	all := s.List(ns)
	var rows []world.Row
	for i, k := range sortedKeys(all) {
		if key == "" || k == key {
			rows = append(rows, world.Row{"_id": int64(i + 1), "name": k, "value": all[k], "is_preserved_in_restore": int64(0)})
		}
	}
	rows, status, ok := p.pick("settings", rows, settingColumns, a)
	if !ok {
		return status
	}
	switch verb {
	case "query":
		return p.printRows("settings", rows, settingColumns, a)
	case "update":
		for _, r := range rows {
			if status := p.putSetting("content", ns, r.Text("name"), a.bind.Text("value")); status != 0 {
				return status
			}
		}
	case "delete":
		for _, r := range rows {
			s.Delete(ns, r.Text("name"))
		}
	}
	return 0
}

var settingColumns = []string{"_id", "name", "value", "is_preserved_in_restore"}

// contentCall is the settings provider's methods GET_x and PUT_x, and LIST_x.
func (p *Proc) contentCall(ns string, a contentArgs) int {
	verb, of, _ := strings.Cut(a.method, "_")
	if slices.Contains(world.Namespaces, of) {
		ns = of
	}
	s := p.d.w.Settings()
	switch verb {
	case "GET":
		v, ok := s.Get(ns, a.arg)
		if !ok {
			v = "null"
		}
		p.Printf("Result: Bundle[{value=%s}]\n", v)
	case "PUT":
		p.Println("Result: null")
	case "LIST":
		var list []string
		for _, k := range sortedKeys(s.List(ns)) {
			v, _ := s.Get(ns, k)
			list = append(list, k+"="+v)
		}
		p.Printf("Result: Bundle[{result_settings_list=[%s]}]\n", strings.Join(list, ", "))
	default:
		p.Println("Result: null")
	}
	return 0
}

// contentFile copies a file behind a URI: read to standard output, write from standard input.
func (p *Proc) contentFile(authority, verb, name string) int {
	if name == "" {
		return p.contentFails(authority, "java.io.FileNotFoundException: No item at URI", "android.database.DatabaseUtils.readExceptionWithFileNotFoundExceptionFromParcel(DatabaseUtils.java:151)")
	}
	var err error
	if verb == "read" {
		var b []byte
		if b, err = p.d.readLimit(name, 64<<20); err == nil {
			_, err = p.Stdout.Write(b)
		}
	} else {
		var f io.WriteCloser
		if f, err = p.create(name); err == nil {
			_, err = io.Copy(f, io.LimitReader(p.Stdin, 64<<20))
			_ = f.Close()
		}
	}
	if err != nil {
		return p.contentFails(authority, fmt.Sprintf("java.io.FileNotFoundException: open failed: %s", errnoName(err)), "android.database.DatabaseUtils.readExceptionWithFileNotFoundExceptionFromParcel(DatabaseUtils.java:151)")
	}
	return 0
}
