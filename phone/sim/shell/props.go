package shell

import (
	"context"
	"strings"
)

// prop reads a system property; the adb port is this package's to tell.
func (d *Device) prop(name string) string {
	if name == "service.adb.tcp.port" && d.opts.AdbPort > 0 {
		return itoa(d.opts.AdbPort)
	}
	return d.w.Prop(name)
}

func getpropCommand(_ context.Context, p *Proc) int {
	args := p.Args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		args = args[1:]
	}
	if len(args) > 0 {
		v := p.d.prop(args[0])
		if v == "" && len(args) > 1 {
			v = args[1]
		}
		p.Println(v)
		return 0
	}
	props := p.d.w.Props()
	if v := p.d.prop("service.adb.tcp.port"); v != "" {
		props["service.adb.tcp.port"] = v
	}
	for _, k := range sortedKeys(props) {
		p.Printf("[%s]: [%s]\n", k, props[k])
	}
	return 0
}

func setpropCommand(_ context.Context, p *Proc) int {
	if len(p.Args) != 3 {
		p.Errf("setprop: Needs 2 arguments (see \"setprop --help\")\n")
		return 1
	}
	if err := p.d.w.SetProp(p.Args[1], p.Args[2]); err != nil {
		p.Errf("Failed to set property '%s' to '%s'.\nSee dmesg for error reason.\n", p.Args[1], p.Args[2])
		return 1
	}
	return 0
}
