package device

import (
	"context"
	"errors"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/screend"
)

func needVideo(t *testing.T) {
	t.Helper()
	if !av.Built {
		t.Skip(av.ErrNotBuilt)
	}
}

func frame(t *testing.T, d *Device) *phone.Frame {
	t.Helper()
	f, err := d.Frame(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func warm(t *testing.T, d *Device) {
	t.Helper()
	if err := d.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func blockColour(f *phone.Frame) color.Color {
	b := f.Image.Bounds()
	return f.Image.At(70*b.Dx()/f.Size.X, 70*b.Dy()/f.Size.Y)
}

func TestOpenReadsInfo(t *testing.T) {
	t.Parallel()
	d := openFake(t, newFakePhone(t), Options{})
	i := d.Info()
	if i.Serial != "fake-1" || i.Identity != "FAKE01" || i.Model != "Fake" || i.SDK != 34 || i.Displays[0] != (phone.Display{Size: image.Pt(360, 720), Density: 320}) {
		t.Errorf("info %+v", i)
	}
}

func TestOpenRefusesOldAndroid_DV44(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	p.answer = func(c string) (adb.Output, bool) {
		return adb.Output{Stdout: []byte("[ro.build.version.release]: [8.1.0]\n[ro.build.version.sdk]: [27]\n")}, strings.HasPrefix(c, "getprop")
	}
	_, err := open(t.Context(), p, Options{})
	if !errors.Is(err, phone.ErrUnsupported) || !strings.Contains(err.Error(), "8.1.0") {
		t.Errorf("open: %v", err)
	}
}

// The first single shot is a screencap while the stream starts; later ones come from the stream (F-030).
func TestFrameColdThenStream_F030(t *testing.T) {
	t.Parallel()
	needVideo(t)
	d := openFake(t, newFakePhone(t), Options{})
	f := frame(t, d)
	if f.Source != "screencap" || f.Size != image.Pt(360, 720) || !near(blockColour(f), red) {
		t.Errorf("first frame: %s %v %v", f.Source, f.Size, blockColour(f))
	}
	warm(t, d)
	g := frame(t, d)
	if g.Source != "stream" || g.Size != f.Size || !near(blockColour(g), red) {
		t.Errorf("second frame: %s %v %v", g.Source, g.Size, blockColour(g))
	}
	if g.Seq != f.Seq {
		t.Errorf("the same screen has numbers %d and %d", f.Seq, g.Seq)
	}
	if h := frame(t, d); h != g {
		t.Error("the same picture is not the same frame")
	}
}

func TestTapThenFrameShowsIt_F032(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{Via: Stream})
	f := frame(t, d)
	for i := range 30 {
		if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(100, 100))); err != nil {
			t.Fatal(err)
		}
		g := frame(t, d)
		want := red
		if i%2 == 0 {
			want = green
		}
		if !near(blockColour(g), want) || g.Seq <= f.Seq {
			t.Fatalf("tap %d: colour %v, want %v; number %d after %d", i, blockColour(g), want, g.Seq, f.Seq)
		}
		f = g
	}
}

// A picture that is on its way when the input is sent does not count, however slow the stream is.
func TestSlowStreamIsWaitedFor_F032(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	p.faults.Tamper = func(*screend.Tampering) { time.Sleep(40 * time.Millisecond) }
	d := openFake(t, p, Options{Via: Stream})
	f := frame(t, d)
	for i := range 6 {
		if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(100, 100))); err != nil {
			t.Fatal(err)
		}
		g := frame(t, d)
		want := red
		if i%2 == 0 {
			want = green
		}
		if !near(blockColour(g), want) {
			t.Fatalf("tap %d: colour %v, want %v", i, blockColour(g), want)
		}
	}
}

