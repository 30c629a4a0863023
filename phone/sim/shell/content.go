package shell

import (
	"context"
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

const contentUsage = `usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--where <WHERE>]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>]
`

// contentArgs are the options of content.
type contentArgs struct {
	uri, where, projection, method, arg string
	bind                                map[string]string
}

// contentCommand is content. The settings provider is the one provider of the phone so far; the others are empty.
func contentCommand(_ context.Context, p *Proc) int {
	verb := p.arg(1)
	if !slices.Contains([]string{"insert", "update", "delete", "query", "call", "read", "write", "gettype"}, verb) {
		if verb != "" {
			p.Errf("%s[ERROR] Unsupported operation: %s\n", contentUsage, verb)
		} else {
			p.Errf("%s", contentUsage)
		}
		return 1
	}
	a := contentArgs{bind: map[string]string{}}
	w := words{p.Args[2:]}
	for {
		o, ok := w.next()
		if !ok {
			break
		}
		switch v, _ := w.next(); o {
		case "--uri":
			a.uri = v
		case "--where":
			a.where = v
		case "--projection":
			a.projection = v
		case "--method":
			a.method = v
		case "--arg":
			a.arg = v
		case "--bind":
			parts := strings.SplitN(v, ":", 3)
			if len(parts) != 3 {
				p.Errf("%s[ERROR] Binding not well formed: %s\n", contentUsage, v)
				return 1
			}
			a.bind[parts[0]] = parts[2]
		case "--user", "--sort", "--extra":
		default:
			p.Errf("%s[ERROR] Unsupported argument: %s\n", contentUsage, o)
			return 1
		}
	}
	rest, ok := strings.CutPrefix(a.uri, "content://")
	if !ok {
		p.Errf("%s[ERROR] Content provider URI not specified. Did you specify --uri argument?\n", contentUsage)
		return 1
	}
	authority, path, _ := strings.Cut(rest, "/")
	if authority == "settings" {
		return p.contentSettings(verb, path, a)
	}
	if verb == "query" {
		p.Println("No result found.")
	}
	return 0
}

func (p *Proc) contentSettings(verb, path string, a contentArgs) int {
	ns, key, _ := strings.Cut(path, "/")
	if !slices.Contains(world.Namespaces, ns) {
		p.Errf("Error while accessing provider:settings\n%s\n", javaTrace("java.lang.IllegalArgumentException: Invalid URI: "+a.uri, "android.os.Parcel.createExceptionOrNull(Parcel.java:3057)"))
		return 1
	}
	s := p.d.w.Settings()
	if name, ok := strings.CutPrefix(strings.ReplaceAll(a.where, `"`, "'"), "name='"); ok && key == "" {
		key = strings.TrimSuffix(name, "'")
	}
	switch verb {
	case "insert":
		s.Put(ns, a.bind["name"], a.bind["value"])
	case "update":
		if key != "" {
			s.Put(ns, key, a.bind["value"])
		}
	case "delete":
		s.Delete(ns, key)
	case "query":
		all := s.List(ns)
		n := 0
		for _, k := range sortedKeys(all) {
			if key != "" && k != key {
				continue
			}
			cols := "_id=" + itoa(n+1) + ", name=" + k + ", value=" + all[k] + ", is_preserved_in_restore=0"
			switch a.projection {
			case "value":
				cols = "value=" + all[k]
			case "name":
				cols = "name=" + k
			case "name:value":
				cols = "name=" + k + ", value=" + all[k]
			}
			p.Printf("Row: %d %s\n", n, cols)
			n++
		}
		if n == 0 {
			p.Println("No result found.")
		}
	case "call":
		v, _ := s.Get(ns, a.arg)
		p.Printf("Result: Bundle[{value=%s}]\n", v)
	}
	return 0
}
