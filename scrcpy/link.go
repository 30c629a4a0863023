package scrcpy

import (
	"context"
	"io"
	"io/fs"
	"net"
	"time"
)

// Link is the way to one phone. A device of package adb fits it.
type Link interface {
	// Push writes size bytes of r to the file to. progress may be nil.
	Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error
	// Exec runs a shell command and returns its combined output. Ending ctx or closing the stream hangs up.
	Exec(ctx context.Context, command string) (io.ReadCloser, error)
	// DialLocal connects to an abstract Unix socket on the phone. An error means that nobody listens (yet).
	DialLocal(ctx context.Context, name string) (net.Conn, error)
	// Reverse makes connections to remote on the phone ("localabstract:…") arrive at local here ("tcp:…").
	Reverse(ctx context.Context, remote, local string) error
	// KillReverse removes such a rule; established connections survive.
	KillReverse(ctx context.Context, remote string) error
}
