package shell

import (
	"context"
	"image"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

var inputSources = setOf("dpad keyboard mouse touchpad gamepad touchnavigation joystick touchscreen stylus trackball rotaryencoder")

const inputHelp = `Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are: 
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball
      rotaryencoder

[-d]: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--doubletap|--async|--delay <duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard, the key order is important here.)
`

// The times of gestures that input makes.
const (
	swipeTime     = 300 * time.Millisecond
	stepTime      = 8 * time.Millisecond
	longPressTime = 500 * time.Millisecond
	doubleTapTime = 50 * time.Millisecond
)

// shellFinger is the finger that input moves: one at a time, whoever calls.
const shellFinger = 30

// inputCommand is input (and cmd input).
func inputCommand(ctx context.Context, p *Proc) int {
	w := words{p.Args[1:]}
	verb, ok := w.next()
	if !ok {
		_, _ = p.Stdout.WriteString(inputHelp)
		return statusFailed
	}
	if inputSources[verb] {
		if verb, ok = w.next(); !ok {
			return p.missing(verb, p.Args[1])
		}
	}
	if verb == "-d" {
		d, _ := w.next()
		if d != "INVALID_DISPLAY" && d != "DEFAULT_DISPLAY" {
			if _, err := strconv.Atoi(d); err != nil {
				return p.exception("-d", "java.lang.IllegalArgumentException: Error: Invalid arguments for display ID.")
			}
		}
		if verb, ok = w.next(); !ok {
			return p.missing("-d", d)
		}
	}
	in := &injector{p: p, ctx: ctx, verb: verb, w: w, java: p.d.sdk() <= android11}
	run, known := map[string]func() int{
		"text": in.text, "keyevent": in.keyevent, "tap": in.tap, "swipe": in.swipe, "draganddrop": in.drag, "press": in.press, "roll": in.roll,
		"motionevent": in.motion, "keycombination": in.combination,
	}[verb]
	known = known && !(verb == "keycombination" && in.java || verb == "motionevent" && p.d.sdk() < android11)
	switch {
	case known:
		return run()
	case verb == "scroll" && p.d.sdk() >= android15:
		return in.scroll()
	case verb == "help" || verb == "-h":
		_, _ = p.Stdout.WriteString(inputHelp)
		return 0
	case in.java:
		return in.refuse("Unknown command: " + verb)
	}
	p.Printf("Unknown command: %s\n", verb)
	return 0
}

// refuse reports an argument that cannot be used: as an exception, up to Android 11 as the usage and a sentence.
func (in *injector) refuse(text string) int {
	if in.java {
		in.p.Errf("%s\nError: %s\n", inputHelp, text)
		return 0
	}
	return in.p.exception(in.verb, "java.lang.IllegalArgumentException: "+text)
}

// missing reports that a word is wanted after another one.
func (in *injector) missing(after string) int {
	return in.refuse(`Argument expected after "` + after + `"`)
}

// refused reports that the phone takes no event of the shell's.
func (in *injector) refused() (status int, refused bool) {
	return in.p.injectionRefused(in.verb)
}

type injector struct {
	p    *Proc
	ctx  context.Context
	verb string
	w    words
	last string // the word before the next one, for messages
	java bool   // a program of its own, as up to Android 11
}

// numbers takes n numbers; a status other than 0 was reported.
func (in *injector) numbers(n int) ([]float64, int) {
	out := make([]float64, n)
	if in.last == "" {
		in.last = in.verb
	}
	for i := range out {
		s, ok := in.w.next()
		if !ok {
			return nil, in.missing(in.last)
		}
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, in.invalid()
		}
		out[i], in.last = f, s
	}
	return out, 0
}

func (in *injector) invalid() int {
	if in.java {
		return in.refuse("Invalid arguments for command: " + in.verb)
	}
	return in.refuse("Error: Invalid arguments for command: " + in.verb)
}

// millis takes an optional duration.
func (in *injector) millis(def time.Duration) (time.Duration, bool) {
	s, ok := in.w.next()
	if !ok {
		return def, true
	}
	n, err := strconv.Atoi(s)
	if n < 0 {
		return def, true
	}
	return time.Duration(n) * time.Millisecond, err == nil
}

