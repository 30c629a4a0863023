package tools

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// View is the one way from a model's words to a phone: it is bound to one phone for its life, remembers the screen that the
// model saw last, turns coordinates into device pixels of that very picture, refuses an aim the screen has moved away under, and
// tells after each action what became of it. One View serves one run; its methods may be called by one goroutine at a time and
// [View.Last] by any.
type View struct {
	phone  phone.Phone
	opts   ViewOptions
	labels *uitree.Labels

	mu      sync.Mutex
	seen    *Screen     // what the model was shown last
	refused image.Point // the point of the last aim that was refused as stale, to let a second try through
	waived  bool
}

// ViewOptions are the settings of a View. Zero fields have defaults.
type ViewOptions struct {
	// Grid is what a model's coordinates count in: zero for device pixels of the last screen, (1000,1000) for thousandths of
	// its sides, or the size of the pictures that are sent.
	Grid    image.Point
	Settle  phone.Settle  // how an acting tool waits; zero fields as in phone.Settle
	Tree    time.Duration // longest wait for the UI hierarchy; zero: 8 s
	MaxEdge int           // longer side of attached pictures in pixels; zero: 1280
	MaxText int           // characters of a screen in words; zero: 6000
}

// NewView binds a view to p. It asks p for nothing yet.
func NewView(p phone.Phone, o ViewOptions) *View {
	if o.Tree == 0 {
		o.Tree = 8 * time.Second
	}
	if o.MaxEdge == 0 {
		o.MaxEdge = 1280
	}
	if o.MaxText == 0 {
		o.MaxText = 6000
	}
	return &View{phone: p, opts: o, labels: new(uitree.Labels)}
}

// MaxText is how many characters a screen in words may have.
func (v *View) MaxText() int { return v.opts.MaxText }

// Phone is the phone the view is bound to.
func (v *View) Phone() phone.Phone { return v.phone }

// Last is the screen the model saw last, nil before the first look.
func (v *View) Last() *Screen {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.seen
}

// Show remembers s as what the model saw last: a tool that puts a screen into its result calls it. A mere picture does not
// replace a full look at the very same picture.
func (v *View) Show(s *Screen) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if s.Tree == nil && s.NoTree == nil && s.Frame != nil && s.Seq() == v.seen.Seq() {
		return
	}
	v.seen = s
}

// Size is the display's size in its current orientation as far as it is known without asking the phone.
func (v *View) Size() image.Point {
	if s := v.Last(); s != nil && s.Size != (image.Point{}) {
		return s.Size
	}
	if d := v.phone.Info().Displays; len(d) > 0 {
		return d[0].Size
	}
	return image.Point{}
}

// Fill puts what a model must know about coordinates into a description or schema: "{frame}" becomes a sentence that names the
// unit and the size of the screen.
func (v *View) Fill(text string) string {
	size := v.Size()
	var frame string
	switch {
	case v.opts.Grid != (image.Point{}):
		frame = fmt.Sprintf("Coordinates are whole numbers from 0 to %d across and 0 to %d down, (0,0) is the top left corner.", v.opts.Grid.X, v.opts.Grid.Y)
	case size == (image.Point{}):
		frame = "Coordinates are pixels of the screen as it was last shown, (0,0) is the top left corner."
	default:
		frame = fmt.Sprintf("Coordinates are pixels of the screen as it was last shown (%d×%d at the start of this run; results state the size), (0,0) is the top left corner.", size.X, size.Y)
	}
	return strings.ReplaceAll(text, "{frame}", frame)
}

// Screen is what one look at the phone gave. It never changes.
type Screen struct {
	At        time.Time
	Frame     *phone.Frame // nil without a picture
	NoPicture error        // why there is none
	Tree      *uitree.View // nil without a hierarchy
	NoTree    error        // why there is none
	Size      image.Point  // of the display in its current orientation; zero when nothing told it
	Front     string       // package in front, "" when unknown
	Title     string       // of the window in front, "" when unknown
	exact     bool         // the picture stood still while the hierarchy was read: the two belong together
}

// Seq is the number of the picture, 0 without one.
func (s *Screen) Seq() uint64 {
	if s == nil || s.Frame == nil {
		return 0
	}
	return s.Frame.Seq
}

// Look takes a fresh picture and hierarchy. Neither is required: what could not be had is told in the Screen. An error means
// that the phone is gone or ctx ended. The screen is not yet what the model saw; see [View.Show].
func (v *View) Look(ctx context.Context) (*Screen, error) {
	f, err := v.phone.Frame(ctx)
	if err := fatal(ctx, err); err != nil {
		return nil, err
	}
	return v.complete(ctx, f, err, true)
}

// Glance is Look without the hierarchy: cheap where pictures come from a stream.
func (v *View) Glance(ctx context.Context) (*Screen, error) {
	f, err := v.phone.Frame(ctx)
	if err := fatal(ctx, err); err != nil {
		return nil, err
	}
	return v.complete(ctx, f, err, false)
}

// complete makes a Screen of a picture (or the reason there is none), with the hierarchy when tree says so.
func (v *View) complete(ctx context.Context, f *phone.Frame, noPicture error, tree bool) (*Screen, error) {
	s := &Screen{At: time.Now(), Frame: f, NoPicture: noPicture}
	if noPicture == nil {
		s.Size = f.Size
	} else {
		s.Frame = nil
	}
	if tree {
		if err := v.readTree(ctx, s); err != nil {
			return nil, err
		}
	}
	if s.Size == (image.Point{}) {
		s.Size = v.Size()
	}
	return s, nil
}

// readTree adds the hierarchy to s. A picture that changed meanwhile makes the two inexact, and a later aim looks again.
func (v *View) readTree(ctx context.Context, s *Screen) error {
	src, ok := v.phone.(phone.Tree)
	if !ok {
		s.NoTree = fmt.Errorf("UI hierarchy: %w", phone.ErrUnsupported)
		return nil
	}
	within, cancel := context.WithTimeout(ctx, v.opts.Tree)
	defer cancel()
	t, err := uitree.Read(within, src)
	if err := fatal(ctx, err); err != nil {
		return err
	}
	if err != nil {
		s.NoTree = err
		return nil
	}
	size := s.Size
	s.Tree = uitree.Prune(t, uitree.Options{Labels: v.labels, Size: size})
	s.Front, s.Title = s.Tree.Package, s.Tree.Title
	if size == (image.Point{}) {
		s.Size = s.Tree.Size
	}
	if s.Frame == nil {
		return nil
	}
	now, err := v.phone.Frame(ctx)
	if err := fatal(ctx, err); err != nil {
		return err
	}
	s.exact = err == nil && now.Seq == s.Frame.Seq
	return nil
}

// fatal is err when nothing more can come from the phone: it is gone, or the caller's context ended.
func fatal(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, phone.ErrGone):
		return err
	}
	return nil
}

// Still reports whether the picture did not change while the hierarchy was read, which takes the phone a second or so.
func (s *Screen) Still() bool { return s.exact }
