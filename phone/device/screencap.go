package device

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy/av"
)

// captureTime bounds one screencap (DV-25).
const captureTime = 8 * time.Second

// maxSide bounds the sides of a raw capture.
const maxSide = 1 << 14

// errNoImage: what screencap printed is no picture.
var errNoImage = errors.New("screencap gave no picture")

// shot is a picture from screencap. It writes itself with the fast encoders.
type shot struct{ *image.RGBA }

func (s shot) WritePNG(w io.Writer) error { return av.EncodePNG(w, s.RGBA) }

func (s shot) WriteJPEG(w io.Writer, quality, maxEdge int) error {
	return av.EncodeJPEG(w, s.RGBA, quality, maxEdge)
}

// parseScreencap reads the raw output of screencap (android-shell §7): width, height, format and, since Android 9, colour space as
// little-endian words, then rows without padding. Text before it (warnings of a merged stderr) is passed over only when a PNG
// follows. A PNG is read too.
func parseScreencap(b []byte) (*image.RGBA, error) {
	if i := bytes.Index(b, []byte("\x89PNG\r\n\x1a\n")); i >= 0 && i < 4096 {
		img, err := png.Decode(bytes.NewReader(b[i:]))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNoImage, err)
		}
		return opaque(img), nil
	}
	if len(b) < 12 {
		return nil, errNoImage
	}
	w, h, format := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
	if w == 0 || h == 0 || w > maxSide || h > maxSide {
		return nil, errNoImage
	}
	n := int(w) * int(h)
	for _, head := range []int{16, 12} {
		if pix := b[min(head, len(b)):]; len(pix) == n*pixelBytes(format) && len(pix) > 0 {
			return convert(pix, int(w), int(h), format), nil
		}
	}
	return nil, fmt.Errorf("%w: %d bytes for %d×%d pixels of format %d", errNoImage, len(b), w, h, format)
}

// pixelBytes is the size of a pixel of an Android PixelFormat: 1 RGBA, 2 RGBX, 3 RGB, 4 RGB 565, 5 BGRA; 0 for others.
func pixelBytes(format uint32) int {
	switch format {
	case 1, 2, 5:
		return 4
	case 3:
		return 3
	case 4:
		return 2
	}
	return 0
}

// convert makes an opaque picture; four-byte formats are changed in place and share pix.
func convert(pix []byte, w, h int, format uint32) *image.RGBA {
	img := &image.RGBA{Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
	switch format {
	case 3:
		img.Pix = make([]byte, 4*w*h)
		for i := range w * h {
			copy(img.Pix[4*i:4*i+3], pix[3*i:])
		}
	case 4:
		img.Pix = make([]byte, 4*w*h)
		for i := range w * h {
			v := binary.LittleEndian.Uint16(pix[2*i:])
			r, g, b := byte(v>>11), byte(v>>5&63), byte(v&31)
			copy(img.Pix[4*i:], []byte{r<<3 | r>>2, g<<2 | g>>4, b<<3 | b>>2})
		}
	default:
		img.Pix = pix
	}
	for i := 3; i < len(img.Pix); i += 4 {
		if format == 5 {
			img.Pix[i-3], img.Pix[i-1] = img.Pix[i-1], img.Pix[i-3]
		}
		img.Pix[i] = 0xff
	}
	return img
}

// shots lets callers that want a screencap at the same time share one, but never one that began before they asked.
type shots struct {
	mu      sync.Mutex
	running bool
	next    *capture // begins when the running one is over
}

// capture is one screencap that callers wait for together.
type capture struct {
	done  chan struct{}
	img   *image.RGBA
	state phone.PowerState
	at    time.Time
	err   error
}

// capture takes a screenshot that begins after the call, and the power state beside it.
func (d *Device) capture(ctx context.Context) (*capture, error) {
	s := &d.shots
	s.mu.Lock()
	c := s.next
	if c == nil {
		c = &capture{done: make(chan struct{})}
		s.next = c
		if !s.running {
			s.running = true
			d.sup.wg.Go(d.captureAll)
		}
	}
	s.mu.Unlock()
	select {
	case <-c.done:
		return c, c.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// captureAll takes captures until nobody waits for another.
func (d *Device) captureAll() {
	for {
		d.shots.mu.Lock()
		c := d.shots.next
		d.shots.next = nil
		d.shots.running = c != nil
		d.shots.mu.Unlock()
		if c == nil {
			return
		}
		c.img, c.state, c.at, c.err = d.captureNow(d.life)
		close(c.done)
	}
}

// captureNow runs screencap and, at the same time, asks for the power state: with the screen off screencap gives the last picture
// or a black one.
func (d *Device) captureNow(ctx context.Context) (img *image.RGBA, state phone.PowerState, at time.Time, err error) {
	bounded, cancel := context.WithTimeout(ctx, captureTime)
	defer cancel()
	var power sync.WaitGroup
	power.Go(func() {
		s, err := d.PowerState(bounded)
		if err != nil {
			s = phone.PowerState{On: true} // unknown: the picture itself decides
		}
		state = s
	})
	out, err := d.link.Shell(bounded, "screencap")
	at = time.Now()
	power.Wait()
	if err = d.fail(ctx, "screencap", err); err != nil {
		if ctx.Err() == nil && bounded.Err() != nil && !errors.Is(err, phone.ErrGone) {
			err = &phone.NotAPicture{Reason: phone.CaptureFailed, Cause: fmt.Errorf("screencap gave none in %s: %w", captureTime, err)}
		}
		return nil, state, at, err
	}
	img, err = parseScreencap(out.Stdout)
	if err != nil {
		if said := strings.TrimSpace(string(out.Stderr)); said != "" {
			err = fmt.Errorf("%w: %s (exit %d)", err, firstLine(said), out.Exit)
		} else if out.Exit != 0 {
			err = fmt.Errorf("%w: exit %d", err, out.Exit)
		}
		return nil, state, at, &phone.NotAPicture{Reason: phone.CaptureFailed, Cause: err}
	}
	return img, state, at, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}
