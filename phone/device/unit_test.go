package device

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/video"
)

// Starts are tried again after pauses of 0.5 s to 8 s, and callers in between fail at once (DV-26).
func TestSupervisorBacksOff_DV26(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		broken := errors.New("the encoder fails")
		var starts []time.Time
		s := newSupervisor(life, func(context.Context) (*running, error) {
			starts = append(starts, time.Now())
			return nil, broken
		})
		for range 200 {
			if _, err := s.get(t.Context()); !errors.Is(err, broken) {
				t.Fatalf("get: %v", err)
			}
			time.Sleep(100 * time.Millisecond)
		}
		var pauses []time.Duration
		for i := 1; i < len(starts); i++ {
			pauses = append(pauses, starts[i].Sub(starts[i-1]).Round(500*time.Millisecond))
		}
		want := []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}
		if !slices.Equal(pauses, want) {
			t.Errorf("pauses %v, want %v", pauses, want)
		}
		end()
		if err := s.close(); err != nil {
			t.Error(err)
		}
		if _, err := s.get(t.Context()); !errors.Is(err, scrcpy.ErrClosed) {
			t.Errorf("after close: %v", err)
		}
	})
}

func TestSupervisorDoesNotRetryInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		starts := 0
		s := newSupervisor(t.Context(), func(context.Context) (*running, error) {
			starts++
			return nil, fmt.Errorf("start: %w", scrcpy.ErrNoServerFile)
		})
		for range 50 {
			s.get(t.Context())
			time.Sleep(time.Second)
		}
		if starts != 1 {
			t.Errorf("%d starts without a server file", starts)
		}
	})
}

// A phone that was unplugged may come back at any moment: the pause does not grow.
func TestSupervisorWaitsForAPhone_F011(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		starts := 0
		s := newSupervisor(t.Context(), func(context.Context) (*running, error) {
			starts++
			return nil, &adb.NoDeviceError{Serial: "x"}
		})
		for range 100 {
			s.get(t.Context())
			time.Sleep(100 * time.Millisecond)
		}
		if starts < 15 {
			t.Errorf("%d starts within 10 s", starts)
		}
	})
}

func TestSupervisorSharesOneStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		starts := 0
		s := newSupervisor(t.Context(), func(ctx context.Context) (*running, error) {
			starts++
			return nil, errors.Join(errors.New("no"), pause(ctx, time.Second))
		})
		for range 5 {
			go s.get(t.Context())
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := s.get(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a caller that gives up: %v", err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if starts != 1 {
			t.Errorf("%d starts for six callers", starts)
		}
	})
}

