package view

import (
	"image"
	"time"
)

// Surface is one window's view tree with all that outlives a rebuild of the tree.
type Surface struct {
	// AnimScale multiplies the length of animations (the system's animator duration scale); zero switches them off.
	AnimScale float64
	// Changed is set when touches or keys changed something the picture or the tree may show. The owner clears it when it
	// builds the next tree.
	Changed bool
	// OnKeyboard, when not nil, is called when a text field wants the soft keyboard (a tap into it).
	OnKeyboard func()

	m       Metrics
	frame   image.Rectangle
	root    *Node
	now     time.Time
	scrolls map[string]*scrollState
	anims   map[animKey]anim
	moving  bool // an animation is under way
	edit    editState
	touch   touchState
	index   map[string]*Node // by key
	reveal  bool             // bring the caret into view at the next layout
}

// NewSurface returns an empty surface.
func NewSurface() *Surface {
	return &Surface{AnimScale: 1, scrolls: map[string]*scrollState{}, anims: map[animKey]anim{}, index: map[string]*Node{}}
}

// Metrics returns what the last Layout used.
func (s *Surface) Metrics() Metrics { return s.m }

// Root is the tree last given to Layout, nil before.
func (s *Surface) Root() *Node { return s.root }

// Frame is the window's frame in display pixels.
func (s *Surface) Frame() image.Rectangle { return s.frame }

// Layout takes a new tree and lays it out in frame (display pixels).
func (s *Surface) Layout(root *Node, m Metrics, frame image.Rectangle, now time.Time) {
	s.reveal = s.reveal || frame != s.frame || m != s.m
	s.root, s.m, s.frame, s.now = root, m, frame, now
	clear(s.index)
	s.name(root, "", nil)
	s.Relayout()
	s.focusAtFirst()
	if s.revealCaret() {
		s.Relayout()
	}
	s.moving = true // until painting finds that nothing moves
}

// Relayout places the tree again, after a scroll position changed.
func (s *Surface) Relayout() {
	if s.root == nil {
		return
	}
	l := layouter{m: s.m, scroll: s.scrollOf}
	s.resetSizes(s.root)
	l.place(s.root, s.frame, s.frame.Inset(-s.m.Px(64))) // the root's shadow reaches out of the window
}

func (s *Surface) resetSizes(n *Node) {
	n.sizes = n.sizes[:0]
	for _, c := range n.Children {
		s.resetSizes(c)
	}
}

// name gives every node its key: the path of Key, ID or position from the root.
func (s *Surface) name(n *Node, parent string, up *Node) {
	n.up = up
	n.key = parent
	s.index[n.key] = n
	for i, c := range n.Children {
		part := c.Key
		if part == "" {
			part = c.ID
		}
		if part == "" {
			part = small(i)
		}
		key := parent + "/" + part
		if _, taken := s.index[key]; taken {
			key += "#" + small(i)
		}
		s.name(c, key, n)
	}
}

var smallNames = [...]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}

func small(i int) string {
	if i < 10 {
		return smallNames[i]
	}
	return small(i/10) + smallNames[i%10]
}

func (s *Surface) scrollOf(key string) *scrollState {
	st, ok := s.scrolls[key]
	if !ok {
		st = &scrollState{}
		s.scrolls[key] = st
	}
	return st
}

// Forget drops scroll positions, the focus and running animations, as a new window has none.
func (s *Surface) Forget() {
	clear(s.scrolls)
	clear(s.anims)
	s.edit = editState{}
	s.touch = touchState{}
}

// Advance lets the time up to now take effect: long presses fire and flings move on. It reports whether something changed.
func (s *Surface) Advance(now time.Time) bool {
	s.now = now
	changed := s.longPress(now)
	if s.fling(now) {
		changed = true
	}
	return changed
}

// Moving reports whether the picture changes by itself as time passes (an animation or a fling).
func (s *Surface) Moving() bool {
	if s.moving {
		return true
	}
	for _, st := range s.scrolls {
		if st.flinging {
			return true
		}
	}
	return false
}

// Deadline is when the next long press fires, zero when none is due.
func (s *Surface) Deadline() time.Time {
	if s.touch.longAt.IsZero() || s.touch.longDone {
		return time.Time{}
	}
	return s.touch.longAt
}

type animKey struct{ node, name string }

// anim moves a value from one number to another.
type anim struct {
	from, to float64
	start    time.Time
	length   time.Duration
}

func (a anim) at(now time.Time) (v float64, done bool) {
	if a.length <= 0 {
		return a.to, true
	}
	f := float64(now.Sub(a.start)) / float64(a.length)
	if f >= 1 {
		return a.to, true
	}
	f = max(f, 0)
	f = 1 - (1-f)*(1-f)*(1-f) // decelerate
	return a.from + (a.to-a.from)*f, false
}

// animate returns the present value of a number that follows target within length. The first target is taken at once.
func (s *Surface) animate(node, name string, target float64, length time.Duration) float64 {
	k := animKey{node, name}
	a, ok := s.anims[k]
	if !ok {
		s.anims[k] = anim{from: target, to: target}
		return target
	}
	if a.to != target {
		v, _ := a.at(s.now)
		a = anim{from: v, to: target, start: s.now, length: time.Duration(float64(length) * s.AnimScale)}
		s.anims[k] = a
	}
	v, done := a.at(s.now)
	if !done {
		s.moving = true
	}
	return v
}

// Animate is Painter.Animate for what is no node: a number of the surface itself that follows target within length.
func (s *Surface) Animate(name string, target float64, length time.Duration, now time.Time) float64 {
	s.now = now
	return s.animate("", name, target, length)
}

// Measure is the size the tree wants in a space of at most w by h pixels. Layout must have been called.
func (s *Surface) Measure(w, h int) image.Point {
	l := layouter{m: s.m, scroll: s.scrollOf}
	s.resetSizes(s.root)
	mw, mh := l.measure(s.root, w, h)
	return image.Pt(mw, mh)
}
