package device

import (
	"context"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/scrcpy/screend"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakePhone is a small phone in memory: a screen with a block that a tap toggles and a text field, behind the device side of
// scrcpy, and a shell with a few canned answers. It is the transport of the device under test.
type fakePhone struct {
	mu       sync.Mutex
	natural  image.Point
	rotation int
	awake    bool
	locked   bool
	secure   bool
	blank    bool // an app that is black of itself
	toggled  bool
	pressed  bool
	text     string
	clip     *string
	img      *image.RGBA
	seq      uint64
	watchers map[chan struct{}]bool
	touches  []screend.Touch
	keys     []screend.Key
	began    time.Time

	server   *screend.Server
	faults   screend.Faults
	sockets  map[string]chan net.Conn
	reverses map[string]string
	files    map[string]bool
	procs    map[int]context.CancelFunc
	nextProc int
	wg       sync.WaitGroup

	commands []string
	answer   func(command string) (adb.Output, bool) // overrides the canned answers
	gone     bool
	noServer bool // app_process fails
}

func newFakePhone(t *testing.T) *fakePhone {
	t.Helper()
	p := &fakePhone{
		natural: image.Pt(360, 720), awake: true, began: time.Now(),
		watchers: map[chan struct{}]bool{}, sockets: map[string]chan net.Conn{}, reverses: map[string]string{},
		files: map[string]bool{}, procs: map[int]context.CancelFunc{},
	}
	p.server = &screend.Server{
		Source: fakeSource{p}, Listen: p.listen, Dial: p.dial,
		JarExists: func(path string) bool { p.mu.Lock(); defer p.mu.Unlock(); return p.files[path] },
		RemoveJar: func(path string) { p.mu.Lock(); defer p.mu.Unlock(); delete(p.files, path) },
		Faults:    func() screend.Faults { p.mu.Lock(); defer p.mu.Unlock(); return p.faults },
		Timing:    screend.Timing{Listen: -1, Meta: -1},
	}
	return p
}

// set changes the phone and lets the stream see it.
func (p *fakePhone) set(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	p.img = nil
	p.signal()
}

func get[T any](p *fakePhone, f func() T) T {
	p.mu.Lock()
	defer p.mu.Unlock()
	return f()
}

func (p *fakePhone) signal() {
	for w := range p.watchers {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}

func (p *fakePhone) size() image.Point {
	if p.rotation&1 == 1 {
		return image.Pt(p.natural.Y, p.natural.X)
	}
	return p.natural
}

var (
	red   = color.RGBA{200, 30, 30, 255}
	green = color.RGBA{30, 180, 60, 255}
	blue  = color.RGBA{40, 60, 200, 255}
)

// block is where the toggling block is drawn; a tap anywhere in the upper half of the screen toggles it.
var block = image.Rect(20, 20, 120, 120)

// draw paints a new picture if something changed; the caller holds mu.
func (p *fakePhone) draw() {
	if p.img != nil {
		return
	}
	p.seq++
	p.img = image.NewRGBA(image.Rectangle{Max: p.size()})
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(p.img, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	if p.blank || p.secure || !p.awake {
		fill(p.img.Rect, color.Black)
		return
	}
	fill(p.img.Rect, color.RGBA{230, 230, 230, 255})
	c := red
	if p.toggled {
		c = green
	}
	fill(block, c)
	if p.pressed {
		fill(image.Rect(140, 20, 200, 120), blue)
	}
	h := fnv.New32a()
	io.WriteString(h, p.text)
	for i := range 32 {
		if h.Sum32()>>i&1 == 1 {
			fill(image.Rect(10*i, 300, 10*i+10, 330), color.Black)
		}
	}
}

func (p *fakePhone) toggledNow() bool { return get(p, func() bool { return p.toggled }) }

// fakeSource is the phone as the scrcpy server sees it.
type fakeSource struct{ p *fakePhone }

func (s fakeSource) Screen() (*image.RGBA, uint64) {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.p.draw()
	return s.p.img, s.p.seq
}

func (s fakeSource) Watch() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.p.watchers[c] = true
	return c, func() { s.p.mu.Lock(); defer s.p.mu.Unlock(); delete(s.p.watchers, c) }
}

func (s fakeSource) Displays() []screend.Display {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	return []screend.Display{{ID: 0, Size: s.p.size(), Rotation: s.p.rotation}}
}

func (s fakeSource) Awake() bool { return get(s.p, func() bool { return s.p.awake }) }

func (s fakeSource) Secure() bool { return get(s.p, func() bool { return s.p.secure }) }

func (s fakeSource) Touch(t screend.Touch) {
	s.p.set(func() {
		s.p.touches = append(s.p.touches, t)
		switch t.Action {
		case screend.Down:
			s.p.pressed = true
		case screend.Up:
			if s.p.pressed && t.At.Y < s.p.size().Y/2 {
				s.p.toggled = !s.p.toggled
			}
			s.p.pressed = false
		case screend.Cancel:
			s.p.pressed = false
		}
	})
}

func (s fakeSource) Key(k screend.Key) {
	s.p.set(func() {
		s.p.keys = append(s.p.keys, k)
		if !k.Down {
			return
		}
		switch {
		case k.Code == 66:
			s.p.text += "\n"
		case k.Code == 279 && s.p.clip != nil:
			s.p.text += *s.p.clip
		case k.Code == 224:
			s.p.awake = true
		}
	})
}

func (s fakeSource) Type(r rune) bool {
	if r >= 0x7f {
		return false
	}
	s.p.set(func() { s.p.text += string(r) })
	return true
}

func (s fakeSource) Scroll(screend.Scroll) {}

func (s fakeSource) Info() screend.Info {
	return screend.Info{Manufacturer: "Xiaomi", Brand: "fake", Model: "Fake", Release: "14"}
}

func (s fakeSource) ExpandNotifications() {}

func (s fakeSource) ExpandSettings() {}

func (s fakeSource) CollapsePanels() {}

func (s fakeSource) Rotate() {}

func (s fakeSource) SetPanel(bool) {}

func (s fakeSource) StartApp(string, bool) error { return nil }

func (s fakeSource) OpenHardKeyboardSettings() {}

func (s fakeSource) Uptime() time.Duration { return time.Since(s.p.began) + time.Hour }

func (s fakeSource) Apps() []screend.App {
	return []screend.App{{Label: "Notes", Package: "com.example.notes"}, {Label: "Settings", Package: "com.android.settings", System: true}}
}

func (s fakeSource) Clipboard() (string, bool) {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	if s.p.clip == nil || *s.p.clip == "" {
		return "", false
	}
	return *s.p.clip, true
}

func (s fakeSource) SetClipboard(text string) {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.p.clip = &text
}

func (s fakeSource) WatchClipboard() (<-chan struct{}, func()) {
	return make(chan struct{}), func() {}
}

// openFake opens a device on p and checks at the end that nothing is left on the phone.
func openFake(t *testing.T, p *fakePhone, o Options) *Device {
	t.Helper()
	if o.Scrcpy.Server == nil {
		o.Scrcpy.Server = []byte("a server")
	}
	o.Scrcpy.Limits.Ack = 500 * time.Millisecond
	d, err := open(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := d.Close()
		p.mu.Lock()
		gone := p.gone
		for _, kill := range p.procs {
			if gone {
				kill() // pulling the cable ends them on a phone
			}
		}
		p.mu.Unlock()
		if err != nil && !gone {
			t.Errorf("Close: %v", err)
		}
		p.wg.Wait()
		p.mu.Lock()
		defer p.mu.Unlock()
		if !gone && len(p.files)+len(p.reverses)+len(p.sockets) > 0 {
			t.Errorf("left on the phone: files %v, reverse rules %v, sockets %v", p.files, p.reverses, p.sockets)
		}
	})
	return d
}

// await polls until ok, for at most 5 s.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("waited 5 s for %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// near reports two colours a lossless stream with its own colour space would call the same.
func near(a color.Color, b color.RGBA) bool {
	r, g, bl, _ := a.RGBA()
	d := func(x uint32, y uint8) bool { return max(int(x>>8)-int(y), int(y)-int(x>>8)) <= 8 }
	return d(r, b.R) && d(g, b.G) && d(bl, b.B)
}
