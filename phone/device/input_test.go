package device

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy/screend"
)

func TestStaleAimIsRefused_DV27(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{Via: Stream})
	f := frame(t, d)
	p.set(func() { p.rotation = 1 })
	await(t, "the stream to turn", func() bool { return d.sup.peek().size() == image.Pt(720, 360) })
	if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(100, 100))); !errors.Is(err, phone.ErrStaleView) {
		t.Errorf("old aim: %v", err)
	}
	if n := get(p, func() int { return len(p.touches) }); n != 0 {
		t.Errorf("%d touches arrived", n)
	}
	g := frame(t, d)
	if g.Size != image.Pt(720, 360) || g.Rotation != 1 || g.Seq == f.Seq {
		t.Errorf("after the turn: %v, rotation %d", g.Size, g.Rotation)
	}
	if err := d.Gesture(t.Context(), phone.Tap(g.Size, image.Pt(100, 100))); err != nil {
		t.Errorf("new aim: %v", err)
	}
}

// Half a turn leaves the size and the running encoder as they are; the aim is stale all the same, and the next frame knows of it.
func TestHalfTurnIsRefused_F037_F044(t *testing.T) {
	t.Parallel()
	needVideo(t)
	for _, via := range []Via{Stream, Screencap} {
		t.Run(string(via), func(t *testing.T) {
			t.Parallel()
			p := newFakePhone(t)
			d := openFake(t, p, Options{Via: via})
			warm(t, d)
			f := frame(t, d)
			before := time.Now()
			p.set(func() { p.rotation, p.toggled = 2, true })
			if r := d.sup.peek(); r.pipe != nil {
				await(t, "the picture after the turn", func() bool { return r.pipe.Facts().Arrived.After(before) })
			}
			at := image.Pt(100, 100)
			err := d.Gesture(t.Context(), phone.Tap(f.Size, at).AimedAt(f))
			stale, ok := errors.AsType[*phone.StaleView](err)
			if !ok || !errors.Is(err, phone.ErrStaleView) || stale.Was.Rotation != 0 || stale.Now.Rotation != 2 {
				t.Errorf("old aim: %v", err)
			}
			if n := get(p, func() int { return len(p.touches) }); n != 0 {
				t.Errorf("%d touches arrived", n)
			}
			g := frame(t, d)
			if g.Rotation != 2 || g.Size != f.Size {
				t.Errorf("after the turn: %v, rotation %d", g.Size, g.Rotation)
			}
			if err := d.Gesture(t.Context(), phone.Tap(g.Size, at).AimedAt(g)); err != nil {
				t.Errorf("new aim: %v", err)
			}
		})
	}
}

func TestOutOfBoundsIsRefused(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	err := d.Gesture(t.Context(), phone.Tap(image.Pt(360, 720), image.Pt(360, 10)))
	if _, ok := errors.AsType[*phone.OutOfBounds](err); !ok {
		t.Errorf("Gesture: %v", err)
	}
}

// The encoder may choose another size than the display; frames and touches still speak of the display (F-037, F-038).
func TestEncoderDownsizing_F037_F038(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	p.natural = image.Pt(500, 1000)
	p.faults.EncoderMaxSide = 900
	d := openFake(t, p, Options{Via: Stream})
	f := frame(t, d)
	if f.Size != image.Pt(500, 1000) || f.Image.Bounds().Dy() >= 900 {
		t.Fatalf("frame of %v holds a picture of %v", f.Size, f.Image.Bounds())
	}
	if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(237, 613))); err != nil {
		t.Fatal(err)
	}
	await(t, "the touch", func() bool { return len(get(p, func() []screend.Touch { return p.touches })) == 2 })
	if at := p.touches[0].At; max(at.X-237, 237-at.X) > 2 || max(at.Y-613, 613-at.Y) > 2 {
		t.Errorf("a tap at (237,613) arrived at %v", at)
	}
}

