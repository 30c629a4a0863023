// Package phone holds the words every other package uses to talk about an Android phone: frames, gestures, keys, shell
// output, and the small interfaces a phone is made of. It imports nothing of ours. A real phone (phone/device) and the
// simulated one (phone/sim) both implement [Phone] and pass the same contract suite (phone/phonetest).
//
// Coordinates are device pixels in the display's current orientation, (0,0) at the top left, unless a comment says otherwise.
package phone

import (
	"context"
	"image"
	"time"
)

// Phone is one Android phone, bound to one serial for its whole life. Optional abilities ([Tree], [Clipboard], [Files],
// [Apps], [Windows], [Power], [Recorder], [Watcher]) are found by type assertion.
type Phone interface {
	Info() Info
	Screen
	Input
	Shell
}

// Info tells what a phone is. Fields that could not be read are zero.
type Info struct {
	Serial       string // as adb names the transport; may hold blanks and colons
	Identity     string // ro.serialno: the same phone over USB and Wi-Fi has one identity
	Manufacturer string
	Brand        string
	Model        string
	Android      string // release, such as "14"
	SDK          int    // API level, such as 34
	ABI          string
	Displays     []Display // the default display first
}

// Display is one logical display.
type Display struct {
	ID      int
	Size    image.Point // pixels in the natural orientation
	Density int         // dots per inch
}

// Screen shows what is on the default display.
type Screen interface {
	// Frame returns the newest picture that is provably not older than the call, and than every input delivered before it.
	// When there is no picture to show the error is a *NotAPicture; a made-up picture is never returned.
	Frame(ctx context.Context) (*Frame, error)
	// Settled waits until the screen stands still as s asks and returns the newest picture. changed tells whether the picture
	// differs from the one numbered s.After.
	Settled(ctx context.Context, s Settle) (f *Frame, changed bool, err error)
}

// Settle says what counts as a still screen.
type Settle struct {
	After uint64        // Seq of the frame seen before the action
	First time.Duration // how long to wait for a first change before the screen counts as unchanged; zero means 300 ms
	Quiet time.Duration // how long nothing may change; zero means 150 ms
	Max   time.Duration // give up waiting for quiet and return the newest frame; zero means 3 s
}

// WithDefaults fills in the zero fields.
func (s Settle) WithDefaults() Settle {
	if s.First == 0 {
		s.First = 300 * time.Millisecond
	}
	if s.Quiet == 0 {
		s.Quiet = 150 * time.Millisecond
	}
	if s.Max == 0 {
		s.Max = 3 * time.Second
	}
	return s
}

// Input acts on the default display. A nil error means that the phone took the input (delivered); it says nothing about a
// visible effect.
type Input interface {
	// Gesture plays g and returns when its last finger is up. When the display no longer has the size g.On, or no longer stands as
	// g.Pose says, the error is an ErrStaleView and nothing is sent; a point outside g.On gives an *OutOfBounds.
	Gesture(ctx context.Context, g Gesture) error
	Key(ctx context.Context, k Key) error
	// Text enters s into the focused field as if typed. What the phone cannot take gives a *TextError naming the part.
	Text(ctx context.Context, s string) error
}

// Shell runs commands as the adb shell user.
type Shell interface {
	// Shell runs argv, each element one word: the implementation quotes. A single element that is a whole script can be run
	// as Shell(ctx, "sh", "-c", script). A non-zero exit is not an error; a lost connection is.
	Shell(ctx context.Context, argv ...string) (Output, error)
}

// Output is what a command on the phone printed.
type Output struct {
	Stdout, Stderr []byte
	Exit           int // 128+n when killed by signal n
}
