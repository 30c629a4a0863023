// Package fake is a phone of a few rectangles, for tests of the tools alone: it keeps the promises of phone.Phone, remembers what
// was done to it, and can be told to fail. The simulated phone is for everything that should look like Android.
package fake

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
)

// Element is one rectangle on the screen.
type Element struct {
	ID, Text, Desc, Class string
	Hint                  string // shown as the text while there is none, and dumped so, as Android does
	Bounds                image.Rectangle
	Clickable             bool
	Checkable, Checked    bool
	Focused, Password     bool
	Scrollable            bool
	OnTap                 func(p *Phone) // runs with the lock held; nil does nothing
}

// Phone is the fake. Fields are set before use; methods may be called from several goroutines.
type Phone struct {
	Size     image.Point
	Package  string
	Elements []*Element
	OnSwipe  func(p *Phone, from, to image.Point)
	OnKey    func(p *Phone, k phone.Key)
	OnShell  func(ctx context.Context, argv []string) (phone.Output, error)
	OnText   func(p *Phone, s string) error // instead of typing into the focused element
	Gone     bool
	NoFrame  error // instead of a picture
	NoTree   error // instead of a hierarchy
	InputErr error // instead of taking a gesture
	Moving   bool  // the picture never stands still

	mu   sync.Mutex
	log  []string
	seq  uint64
	last uint64 // sum of the last picture
	img  image.Image

	selected bool // the text of the focused field
}

// New is a fake phone of 1080×2400 with these elements.
func New(es ...*Element) *Phone {
	return &Phone{Size: image.Pt(1080, 2400), Package: "com.example.app", Elements: es}
}

// Log is what was done to the phone, in order.
func (p *Phone) Log() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.log...)
}

// Change does something to the phone behind everybody's back.
func (p *Phone) Change(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
}

func (p *Phone) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.Gone {
		return fmt.Errorf("fake: %w", phone.ErrGone)
	}
	return nil
}

// Info implements phone.Phone.
func (p *Phone) Info() phone.Info {
	return phone.Info{Serial: "fake", Manufacturer: "Fake", Model: "One", Android: "14", SDK: 34, ABI: "arm64-v8a",
		Displays: []phone.Display{{Size: image.Pt(1080, 2400), Density: 420}}}
}

// Frame implements phone.Screen.
func (p *Phone) Frame(ctx context.Context) (*phone.Frame, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.enter(ctx); err != nil {
		return nil, err
	}
	if p.NoFrame != nil {
		return nil, p.NoFrame
	}
	if sum := p.sum(); sum != p.last || p.img == nil || p.Moving {
		p.seq++
		p.last, p.img = sum, p.draw()
	}
	return &phone.Frame{Seq: p.seq, At: time.Now(), Size: p.Size, Source: "stream", Image: p.img}, nil
}

// Settled implements phone.Screen.
func (p *Phone) Settled(ctx context.Context, s phone.Settle) (*phone.Frame, bool, error) {
	f, err := p.Frame(ctx)
	if err != nil {
		return nil, false, err
	}
	return f, f.Seq != s.After, nil
}

// draw fills each element with a colour made from all it is.
func (p *Phone) draw() image.Image {
	img := image.NewRGBA(image.Rectangle{Max: p.Size})
	for _, e := range p.Elements {
		n := p.hash(e)
		draw.Draw(img, e.Bounds, image.NewUniform(color.RGBA{uint8(n), uint8(n >> 8), uint8(n >> 16), 255}), image.Point{}, draw.Src)
	}
	return img
}

// sum stands for the whole picture.
func (p *Phone) sum() uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, p.Package, p.Size)
	for _, e := range p.Elements {
		fmt.Fprint(h, p.hash(e))
	}
	return h.Sum64()
}

func (p *Phone) hash(e *Element) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, p.Package, e.ID, e.Text, e.Desc, e.Checked, e.Focused, e.Bounds)
	return h.Sum64()
}