func TestTimeline(t *testing.T) {
	on := image.Pt(1000, 1000)
	g := phone.Gesture{On: on, Fingers: [][]phone.Touch{
		{{At: image.Pt(0, 0), T: 0}, {At: image.Pt(100, 0), T: 40 * time.Millisecond}, {At: image.Pt(100, 0), T: 80 * time.Millisecond}},
		{{At: image.Pt(5, 5), T: 20 * time.Millisecond}},
	}}
	var got []string
	for _, e := range timeline(g) {
		got = append(got, fmt.Sprintf("%d:%d:%d@%v", e.at/time.Millisecond, e.finger, e.action, e.p))
	}
	want := []string{"0:0:0@(0,0)", "8:0:2@(20,0)", "16:0:2@(40,0)", "20:1:0@(5,5)", "20:1:1@(5,5)", "24:0:2@(60,0)", "32:0:2@(80,0)", "40:0:2@(100,0)", "80:0:1@(100,0)"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	last := time.Duration(-1)
	for _, e := range timeline(phone.Drag(on, image.Pt(1, 1), image.Pt(900, 900), 500*time.Millisecond, time.Second)) {
		if e.at < last {
			t.Fatal("time falls")
		}
		if last >= 0 && e.action == scrcpy.TouchMove && e.at > 510*time.Millisecond && e.at-last > 9*time.Millisecond {
			t.Errorf("a gap of %v while the finger moves", e.at-last)
		}
		last = e.at
	}
}

// A point of the display comes back from the server as itself, or as near as the stream's pixels allow (F-038, F-044).
func TestToStreamRoundTrip_F038_F044(t *testing.T) {
	for _, tt := range []struct{ display, stream image.Point }{
		{image.Pt(1080, 2400), image.Pt(1080, 2400)}, {image.Pt(1080, 2340), image.Pt(1080, 2336)}, {image.Pt(1220, 2712), image.Pt(1224, 2712)},
		{image.Pt(1080, 2400), image.Pt(576, 1280)}, {image.Pt(2400, 1080), image.Pt(800, 360)}, {image.Pt(1440, 3120), image.Pt(888, 1920)},
	} {
		worst := 0
		for _, p := range []image.Point{{0, 0}, {1, 1}, {540, 1079}, {437, 613}, tt.display.Sub(image.Pt(1, 1)), tt.display.Div(2), tt.display.Div(3)} {
			if !p.In(image.Rectangle{Max: tt.display}) {
				continue
			}
			s := toStream(p, tt.display, tt.stream)
			if !s.In(image.Rectangle{Max: tt.stream}) {
				t.Errorf("%v of %v is %v, outside the stream of %v", p, tt.display, s, tt.stream)
			}
			back := image.Pt(s.X*tt.display.X/tt.stream.X, s.Y*tt.display.Y/tt.stream.Y)
			worst = max(worst, back.X-p.X, p.X-back.X, back.Y-p.Y, p.Y-back.Y)
		}
		if limit := tt.display.X/tt.stream.X + 1; worst > limit {
			t.Errorf("%v on %v: off by %d pixels", tt.display, tt.stream, worst)
		}
	}
}

func TestFits(t *testing.T) {
	for _, tt := range []struct {
		display, stream image.Point
		want            bool
	}{
		{image.Pt(1080, 2400), image.Pt(1080, 2400), true}, {image.Pt(1080, 2340), image.Pt(1080, 2336), true}, {image.Pt(1220, 2712), image.Pt(1224, 2712), true},
		{image.Pt(1080, 2400), image.Pt(464, 1024), true}, {image.Pt(1080, 2400), image.Pt(360, 800), true}, {image.Pt(1812, 2176), image.Pt(664, 800), true},
		{image.Pt(1080, 2400), image.Pt(2400, 1080), false}, {image.Pt(1080, 2400), image.Pt(1816, 2176), false}, {image.Pt(1080, 2400), image.Point{}, false},
	} {
		if got := fits(tt.display, tt.stream); got != tt.want {
			t.Errorf("fits(%v, %v) = %v", tt.display, tt.stream, got)
		}
	}
}

func TestParseScreencap(t *testing.T) {
	head := func(w, h, format uint32, space ...uint32) (b []byte) {
		for _, v := range append([]uint32{w, h, format}, space...) {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
		return b
	}
	px := []byte{10, 20, 30, 0, 40, 50, 60, 9}
	tests := []struct {
		name string
		in   []byte
		want []color.RGBA // nil: an error
	}{
		{"Android 9 and newer", append(head(2, 1, 1, 1), px...), []color.RGBA{{10, 20, 30, 255}, {40, 50, 60, 255}}},
		{"older, no colour space", append(head(2, 1, 1), px...), []color.RGBA{{10, 20, 30, 255}, {40, 50, 60, 255}}},
		{"RGBX", append(head(2, 1, 2, 0), px...), []color.RGBA{{10, 20, 30, 255}, {40, 50, 60, 255}}},
		{"BGRA", append(head(2, 1, 5, 0), px...), []color.RGBA{{30, 20, 10, 255}, {60, 50, 40, 255}}},
		{"RGB", append(head(2, 1, 3, 0), 1, 2, 3, 4, 5, 6), []color.RGBA{{1, 2, 3, 255}, {4, 5, 6, 255}}},
		{"RGB 565", append(head(2, 1, 4, 0), 0xff, 0xff, 0x00, 0xf8), []color.RGBA{{255, 255, 255, 255}, {255, 0, 0, 255}}},
		{"cut off", append(head(2, 1, 1, 1), px[:7]...), nil},
		{"too long", append(head(2, 1, 1, 1), append(px, 1, 2, 3, 4, 5)...), nil},
		{"huge", head(1<<30, 1<<30, 1, 1), nil},
		{"text", []byte("Capturing failed.\n"), nil},
		{"nothing", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			img, err := parseScreencap(tt.in)
			if (err != nil) != (tt.want == nil) {
				t.Fatalf("error %v", err)
			}
			for x, c := range tt.want {
				if got := img.RGBAAt(x, 0); got != c {
					t.Errorf("pixel %d is %v, want %v", x, got, c)
				}
			}
		})
	}
}

func FuzzParseScreencap(f *testing.F) {
	f.Add([]byte{2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if img, err := parseScreencap(b); err == nil && img.Rect.Empty() {
			t.Error("an empty picture")
		}
	})
}

func solid(c color.Color) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 200, 300))
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

