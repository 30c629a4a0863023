package device

import (
	"context"
	"io"
	"io/fs"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
)

// Push writes a file on the phone.
func (d *Device) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	return d.fail(ctx, "push", d.link.Push(ctx, r, size, to, mode, mtime, progress))
}

// Pull reads a file of the phone.
func (d *Device) Pull(ctx context.Context, from string, w io.Writer, progress func(done, total int64)) error {
	return d.fail(ctx, "pull", d.link.Pull(ctx, from, w, progress))
}

// Stat describes a file of the phone; a missing one gives fs.ErrNotExist.
func (d *Device) Stat(ctx context.Context, path string) (phone.FileInfo, error) {
	i, err := d.link.Stat(ctx, path)
	return fileInfo(i), d.fail(ctx, "stat", err)
}

// List lists a directory of the phone.
func (d *Device) List(ctx context.Context, dir string) ([]phone.FileInfo, error) {
	list, err := d.link.List(ctx, dir)
	out := make([]phone.FileInfo, len(list))
	for i, f := range list {
		out[i] = fileInfo(f)
	}
	return out, d.fail(ctx, "list", err)
}

func fileInfo(f adb.FileInfo) phone.FileInfo {
	return phone.FileInfo{Name: f.Name, Size: f.Size, Mode: f.Mode, ModTime: f.ModTime}
}
