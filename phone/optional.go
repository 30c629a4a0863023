package phone

import (
	"context"
	"io"
	"io/fs"
	"time"
)

// Tree reads the UI hierarchy of the active window.
type Tree interface {
	// DumpTree returns the hierarchy as uiautomator writes it. Failures are *TreeError.
	DumpTree(ctx context.Context) (Dump, error)
}

// Dump is a UI hierarchy as it came from the phone.
type Dump struct {
	XML    []byte // from "<?xml" or "<hierarchy" to "</hierarchy>"; noise around it is cut off
	Source string // "uiautomator"
	At     time.Time
}

// Clipboard is the phone's clipboard (text only).
type Clipboard interface {
	Clipboard(ctx context.Context) (string, error)
	SetClipboard(ctx context.Context, s string) error
}

// Files moves files. Progress, when not nil, is called with bytes so far and the total (-1 unknown).
type Files interface {
	Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error
	Pull(ctx context.Context, from string, w io.Writer, progress func(done, total int64)) error
	Stat(ctx context.Context, path string) (FileInfo, error)
	List(ctx context.Context, dir string) ([]FileInfo, error)
}

// FileInfo is one file on the phone. Stat of a missing path gives fs.ErrNotExist.
type FileInfo struct {
	Name    string
	Size    int64
	Mode    fs.FileMode
	ModTime time.Time
}

// App is one installed package.
type App struct {
	Package  string `json:"package"`
	Label    string `json:"label,omitempty"` // as the launcher shows it; empty when unknown
	Activity string `json:"activity,omitempty"`
	Version  string `json:"version,omitempty"`
	System   bool   `json:"system"`
	Disabled bool   `json:"disabled,omitempty"`
}

// Apps manages installed packages.
type Apps interface {
	// Apps lists launchable apps (all packages when all is true), sorted by label, then package.
	Apps(ctx context.Context, all bool) ([]App, error)
	// Launch starts the launcher activity of pkg and waits until it is in front.
	Launch(ctx context.Context, pkg string) error
	Stop(ctx context.Context, pkg string) error
	Install(ctx context.Context, apk io.Reader, size int64, progress func(done, total int64)) error
	Uninstall(ctx context.Context, pkg string) error
	ClearData(ctx context.Context, pkg string) error
	SetEnabled(ctx context.Context, pkg string, on bool) error
}

// Activity is the activity in front.
type Activity struct {
	Package string `json:"package"`
	Class   string `json:"class,omitempty"` // full class name
	Window  string `json:"window"`          // title of the focused window; may be no activity ("NotificationShade")
	Secure  bool   `json:"secure,omitempty"`
}

// Windows tells what is in front.
type Windows interface {
	Foreground(ctx context.Context) (Activity, error)
	// KeyboardShown reports whether a soft keyboard is up.
	KeyboardShown(ctx context.Context) (bool, error)
}

// PowerState is whether the phone can be used right now.
type PowerState struct {
	On     bool `json:"on"`     // the display is awake
	Locked bool `json:"locked"` // a keyguard is showing
	Secure bool `json:"secure"` // the keyguard wants a PIN, pattern or password
}

// Power reads and changes the wake state.
type Power interface {
	PowerState(ctx context.Context) (PowerState, error)
	// Wake turns the display on and dismisses a keyguard that is not secure. A secure lock is left alone and reported in the state.
	Wake(ctx context.Context) (PowerState, error)
}

// Recorder writes the screen as an MP4 file until ctx ends or d has passed.
type Recorder interface {
	Record(ctx context.Context, w io.WriteSeeker, d time.Duration) (Recording, error)
}

// Segmenter is implemented by a writer for Record that can go on in another file when the picture changes its size: an MP4 file
// holds one size only.
type Segmenter interface {
	NextSegment() (io.WriteSeeker, error)
}

// Recording tells what a recorder wrote.
type Recording struct {
	Duration time.Duration
	Packets  int
	Bytes    int64
	Segments int   // more than one when the picture changed size on the way
	Sound    int   // packets of sound
	Silent   error // why there is no sound, or none from some moment on, though it was asked for
}
