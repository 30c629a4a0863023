// Package yadb plays the part of yadb, the helper that midscene pushes to a phone: a Java class that does one thing, such as pasting a
// text that `input text` cannot type, and ends.
package yadb

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// Class is the name of the real helper's class.
const Class = "com.ysbing.yadb.Main"

// Action is what a finger does, as in MotionEvent.
type Action int

// What a finger does.
const (
	Down Action = 0
	Up   Action = 1
	Move Action = 2
)

// Phone is what the helper drives.
type Phone interface {
	Touch(finger int, a Action, at image.Point)
	Key(code, meta int)
	Clipboard() (text string, ok bool)
	SetClipboard(text string)
	Screen() *image.RGBA
	Tree(ctx context.Context) ([]byte, error)
	WriteFile(path string, data []byte) error
	// Pause waits for a time of the phone's clock.
	Pause(ctx context.Context, d time.Duration) error
}

// Key codes and states of a key map.
const (
	keyA     = 29
	keyDel   = 67
	keyPaste = 279
	ctrl     = 0x1000 | 0x2000 // META_CTRL_ON, META_CTRL_LEFT
)

// Files that are written unless others are named.
const (
	screenshotFile = "/data/local/tmp/yadb_screenshot.png"
	layoutFile     = "/data/local/tmp/yadb_layout_dump.xml"
)

// Run obeys args and returns the exit status.
func Run(ctx context.Context, p Phone, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		return 0
	}
	if err := run(ctx, p, args[0], args[1:], stdout); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

var errArgument = fmt.Errorf("Invalid argument")

func run(ctx context.Context, p Phone, verb string, args []string, stdout io.Writer) error {
	switch verb {
	case "-keyboard":
		paste(p, strings.Join(args, " "))
	case "-keyboardClear":
		p.Key(keyA, ctrl)
		p.Key(keyDel, 0)
	case "-readClipboard":
		text, _ := p.Clipboard()
		fmt.Fprintln(stdout, text)
	case "-writeClipboard":
		p.SetClipboard(strings.Join(args, " "))
		fmt.Fprintln(stdout, "Copy text:true")
	case "-screenshot":
		var b bytes.Buffer
		if err := png.Encode(&b, p.Screen()); err != nil {
			return err
		}
		return p.WriteFile(path(args, screenshotFile), b.Bytes())
	case "-layout":
		tree, err := p.Tree(ctx)
		if err != nil {
			return err
		}
		return p.WriteFile(path(args, layoutFile), tree)
	case "-touch", "-swipe", "-pinch", "-longPressDrag":
		n, err := numbers(args)
		if err != nil {
			return err
		}
		return gesture(ctx, p, verb, n)
	default:
		return errArgument
	}
	return nil
}

// paste brings text into the focused field by way of the clipboard, which is what it was afterwards.
func paste(p Phone, text string) {
	old, had := p.Clipboard()
	p.SetClipboard(text)
	p.Key(keyPaste, 0)
	if had {
		p.SetClipboard(old)
	}
}

func path(args []string, otherwise string) string {
	if len(args) == 0 {
		return otherwise
	}
	return args[0]
}

func numbers(args []string) ([]int, error) {
	out := make([]int, len(args))
	for i, a := range args {
		f, err := strconv.ParseFloat(a, 64)
		if err != nil || math.Abs(f) > 1e6 {
			return nil, errArgument
		}
		out[i] = int(f)
	}
	return out, nil
}

// gesture moves fingers: -touch X Y [MS], -swipe X Y X Y [MS], -longPressDrag X Y X Y [MS], -pinch X Y FROM TO [MS].
func gesture(ctx context.Context, p Phone, verb string, n []int) error {
	at := func(i, otherwise int) int {
		if i < len(n) {
			return n[i]
		}
		return otherwise
	}
	least := 4
	if verb == "-touch" {
		least = 2
	}
	if len(n) < least {
		return errArgument
	}
	switch verb {
	case "-touch":
		point := image.Pt(n[0], n[1])
		return move(ctx, p, time.Duration(at(2, 50))*time.Millisecond, 0, line{point, point})
	case "-pinch":
		line := func(side int) line { // distances are from finger to finger
			return line{image.Pt(n[0]+side*n[2]/2, n[1]), image.Pt(n[0]+side*n[3]/2, n[1])}
		}
		return move(ctx, p, time.Duration(at(4, 500))*time.Millisecond, 0, line(-1), line(1))
	case "-longPressDrag":
		const hold = 700 * time.Millisecond
		return move(ctx, p, time.Duration(at(4, 1000))*time.Millisecond, hold, line{image.Pt(n[0], n[1]), image.Pt(n[2], n[3])})
	}
	return move(ctx, p, time.Duration(at(4, 300))*time.Millisecond, 0, line{image.Pt(n[0], n[1]), image.Pt(n[2], n[3])})
}

// line is the way of one finger.
type line struct{ from, to image.Point }

func (l line) at(part float64) image.Point {
	return image.Pt(l.from.X+int(part*float64(l.to.X-l.from.X)), l.from.Y+int(part*float64(l.to.Y-l.from.Y)))
}

// step is the time between two moves.
const step = 16 * time.Millisecond

// longest bounds a gesture.
const longest = time.Minute

func move(ctx context.Context, p Phone, d, hold time.Duration, fingers ...line) error {
	d = min(max(d, 0), longest)
	all := func(a Action, part float64) {
		for i, f := range fingers {
			p.Touch(i, a, f.at(part))
		}
	}
	all(Down, 0)
	part := 0.0
	defer func() { all(Up, part) }()
	if err := p.Pause(ctx, hold); err != nil {
		return err
	}
	steps := int(d / step)
	for i := 1; i <= steps; i++ {
		if err := p.Pause(ctx, step); err != nil {
			return err
		}
		part = float64(i) / float64(steps)
		all(Move, part)
	}
	part = 1
	return nil
}
