package shell

import (
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// intentError is a word that an intent cannot be made of.
type intentError string

func (e intentError) Error() string { return string(e) }

// extraKinds are the options with a key and a value, and how the value is read.
var extraKinds = map[string]string{
	"-e": "string", "--es": "string", "--ez": "bool", "--ei": "int", "--el": "long", "--ef": "float", "--ed": "float", "--eu": "string", "--ecn": "string",
	"--esa": "strings", "--esal": "strings", "--eia": "ints", "--eial": "ints", "--ela": "ints", "--elal": "ints", "--efa": "strings", "--efal": "strings",
}

// flagOptions set flags of an intent by name.
var flagOptions = map[string]uint32{
	"--activity-clear-task": world.FlagClearTask, "--activity-clear-top": world.FlagClearTop, "--activity-multiple-task": world.FlagMultipleTask,
	"--activity-no-history": world.FlagNoHistory, "--activity-single-top": world.FlagSingleTop, "--activity-brought-to-front": 0x00400000,
	"--activity-exclude-from-recents": 0x00800000, "--activity-no-animation": 0x00010000, "--activity-no-user-action": 0x00040000,
	"--activity-previous-is-top": 0x01000000, "--activity-reorder-to-front": 0x00020000, "--activity-reset-task-if-needed": 0x00200000,
	"--activity-launched-from-history": 0x00100000, "--activity-task-on-home": 0x00004000, "--activity-match-external": 0x00000800,
	"--receiver-registered-only": 0x40000000, "--receiver-replace-pending": 0x20000000, "--receiver-foreground": 0x10000000,
	"--receiver-no-abort": 0x08000000, "--receiver-include-background": 0x01000000, "--grant-read-uri-permission": 1, "--grant-write-uri-permission": 2,
	"--grant-persistable-uri-permission": 0x40, "--grant-prefix-uri-permission": 0x80, "--exclude-stopped-packages": 0x10, "--include-stopped-packages": 0x20,
	"--debug-log-resolution": 8, "--selector": 0,
}

// parseIntent reads the words that describe an intent (android.content.Intent.parseCommandArgs). other gets the options it does
// not know and reports whether it took them.
func parseIntent(w *words, other func(option string, w *words) bool) (world.Intent, error) {
	var i world.Intent
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		if flag, known := flagOptions[o]; known {
			i.Flags |= flag
			continue
		}
		if kind, known := extraKinds[o]; known {
			if err := extra(&i, o, kind, w); err != nil {
				return i, err
			}
			continue
		}
		if err := intentOption(&i, o, w, other); err != nil {
			return i, err
		}
	}
	return i, trailing(&i, w)
}

func intentOption(i *world.Intent, o string, w *words, other func(string, *words) bool) error {
	take := func() string {
		s, _ := w.next()
		return s
	}
	switch o {
	case "-a":
		i.Action = take()
	case "-d":
		i.Data = take()
	case "-t":
		i.Type = take()
	case "-c":
		i.Categories = append(i.Categories, take())
	case "-p":
		i.Package = take()
	case "-i":
		take()
	case "-f":
		s := take()
		n, err := strconv.ParseUint(s, 0, 32)
		if err != nil {
			return intentError(`java.lang.NumberFormatException: For input string: "` + s + `"`)
		}
		i.Flags |= uint32(n)
	case "-n":
		s := take()
		c, ok := world.ParseComponent(s)
		if !ok {
			return intentError("java.lang.IllegalArgumentException: Bad component name: " + s)
		}
		i.Component = c
	case "--esn":
		take()
	default:
		if other == nil || !other(o, w) {
			return intentError("java.lang.IllegalArgumentException: Unknown option: " + o)
		}
	}
	return nil
}

// extra reads the key and value of an extra.
func extra(i *world.Intent, option, kind string, w *words) error {
	key, _ := w.next()
	value, ok := w.next()
	if !ok {
		return intentError(`java.lang.IllegalArgumentException: Argument expected after "` + option + `"`)
	}
	if i.Extras == nil {
		i.Extras = map[string]any{}
	}
	var err error
	switch kind {
	case "bool":
		switch strings.ToLower(value) {
		case "true", "t":
			i.Extras[key] = true
		case "false", "f":
			i.Extras[key] = false
		default:
			var n int
			n, err = strconv.Atoi(value)
			i.Extras[key] = n != 0
		}
	case "int":
		i.Extras[key], err = strconv.Atoi(value)
	case "long":
		i.Extras[key], err = strconv.ParseInt(value, 10, 64)
	case "float":
		i.Extras[key], err = strconv.ParseFloat(value, 64)
	case "strings":
		i.Extras[key] = strings.Split(value, ",")
	case "ints":
		var list []int
		for s := range strings.SplitSeq(value, ",") {
			n, e := strconv.Atoi(s)
			if e != nil {
				err = e
			}
			list = append(list, n)
		}
		i.Extras[key] = list
	default:
		i.Extras[key] = value
	}
	if err != nil {
		return intentError(`java.lang.NumberFormatException: For input string: "` + value + `"`)
	}
	return nil
}

// trailing reads the word after the options: a URI, a component, or a package whose launcher is meant.
func trailing(i *world.Intent, w *words) error {
	s, ok := w.next()
	if !ok {
		return nil
	}
	launcher := func() {
		if i.Action == "" {
			i.Action = world.ActionMain
		}
		if len(i.Categories) == 0 {
			i.Categories = []string{world.CategoryLauncher}
		}
	}
	switch {
	case strings.Contains(s, ":"):
		i.Data = s
		if i.Action == "" {
			i.Action = world.ActionView
		}
	case strings.Contains(s, "/"):
		c, ok := world.ParseComponent(s)
		if !ok {
			return intentError("java.lang.IllegalArgumentException: Bad component name: " + s)
		}
		i.Component = c
		launcher()
	default:
		i.Package = s
		launcher()
	}
	return nil
}
