package shell

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
)

// keptState is what system services remember that nothing else on this phone looks at: settings of a key, by service.
type keptState map[string]map[string]string

// keep sets a value of a service; an empty one takes the key away.
func (d *Device) keep(service, key, value string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept == nil {
		d.kept = keptState{}
	}
	m := d.kept[service]
	if m == nil {
		m = map[string]string{}
		d.kept[service] = m
	}
	if value == "" {
		delete(m, key)
		return
	}
	m[key] = value
}

// keptOf lists what a service keeps under keys with the prefix.
func (d *Device) keptOf(service, prefix string) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := map[string]string{}
	for k, v := range d.kept[service] {
		if rest, ok := strings.CutPrefix(k, prefix); ok {
			out[rest] = v
		}
	}
	return out
}

// cmdDeviceConfig is cmd device_config: flags by namespace and key.
func cmdDeviceConfig(_ context.Context, p *Proc) int {
	ns, key := p.arg(2), p.arg(3)
	switch p.arg(1) {
	case "get":
		p.Println(cmp.Or(p.d.keptOf("device_config", ns+"/")[key], "null"))
	case "put":
		if len(p.Args) < 5 {
			return p.unknownCommand("put")
		}
		p.d.keep("device_config", ns+"/"+key, p.arg(4))
	case "delete":
		if _, ok := p.d.keptOf("device_config", ns+"/")[key]; !ok {
			p.Printf("Failed to delete %s from %s\n", key, ns)
			return 0
		}
		p.d.keep("device_config", ns+"/"+key, "")
		p.Printf("Successfully deleted %s from %s\n", key, ns)
	case "list":
		prefix := ""
		if ns != "" {
			prefix = ns + "/"
		}
		flags := p.d.keptOf("device_config", prefix)
		for _, k := range slices.Sorted(maps.Keys(flags)) {
			p.Println(k + "=" + flags[k])
		}
	case "reset", "set_sync_disabled_for_tests":
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

// cmdAppOps is cmd appops: modes of operations by package.
func cmdAppOps(_ context.Context, p *Proc) int {
	args := slices.DeleteFunc(slices.Clone(p.Args[1:]), func(a string) bool { return a == "--uid" || a == "--user" || a == "0" && len(p.Args) > 3 })
	word := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	pkg, op := word(1), strings.TrimPrefix(word(2), "android:")
	op = strings.ToUpper(op)
	switch word(0) {
	case "get", "set":
		if _, ok := p.d.w.Package(pkg); !ok {
			p.Errf("Error: No UID for %s in user 0\n", pkg)
			return statusFailed
		}
	case "reset":
		for k := range p.d.keptOf("appops", "") {
			if pkg == "" || strings.HasPrefix(k, pkg+"/") {
				p.d.keep("appops", k, "")
			}
		}
		return 0
	case "query-op", "write-settings", "read-settings", "start", "stop":
		if word(0) == "query-op" {
			p.d.queryOp(p, strings.ToUpper(pkg), word(2))
		}
		return 0
	default:
		return p.unknownCommand(word(0))
	}
	if word(0) == "set" {
		mode := word(3)
		if !slices.Contains([]string{"allow", "ignore", "deny", "default", "foreground"}, mode) {
			p.Errf("Error: Mode %s is not valid\n", mode)
			return statusFailed
		}
		if mode == "default" {
			mode = ""
		}
		p.d.keep("appops", pkg+"/"+op, mode)
		return 0
	}
	ops := p.d.keptOf("appops", pkg+"/")
	some := false
	for _, k := range slices.Sorted(maps.Keys(ops)) {
		if op == "" || k == op {
			p.Println(k + ": " + ops[k])
			some = true
		}
	}
	if !some {
		p.Println("No operations.")
	}
	return 0
}

// queryOp lists the packages whose operation has the mode.
func (d *Device) queryOp(p *Proc, op, mode string) {
	some := false
	all := d.keptOf("appops", "")
	for _, k := range slices.Sorted(maps.Keys(all)) {
		if pkg, name, _ := strings.Cut(k, "/"); name == op && all[k] == cmp.Or(mode, "allow") {
			p.Println(pkg)
			some = true
		}
	}
	if !some {
		p.Println("No operations.")
	}
}

// navOverlays are the overlays of the navigation bar, one of which is on, with the navigation_mode they stand for.
var navOverlays = [][2]string{{"0", "com.android.internal.systemui.navbar.threebutton"}, {"2", "com.android.internal.systemui.navbar.gestural"}}

// cmdOverlay is cmd overlay: the navigation bar's overlays choose between buttons and gestures.
func cmdOverlay(_ context.Context, p *Proc) int {
	verb, name := p.arg(1), p.Args[len(p.Args)-1]
	mode, _ := p.d.w.Settings().Get("secure", "navigation_mode")
	switch verb {
	case "list":
		p.Println("android")
		for _, o := range navOverlays {
			mark := " "
			if o[0] == mode {
				mark = "x"
			}
			p.Printf("[%s] %s\n", mark, o[1])
		}
		return 0
	case "enable", "enable-exclusive", "disable":
	default:
		return p.unknownCommand(verb)
	}
	for i, o := range navOverlays {
		if o[1] != name {
			continue
		}
		if verb == "disable" {
			o = navOverlays[0]
			if i == 0 {
				return 0 // buttons are what is left without an overlay
			}
		}
		p.d.w.Settings().Put("secure", "navigation_mode", o[0])
		return 0
	}
	p.Errf("Error: Failed to %s overlay: %s\n", verb, name)
	return statusFailed
}
