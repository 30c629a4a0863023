//go:build cgo && !nolibav

package av

import (
	"bytes"
	"errors"
	"image"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

func onePicture(t testing.TB, img *image.RGBA) *Picture {
	t.Helper()
	return feed(t, decoderFor(t, "h264"), newStream(h264.EncoderOptions{}).next(t, img, false)...)
}

// A picture gives the same pixels attached and detached, and by every way out.
func TestPicture(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{360, 802}, {18, 30}, {362, 200}, {720, 400}} {
		t.Run(size.String(), func(t *testing.T) {
			t.Parallel()
			pic := onePicture(t, scene.List(size, 0))
			before := image.NewRGBA(pic.Bounds())
			if err := pic.Draw(before); err != nil {
				t.Fatal(err)
			}
			equal(t, pngOf(t, pic), before)
			if last := before.RGBAAt(size.X-1, size.Y-1); last.A != 255 {
				t.Errorf("the last pixel is %v", last)
			}
			if err := pic.Detach(); err != nil {
				t.Fatal(err)
			}
			if pic.frame != nil {
				t.Error("a detached picture keeps the decoder's buffer")
			}
			pic.Close()
			rgba, err := pic.RGBA()
			if err != nil || !bytes.Equal(rgba.Pix, before.Pix) {
				t.Errorf("detached picture differs, error %v", err)
			}
			equal(t, pngOf(t, pic), before)
		})
	}
}

func TestPictureClosed(t *testing.T) {
	t.Parallel()
	pic := onePicture(t, scene.List(image.Pt(64, 64), 0))
	pic.Close()
	pic.Close()
	_, errRGBA := pic.RGBA()
	_, errPlanes := pic.YCbCr()
	for name, err := range map[string]error{
		"RGBA": errRGBA, "YCbCr": errPlanes, "Detach": pic.Detach(), "PNG": pic.WritePNG(io.Discard), "JPEG": pic.WriteJPEG(io.Discard, 80, 0),
		"Draw": pic.Draw(image.NewRGBA(pic.Bounds())),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if pic.Equal(pic) {
		t.Error("a picture without pixels equals something")
	}
}

func TestPictureEqual(t *testing.T) {
	t.Parallel()
	s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
	size := image.Pt(360, 640)
	a := feed(t, d, s.next(t, scene.Typing(size, 1), false)...)
	b := feed(t, d, s.next(t, scene.Typing(size, 1), false)...)
	c := feed(t, d, s.next(t, scene.Typing(size, 2), false)...)
	corner := scene.Typing(size, 2)
	corner.Pix[len(corner.Pix)-2] ^= 0x80 // blue of the last pixel
	e := feed(t, d, s.next(t, corner, false)...)
	small := onePicture(t, scene.Typing(image.Pt(360, 320), 1))
	check := func(when string) {
		if !a.Equal(b) || !b.Equal(a) || a.Equal(c) || c.Equal(e) || a.Equal(small) || a.Equal(image.NewRGBA(a.Bounds())) || a.Equal(nil) {
			t.Errorf("%s: wrong", when)
		}
	}
	check("attached")
	b.Detach()
	check("one detached")
	a.Detach()
	c.Detach()
	check("detached")
}

// Several goroutines may use, detach and close a picture at once.
func TestPictureConcurrent(t *testing.T) {
	t.Parallel()
	pic := onePicture(t, scene.List(image.Pt(360, 640), 0))
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			for range 5 {
				err := errors.Join(pic.WriteJPEG(io.Discard, 80, 100*n), pic.WritePNG(io.Discard))
				if _, failed := pic.RGBA(); failed != nil || err != nil || !pic.Equal(pic) {
					t.Error(err, failed)
				}
				if n == 3 {
					if err := pic.Detach(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	pic.Close()
	if _, err := pic.YCbCr(); err != nil {
		t.Error(err)
	}
}

// resident is the memory of this process, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc: ", err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(b))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// A thousand screenshots leave nothing behind: closed, detached, and even forgotten pictures give their memory back.
func TestMemory(t *testing.T) {
	img := scene.List(image.Pt(240, 480), 0)
	s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
	shots := func(n int) {
		for i := range n {
			pic := feed(t, d, s.next(t, img, false)...)
			switch i % 4 {
			case 0:
				pic.Close()
			case 1:
				if err := pic.Detach(); err != nil {
					t.Fatal(err)
				}
			case 2:
				if err := pic.WriteJPEG(io.Discard, 80, 400); err != nil {
					t.Fatal(err)
				}
				pic.Close()
			}
			if i%50 == 49 {
				runtime.GC() // finds the forgotten ones
			}
		}
		runtime.GC()
	}
	shots(200)
	before := resident(t)
	shots(1000)
	if grown := resident(t) - before; grown > 32<<20 {
		t.Errorf("grew by %d MB over 1000 pictures of 170 kB", grown>>20)
	}
}