func at(x, y float64) image.Point { return image.Pt(int(x), int(y)) }

func (in *injector) touch(a world.TouchAction, p image.Point) {
	in.p.d.w.Touch(shellFinger, a, p, 1)
}

// pause waits, and lifts the finger when the command is killed meanwhile.
func (in *injector) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-in.ctx.Done():
		return false
	}
}

func (in *injector) tap() int {
	v, status := in.numbers(2)
	if status != 0 {
		return status
	}
	if status, refused := in.refused(); refused {
		return status
	}
	in.touch(world.TouchDown, at(v[0], v[1]))
	in.touch(world.TouchUp, at(v[0], v[1]))
	return 0
}

func (in *injector) swipe() int { return in.move(0) }

func (in *injector) drag() int { return in.move(longPressTime) }

// move puts the finger down, waits for hold, and moves it in a straight line.
func (in *injector) move(hold time.Duration) int {
	v, status := in.numbers(4)
	if status != 0 {
		return status
	}
	d, ok := in.millis(swipeTime)
	if !ok {
		return in.invalid()
	}
	if status, refused := in.refused(); refused {
		return status
	}
	from, to := at(v[0], v[1]), at(v[2], v[3])
	in.touch(world.TouchDown, from)
	if hold > 0 && !in.pause(hold) {
		in.touch(world.TouchCancel, from)
		return killed(in.ctx)
	}
	began := time.Now()
	for at := from; ; {
		done := time.Since(began)
		if done >= d {
			break
		}
		if !in.pause(min(stepTime, d-done)) {
			in.touch(world.TouchCancel, at)
			return killed(in.ctx)
		}
		f := min(1, float64(time.Since(began))/float64(d))
		at = from.Add(image.Pt(int(f*float64(to.X-from.X)), int(f*float64(to.Y-from.Y))))
		in.touch(world.TouchMove, at)
	}
	in.touch(world.TouchMove, to)
	in.touch(world.TouchUp, to)
	return 0
}

// press and roll are of a trackball, which the phone does not have: nothing happens, as on a phone.
func (in *injector) press() int {
	status, _ := in.refused()
	return status
}

func (in *injector) roll() int {
	_, status := in.numbers(2)
	if status == 0 {
		status, _ = in.refused()
	}
	return status
}

// scroll turns the wheel at a point: scroll X Y --axis VSCROLL,1.
func (in *injector) scroll() int {
	v, status := in.numbers(2)
	if status != 0 {
		return status
	}
	var h, vert float64
	for {
		o, ok := in.w.next()
		if !ok {
			break
		}
		if o != "--axis" {
			return in.refuse("Unsupported option: " + o)
		}
		value, ok := in.w.next()
		if !ok {
			return in.missing(o)
		}
		axis, amount, _ := strings.Cut(value, ",")
		f, err := strconv.ParseFloat(amount, 64)
		if err != nil {
			return in.refuse("Expected --axis <axis-name>,<axis-value>")
		}
		switch axis {
		case "HSCROLL":
			h += f
		case "VSCROLL", "SCROLL":
			vert += f
		}
	}
	if status, refused := in.refused(); refused {
		return status
	}
	in.p.d.w.Scroll(at(v[0], v[1]), h, vert)
	return 0
}

func (in *injector) motion() int {
	s, ok := in.w.next()
	if !ok {
		return in.missing(in.verb)
	}
	a, known := map[string]world.TouchAction{"DOWN": world.TouchDown, "UP": world.TouchUp, "MOVE": world.TouchMove, "CANCEL": world.TouchCancel}[strings.ToUpper(s)]
	if !known {
		return in.refuse("Unknown action: " + s)
	}
	in.last = s
	if status, refused := in.refused(); refused {
		return status
	}
	if a == world.TouchCancel && len(in.w.args) == 0 {
		in.touch(a, image.Point{})
		return 0
	}
	v, status := in.numbers(2)
	if status != 0 {
		return status
	}
	in.touch(a, at(v[0], v[1]))
	return 0
}

