package device

import (
	"context"
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy/screend"
)

func blockColour(f *phone.Frame) color.Color {
	b := f.Image.Bounds()
	return f.Image.At(70*b.Dx()/f.Size.X, 70*b.Dy()/f.Size.Y)
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

func TestNotAPicture_F034_F035_F036_F081(t *testing.T) {
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
				case tt.reason == "" && f.Black != (tt.name == "really black"):
					t.Errorf("called black: %v", f.Black)
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
