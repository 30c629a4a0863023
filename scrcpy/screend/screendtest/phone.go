// Package screendtest is a phone in memory for tests of the scrcpy client and server: a screen to paint on, a record of
// what was injected, a handful of files, abstract sockets, and a shell that knows the few commands a client runs.
//
// [Phone] is the [screend.Source]; its Link is what a client of package scrcpy starts on. Forward tunnels stay in
// memory, so that tests may run in a synctest bubble; reverse tunnels dial real ports of the loopback interface.
package screendtest

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy/screend"
)

// Phone is a phone in memory. Its methods may be called concurrently.
type Phone struct {
	Server screend.Server // its Source, sockets and files are the phone's; set Timing, Faults and Encoders before use

	Release string           // of Android; empty: "14"
	Cams    []screend.Camera // of the phone
	Made    *Phone           // the newest virtual display

	sockets sockets
	files   files

	mu        sync.Mutex
	screen    *image.RGBA
	seq       uint64
	looks     int
	rotation  int
	asleep    bool
	secure    bool
	clipboard string
	hasText   bool
	settings  map[string]string
	apps      []screend.App
	events    []string
	touches   []screend.Touch
	boot      time.Time
	watchers  map[chan struct{}]struct{}
	clipWatch map[chan struct{}]struct{}
}

// New returns a phone whose screen has the given size, grey and awake, with an empty clipboard.
func New(size image.Point) *Phone {
	p := &Phone{
		screen:    image.NewRGBA(image.Rectangle{Max: size}),
		settings:  map[string]string{},
		boot:      time.Now().Add(-time.Hour),
		watchers:  map[chan struct{}]struct{}{},
		clipWatch: map[chan struct{}]struct{}{},
		apps: []screend.App{
			{Label: "Firefox", Package: "org.mozilla.firefox"},
			{Label: "Settings", Package: "com.android.settings", System: true},
			{Label: "Files", Package: "com.android.documentsui", System: true},
		},
	}
	fill(p.screen, color.RGBA{R: 96, G: 96, B: 96, A: 255})
	p.sockets.listening = map[string]*listener{}
	p.files.content = map[string][]byte{}
	p.Server.Source = p
	p.Server.Listen = p.sockets.listen
	p.Server.Dial = p.sockets.dial
	p.Server.JarExists = p.files.has
	p.Server.RemoveJar = p.files.remove
	return p
}

func fill(img *image.RGBA, c color.RGBA) {
	draw.Draw(img, img.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
}

// change runs f under the lock and signals the watchers.
func (p *Phone) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	signal(p.watchers)
}

func signal(watchers map[chan struct{}]struct{}) {
	for c := range watchers {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Paint fills a rectangle of the screen.
func (p *Phone) Paint(r image.Rectangle, c color.RGBA) {
	p.change(func() {
		next := image.NewRGBA(p.screen.Bounds())
		copy(next.Pix, p.screen.Pix)
		draw.Draw(next, r, image.NewUniform(c), image.Point{}, draw.Src)
		p.screen = next
		p.seq++
	})
}

// Turn rotates the display to the quarter turn n, with a screen of one colour.
func (p *Phone) Turn(n int, c color.RGBA) {
	p.change(func() {
		size := p.screen.Bounds().Size()
		if (n-p.rotation)%2 != 0 {
			size = image.Pt(size.Y, size.X)
		}
		p.rotation, p.screen = n, image.NewRGBA(image.Rectangle{Max: size})
		fill(p.screen, c)
		p.seq++
	})
}

// SetAwake switches the screen on or off.
func (p *Phone) SetAwake(on bool) { p.change(func() { p.asleep = !on }) }

// SetSecure shows or hides a window that forbids capture.
func (p *Phone) SetSecure(on bool) { p.change(func() { p.secure = on }) }

// Copy puts text on the clipboard as an app of the phone would.
func (p *Phone) Copy(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clipboard, p.hasText = text, true
	signal(p.clipWatch)
}

// Events returns what was injected so far, one word or a few each, such as "key 3 down" or "touch 0 down 5,6".
func (p *Phone) Events() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.events)
}

// Touches returns the pointer events so far.
func (p *Phone) Touches() []screend.Touch {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.touches)
}

func (p *Phone) record(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = append(p.events, fmt.Sprintf(format, args...))
}

// Watchers returns how many watch the screen or the clipboard: none when no session is left.
func (p *Phone) Watchers() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.watchers) + len(p.clipWatch)
}

// Looks returns how often the screen was asked for.
func (p *Phone) Looks() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.looks
}