// A stream that stops sending is not taken for a still screen after an input: the picture comes from screencap then.
func TestFrozenStreamIsNotBelieved_F032(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	warm(t, d)
	if f := frame(t, d); f.Source != "stream" {
		t.Fatalf("frame from %s", f.Source)
	}
	p.set(func() { p.faults.Silent = true })
	if err := d.Gesture(t.Context(), phone.Tap(image.Pt(360, 720), image.Pt(100, 100))); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if f := frame(t, d); f.Source != "screencap" || !near(blockColour(f), green) {
			t.Errorf("frame from %s shows %v", f.Source, blockColour(f))
		}
	}
	p.set(func() { p.faults.Silent = false })
	await(t, "the stream to be believed again", func() bool { f := frame(t, d); return f.Source == "stream" && near(blockColour(f), green) })
}

func TestStillScreenIsFresh_F029(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{Via: Stream})
	frame(t, d)
	r := d.sup.peek()
	await(t, "the stream to fall silent", func() bool { return r.pipe.Facts().Age > 300*time.Millisecond })
	began := time.Now()
	frame(t, d)
	if took := time.Since(began); took > time.Second {
		t.Errorf("a still screen took %v", took)
	}
	// A tap without effect is answered too.
	if err := d.Gesture(t.Context(), phone.Tap(image.Pt(360, 720), image.Pt(100, 700))); err != nil {
		t.Fatal(err)
	}
	if f := frame(t, d); !near(blockColour(f), red) {
		t.Errorf("colour %v", blockColour(f))
	}
}

func TestSettled(t *testing.T) {
	t.Parallel()
	needVideo(t)
	for _, via := range []Via{Stream, Screencap} {
		t.Run(string(via), func(t *testing.T) {
			t.Parallel()
			d := openFake(t, newFakePhone(t), Options{Via: via})
			f := frame(t, d)
			if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(100, 100))); err != nil {
				t.Fatal(err)
			}
			g, changed, err := d.Settled(t.Context(), phone.Settle{After: f.Seq})
			if err != nil || !changed || !near(blockColour(g), green) {
				t.Fatalf("after a tap: changed %v, %v", changed, err)
			}
			if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(100, 700))); err != nil {
				t.Fatal(err)
			}
			h, changed, err := d.Settled(t.Context(), phone.Settle{After: g.Seq})
			if err != nil || changed {
				t.Errorf("after a tap without effect: changed %v, %v (numbers %d, %d)", changed, err, g.Seq, h.Seq)
			}
		})
	}
}

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
	if Slow {
		t.Skip("starts of an encoder in real time: make test runs it once more without the race detector")
	}
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	p.natural = image.Pt(1000, 2000)
	p.faults.EncoderMaxSide = 1000
	d := openFake(t, p, Options{Via: Stream})
	f := frame(t, d)
	if f.Size != image.Pt(1000, 2000) || f.Image.Bounds().Dy() >= 1000 {
		t.Fatalf("frame of %v holds a picture of %v", f.Size, f.Image.Bounds())
	}
	if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(437, 613))); err != nil {
		t.Fatal(err)
	}
	await(t, "the touch", func() bool { return len(get(p, func() []screend.Touch { return p.touches })) == 2 })
	if at := p.touches[0].At; max(at.X-437, 437-at.X) > 2 || max(at.Y-613, 613-at.Y) > 2 {
		t.Errorf("a tap at (437,613) arrived at %v", at)
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

func TestNotAPicture_F034_F035_F036(t *testing.T) {
	t.Parallel()
	needVideo(t)
	tests := []struct {
		name   string
		set    func(p *fakePhone)
		reason phone.Reason // "" for a real picture
	}{
		{"secure", func(p *fakePhone) { p.secure = true }, phone.Secure},
		{"off", func(p *fakePhone) { p.awake = false }, phone.ScreenOff},
		{"locked and black", func(p *fakePhone) { p.blank, p.locked = true, true }, phone.Locked},
		{"locked but visible", func(p *fakePhone) { p.locked = true }, ""},
		{"really black", func(p *fakePhone) { p.blank = true }, ""},
	}
	for _, via := range []Via{Stream, Screencap} {
		for _, tt := range tests {
			t.Run(string(via)+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				p := newFakePhone(t)
				d := openFake(t, p, Options{Via: via})
				frame(t, d)
				p.set(func() { tt.set(p) })
				d.acted()
				if via == Stream && tt.name == "off" {
					r := d.sup.peek()
					await(t, "silence", func() bool { return r.pipe.Facts().Age > silence })
				}
				f, err := d.Frame(t.Context())
				np, _ := errors.AsType[*phone.NotAPicture](err)
				switch {
				case tt.reason == "" && (err != nil || f == nil):
					t.Errorf("Frame: %v", err)
				case tt.reason != "" && (np == nil || np.Reason != tt.reason):
					t.Errorf("Frame: %v, %v; want %s", f, err, tt.reason)
				case tt.reason == phone.Secure && np.Window != "com.example.notes/com.example.notes.Main":
					t.Errorf("window %q", np.Window)
				}
			})
		}
	}
}

