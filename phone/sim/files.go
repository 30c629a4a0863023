package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/shell"
	"github.com/handset-agent/handset/phone/sim/vfs"
)

// counting tells how much was read, and stops with ctx.
type counting struct {
	ctx         context.Context
	r           io.Reader
	done, total int64
	tell        func(done, total int64)
}

func (c *counting) Read(b []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	n, err := c.r.Read(b)
	c.done += int64(n)
	if c.tell != nil && n > 0 {
		c.tell(c.done, c.total)
	}
	return n, err
}

// Push writes a file as adb push does: missing folders are made, and group and others get the owner's rights. A push that fails
// leaves no file.
func (p *Phone) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	t := p.sh.Files
	if err := t.MkdirAll(shell.Cred(), path.Dir(to), 0o777); err != nil {
		return fmt.Errorf("push %s: %w", to, err)
	}
	perm := mode.Perm()
	perm |= perm>>3&0o070 | perm>>6&0o007
	f, err := t.Open(shell.Cred(), to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return fmt.Errorf("push %s: %w", to, err)
	}
	if _, err := io.CopyBuffer(struct{ io.Writer }{f}, &counting{ctx: ctx, r: r, total: size, tell: progress}, make([]byte, 64<<10)); err != nil {
		_ = t.Remove(shell.Cred(), to)
		return fmt.Errorf("push %s: %w", to, err)
	}
	f.Chmod(perm)
	if !mtime.IsZero() {
		f.Chtimes(mtime)
	}
	return f.Close()
}

// Pull reads a file.
func (p *Phone) Pull(ctx context.Context, from string, w io.Writer, progress func(done, total int64)) error {
	f, err := p.sh.Files.Open(shell.Cred(), from, os.O_RDONLY, 0)
	if err != nil {
		return fmt.Errorf("pull %s: %w", from, err)
	}
	total := int64(-1)
	if i, err := f.Stat(); err == nil {
		total = i.Bytes
	}
	if _, err := io.CopyBuffer(w, &counting{ctx: ctx, r: f, total: total, tell: progress}, make([]byte, 64<<10)); err != nil {
		return fmt.Errorf("pull %s: %w", from, err)
	}
	return nil
}

// Stat describes a file, following links.
func (p *Phone) Stat(ctx context.Context, name string) (phone.FileInfo, error) {
	i, err := p.sh.Files.Stat(shell.Cred(), name)
	if err != nil {
		return phone.FileInfo{}, fmt.Errorf("stat %s: %w", name, err)
	}
	return fileInfo(i), ctx.Err()
}

// List lists a folder. As over sync, one that cannot be read is empty.
func (p *Phone) List(ctx context.Context, dir string) ([]phone.FileInfo, error) {
	list, err := p.sh.Files.ReadDir(shell.Cred(), dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	out := make([]phone.FileInfo, len(list))
	for i, e := range list {
		out[i] = fileInfo(e)
	}
	return out, ctx.Err()
}

func fileInfo(i vfs.Info) phone.FileInfo {
	return phone.FileInfo{Name: i.Base, Size: i.Bytes, Mode: i.Bits, ModTime: i.Mtime}
}
