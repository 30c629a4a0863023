package shell

import (
	"context"
	"slices"
	"strings"
)

// features is what the phone can do, as pm list features prints it.
func (d *Device) features() []string {
	list := d.w.Profile().Features
	if len(list) == 0 {
		return []string{"android.hardware.touchscreen"}
	}
	return list
}

// splitsOf are the further APKs of a package.
func (d *Device) splitsOf(name string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.splits[name])
}

// listInstrumentations is pm list instrumentation [-f] [TARGET].
func (p *Proc) listInstrumentations(w *words) {
	file := false
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		file = file || o == "-f"
	}
	target, some := w.next()
	for _, i := range p.d.instrumentations() {
		if some && i.Target != target {
			continue
		}
		path := ""
		if pkg, ok := p.d.w.Package(i.Runner.Package); ok && file {
			path = pkg.Path + "="
		}
		p.Printf("instrumentation:%s%s (target=%s)\n", path, i.Runner.Short(), i.Target)
	}
}

func pmFalse(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("false")
	return 0
}

func pmSupportsUsers(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("Is multiuser supported: true")
	return 0
}

func pmCreateUser(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Errf("Error: couldn't create User.\n")
	return 1
}

func pmRemoveUser(_ context.Context, p *Proc, verb string, w *words) int {
	id, ok := w.next()
	if !ok {
		return p.missing(verb, verb)
	}
	p.Errf("Error: couldn't remove user id %s\n", id)
	return 1
}

func pmUserRestriction(_ context.Context, p *Proc, verb string, _ *words) int {
	return p.exception(verb, "java.lang.SecurityException: You need MANAGE_USERS permission to: setUserRestriction")
}

func pmSetLocation(_ context.Context, p *Proc, verb string, _ *words) int {
	return p.exception(verb, "java.lang.SecurityException: Neither user 2000 nor current process has android.permission.WRITE_SECURE_SETTINGS.")
}

func pmMove(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("Failure [-6]")
	return 1
}

// pmInstallExisting brings a package back for the user that the system still has.
func pmInstallExisting(_ context.Context, p *Proc, verb string, w *words) int {
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		if o == "--user" {
			_, _ = w.next()
		}
	}
	name, ok := w.next()
	if !ok {
		return p.missing(verb, verb)
	}
	if _, known := p.d.w.Package(name); !known {
		p.Errf("android.content.pm.PackageManager$NameNotFoundException: Package %s doesn't exist\n", name)
		return 1
	}
	p.d.w.SetHidden(name, false)
	p.Printf("Package %s installed for user: 0\n", name)
	return 0
}

func pmSetInstaller(_ context.Context, p *Proc, verb string, w *words) int {
	name, _ := w.next()
	if _, ok := w.next(); !ok {
		return p.missing(verb, name)
	}
	if _, known := p.d.w.Package(name); !known {
		return p.exception(verb, "java.lang.IllegalArgumentException: Unknown target package: "+name)
	}
	return p.exception(verb, "java.lang.SecurityException: Caller does not have same cert as old installer package")
}

func pmStorage(_ context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	pkg, ok := p.d.w.Package(name)
	if !ok {
		p.Errf("Error: failed to get package storage stats\n")
		return 1
	}
	p.Printf("code: %d bytes\ndata: %d bytes\ncache: %d bytes\napk: %d bytes\nlib: 0 bytes\ndm: 0 bytes\ndexopt artifacts: 0 bytes\n", pkg.Size, 24576, 8192, pkg.Size)
	return 0
}

// pmAppLinks tells which hosts a package may open without asking.
func pmAppLinks(_ context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	pkg, ok := p.d.w.Package(name)
	if !ok {
		p.Errf("Error: package not found: %s\n", name)
		return 1
	}
	var schemes []string
	for _, a := range pkg.Activities {
		schemes = append(schemes, a.Schemes...)
	}
	p.Printf("  %s:\n    ID: %s\n    Signatures: [%s]\n    Domain verification state:\n", name, hex(name, "domains"), hex(name, "sig"))
	if slices.ContainsFunc(schemes, func(s string) bool { return strings.HasPrefix(s, "http") }) {
		p.Println("      User 0:\n        Verification link handling allowed: true")
	}
	return 0
}
