package h264

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/handset-agent/handset/scrcpy/fixture/scene"
)

// Sessions begin with the first picture, a new size and a restart; key pictures come when they are due or asked for.
func TestSessions(t *testing.T) {
	t.Parallel()
	small, large := scene.List(image.Pt(64, 96), 0), scene.List(image.Pt(96, 64), 0)
	e := NewEncoder(EncoderOptions{KeyInterval: 4})
	for n, step := range []struct {
		img                 *image.RGBA
		restart, ask        bool
		wantConfig, wantKey bool
	}{
		{img: small, wantConfig: true, wantKey: true},
		{img: small},
		{img: small, ask: true, wantKey: true},
		{img: small},
		{img: small},
		{img: small},
		{img: small, wantKey: true},
		{img: large, wantConfig: true, wantKey: true},
		{img: large},
		{img: large, restart: true, wantConfig: true, wantKey: true},
		{img: small, wantConfig: true, wantKey: true},
	} {
		if step.restart {
			e.Restart()
		}
		out, err := e.Encode(step.img, step.ask)
		if err != nil || (out.Config != nil) != step.wantConfig || out.Key != step.wantKey {
			t.Errorf("step %d: configuration %v, key %v, error %v", n, out.Config != nil, out.Key, err)
		}
		var sets Sets
		if out.Config != nil {
			if err := sets.Read(out.Config); err != nil || sets.SPS().Size != step.img.Rect.Size() {
				t.Errorf("step %d: size %v, error %v", n, sets.SPS().Size, err)
			}
		}
	}
}

func TestEncodeSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h int
		ok   bool
	}{{2, 2, true}, {1080, 2400, true}, {0, 0, false}, {3, 4, false}, {4, 3, false}, {MaxSide + 2, 2, false}, {MaxSide, 2, true}, {MaxSide, MaxSide, false}} {
		e := NewEncoder(EncoderOptions{})
		_, err := e.Encode(&image.RGBA{Pix: make([]byte, c.w*c.h*4), Stride: c.w * 4, Rect: image.Rect(0, 0, c.w, c.h)}, false)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrSize) {
			t.Errorf("%d×%d: %v", c.w, c.h, err)
		}
	}
}

func TestLevel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size  image.Point
		level uint8
	}{{image.Pt(720, 1600), 42}, {image.Pt(1080, 1920), 42}, {image.Pt(1080, 2400), 51}, {image.Pt(1440, 3120), 51}, {image.Pt(4096, 4096), 62}} {
		e := NewEncoder(EncoderOptions{})
		var sets Sets
		if err := sets.Read(e.mustConfig(c.size)); err != nil || sets.SPS().Level != c.level || sets.SPS().Size != c.size {
			t.Errorf("%v: %+v, error %v", c.size, sets.SPS(), err)
		}
	}
}

// What a still, a typed and a scrolled screen cost (video-pipeline §10).
func TestEncodedSizes(t *testing.T) {
	t.Parallel()
	size := image.Pt(720, 1600)
	e := NewEncoder(EncoderOptions{})
	encode := func(img *image.RGBA) int {
		out, err := e.Encode(img, false)
		if err != nil {
			t.Fatal(err)
		}
		return len(out.Data)
	}
	stored := 45 * 100 * 384
	if n := encode(scene.List(size, 0)); n > stored/2 {
		t.Errorf("key picture has %d bytes, want at most half of %d", n, stored)
	}
	if n := encode(scene.List(size, 0)); n > 32 {
		t.Errorf("still picture has %d bytes", n)
	}
	if n := encode(scene.List(size, 40)); n > 150_000 {
		t.Errorf("picture scrolled by 40 rows has %d bytes", n)
	}
	if n := encode(scene.List(size, 72)); n > 150_000 {
		t.Errorf("picture scrolled by 32 more rows has %d bytes", n)
	}
	encode(scene.Typing(size, 3))
	if n := encode(scene.Typing(size, 4)); n > 20_000 {
		t.Errorf("typed letter has %d bytes", n)
	}
}

