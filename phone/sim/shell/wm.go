package shell

import (
	"context"
	"fmt"
	"image"
)

// wmCommand is wm (and cmd window).
func wmCommand(_ context.Context, p *Proc) int {
	w := words{p.Args[1:]}
	verb, ok := w.next()
	if !ok {
		return p.wmHelp()
	}
	arg, has := w.next()
	if arg == "-d" {
		_, _ = w.next()
		arg, has = w.next()
	}
	switch verb {
	case "size":
		return p.wmSize(arg, has)
	case "density":
		return p.wmDensity(arg, has)
	case "user-rotation", "set-user-rotation":
		if (verb == "user-rotation") != (p.d.sdk() >= android11) {
			p.Printf("Unknown command: %s\n", verb)
			return p.wmHelp()
		}
		return p.wmRotation(arg, has, &w)
	case "dismiss-keyguard":
		p.d.w.DismissKeyguard()
	case "overscan", "scaling", "folded-area", "tracing", "logging", "fixed-to-user-rotation", "set-ignore-orientation-request", "get-ignore-orientation-request":
		if verb == "fixed-to-user-rotation" && !has {
			p.Println("default")
		}
		if verb == "get-ignore-orientation-request" {
			p.Println("ignoreOrientationRequest false for displayId=0")
		}
	default:
		p.Printf("Unknown command: %s\n", verb)
		return p.wmHelp()
	}
	return 0
}

func (p *Proc) wmHelp() int {
	_, _ = p.Stdout.WriteString(`Window manager (window) commands:
  help
      Print this help text.
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
    Return or override display size.
    width and height in pixels unless suffixed with 'dp'.
  density [reset|DENSITY] [-d DISPLAY_ID] [-u UNIQUE_ID]
    Return or override display density.
  dismiss-keyguard
    Dismiss the keyguard, prompting user for auth if necessary.
  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]
    Print or set user rotation mode and user rotation.
`)
	return statusFailed
}

func (p *Proc) wmSize(arg string, has bool) int {
	s := p.d.w.Display()
	switch {
	case !has:
		p.Printf("Physical size: %dx%d\n", s.Physical.X, s.Physical.Y)
		if s.Natural != s.Physical {
			p.Printf("Override size: %dx%d\n", s.Natural.X, s.Natural.Y)
		}
		return 0
	case arg == "reset":
		p.d.w.SetForcedSize(image.Point{})
		return 0
	}
	var size image.Point
	if n, err := fmt.Sscanf(arg, "%dx%d", &size.X, &size.Y); err != nil || n != 2 || size.X < 100 || size.Y < 100 || size.X > 8192 || size.Y > 8192 {
		p.Errf("Error: bad size %s\n", arg)
		return statusFailed
	}
	p.d.w.SetForcedSize(size)
	return 0
}

func (p *Proc) wmDensity(arg string, has bool) int {
	s := p.d.w.Display()
	switch {
	case !has:
		p.Printf("Physical density: %d\n", s.PhysicalDensity)
		if s.Density != s.PhysicalDensity {
			p.Printf("Override density: %d\n", s.Density)
		}
		return 0
	case arg == "reset":
		p.d.w.SetForcedDensity(0)
		return 0
	}
	n := atoi(arg, -1)
	switch {
	case n < 0:
		p.Errf("Error: bad number %s\n", arg)
		return statusFailed
	case n < 72:
		p.Errf("Error: density must be >= 72\n")
		return statusFailed
	}
	p.d.w.SetForcedDensity(n)
	return 0
}

func (p *Proc) wmRotation(mode string, has bool, w *words) int {
	s := p.d.w.Settings()
	switch {
	case !has:
		rot, _ := s.Get("system", "user_rotation")
		if auto, _ := s.Get("system", "accelerometer_rotation"); auto == "1" {
			p.Println("free")
		} else {
			p.Printf("lock %d\n", atoi(rot, 0))
		}
		return 0
	case mode == "free":
		p.d.w.ThawRotation()
		return 0
	case mode != "lock":
		p.Errf("Error: argument needs to be either -d, free or lock.\n")
		return statusFailed
	}
	rot := -1
	if arg, ok := w.next(); ok {
		rot = atoi(arg, -2)
		if rot < -1 || rot > 3 {
			p.Errf("Error: rotation must be between 0 and 3.\n")
			return statusFailed
		}
	}
	p.d.w.FreezeRotation(rot)
	return 0
}
