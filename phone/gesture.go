package phone

import (
	"image"
	"math"
	"time"
)

// Gesture is what one or more fingers do, aimed at a picture of a known size.
type Gesture struct {
	On      image.Point // size of the frame it was aimed at; an aim at another size is refused, not misplaced
	Display int
	Pose    *Pose     // how the display stood then, nil when only the size is known; see AimedAt
	Fingers [][]Touch // per finger: at least one touch; the first puts the finger down, the last lifts it
}

// Touch is where a finger is at a moment since the gesture's start. Times of a finger never fall.
type Touch struct {
	At image.Point
	T  time.Duration
}

const (
	tapTime  = 80 * time.Millisecond
	moveStep = 8 * time.Millisecond
)

// Tap is one short press (80 ms) at p.
func Tap(on, p image.Point) Gesture { return LongPress(on, p, tapTime) }

// LongPress holds one finger still at p for d.
func LongPress(on, p image.Point, d time.Duration) Gesture {
	return Gesture{On: on, Fingers: [][]Touch{{{p, 0}, {p, d}}}}
}

// Swipe moves one finger in a straight line from a to b within d.
func Swipe(on, a, b image.Point, d time.Duration) Gesture {
	return Gesture{On: on, Fingers: [][]Touch{line(a, b, 0, d)}}
}

// Drag holds at a for hold (long enough to pick a thing up), moves to b within d, and rests there for 100 ms before it lets go.
func Drag(on, a, b image.Point, hold, d time.Duration) Gesture {
	path := append([]Touch{{a, 0}}, line(a, b, hold, d)...)
	return Gesture{On: on, Fingers: [][]Touch{append(path, Touch{b, hold + d + 100*time.Millisecond})}}
}

// Pinch moves two fingers on a diagonal through center from the distance from to the distance to (pixels between the fingers):
// from < to zooms in, from > to zooms out.
func Pinch(on, center image.Point, from, to int, d time.Duration) Gesture {
	at := func(dist, side int) image.Point {
		off := int(math.Round(float64(dist) / 2 / math.Sqrt2))
		return center.Add(image.Pt(side*off, -side*off))
	}
	return Gesture{On: on, Fingers: [][]Touch{
		line(at(from, -1), at(to, -1), 0, d),
		line(at(from, 1), at(to, 1), 0, d),
	}}
}

// line interpolates from a to b beginning at start, one touch each 8 ms, ending exactly on b.
func line(a, b image.Point, start, d time.Duration) []Touch {
	n := max(1, int(d/moveStep))
	out := make([]Touch, 0, n+1)
	for i := range n + 1 {
		f := float64(i) / float64(n)
		p := image.Pt(a.X+int(math.Round(f*float64(b.X-a.X))), a.Y+int(math.Round(f*float64(b.Y-a.Y))))
		out = append(out, Touch{p, start + time.Duration(f*float64(d))})
	}
	return out
}

// Check reports the first point outside g.On, or a finger without touches.
func (g Gesture) Check() error {
	if len(g.Fingers) == 0 {
		return &OutOfBounds{On: g.On}
	}
	for _, f := range g.Fingers {
		if len(f) == 0 {
			return &OutOfBounds{On: g.On}
		}
		for _, t := range f {
			if !t.At.In(image.Rectangle{Max: g.On}) {
				return &OutOfBounds{At: t.At, On: g.On}
			}
		}
	}
	return nil
}

// Duration is the time until the last finger is up.
func (g Gesture) Duration() time.Duration {
	var d time.Duration
	for _, f := range g.Fingers {
		if len(f) > 0 {
			d = max(d, f[len(f)-1].T)
		}
	}
	return d
}
