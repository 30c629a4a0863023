package dump

import (
	"regexp"
	"strings"
)

// Filter is one entry of the activity resolver table: an activity and what it answers to.
type Filter struct {
	Component  Component
	Key        string // the scheme, type or action it is listed under
	Kind       string // "Schemes", "Non-Data Actions", "Full MIME Types", …
	Actions    []string
	Categories []string
}

const actionMain, categoryLauncher = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"

var (
	filterLine = regexp.MustCompile(`^[0-9a-f]+ (\S+/\S+)(?: filter [0-9a-f]+)?(?: \(\d+ filters?\))?$`)
	quoted     = regexp.MustCompile(`^(Action|Category): "([^"]*)"`)
)

// ParseResolver reads the activity resolver table of "dumpsys package". Tables of receivers, services and providers do not count.
func ParseResolver(out string) []Filter {
	var all []Filter
	inside, kind, key := false, "", ""
	for line := range lines(out) {
		word := strings.TrimSpace(line)
		switch indent(line) {
		case 0:
			if word != "" {
				inside = word == "Activity Resolver Table:"
			}
			continue
		case 2:
			kind = strings.TrimSuffix(word, ":")
			continue
		}
		if !inside {
			continue
		}
		if m := filterLine.FindStringSubmatch(word); m != nil {
			if c, ok := ParseComponent(m[1]); ok {
				all = append(all, Filter{Component: c, Key: key, Kind: kind})
			}
		} else if m := quoted.FindStringSubmatch(word); m != nil && len(all) > 0 {
			f := &all[len(all)-1]
			if m[1] == "Action" {
				f.Actions = append(f.Actions, m[2])
			} else {
				f.Categories = append(f.Categories, m[2])
			}
		} else if k, ok := strings.CutSuffix(word, ":"); ok && indent(line) == 6 {
			key = k
		}
	}
	return all
}

// LauncherOf is the activity that the launcher starts: under MAIN and in the category LAUNCHER. Old releases do not print
// categories; there is none to find then.
func LauncherOf(filters []Filter) (Component, bool) {
	for _, f := range filters {
		if f.Key != actionMain {
			continue
		}
		for _, c := range f.Categories {
			if c == categoryLauncher {
				return f.Component, true
			}
		}
	}
	return Component{}, false
}

// Intent is what an activity was started with, as the dumps print it.
type Intent struct {
	Action, Data string
	Flags        uint64
	Component    Component
}

var (
	intentLine = regexp.MustCompile(`Intent \{ ([^}]*)\}`)
	intentFact = regexp.MustCompile(`\b(act|dat|flg|cmp)=(\S+)`)
)

// ParseLastIntent reads the last started activity of "dumpsys activity starter" (or the first intent of any dump).
func ParseLastIntent(out string) (i Intent, ok bool) {
	m := intentLine.FindStringSubmatch(out)
	if m == nil {
		return Intent{}, false
	}
	for _, f := range intentFact.FindAllStringSubmatch(m[1], -1) {
		switch f[1] {
		case "act":
			i.Action = f[2]
		case "dat":
			i.Data = f[2]
		case "flg":
			i.Flags = hexadecimal(f[2])
		case "cmp":
			i.Component, _ = ParseComponent(f[2])
		}
	}
	return i, true
}
