package device

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"io"
	"io/fs"
	"net"
	"slices"
	"strings"
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

func (s fakeSource) Awake() bool  { return get(s.p, func() bool { return s.p.awake }) }
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
func (s fakeSource) ExpandNotifications()        {}
func (s fakeSource) ExpandSettings()             {}
func (s fakeSource) CollapsePanels()             {}
func (s fakeSource) Rotate()                     {}
func (s fakeSource) SetPanel(bool)               {}
func (s fakeSource) StartApp(string, bool) error { return nil }
func (s fakeSource) OpenHardKeyboardSettings()   {}
func (s fakeSource) Uptime() time.Duration       { return time.Since(s.p.began) + time.Hour }
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

// ---- sockets of the phone

type fakeListener struct {
	p     *fakePhone
	name  string
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func (p *fakePhone) listen(name string) (net.Listener, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sockets[name] != nil {
		return nil, errors.New("Address already in use")
	}
	l := &fakeListener{p: p, name: name, conns: make(chan net.Conn), done: make(chan struct{})}
	p.sockets[name] = l.conns
	return l, nil
}

func (l *fakeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *fakeListener) Close() error {
	l.once.Do(func() {
		close(l.done)
		l.p.mu.Lock()
		delete(l.p.sockets, l.name)
		l.p.mu.Unlock()
	})
	return nil
}

func (l *fakeListener) Addr() net.Addr { return &net.UnixAddr{Name: "@" + l.name, Net: "unix"} }

func (p *fakePhone) dial(ctx context.Context, name string) (net.Conn, error) {
	p.mu.Lock()
	local, ok := p.reverses["localabstract:"+name]
	p.mu.Unlock()
	if !ok {
		return nil, errors.New("Connection refused")
	}
	var d net.Dialer
	return d.DialContext(ctx, "tcp", "127.0.0.1:"+strings.TrimPrefix(local, "tcp:"))
}

// ---- the transport

func (p *fakePhone) Serial() string { return "fake-1" }

func (p *fakePhone) alive(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return &adb.NoDeviceError{Serial: "fake-1"}
	}
	return nil
}

func (p *fakePhone) Present(ctx context.Context) error { return p.alive(ctx) }

func (p *fakePhone) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	if err := p.alive(ctx); err != nil {
		return err
	}
	io.Copy(io.Discard, r)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files[to] = true
	return nil
}

func (p *fakePhone) Pull(context.Context, string, io.Writer, func(done, total int64)) error {
	return fs.ErrNotExist
}
func (p *fakePhone) Stat(context.Context, string) (adb.FileInfo, error) {
	return adb.FileInfo{}, fs.ErrNotExist
}
func (p *fakePhone) List(context.Context, string) ([]adb.FileInfo, error)       { return nil, fs.ErrNotExist }
func (p *fakePhone) Install(context.Context, io.Reader, int64, ...string) error { return nil }

func (p *fakePhone) DialLocal(ctx context.Context, name string) (net.Conn, error) {
	if err := p.alive(ctx); err != nil {
		return nil, err
	}
	p.mu.Lock()
	conns := p.sockets[name]
	p.mu.Unlock()
	if conns == nil {
		return nil, adb.ErrRefused
	}
	a, b := net.Pipe()
	select {
	case conns <- b:
		return a, nil
	case <-ctx.Done():
		a.Close()
		return nil, context.Cause(ctx)
	}
}

func (p *fakePhone) Reverse(ctx context.Context, remote, local string) error {
	if err := p.alive(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reverses[remote] = local
	return nil
}

func (p *fakePhone) KillReverse(ctx context.Context, remote string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.reverses, remote)
	return nil
}