func TestCaptureFailedKeepsItsCause_F006_F036(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	p.answer = func(c string) (adb.Output, bool) {
		return adb.Output{Stderr: []byte("Failed to take screenshot. Status: -1\nCapturing failed.\n"), Exit: 1}, c == "screencap"
	}
	d := openFake(t, p, Options{Via: Screencap})
	_, err := d.Frame(t.Context())
	if np, ok := errors.AsType[*phone.NotAPicture](err); !ok || np.Reason != phone.CaptureFailed || !strings.Contains(err.Error(), "Status: -1") {
		t.Errorf("Frame: %v", err)
	}
}

func TestCapturesAreShared_DV25(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	release := make(chan struct{})
	p.answer = func(c string) (adb.Output, bool) {
		if c == "screencap" {
			<-release
		}
		return adb.Output{}, false
	}
	d := openFake(t, p, Options{Via: Screencap})
	errs := make(chan error, 9)
	one := func() { _, err := d.Frame(t.Context()); errs <- err }
	go one()
	count := func() (n int) {
		for _, c := range get(p, func() []string { return p.commands }) {
			if c == "screencap" {
				n++
			}
		}
		return n
	}
	await(t, "the first capture", func() bool { return count() == 1 })
	for range 8 {
		go one()
	}
	await(t, "eight to wait", func() bool { d.shots.mu.Lock(); defer d.shots.mu.Unlock(); return d.shots.next != nil })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := d.Frame(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a caller that gives up: %v", err)
	}
	close(release)
	for range 9 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if n := count(); n < 2 || n > 4 {
		t.Errorf("%d captures for nine callers", n)
	}
}

// The server is killed in the middle: pictures go on by screencap, then by a new session; input works throughout (DV-26).
func TestSessionIsRestarted_DV26(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	warm(t, d)
	frame(t, d)
	first := d.sup.peek()
	p.mu.Lock()
	for _, kill := range p.procs {
		kill()
	}
	p.mu.Unlock()
	await(t, "the loss to be seen", func() bool { return d.sup.peek() != first })
	if f := frame(t, d); !near(blockColour(f), red) {
		t.Errorf("picture while there is no session: %v", blockColour(f))
	}
	if err := d.Gesture(t.Context(), phone.Tap(image.Pt(360, 720), image.Pt(100, 100))); err != nil {
		t.Fatal(err)
	}
	if f := frame(t, d); f.Source != "stream" || !near(blockColour(f), green) {
		t.Errorf("after the restart: %s %v", f.Source, blockColour(f))
	}
}

