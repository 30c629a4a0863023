package shell

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// serve takes monkey's events from a socket of the phone, as with --port: one client after the other, until one says quit.
func (m *monkey) serve(ctx context.Context, p *Proc) int {
	if p.d.opts.Listen == nil {
		p.Println("Error binding to network socket.")
		return 255
	}
	l, err := p.d.opts.Listen("tcp:" + strconv.Itoa(m.port))
	if err != nil {
		p.Println("Error binding to network socket.")
		return 255
	}
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	defer l.Close()
	_ = p.Stdout.Flush()
	for {
		c, err := l.Accept()
		if err != nil {
			return 0
		}
		end := context.AfterFunc(ctx, func() { _ = c.Close() })
		quit := m.talk(ctx, p, c)
		end()
		_ = c.Close()
		if quit {
			p.Println("Events injected: 0")
			return 0
		}
	}
}

// talk answers one client and reports whether it ends monkey.
func (m *monkey) talk(ctx context.Context, p *Proc, c net.Conn) (quit bool) {
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "done" || words[0] == "quit" {
			_, _ = fmt.Fprintln(c, "OK")
			return words[0] == "quit"
		}
		answer, ok := p.monkeyWord(ctx, words)
		switch {
		case !ok && words[0] == "getvar":
			answer = "ERROR:unknown var"
		case !ok:
			answer = "ERROR"
		case answer == "":
			answer = "OK"
		default:
			answer = "OK:" + answer
		}
		if _, err := fmt.Fprintln(c, answer); err != nil {
			return false
		}
	}
	return false
}

// monkeyVars are the variables that a client may read, in the order of their list.
var monkeyVars = []string{
	"build.brand", "build.device", "build.fingerprint", "build.manufacturer", "build.model", "build.product", "build.version.release", "build.version.sdk",
	"display.density", "display.height", "display.width", "am.current.package", "clock.millis", "clock.uptime",
}

func (p *Proc) monkeyVar(name string) (string, bool) {
	props := map[string]string{
		"build.brand": "ro.product.brand", "build.device": "ro.product.device", "build.fingerprint": "ro.build.fingerprint",
		"build.manufacturer": "ro.product.manufacturer", "build.model": "ro.product.model", "build.product": "ro.product.name",
		"build.version.release": "ro.build.version.release", "build.version.sdk": "ro.build.version.sdk",
	}
	if prop, ok := props[name]; ok {
		return p.d.prop(prop), true
	}
	display := p.d.w.Display()
	switch name {
	case "display.density":
		return strconv.FormatFloat(float64(display.Density)/160, 'f', -1, 64), true
	case "display.height":
		return strconv.Itoa(display.Size.Y), true
	case "display.width":
		return strconv.Itoa(display.Size.X), true
	case "am.current.package":
		if w, ok := p.d.w.FocusedWindow(); ok {
			return w.Package, true
		}
		return "", true
	case "clock.millis":
		return strconv.FormatInt(p.d.w.Now().UnixMilli(), 10), true
	case "clock.uptime":
		return strconv.FormatInt(p.d.w.Uptime().Milliseconds(), 10), true
	}
	return "", false
}

// monkeyWord obeys one command.
func (p *Proc) monkeyWord(ctx context.Context, words []string) (answer string, ok bool) {
	w := p.d.w
	arg := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	number := func(i int) int {
		n, err := strconv.Atoi(arg(i))
		if err != nil {
			ok = false
		}
		return n
	}
	ok = true
	switch words[0] {
	case "wake":
		if !w.Display().On {
			p.monkeyKey("KEYCODE_WAKEUP")
		}
	case "tap":
		at := image.Pt(number(1), number(2))
		if ok {
			w.Touch(0, world.TouchDown, at, 1)
			w.Touch(0, world.TouchUp, at, 0)
		}
	case "touch":
		a, known := map[string]world.TouchAction{"down": world.TouchDown, "up": world.TouchUp, "move": world.TouchMove}[arg(1)]
		at := image.Pt(number(2), number(3))
		if ok = ok && known; ok {
			w.Touch(0, a, at, 1)
		}
	case "press":
		ok = p.monkeyKey(arg(1))
	case "key":
		code := keyCode(arg(2))
		if ok = code > 0 && (arg(1) == "down" || arg(1) == "up"); ok {
			w.Key(code, 0, arg(1) == "down")
		}
	case "type":
		for _, r := range strings.Join(words[1:], " ") {
			ok = w.Type(r) && ok
		}
	case "sleep":
		const most = time.Minute
		select {
		case <-time.After(min(time.Duration(number(1))*time.Millisecond, most)):
		case <-ctx.Done():
		}
	case "listvar":
		return strings.Join(monkeyVars, " "), true
	case "getvar":
		return p.monkeyVar(arg(1))
	default:
		ok = false
	}
	return "", ok
}

func (p *Proc) monkeyKey(name string) bool {
	code := keyCode(name)
	if code <= 0 {
		return false
	}
	p.d.w.Key(code, 0, true)
	p.d.w.Key(code, 0, false)
	return true
}