// Gesture implements phone.Input: a gesture whose finger hardly moves taps, others swipe.
func (p *Phone) Gesture(ctx context.Context, g phone.Gesture) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.enter(ctx); err != nil {
		return err
	}
	if p.InputErr != nil {
		return p.InputErr
	}
	if g.On != p.Size {
		return phone.ErrStaleView
	}
	if err := g.Check(); err != nil {
		return err
	}
	f := g.Fingers[0]
	from, to := f[0].At, f[len(f)-1].At
	p.log = append(p.log, fmt.Sprintf("gesture %d %v→%v %v", len(g.Fingers), from, to, g.Duration()))
	if from != to {
		if p.OnSwipe != nil {
			p.OnSwipe(p, from, to)
		}
		return nil
	}
	for i := len(p.Elements) - 1; i >= 0; i-- {
		e := p.Elements[i]
		if !from.In(e.Bounds) {
			continue
		}
		if isField(e) {
			for _, o := range p.Elements {
				o.Focused = o == e
			}
		}
		if e.OnTap != nil {
			e.OnTap(p)
		}
		break
	}
	return nil
}

// shown is the text as the dump has it.
func (e *Element) shown() string {
	if e.Text == "" {
		return e.Hint
	}
	return e.Text
}

func isField(e *Element) bool { return strings.HasSuffix(e.Class, "EditText") }

// Key implements phone.Input. The editing keys act on the focused field.
func (p *Phone) Key(ctx context.Context, k phone.Key) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.enter(ctx); err != nil {
		return err
	}
	p.log = append(p.log, fmt.Sprintf("key %d meta %d", k.Code, k.Meta))
	if p.OnKey != nil {
		p.OnKey(p, k)
		return nil
	}
	if f := p.field(); f != nil {
		switch {
		case k.Code == phone.KeyA && k.Meta == phone.MetaCtrl:
			p.selected = true
		case k.Code == phone.KeyDel && p.selected:
			f.Text, p.selected = "", false
		case k.Code == phone.KeyDel && f.Text != "":
			r := []rune(f.Text)
			f.Text = string(r[:len(r)-1])
		}
	}
	return nil
}

func (p *Phone) field() *Element {
	for _, e := range p.Elements {
		if e.Focused && isField(e) {
			return e
		}
	}
	return nil
}

// Text implements phone.Input.
func (p *Phone) Text(ctx context.Context, s string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.enter(ctx); err != nil {
		return err
	}
	p.log = append(p.log, "text "+s)
	if p.OnText != nil {
		return p.OnText(p, s)
	}
	f := p.field()
	if f == nil {
		return errors.New("no focus")
	}
	if p.selected {
		f.Text, p.selected = "", false
	}
	f.Text += s
	return nil
}

// Shell implements phone.Shell.
func (p *Phone) Shell(ctx context.Context, argv ...string) (phone.Output, error) {
	p.mu.Lock()
	if err := p.enter(ctx); err != nil {
		p.mu.Unlock()
		return phone.Output{}, err
	}
	p.log = append(p.log, "shell "+strings.Join(argv, " "))
	do := p.OnShell
	p.mu.Unlock()
	if do == nil {
		return phone.Output{Exit: 127, Stderr: []byte("not found")}, nil
	}
	return do(ctx, argv)
}

// DumpTree implements phone.Tree.
func (p *Phone) DumpTree(ctx context.Context) (phone.Dump, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.enter(ctx); err != nil {
		return phone.Dump{}, err
	}
	if p.NoTree != nil {
		return phone.Dump{}, p.NoTree
	}
	var b strings.Builder
	b.WriteString(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">`)
	fmt.Fprintf(&b, `<node index="0" class="android.widget.FrameLayout" package="%s" bounds="[0,0][%d,%d]">`, p.Package, p.Size.X, p.Size.Y)
	for i, e := range p.Elements {
		class := e.Class
		if class == "" {
			class = "android.widget.TextView"
		}
		fmt.Fprintf(&b, `<node index="%d" text="%s" resource-id="%s" class="%s" package="%s" content-desc="%s" checkable="%t" checked="%t" clickable="%t" enabled="true" focusable="true" focused="%t" scrollable="%t" password="%t" bounds="[%d,%d][%d,%d]"/>`,
			i, escape(e.shown()), e.ID, class, p.Package, escape(e.Desc), e.Checkable, e.Checked, e.Clickable, e.Focused, e.Scrollable, e.Password,
			e.Bounds.Min.X, e.Bounds.Min.Y, e.Bounds.Max.X, e.Bounds.Max.Y)
	}
	b.WriteString(`</node></hierarchy>`)
	return phone.Dump{XML: []byte(b.String()), Source: "uiautomator", At: time.Now()}, nil
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;").Replace(s)
}
