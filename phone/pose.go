package phone

import (
	"fmt"
	"image"
)

// Pose is how a display stood when a picture of it was taken: which display, how large (a fold changes that), how turned. A point of
// the picture is the same place only as long as the pose holds.
type Pose struct {
	Display  int
	Size     image.Point
	Rotation int // as Frame.Rotation
}

// Pose is how the display stood when f was taken.
func (f *Frame) Pose() Pose { return Pose{f.Display, f.Size, f.Rotation} }

// AimedAt ties g to the picture its points were taken from: it is refused once the display has another size or is turned another way,
// even where the size stays (by half a turn).
func (g Gesture) AimedAt(f *Frame) Gesture {
	p := f.Pose()
	g.On, g.Display, g.Pose = p.Size, p.Display, &p
	return g
}

// Stale returns a *StaleView unless g may be played on a display that stands as now.
func (g Gesture) Stale(now Pose) error {
	was := Pose{g.Display, g.On, now.Rotation}
	if g.Pose != nil {
		was = *g.Pose
		was.Size = g.On
	}
	if was == now {
		return nil
	}
	return &StaleView{Was: was, Now: now}
}

// StaleView tells how the display stood when a gesture was aimed and how it stands now. It is an ErrStaleView.
type StaleView struct{ Was, Now Pose }

func (e *StaleView) Error() string {
	switch {
	case e.Was.Display != e.Now.Display:
		return fmt.Sprintf("aimed at display %d, and this is display %d", e.Was.Display, e.Now.Display)
	case e.Was.Size != e.Now.Size:
		return fmt.Sprintf("%v (%d×%d, now %d×%d)", ErrStaleView, e.Was.Size.X, e.Was.Size.Y, e.Now.Size.X, e.Now.Size.Y)
	}
	return fmt.Sprintf("the screen was turned since the picture was taken (from %d° to %d°)", 90*e.Was.Rotation, 90*e.Now.Rotation)
}

// Is makes it an ErrStaleView.
func (e *StaleView) Is(target error) bool { return target == ErrStaleView }