func (p *fakePhone) Exec(ctx context.Context, command string) (io.ReadCloser, error) {
	if err := p.alive(ctx); err != nil {
		return nil, err
	}
	if !strings.Contains(command, "app_process") {
		out, err := p.Shell(ctx, command)
		return io.NopCloser(strings.NewReader(string(out.Stdout) + string(out.Stderr))), err
	}
	p.mu.Lock()
	p.commands = append(p.commands, command)
	broken := p.noServer
	p.mu.Unlock()
	if broken {
		return io.NopCloser(strings.NewReader("Aborted\n")), nil
	}
	run, rest, _ := strings.Cut(command, "; ")
	words := strings.Fields(run)
	jar := strings.TrimPrefix(words[0], "CLASSPATH=")
	i := slices.Index(words, "com.genymobile.scrcpy.Server")
	life, kill := context.WithCancel(context.Background())
	r, w := io.Pipe()
	p.mu.Lock()
	p.nextProc++
	id := p.nextProc
	p.procs[id] = kill
	p.mu.Unlock()
	p.wg.Go(func() {
		p.server.Run(life, words[i+1:], jar, w, w)
		if rest != "" {
			p.Shell(context.Background(), rest)
		}
		w.Close()
		kill()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.procs, id)
	})
	stop := context.AfterFunc(ctx, func() { kill(); r.Close() })
	return &fakeExec{r, func() { stop(); kill() }}, nil
}

type fakeExec struct {
	*io.PipeReader
	stop func()
}

func (e *fakeExec) Close() error {
	e.stop()
	return e.PipeReader.Close()
}

func (p *fakePhone) Run(ctx context.Context, command string) (adb.Output, error) {
	return p.Shell(ctx, command)
}

func (p *fakePhone) Shell(ctx context.Context, command string) (adb.Output, error) {
	if err := p.alive(ctx); err != nil {
		return adb.Output{}, err
	}
	p.mu.Lock()
	p.commands = append(p.commands, command)
	answer := p.answer
	p.mu.Unlock()
	if answer != nil {
		if out, ok := answer(command); ok {
			return out, nil
		}
	}
	return p.canned(command), nil
}

func (p *fakePhone) canned(command string) adb.Output {
	p.mu.Lock()
	defer p.mu.Unlock()
	say := func(format string, a ...any) adb.Output { return adb.Output{Stdout: fmt.Appendf(nil, format, a...)} }
	focus := "com.example.notes/com.example.notes.Main"
	switch {
	case strings.HasPrefix(command, "getprop"):
		return say("[ro.serialno]: [FAKE01]\n[ro.product.manufacturer]: [Xiaomi]\n[ro.product.model]: [Fake]\n[ro.build.version.release]: [14]\n[ro.build.version.sdk]: [34]\n"+
			"Physical size: %dx%d\nPhysical density: 320\n", p.natural.X, p.natural.Y)
	case command == "screencap":
		p.draw()
		b := binary.LittleEndian.AppendUint32(nil, uint32(p.img.Rect.Dx()))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.img.Rect.Dy()))
		b = append(b, 1, 0, 0, 0, 1, 0, 0, 0)
		return adb.Output{Stdout: append(b, p.img.Pix...)}
	case strings.HasPrefix(command, "dumpsys power"):
		state := map[bool]string{true: "Awake", false: "Asleep"}[p.awake]
		return say("mWakefulness=%s\n@@policy@@\n  occluded=false\n  secure=false\n  mIsShowing=%t\n", state, p.locked)
	case strings.HasPrefix(command, "dumpsys window displays"):
		s := p.size()
		flags := ""
		if p.secure {
			flags = "SECURE "
		}
		return say("  Display: mDisplayId=0 (organized)\n    cur=%dx%d app=1x1\n  mCurrentFocus=Window{1a u0 %s}\n  mFocusedApp=ActivityRecord{2b u0 com.example.notes/.Main t1}\n    mRotation=%d\n"+
			"@@windows@@\n  Window #0 Window{1a u0 %s}:\n    mAttrs={ty=BASE\n      fl=%sSPLIT_TOUCH\n      pfl=X}\n", s.X, s.Y, focus, p.rotation, focus, flags)
	case strings.HasPrefix(command, "uiautomator dump"):
		return say(`<?xml version='1.0'?><hierarchy rotation="0"><node class="android.widget.EditText" text="%s" focused="true" bounds="[0,0][9,9]"/></hierarchy>UI hierchary dumped to: x`,
			strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", "\n", "&#10;").Replace(p.text))
	case strings.HasPrefix(command, "rm -f "):
		delete(p.files, strings.TrimPrefix(command, "rm -f "))
		return adb.Output{}
	case strings.HasPrefix(command, "wm dismiss-keyguard"):
		p.locked = false
		return adb.Output{}
	}
	return adb.Output{}
}

// ---- helpers of the tests

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
