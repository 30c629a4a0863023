package device

import (
	"context"
	"image"
	"sync"
	"time"
)

// geometry knows how large the display is and how it is turned, and which size of the stream that belongs to.
type geometry struct {
	mu       sync.Mutex
	natural  image.Point // the newest known size in the natural orientation
	stream   image.Point // the size of the stream that display and rotation were read for
	display  image.Point
	rotation int
	asked    time.Time // when the phone was asked for them
}

// doubt forgets the rotation when a picture came since the phone was asked for it, and that was longer ago than rest: a turn by half a
// circle changes no size and starts no encoder, but it never comes without a picture.
func (g *geometry) doubt(changed time.Time, rest time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if changed.After(g.asked) && time.Since(g.asked) > rest {
		g.stream, g.display = image.Point{}, image.Point{}
	}
}

// turnRest is how seldom at most a frame asks whether the display was turned by half a circle.
const turnRest = time.Second

func (g *geometry) learn(natural image.Point) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.natural = natural
}

// known returns display and rotation for a size of the stream.
func (g *geometry) known(stream image.Point) (display image.Point, rotation int, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.display, g.rotation, g.stream == stream && stream != image.Point{}
}

func (g *geometry) set(asked time.Time, stream, display image.Point, rotation int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = asked
	g.stream, g.display, g.rotation = stream, display, rotation
	g.natural = display
	if rotation&1 == 1 {
		g.natural = image.Pt(display.Y, display.X)
	}
}

// guess turns the natural size so that it fits the stream. Used only when the phone does not tell.
func (g *geometry) guess(stream image.Point) (display image.Point, rotation int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	turned := image.Pt(g.natural.Y, g.natural.X)
	switch {
	case g.natural == image.Point{}:
		return stream, 0
	case fits(g.natural, stream):
		return g.natural, 0
	case fits(turned, stream):
		return turned, 1
	}
	return stream, 0
}

// fits reports whether a stream of that size can show a display of that size: the same shape but for the encoder's rounding to
// multiples of 8 (scrcpy-protocol §7.1).
func fits(display, stream image.Point) bool {
	if display.X <= 0 || display.Y <= 0 || stream.X <= 0 || stream.Y <= 0 {
		return false
	}
	if (display.X < display.Y) != (stream.X < stream.Y) {
		return false
	}
	// The smaller side may be off by half a step of 8, the larger by one step.
	slack := 8*max(display.X, display.Y) + 8*max(stream.X, stream.Y)
	diff := display.X*stream.Y - display.Y*stream.X
	return max(diff, -diff) <= slack
}

// displayFor is the display's size and rotation while the stream has the given size. It asks the phone once for each new size
// and waits a moment when the two do not fit yet, since a turn reaches the stream and the window manager at different times.
func (d *Device) displayFor(ctx context.Context, stream image.Point) (display image.Point, rotation int, err error) {
	if display, rotation, ok := d.geo.known(stream); ok {
		return display, rotation, nil
	}
	for range 4 {
		asked := time.Now()
		display, rotation, err = d.askDisplay(ctx)
		if err != nil {
			return image.Point{}, 0, err
		}
		if display == (image.Point{}) {
			break
		}
		if fits(display, stream) {
			d.geo.set(asked, stream, display, rotation)
			return display, rotation, nil
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return image.Point{}, 0, err
		}
	}
	display, rotation = d.geo.guess(stream)
	return display, rotation, nil
}

// rotationFor is the rotation of a display that has the given size now.
func (d *Device) rotationFor(ctx context.Context, size image.Point) (int, error) {
	d.geo.mu.Lock()
	known, rotation := d.geo.display == size, d.geo.rotation
	d.geo.mu.Unlock()
	if known {
		return rotation, nil
	}
	asked := time.Now()
	now, rotation, err := d.askDisplay(ctx)
	if err != nil {
		return 0, err
	}
	if now != size {
		_, rotation = d.geo.guess(size)
	}
	d.geo.set(asked, image.Point{}, size, rotation)
	return rotation, nil
}

// askDisplay reads the current size and rotation from the phone; the size is zero when it does not tell.
func (d *Device) askDisplay(ctx context.Context) (size image.Point, rotation int, err error) {
	out, err := d.read(ctx, "dumpsys window displays")
	if err != nil {
		return image.Point{}, 0, err
	}
	size, rotation = parseDisplay(out)
	if tellsRotation(out) {
		return size, rotation, nil
	}
	// Android 9 tells it among the windows, with one line for the whole phone.
	if out, err = d.read(ctx, "dumpsys window windows"); err != nil {
		return image.Point{}, 0, err
	}
	_, rotation = parseDisplay(out)
	return size, rotation, nil
}

// toStream is where the point p of a display lies in the stream: the point that the server maps back nearest to p. The server
// scales each axis and cuts the fraction off (scrcpy-protocol §10.2).
func toStream(p, display, stream image.Point) image.Point {
	if display == stream || stream == (image.Point{}) {
		return p
	}
	return image.Pt(axis(p.X, display.X, stream.X), axis(p.Y, display.Y, stream.Y))
}

func axis(v, display, stream int) int {
	best := v * stream / display
	back := func(s int) int { return max(v-s*display/stream, s*display/stream-v) }
	if up := best + 1; up < stream && back(up) < back(best) {
		best = up
	}
	return min(best, stream-1)
}