func TestBlack_DV29(t *testing.T) {
	dot := solid(color.Black)
	dot.SetRGBA(123, 217, color.RGBA{90, 90, 90, 255})
	for name, tt := range map[string]struct {
		img  image.Image
		want bool
	}{
		"black": {solid(color.Black), true}, "nearly": {solid(color.RGBA{8, 8, 8, 255}), true}, "white": {solid(color.White), false},
		"dark grey": {solid(color.RGBA{18, 18, 18, 255}), false}, "one dot": {dot, false},
	} {
		if got := black(tt.img); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// What an encoder does to a still picture is no change; what a person sees is one.
func TestLooksSame(t *testing.T) {
	base := solid(color.RGBA{200, 200, 200, 255})
	with := func(f func(img *image.RGBA)) *image.RGBA {
		img := solid(color.RGBA{200, 200, 200, 255})
		f(img)
		return img
	}
	noise := with(func(img *image.RGBA) {
		for i := range img.Pix {
			if i%4 != 3 {
				img.Pix[i] = byte(int(img.Pix[i]) + i%7 - 3)
			}
		}
	})
	cursor := with(func(img *image.RGBA) {
		draw.Draw(img, image.Rect(50, 50, 52, 80), image.Black, image.Point{}, draw.Src)
	})
	tint := with(func(img *image.RGBA) {
		draw.Draw(img, image.Rect(32, 32, 96, 96), image.NewUniform(color.RGBA{190, 190, 190, 255}), image.Point{}, draw.Src)
	})
	for name, tt := range map[string]struct {
		img  image.Image
		want bool
	}{"itself": {base, true}, "noise": {noise, true}, "cursor": {cursor, false}, "faint tint": {tint, false}, "other size": {image.NewRGBA(image.Rect(0, 0, 10, 10)), false}} {
		if got := looksSame(base, tt.img); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPieces(t *testing.T) {
	tests := []struct {
		in   string
		want []piece
	}{
		{"", nil},
		{"abc", []piece{{"abc", typed}}},
		{"a 你 b 好 c", []piece{{"a ", typed}, {"你 b 好", pasted}, {" c", typed}}},
		{"x\r\n\ny", []piece{{"x", typed}, {"\n", enter}, {"\n", enter}, {"y", typed}}},
		{"e\u0301", []piece{{"e", typed}, {"\u0301", pasted}}},
		{"a\tb", []piece{{"a", typed}, {"\t", pasted}, {"b", typed}}},
	}
	for _, tt := range tests {
		if got := pieces(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("pieces(%q) = %v, want %v", tt.in, got, tt.want)
		}
	}
}

// Nothing in one piece reads as the blank of "input text" (F-071).
func TestTextChunks_F071(t *testing.T) {
	for _, s := range []string{"", "abc", "100%s", "%s%s", "%%ss", strings.Repeat("%s", 300), strings.Repeat("x", 1000)} {
		parts := textChunks(s)
		if strings.Join(parts, "") != s {
			t.Errorf("%q is cut into %q", s, parts)
		}
		for _, p := range parts {
			if strings.Contains(p, "%s") || len(p) > chunkText {
				t.Errorf("piece %q", p)
			}
		}
	}
}

func TestHubNumbers(t *testing.T) {
	var h hub
	r := &running{}
	size := image.Pt(200, 300)
	pic := func(seq uint64, c color.Color) video.Picture { return video.Picture{Image: solid(c), Seq: seq} }
	a := h.stream(r, pic(5, color.White), size, 0)
	if b := h.stream(r, pic(5, color.White), size, 0); b != a {
		t.Error("the same picture is another frame")
	}
	if c := h.capture(solid(color.White), time.Now(), 0); c.Seq != a.Seq {
		t.Errorf("the same screen by another way has number %d, not %d", c.Seq, a.Seq)
	}
	d := h.capture(solid(color.Black), time.Now(), 0)
	if d.Seq <= a.Seq {
		t.Errorf("another screen has number %d after %d", d.Seq, a.Seq)
	}
	if e := h.stream(&running{}, pic(1, color.Black), size, 0); e.Seq != d.Seq {
		t.Errorf("a new session showing the same has number %d, not %d", e.Seq, d.Seq)
	}
	if f := h.stream(r, pic(9, color.Black), image.Pt(300, 200), 1); f.Seq <= d.Seq {
		t.Error("a turned screen keeps its number")
	}
}

// Times of packets tell when pictures were captured, however the two clocks stand.
func TestClock(t *testing.T) {
	var c clock
	base := time.Now()
	const uptime = 3 * time.Hour
	send := func(captured, way time.Duration, size int) time.Time {
		at := base.Add(captured + way)
		c.packet(scrcpy.Packet{PTS: uptime + captured, Arrived: at, Data: make([]byte, size)})
		return at
	}
	send(0, 90*time.Millisecond, 9000)
	send(100*time.Millisecond, 5*time.Millisecond, 20)
	c.mark(base.Add(500 * time.Millisecond))
	late := send(490*time.Millisecond, 60*time.Millisecond, 9000)
	if got := c.packetAt(late).captured.Sub(base); got < 488*time.Millisecond || got > 497*time.Millisecond {
		t.Errorf("captured at %v, want 490 ms and what the shortest way takes", got)
	}
	if c.lag() != guessLag {
		t.Errorf("a picture captured before the input was taken for its effect: %v", c.lag())
	}
	send(520*time.Millisecond, 20*time.Millisecond, 20)
	send(530*time.Millisecond, 20*time.Millisecond, 9000)
	if c.lag() != 50*time.Millisecond {
		t.Errorf("lag %v, want 50 ms", c.lag())
	}
	if !c.packetAt(base).captured.IsZero() {
		t.Error("an unknown packet was captured some time")
	}
}
