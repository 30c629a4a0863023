package video

import (
	"errors"
	"image"
	"image/color"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/h264"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// phone makes packets. Each picture has one colour, named by a number, and packets carry it so that the fake decoder knows it.
type phone struct {
	t     testing.TB
	enc   *h264.Encoder
	clock time.Duration

	mu    sync.Mutex
	shown map[time.Duration]int // picture number by packet time
}

func newPhone(t testing.TB) *phone {
	return &phone{t: t, clock: time.Hour, enc: h264.NewEncoder(h264.EncoderOptions{}), shown: map[time.Duration]int{}}
}

// show encodes picture n and returns its packets: one, or two when a session begins.
func (p *phone) show(n int, key bool) []scrcpy.Packet {
	p.t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 32, 48))
	for i := range img.Pix {
		img.Pix[i] = uint8(n * 37)
	}
	out, err := p.enc.Encode(img, key)
	if err != nil {
		p.t.Fatal(err)
	}
	p.clock += time.Millisecond
	p.mu.Lock()
	p.shown[p.clock] = n
	p.mu.Unlock()
	pkt := scrcpy.Packet{PTS: p.clock, Key: out.Key, Data: out.Data}
	if out.Config != nil {
		return []scrcpy.Packet{{Config: true, Data: out.Config}, pkt}
	}
	return []scrcpy.Packet{pkt}
}

// number is that of the picture in the packet of a time.
func (p *phone) number(pts time.Duration) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown[pts]
}

// garbage is a picture decoded from a broken stream.
const garbage = -1

// fakeDecoder behaves like libavcodec about loss: after a missing packet it goes on without a word and shows garbage.
type fakeDecoder struct {
	lab     *lab
	config  []byte
	configs [][]byte
	last    time.Duration // of the packet decoded last
	sound   bool
}

// lab makes fake decoders and watches them.
type lab struct {
	phone *phone
	took  time.Duration // a decode takes so long

	mu       sync.Mutex
	opened   []*fakeDecoder
	decoded  int
	running  int
	most     int // decodes at once
	pictures []*fakePicture
	resets   []time.Time
	failOpen error
	failNext error
	damage   bool // the next picture is flagged
}

func (l *lab) open(string) (scrcpy.Decoder, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failOpen != nil {
		return nil, l.failOpen
	}
	d := &fakeDecoder{lab: l}
	l.opened = append(l.opened, d)
	return d, nil
}

func (l *lab) reset() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resets = append(l.resets, time.Now())
	return nil
}

func (l *lab) count() (decoded, resets int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.decoded, len(l.resets)
}

func (d *fakeDecoder) Decode(p scrcpy.Packet) (image.Image, error) {
	l := d.lab
	if p.Config {
		d.config = p.Data
		d.configs = append(d.configs, p.Data)
		return nil, nil
	}
	l.mu.Lock()
	l.decoded++
	l.running++
	l.most = max(l.most, l.running)
	failed, damage := l.failNext, l.damage
	l.failNext, l.damage = nil, false
	l.mu.Unlock()
	if l.took > 0 {
		time.Sleep(l.took) // of the bubble's clock
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	if failed != nil {
		return nil, failed
	}
	if d.config == nil {
		return nil, errors.New("no configuration")
	}
	d.sound = p.Key || d.sound && p.PTS == d.last+time.Millisecond
	d.last = p.PTS
	pic := &fakePicture{n: l.phone.number(p.PTS), pts: p.PTS, damaged: damage}
	if !d.sound {
		pic.n = garbage
	}
	l.pictures = append(l.pictures, pic)
	return pic, nil
}

func (d *fakeDecoder) Close() error { return nil }

// fakePicture has one number in the place of pixels.
type fakePicture struct {
	n                int
	pts              time.Duration
	damaged          bool
	mu               sync.Mutex
	detached, closed bool
}

func (p *fakePicture) ColorModel() color.Model { return color.GrayModel }
func (p *fakePicture) Bounds() image.Rectangle { return image.Rect(0, 0, 32, 48) }
func (p *fakePicture) At(x, y int) color.Color { return color.Gray{uint8(p.n)} }
func (p *fakePicture) PTS() time.Duration      { return p.pts }
func (p *fakePicture) Damaged() bool           { return p.damaged }
func (p *fakePicture) Equal(o image.Image) bool {
	f, ok := o.(*fakePicture)
	return ok && f.n == p.n
}

func (p *fakePicture) Detach() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed && !p.detached {
		return errors.New("closed before it was detached")
	}
	p.detached = true
	return nil
}

func (p *fakePicture) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return nil
}

// rig is a pipeline with a phone in front and fake decoders behind.
type rig struct {
	*testing.T
	*lab
	pipe  *Pipeline
	aside sync.WaitGroup // what runs beside the test
}

func newRig(t *testing.T) *rig {
	r := &rig{T: t, lab: &lab{phone: newPhone(t)}}
	r.pipe = New(Options{Codec: "h264", Open: r.open, Reset: r.reset})
	t.Cleanup(func() {
		r.aside.Wait()
		r.pipe.Close()
	})
	return r
}

// show pushes picture n.
func (r *rig) show(n int) { r.push(r.phone.show(n, false)) }

func (r *rig) push(packets []scrcpy.Packet) {
	for _, p := range packets {
		r.pipe.Push(p)
	}
}

// latest asks for the newest picture and fails unless it is number n.
func (r *rig) latest(w Want, n int) Picture {
	r.Helper()
	pic, err := r.pipe.Latest(r.Context(), w)
	if err != nil {
		r.Fatalf("Latest: %v", err)
	}
	if got := pic.Image.(*fakePicture).n; got != n {
		r.Fatalf("picture %d, want %d", got, n)
	}
	return pic
}
