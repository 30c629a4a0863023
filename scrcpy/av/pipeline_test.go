//go:build cgo && !nolibav

package av

import (
	"image"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/fixture/clip"
	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
	"github.com/handset-agent/handset/scrcpy/video"
)

var (
	_ scrcpy.Decoder = (*Decoder)(nil)
	_ video.Stamped  = (*Picture)(nil)
	_ video.Comparer = (*Picture)(nil)
	_ video.Borrowed = (*Picture)(nil)
	_ image.Image    = (*Picture)(nil)
)

// open is what a device gives to its pipeline.
func open(codec string) (scrcpy.Decoder, error) { return NewDecoder(codec) }

// The newest picture of a pipeline shows exactly the newest screen, in streams of every kind, without a packet more.
func TestPipeline(t *testing.T) {
	t.Parallel()
	for _, v := range variants() {
		p := video.New(video.Options{Codec: "h264", Open: open})
		defer p.Close()
		s := newStream(v.opt)
		s.plain = true // patching is the pipeline's work here
		var seq uint64
		for n, img := range someScreens(20) {
			for _, pkt := range s.next(t, img, false) {
				p.Push(pkt)
			}
			if n%3 == 1 {
				continue // two screens between pictures
			}
			pic, err := p.Latest(t.Context(), video.Want{})
			if err != nil {
				t.Fatal(err)
			}
			samePlanes(t, pic.Image.(*Picture), img, v.opt.Colour)
			if pic.Behind != 0 || pic.Tainted || pic.Size != image.Pt(360, 640) {
				t.Errorf("%+v", pic)
			}
			if changed := n%3 == 0; changed != (pic.Seq > seq) {
				t.Errorf("screen %d: number %d after %d", n, pic.Seq, seq)
			}
			seq = pic.Seq
		}
	}
}

// The table of video-pipeline §3.5, seen from the consumer.
func TestPipelineLoss(t *testing.T) {
	t.Parallel()
	screens := someScreens(12)
	config, packets := sessionOf(t, h264.EncoderOptions{KeyInterval: 8}, screens)
	start := func(t *testing.T) (*video.Pipeline, chan struct{}) {
		resets := make(chan struct{}, 9)
		p := video.New(video.Options{Codec: "h264", Open: open, Reset: func() error { resets <- struct{}{}; return nil }})
		t.Cleanup(func() { p.Close() })
		return p, resets
	}
	await := func(t *testing.T, resets chan struct{}) {
		t.Helper()
		select {
		case <-resets:
		case <-time.After(5 * time.Second):
			t.Fatal("no key frame was asked for")
		}
	}
	shows := func(t *testing.T, p *video.Pipeline, img *image.RGBA) {
		t.Helper()
		pic, err := p.Latest(t.Context(), video.Want{})
		if err != nil || pic.Tainted {
			t.Fatalf("tainted %v, error %v", pic.Tainted, err)
		}
		samePlanes(t, pic.Image.(*Picture), img, h264.Colour{})
	}
	t.Run("missing packet", func(t *testing.T) {
		t.Parallel()
		p, resets := start(t)
		for _, pkt := range append([]scrcpy.Packet{config}, packets[0], packets[1], packets[3]) {
			p.Push(pkt)
		}
		await(t, resets)
		p.Push(packets[8])
		shows(t, p, screens[8])
	})
	t.Run("truncated packet", func(t *testing.T) {
		t.Parallel()
		p, resets := start(t)
		cut := packets[0]
		cut.Data = cut.Data[:len(cut.Data)/2]
		p.Push(config)
		p.Push(cut)
		await(t, resets)
		p.Push(packets[8])
		shows(t, p, screens[8])
	})
	t.Run("late join", func(t *testing.T) {
		t.Parallel()
		p, resets := start(t)
		p.Push(config)
		p.Push(packets[2])
		await(t, resets)
		p.Push(packets[8])
		p.Push(packets[9])
		shows(t, p, screens[9])
	})
	t.Run("a viewer joins late", func(t *testing.T) {
		t.Parallel()
		p, _ := start(t)
		p.Push(config)
		for _, pkt := range packets {
			p.Push(pkt)
		}
		samePlanes(t, feed(t, decoderFor(t, "h264"), p.Snapshot()...), screens[11], h264.Colour{})
	})
	t.Run("rotation", func(t *testing.T) {
		t.Parallel()
		p, _ := start(t)
		s := newStream(h264.EncoderOptions{})
		for n := range 6 {
			size := image.Pt(360, 640)
			if n%2 == 1 {
				size = image.Pt(640, 360)
			}
			img := scene.Typing(size, n)
			for _, pkt := range s.next(t, img, false) {
				p.Push(pkt)
			}
			if f := p.Facts(); f.Announced != size {
				t.Errorf("announced %v, want %v", f.Announced, size)
			}
			shows(t, p, img)
		}
	})
}

// With real B pictures the guard opens a decoder that puts them in order; from then on no picture is lost, only late.
func TestPipelineBFrames(t *testing.T) {
	t.Parallel()
	packets, err := clip.BFrames()
	if err != nil {
		t.Fatal(err)
	}
	p := video.New(video.Options{Codec: "h264", Open: open})
	defer p.Close()
	defer p.Watch()()
	for _, pkt := range packets {
		p.Push(pkt)
	}
	pic, err := p.Latest(t.Context(), video.Want{})
	if err != nil {
		t.Fatal(err)
	}
	if f := p.Facts(); !f.Reordering || f.Tainted {
		t.Errorf("%+v", f)
	}
	if pic.Behind < 1 || pic.Behind > 8 {
		t.Errorf("%d packets behind", pic.Behind)
	}
}