// A gesture that is interrupted lifts its finger without a click, and sends nothing more.
func TestCancelledGestureLiftsTheFinger(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	warm(t, d)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- d.Gesture(ctx, phone.LongPress(image.Pt(360, 720), image.Pt(100, 100), 10*time.Second))
	}()
	await(t, "the finger to be down", func() bool { return len(get(p, func() []screend.Touch { return p.touches })) == 1 })
	cancel()
	began := time.Now()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Gesture: %v", err)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("returned after %v", took)
	}
	await(t, "the finger to be up", func() bool {
		n := get(p, func() []screend.Touch { return p.touches })
		return len(n) > 0 && n[len(n)-1].Action == screend.Up
	})
	if p.toggledNow() {
		t.Error("the interrupted press clicked")
	}
	if err := d.Gesture(ctx, phone.Tap(image.Pt(360, 720), image.Pt(1, 1))); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context: %v", err)
	}
}

func TestPinchMovesTwoFingers(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	warm(t, d)
	if err := d.Gesture(t.Context(), phone.Pinch(image.Pt(360, 720), image.Pt(180, 360), 100, 300, 200*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	count := func(a screend.Action) (n int) {
		for _, e := range get(p, func() []screend.Touch { return slices.Clone(p.touches) }) {
			if e.Action == a {
				n++
			}
		}
		return n
	}
	await(t, "both fingers to be up", func() bool { return count(screend.Up) == 2 })
	if count(screend.Down) != 2 || count(screend.Move) < 20 {
		t.Errorf("%d downs, %d moves", count(screend.Down), count(screend.Move))
	}
}

func TestText_F065_F071(t *testing.T) {
	t.Parallel()
	needVideo(t)
	old := "what was there"
	tests := []struct{ name, text string }{
		{"ASCII", `it's 100% "fun" ~ #1 & $HOME %s \ + @ , ' ! ` + "`x`"},
		{"mixed", `it's 100% "fun" ~ #1 & 你好 🙂`},
		{"mixed inside", "a 你 b 好 c"},
		{"lines", "one\nzwei ü\n三\n"},
		{"tab", "a\tb"},
		{"long", strings.Repeat("0123456789", 120)},
		{"right to left, joined", "שלום עולם e\u0301 👨‍👩‍👧"},
		{"nothing", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newFakePhone(t)
			p.clip = &old
			d := openFake(t, p, Options{})
			if err := d.Text(t.Context(), tt.text); err != nil {
				t.Fatal(err)
			}
			await(t, "the text", func() bool { return get(p, func() string { return p.text }) == tt.text })
			if tt.text != "" {
				if got, err := d.ReadFocused(t.Context()); err != nil || got != tt.text {
					t.Errorf("read back %q, %v", got, err)
				}
			}
			if got, err := d.Clipboard(t.Context()); err != nil || got != old {
				t.Errorf("clipboard afterwards %q, %v", got, err)
			}
		})
	}
}

func TestTextThatCannotBeCarried(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	for _, s := range []string{"a\x07b", "bad \xff", "x\x7f"} {
		err := d.Text(t.Context(), s)
		if te, ok := errors.AsType[*phone.TextError](err); !ok || te.Part == "" {
			t.Errorf("Text(%q): %v", s, err)
		}
	}
	if p.text != "" {
		t.Errorf("%q was typed", p.text)
	}
}

func TestClipboard_F077(t *testing.T) {
	t.Parallel()
	needVideo(t)
	d := openFake(t, newFakePhone(t), Options{})
	if got, err := d.Clipboard(t.Context()); err != nil || got != "" {
		t.Errorf("empty clipboard: %q, %v", got, err)
	}
	for _, s := range []string{"plain", "你好 🙂\n'x'", ""} {
		if err := d.SetClipboard(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if got, err := d.Clipboard(t.Context()); err != nil || got != s {
			t.Errorf("clipboard %q, %v; want %q", got, err, s)
		}
	}
}

func TestInjectionRefused_F078(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	p.faults.InjectDenied = true
	d := openFake(t, p, Options{})
	for name, act := range map[string]func() error{
		"gesture": func() error { return d.Gesture(t.Context(), phone.Tap(image.Pt(360, 720), image.Pt(9, 9))) },
		"key":     func() error { return d.Key(t.Context(), phone.Key{Code: phone.KeyHome}) },
		"text":    func() error { return d.Text(t.Context(), "abc") },
	} {
		if err := act(); !errors.Is(err, phone.ErrInjectionRefused) || !strings.Contains(err.Error(), "Mi account") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Where scrcpy does not start everything goes through the shell.
func TestWithoutScrcpy_F039_F071(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	p.noServer = true
	d := openFake(t, p, Options{})
	inputs := func() (out []string) {
		for _, c := range get(p, func() []string { return p.commands }) {
			if strings.HasPrefix(c, "input ") {
				out = append(out, c)
			}
		}
		return out
	}
	if f := frame(t, d); f.Source != "screencap" {
		t.Errorf("frame from %s", f.Source)
	}
	on := image.Pt(360, 720)
	steps := []struct {
		act  func() error
		want []string
	}{
		{func() error { return d.Gesture(t.Context(), phone.Tap(on, image.Pt(5, 6))) }, []string{"input tap 5 6"}},
		{func() error { return d.Gesture(t.Context(), phone.LongPress(on, image.Pt(5, 6), time.Second)) }, []string{"input swipe 5 6 5 6 1000"}},
		{func() error {
			return d.Gesture(t.Context(), phone.Swipe(on, image.Pt(5, 600), image.Pt(5, 100), 300*time.Millisecond))
		}, []string{"input swipe 5 600 5 100 300"}},
		{func() error { return d.Key(t.Context(), phone.Key{Code: 3}) }, []string{"input keyevent 3"}},
		{func() error { return d.Text(t.Context(), "it's 100%s ~#\n!") }, []string{`input text 'it'\''s%s100%'`, `input text 's%s~#'`, "input keyevent 66", `input text '!'`}},
	}
	for _, s := range steps {
		before := len(inputs())
		if err := s.act(); err != nil {
			t.Errorf("%q: %v", s.want, err)
		}
		if got := inputs()[before:]; strings.Join(got, "\n") != strings.Join(s.want, "\n") {
			t.Errorf("got %q, want %q", got, s.want)
		}
	}
	before := len(inputs())
	if err := d.Gesture(t.Context(), phone.Drag(on, image.Pt(5, 6), image.Pt(200, 300), 100*time.Millisecond, 100*time.Millisecond)); err != nil {
		t.Error(err)
	}
	drag := inputs()[before:]
	if drag[0] != "input motionevent DOWN 5 6" || drag[len(drag)-1] != "input motionevent UP 200 300" || len(drag) < 4 {
		t.Errorf("drag: %q", drag)
	}
	err := d.Text(t.Context(), "abc 你好 def")
	if te, ok := errors.AsType[*phone.TextError](err); !ok || te.Part != "你好" {
		t.Errorf("CJK: %v", err)
	}
	if err := d.Gesture(t.Context(), phone.Tap(image.Pt(720, 360), image.Pt(5, 6))); !errors.Is(err, phone.ErrStaleView) {
		t.Errorf("stale aim: %v", err)
	}
	if _, err := d.Clipboard(t.Context()); !errors.Is(err, phone.ErrUnsupported) {
		t.Errorf("clipboard: %v", err)
	}
	p.mu.Lock()
	p.answer = func(c string) (adb.Output, bool) {
		return adb.Output{Stdout: []byte("java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n\tat x\n")}, strings.HasPrefix(c, "input")
	}
	p.mu.Unlock()
	if err := d.Gesture(t.Context(), phone.Tap(on, image.Pt(5, 6))); !errors.Is(err, phone.ErrInjectionRefused) {
		t.Errorf("refused: %v", err)
	}
}