// text types through the virtual keyboard's key map; with a character the map does not have nothing is typed at all.
func (in *injector) text() int {
	s, ok := in.w.next()
	if !ok {
		return in.missing(in.verb)
	}
	s = inputText(s, in.p.d.sdk())
	for _, r := range s {
		if !world.CanType(r) {
			return in.noKeys()
		}
	}
	if status, refused := in.refused(); refused {
		return status
	}
	for _, r := range s {
		in.p.d.w.Type(r)
	}
	return 0
}

// noKeys is what happens to a character without keys: the array of events is null.
func (in *injector) noKeys() int {
	const what = "java.lang.NullPointerException: Attempt to get length of null array"
	if in.java {
		in.p.Errf("%s\n", javaTrace(what, "com.android.commands.input.Input$InputText.sendText(Input.java:177)", "com.android.commands.input.Input$InputText.run(Input.java:155)",
			"com.android.commands.input.Input.onRun(Input.java:107)", "com.android.internal.os.BaseCommand.run(BaseCommand.java:60)", "com.android.commands.input.Input.main(Input.java:71)"))
		return 1
	}
	return in.p.exception(in.verb, what)
}

// inputText is what the argument of input text stands for: %s is a space. Up to Android 10 every % is taken for the sign of
// one and goes away.
func inputText(s string, sdk int) string {
	if sdk >= android11 {
		return strings.ReplaceAll(s, "%s", " ")
	}
	var b strings.Builder
	escaped := false
	for _, r := range s {
		switch {
		case escaped && r == 's':
			b.WriteByte(' ')
		case r == '%':
			escaped = true
			continue
		default:
			b.WriteRune(r)
		}
		escaped = false
	}
	return b.String()
}

func (in *injector) key(code, meta int, hold time.Duration) bool {
	in.p.d.w.Key(code, meta, true)
	ok := hold == 0 || in.pause(hold)
	in.p.d.w.Key(code, meta, false)
	return ok
}

func (in *injector) keyevent() int {
	var long, double bool
	var delay time.Duration
	sent := 0
	for {
		s, ok := in.w.next()
		switch {
		case !ok && sent == 0:
			return in.missing(in.verb)
		case !ok:
			return 0
		case s == "--longpress":
			long = true
			continue
		case s == "--doubletap":
			double = true
			continue
		case s == "--async":
			continue
		case s == "--delay":
			d, ok := in.millis(0)
			if !ok {
				return in.invalid()
			}
			delay = d
			continue
		}
		if sent == 0 {
			if status, refused := in.refused(); refused {
				return status
			}
		}
		if sent > 0 && delay > 0 && !in.pause(delay) {
			return killed(in.ctx)
		}
		code := keyCode(s)
		hold := time.Duration(0)
		if long {
			hold = longPressTime
		}
		sent++
		if !in.key(code, 0, hold) {
			return killed(in.ctx)
		}
		if double && (!in.pause(doubleTapTime) || !in.key(code, 0, 0)) {
			return killed(in.ctx)
		}
	}
}

func (in *injector) combination() int {
	hold := time.Duration(0)
	var codes []int
	for {
		s, ok := in.w.next()
		if !ok {
			break
		}
		if s == "-t" {
			if hold, ok = in.millis(0); !ok {
				return in.invalid()
			}
			continue
		}
		code := keyCode(s)
		if code == 0 {
			return in.refuse("Unknown keycode: " + s)
		}
		codes = append(codes, code)
	}
	if len(codes) < 2 {
		return in.refuse("keycombination requires at least 2 keycodes")
	}
	if status, refused := in.refused(); refused {
		return status
	}
	meta := 0
	for _, c := range codes {
		meta |= metaOf(c)
		in.p.d.w.Key(c, meta, true)
	}
	if hold > 0 {
		in.pause(hold)
	}
	for i := len(codes) - 1; i >= 0; i-- {
		in.p.d.w.Key(codes[i], meta, false)
		meta &^= metaOf(codes[i])
	}
	return 0
}