// The same pictures give the same bytes, and the picture is only read.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	img := scene.List(image.Pt(128, 256), 0)
	was := bytes.Clone(img.Pix)
	var streams [2][]byte
	for i := range streams {
		e := NewEncoder(EncoderOptions{})
		for _, offset := range []int{0, 12, 12, 30} {
			out, err := e.Encode(scene.List(image.Pt(128, 256), offset), false)
			if err != nil {
				t.Fatal(err)
			}
			streams[i] = append(streams[i], out.Data...)
		}
		if _, err := e.Encode(img, false); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(streams[0], streams[1]) {
		t.Error("two encoders differ")
	}
	if !bytes.Equal(was, img.Pix) {
		t.Error("the picture was changed")
	}
}

// The fixed point numbers follow the definition to one level.
func TestYUV(t *testing.T) {
	t.Parallel()
	img := image.NewRGBA(image.Rect(0, 0, 2, 2))
	for _, c := range []Colour{{}, {Full: true}, {BT601: true}, {BT601: true, Full: true}} {
		kr, kb := 0.2126, 0.0722
		if c.BT601 {
			kr, kb = 0.299, 0.114
		}
		for i := range 17 * 17 * 17 {
			r, g, b := min(i%17*16, 255), min(i/17%17*16, 255), min(i/289*16, 255)
			for x := range 4 {
				img.SetRGBA(x%2, x/2, color.RGBA{uint8(r), uint8(g), uint8(b), uint8(i)})
			}
			y := (kr*float64(r) + (1-kr-kb)*float64(g) + kb*float64(b)) / 255
			u, v := (float64(b)/255-y)/2/(1-kb), (float64(r)/255-y)/2/(1-kr)
			want := [3]float64{16 + 219*y, 128 + 224*u, 128 + 224*v}
			if c.Full {
				want = [3]float64{255 * y, min(128+255*u, 255), min(128+255*v, 255)}
			}
			got := YUV(img, c)
			for k, have := range []byte{got.Y[3], got.Cb[0], got.Cr[0]} {
				if math.Abs(float64(have)-want[k]) > 0.52 {
					t.Fatalf("%+v: (%d,%d,%d) gives sample %d of %d, want %.2f", c, r, g, b, k, have, want[k])
				}
			}
			if r == g && g == b && (got.Cb[0] != 128 || got.Cr[0] != 128) {
				t.Fatalf("%+v: grey %d has colour", c, r)
			}
		}
	}
}

// Limited range never leaves 16…240, and chroma is the mean of four pixels.
func TestYUVChroma(t *testing.T) {
	t.Parallel()
	img := image.NewRGBA(image.Rect(0, 0, 2, 2))
	red, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}
	for i, c := range []color.RGBA{red, blue, blue, red} {
		img.SetRGBA(i%2, i/2, c)
	}
	got := YUV(img, Colour{})
	if got.Cb[0] != 171 && got.Cb[0] != 172 || got.Y[0] == got.Y[1] {
		t.Errorf("%+v", got)
	}
}

func BenchmarkEncode(b *testing.B) {
	list := scene.List(scene.Portrait, 0)
	run := func(name string, key bool, pictures ...*image.RGBA) {
		b.Run(name, func(b *testing.B) {
			e := NewEncoder(EncoderOptions{})
			size := 0
			for n := 0; b.Loop(); n++ {
				out, err := e.Encode(pictures[n%len(pictures)], key)
				if err != nil {
					b.Fatal(err)
				}
				size += len(out.Data)
			}
			b.ReportMetric(float64(size)/float64(b.N), "bytes/frame")
		})
	}
	run("key", true, list)
	run("still", false, list)
	run("typing", false, scene.Typing(scene.Portrait, 3), scene.Typing(scene.Portrait, 4))
	run("scroll", false, list, scene.List(scene.Portrait, 20))
	run("odd scroll", false, list, scene.List(scene.Portrait, 21))
	run("video", false, scene.Video(scene.Portrait, 0), scene.Video(scene.Portrait, 1))
}
