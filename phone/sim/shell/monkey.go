package shell

import (
	"context"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// monkeyCommand is monkey as tools use it: -p PKG -c LAUNCHER 1 opens an app. Random events are not made.
func monkeyCommand(_ context.Context, p *Proc) int {
	var pkgs, categories []string
	count := ""
	args := p.Args[1:]
	for i := 0; i < len(args); i++ {
		next := func() string {
			if i++; i < len(args) {
				return args[i]
			}
			return ""
		}
		switch a := args[i]; {
		case a == "-p":
			pkgs = append(pkgs, next())
		case a == "-c":
			categories = append(categories, next())
		case a == "-s" || a == "--throttle" || a == "--port" || strings.HasPrefix(a, "--pct-"):
			next()
		case strings.HasPrefix(a, "-"):
		default:
			count = a
		}
	}
	for _, a := range args {
		p.Printf("  bash arg: %s\n", a)
	}
	if count == "" {
		p.Errf("** Error: Count not specified.\n\nusage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]\n              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]\n              COUNT\n")
		return 255
	}
	p.Printf("args: [%s]\n", strings.Join(args, ", "))
	for _, a := range args {
		p.Printf(" arg: \"%s\"\n", a)
	}
	for _, name := range pkgs {
		p.Printf("data=\"%s\"\n", name)
	}
	for _, c := range categories {
		p.Printf("data=\"%s\"\n", c)
	}
	if len(categories) == 0 {
		categories = []string{world.CategoryLauncher}
	}
	target, ok := p.monkeyTarget(pkgs, categories)
	if !ok {
		p.Println("** No activities found to run, monkey aborted.")
		return 252
	}
	_, _ = p.d.w.Start(world.Intent{Action: world.ActionMain, Categories: categories[:1], Component: target, Flags: world.FlagNewTask | 0x00200000})
	p.Printf("Events injected: %d\n## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)\n", atoi(count, 1))
	return 0
}

func (p *Proc) monkeyTarget(pkgs, categories []string) (world.Component, bool) {
	if len(pkgs) == 0 {
		pkgs = []string{""}
	}
	for _, name := range pkgs {
		for _, c := range categories {
			if list := p.d.w.Resolve(world.Intent{Action: world.ActionMain, Categories: []string{c}, Package: name}); len(list) > 0 {
				return list[0].Component, true
			}
		}
	}
	return world.Component{}, false
}
