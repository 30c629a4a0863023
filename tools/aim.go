package tools

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// Aim is a point on the phone together with the screen it was taken on.
type Aim struct {
	At     image.Point     // device pixels
	On     image.Point     // size of the display it was aimed at
	Target *uitree.Element // what lies there, nil when not known
	Screen *Screen         // the newest look, taken just now
}

// String names the aim for a result: `switch "Wi-Fi" at (540,620)`.
func (a Aim) String() string {
	at := fmt.Sprintf("(%d,%d)", a.At.X, a.At.Y)
	if a.Target == nil {
		return at
	}
	if c := a.Target.Caption(); c != "" {
		return fmt.Sprintf("%s %q at %s", a.Target.Role, clip(c, 60), at)
	}
	return fmt.Sprintf("%s at %s", a.Target.Role, at)
}

// AimAt turns a model's coordinates into an aim. They are read on the screen the model saw last; when the display has another
// size since, or the picture round the point is a different one, the error is phone.ErrStaleView, wrapped (F-062). A second try
// at the same point goes through, so that a place where the picture never stands still can be reached.
func (v *View) AimAt(ctx context.Context, x, y float64) (Aim, error) {
	now, err := v.Glance(ctx)
	if err != nil {
		return Aim{}, err
	}
	seen := v.Last()
	if seen == nil {
		seen = now
	}
	at, err := v.device(x, y, seen.Size)
	if err != nil {
		return Aim{}, err
	}
	a := Aim{At: at, On: seen.Size, Screen: now}
	if seen.Tree != nil {
		a.Target = seen.Tree.HitTest(at)
		if now.Seq() == seen.Seq() {
			a.Screen = seen
		}
	}
	return a, v.fresh(seen, now, at)
}

// device converts a model's coordinates to device pixels of a screen of the given size. It is the only place that knows of the
// model's frame (F-044). A point outside by at most 2 % of a side is moved to the edge; further out is a *phone.OutOfBounds
// in the model's own units.
func (v *View) device(x, y float64, size image.Point) (image.Point, error) {
	grid := v.opts.Grid
	if grid == (image.Point{}) {
		grid = size
	}
	if grid.X <= 0 || grid.Y <= 0 {
		return image.Point{}, errors.New("the size of the screen is not known yet: look at the screen first")
	}
	fx, fy := x/float64(grid.X), y/float64(grid.Y)
	const slack = 0.02
	if !(fx >= -slack && fx <= 1+slack && fy >= -slack && fy <= 1+slack) { // written so that NaN is outside too
		return image.Point{}, &phone.OutOfBounds{At: image.Pt(clampInt(x), clampInt(y)), On: grid}
	}
	px := func(f float64, side int) int { return min(max(int(math.Floor(f*float64(side)+1e-9)), 0), side-1) }
	return image.Pt(px(fx, size.X), px(fy, size.Y)), nil
}

// ToModel is the way back: device pixels of the last screen as the model counts them.
func (v *View) ToModel(p image.Point) image.Point {
	grid, size := v.opts.Grid, v.Size()
	if grid == (image.Point{}) || size.X == 0 || size.Y == 0 {
		return p
	}
	// The middle of the pixel, so that device(ToModel(p)) is p wherever the grid is no coarser than the screen.
	return image.Pt((2*p.X+1)*grid.X/(2*size.X), (2*p.Y+1)*grid.Y/(2*size.Y))
}

func clampInt(f float64) int {
	if math.IsNaN(f) {
		return math.MinInt32
	}
	return int(min(max(f, math.MinInt32), math.MaxInt32))
}

// fresh reports whether an aim at p taken on seen still holds now.
func (v *View) fresh(seen, now *Screen, p image.Point) error {
	if seen.Size != now.Size && now.Frame != nil {
		return fmt.Errorf("%w (%d×%d, now %d×%d)", phone.ErrStaleView, seen.Size.X, seen.Size.Y, now.Size.X, now.Size.Y)
	}
	if !moved(seen.Frame, now.Frame, p) || v.waive(p) {
		return nil
	}
	return fmt.Errorf("%w at (%d,%d)", errMoved, p.X, p.Y)
}