func TestGone(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{Via: Stream})
	f := frame(t, d)
	p.mu.Lock()
	p.gone = true
	for _, kill := range p.procs {
		kill()
	}
	p.mu.Unlock()
	await(t, "the loss to be seen", func() bool { return d.sup.peek() == nil })
	for name, act := range map[string]func() error{
		"frame":   func() error { _, err := d.Frame(t.Context()); return err },
		"gesture": func() error { return d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(1, 1))) },
		"shell":   func() error { _, err := d.Shell(t.Context(), "true"); return err },
		"tree":    func() error { _, err := d.DumpTree(t.Context()); return err },
		"power":   func() error { _, err := d.PowerState(t.Context()); return err },
	} {
		began := time.Now()
		if err := act(); !errors.Is(err, phone.ErrGone) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s took %v", name, took)
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

func TestWake_DV36(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	p.awake, p.locked = false, true
	d := openFake(t, p, Options{})
	s, err := d.Wake(t.Context())
	if err != nil || s != (phone.PowerState{On: true}) {
		t.Errorf("Wake: %+v, %v", s, err)
	}
}

func TestDumpTree_F050_F051_F052(t *testing.T) {
	t.Parallel()
	const tree = `<hierarchy rotation="0"><node text="x" password="true" bounds="[0,0][9,9]"/></hierarchy>`
	tests := []struct {
		name    string
		answer  func(c string) string // to uiautomator commands
		reason  phone.TreeReason
		command string // that must have been run
	}{
		{"through the pipe", func(c string) string { return tree }, "", "uiautomator dump /proc/self/fd/1 | cat"},
		{"through a file", func(c string) string {
			if strings.Contains(c, "/proc/self") {
				return "UI hierchary dumped to: /proc/self/fd/1\n"
			}
			return "UI hierchary dumped to: f\n" + tree
		}, "", "rm -f"},
		{"compressed when never idle", func(c string) string {
			if strings.Contains(c, "--compressed") {
				return tree
			}
			return "ERROR: could not get idle state.\n"
		}, "", "uiautomator dump --compressed /proc/self/fd/1 | cat"},
		{"never idle at all", func(string) string { return "ERROR: could not get idle state.\n" }, phone.NoIdleState, "--compressed"},
		{"no window", func(string) string { return "ERROR: null root node returned by UiTestAutomationBridge.\n" }, phone.NullRoot, ""},
		{"killed", func(string) string { return "Killed\n" }, phone.Killed, ""},
		{"nothing", func(string) string { return "" }, phone.NoXML, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newFakePhone(t)
			p.answer = func(c string) (adb.Output, bool) {
				if !strings.Contains(c, "uiautomator dump") {
					return adb.Output{}, false
				}
				return adb.Output{Stdout: []byte(tt.answer(c))}, true
			}
			d := openFake(t, p, Options{})
			dump, err := d.DumpTree(t.Context())
			te, _ := errors.AsType[*phone.TreeError](err)
			if tt.reason == "" && (err != nil || !strings.Contains(string(dump.XML), `text="•"`)) {
				t.Errorf("dump %q, %v", dump.XML, err)
			}
			if tt.reason != "" && (te == nil || te.Reason != tt.reason) {
				t.Errorf("error %v, want %s", err, tt.reason)
			}
			if all := strings.Join(get(p, func() []string { return p.commands }), "\n"); !strings.Contains(all, tt.command) {
				t.Errorf("commands %q lack %q", all, tt.command)
			}
		})
	}
}

func TestForegroundAndApps(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	p.answer = func(c string) (adb.Output, bool) {
		if !strings.HasPrefix(c, "pm list packages -s") {
			return adb.Output{}, false
		}
		return adb.Output{Stdout: []byte("package:com.android.settings\n@@\npackage:com.example.off\n@@\ncom.example.notes/.Main\ncom.android.settings/.Settings\n@@\n" +
			"package:com.example.notes versionCode:1\npackage:com.android.settings versionCode:34\npackage:com.example.off versionCode:2\n")}, true
	}
	d := openFake(t, p, Options{})
	a, err := d.Foreground(t.Context())
	if err != nil || a.Package != "com.example.notes" || a.Class != "com.example.notes.Main" || a.Secure {
		t.Errorf("foreground %+v, %v", a, err)
	}
	apps, err := d.Apps(t.Context(), false)
	if err != nil || len(apps) != 2 || apps[0].Label != "Notes" || apps[1].Label != "Settings" || !apps[1].System || apps[0].Activity != "com.example.notes.Main" {
		t.Errorf("apps %+v, %v", apps, err)
	}
	all, err := d.Apps(t.Context(), true)
	if err != nil || len(all) != 3 || all[0].Package != "com.example.off" || !all[0].Disabled || all[0].Label != "" {
		t.Errorf("all apps %+v, %v", all, err)
	}
}
