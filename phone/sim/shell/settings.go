package shell

import (
	"context"
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

const settingsHelp = `Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
      Reset the global/secure table for a package with mode.
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive
`

// settingsCommand is settings (and cmd settings).
func settingsCommand(_ context.Context, p *Proc) int {
	w := words{p.Args[1:]}
	verb, ok := w.next()
	if !ok || verb == "help" || verb == "-h" {
		_, _ = p.Stdout.WriteString(settingsHelp)
		return statusFailed
	}
	bad := func(text string) int {
		p.Errf("%s\n", text)
		return statusFailed
	}
	need, known := map[string]int{"get": 2, "put": 3, "delete": 2, "list": 1, "reset": 2}[verb]
	if !known {
		return bad("Invalid command: " + verb)
	}
	var args []string
	for {
		a, ok := w.next()
		if !ok {
			break
		}
		if a == "--user" {
			if p.d.sdk() < android12 && (verb == "list" || verb == "delete") {
				return bad("--user not supported for delete and list.")
			}
			_, _ = w.next()
			continue
		}
		args = append(args, a)
	}
	if len(args) == 0 {
		return bad("Not enough arguments")
	}
	ns := strings.ToLower(args[0])
	switch {
	case !slices.Contains(world.Namespaces, ns):
		return bad("Invalid namespace '" + args[0] + "'")
	case len(args) < need:
		return bad("Bad arguments")
	case len(args) > need && (verb != "put" || len(args) > 5):
		return bad("Too many arguments")
	}
	s := p.d.w.Settings()
	switch verb {
	case "get":
		v, ok := s.Get(ns, args[1])
		if !ok {
			v = "null"
		}
		p.Println(v)
	case "put":
		return p.putSetting(verb, ns, args[1], args[2])
	case "delete":
		if ns != "system" {
			if status, refused := p.protectedRefused(verb, noSecureSettings); refused {
				return status
			}
		}
		p.Printf("Deleted %d rows\n", s.Delete(ns, args[1]))
	case "list":
		var lines []string
		for k, v := range s.List(ns) {
			lines = append(lines, k+"="+v)
		}
		slices.Sort(lines)
		for _, l := range lines {
			p.Println(l)
		}
	}
	return 0
}