// errMoved is a stale aim on a screen that kept its size.
var errMoved = &movedError{}

type movedError struct{}

func (*movedError) Error() string { return "the screen has changed since it was shown" }

// Is makes a moved aim a stale one for everybody who asks.
func (*movedError) Is(target error) bool { return target == phone.ErrStaleView }

// waive remembers a refused point and lets the next try near it through.
func (v *View) waive(p image.Point) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if d := p.Sub(v.refused); v.waived && d.X*d.X+d.Y*d.Y < 40*40 {
		v.waived = false
		return true
	}
	v.refused, v.waived = p, true
	return false
}

// moved reports whether the pictures differ in more than a third of the pixels round p. Pictures that are the same one, or a
// missing one, have not moved.
func moved(a, b *phone.Frame, p image.Point) bool {
	if a == nil || b == nil || a.Seq == b.Seq || a.Size != b.Size || a.Image == nil || b.Image == nil {
		return false
	}
	if a.Image.Bounds().Size() != a.Size || b.Image.Bounds().Size() != b.Size {
		return false // scaled pictures cannot be compared pixel by pixel
	}
	const step, tolerance = 3, 40 << 8
	r := max(24, a.Size.X/24)
	area := image.Rectangle{Min: p.Sub(image.Pt(r, r)), Max: p.Add(image.Pt(r, r))}.Intersect(image.Rectangle{Max: a.Size})
	differ, all := 0, 0
	for y := area.Min.Y; y < area.Max.Y; y += step {
		for x := area.Min.X; x < area.Max.X; x += step {
			all++
			if colourGap(a.Image, b.Image, x, y) > tolerance {
				differ++
			}
		}
	}
	return differ*3 > all
}

// colourGap is the greatest difference of a channel at one place, 0…65535.
func colourGap(a, b image.Image, x, y int) int {
	oa, ob := a.Bounds().Min, b.Bounds().Min
	r1, g1, b1, _ := a.At(oa.X+x, oa.Y+y).RGBA()
	r2, g2, b2, _ := b.At(ob.X+x, ob.Y+y).RGBA()
	gap := func(p, q uint32) int { return max(int(p)-int(q), int(q)-int(p)) }
	return max(gap(r1, r2), gap(g1, g2), gap(b1, b2))
}

// AimFind aims at the element a query names, on a hierarchy that is no older than the picture now (F-062): when anything moved
// since the last look the phone is looked at again first. The error is a *uitree.NotFoundError when nothing fits, and the reason
// there is no hierarchy when there is none.
func (v *View) AimFind(ctx context.Context, q uitree.Query) (Aim, error) {
	s, err := v.Fresh(ctx)
	if err != nil {
		return Aim{}, err
	}
	if s.Tree == nil {
		return Aim{Screen: s}, s.NoTree
	}
	m, err := s.Tree.Find(q)
	if err != nil {
		return Aim{Screen: s}, err
	}
	if !m.Point.In(image.Rectangle{Max: s.Size}) {
		return Aim{Screen: s}, &phone.OutOfBounds{At: m.Point, On: s.Size}
	}
	return Aim{At: m.Point, On: s.Size, Target: m.Target, Screen: s}, nil
}

// Fresh is the last screen when it provably still holds, else a fresh look.
func (v *View) Fresh(ctx context.Context) (*Screen, error) {
	seen := v.Last()
	if seen == nil || !seen.exact {
		return v.Look(ctx)
	}
	f, err := v.phone.Frame(ctx)
	if err := fatal(ctx, err); err != nil {
		return nil, err
	}
	if err == nil && f.Seq == seen.Seq() {
		return seen, nil
	}
	return v.complete(ctx, f, err, true)
}

// Point converts coordinates on the screen the model saw last, without asking the phone. It is for the further points of a
// gesture whose first point was taken with AimAt.
func (v *View) Point(x, y float64) (image.Point, error) { return v.device(x, y, v.Size()) }
