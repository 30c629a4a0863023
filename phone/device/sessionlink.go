package device

import (
	"context"
	"io"
	"io/fs"
	"time"

	"github.com/handset-agent/handset/phone/device/journal"
)

// Push notes the file before it is written.
func (l *sessionLink) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	if err := l.note(journal.File, to); err != nil {
		return err
	}
	return l.transport.Push(ctx, r, size, to, mode, mtime, progress)
}

// Reverse notes the rule before it is made.
func (l *sessionLink) Reverse(ctx context.Context, remote, local string) error {
	if err := l.note(journal.Reverse, remote); err != nil {
		return err
	}
	return l.transport.Reverse(ctx, remote, local)
}
