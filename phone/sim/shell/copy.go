package shell

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

func cpCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("dHLPprRfinuvaTst:lFD")
	if !ok {
		return 1
	}
	return p.transfer(f, func(from, to, shown string) error {
		return p.d.copyTree(ctx, from, to, f.has("r") || f.has("R") || f.has("a"), f.has("p") || f.has("a"))
	})
}

func mvCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("finuvTt:")
	if !ok {
		return 1
	}
	return p.transfer(f, func(from, to, shown string) error {
		err := p.d.Files.Rename(shellCred, from, to)
		if errors.Is(err, vfs.EXDEV) {
			if err = p.d.copyTree(ctx, from, to, true, true); err == nil {
				_, err = p.d.removeAll(from, shown)
			}
		}
		return err
	})
}

// transfer is what cp and mv share: several sources into a folder, or one to a name.
func (p *Proc) transfer(f flags, do func(from, to, shown string) error) int {
	args := f.args
	if f.has("t") {
		args = append(args, f.str("t", ""))
	}
	if len(args) < 2 {
		return p.needs(2)
	}
	to := args[len(args)-1]
	info, err := p.stat(to)
	into := err == nil && info.IsDir() && !f.has("T")
	if len(args) > 2 && !into {
		return p.fail("'%s' not directory", to)
	}
	status := 0
	for _, name := range args[:len(args)-1] {
		dst := to
		if into {
			dst = path.Join(to, path.Base(path.Clean("/"+name)))
		}
		src, err := p.lstat(name)
		if err != nil {
			status = p.fail("bad '%s': %v", name, err)
			continue
		}
		if old, err := p.stat(dst); err == nil {
			if f.has("n") {
				continue
			}
			if old.Ino == src.Ino && old.Dev == src.Dev {
				status = p.fail("'%s' is '%s'", dst, name)
				continue
			}
		}
		if f.has("v") {
			p.Printf("%s '%s' -> '%s'\n", path.Base(p.Args[0]), name, dst)
		}
		if err := do(p.abs(name), p.abs(dst), name); err != nil {
			status = 1
			switch {
			case errors.Is(err, errSkipDir):
				p.Errf("%s: Skipped dir '%s'\n", path.Base(p.Args[0]), name)
			default:
				p.fail("bad '%s': %v", dst, err)
			}
		}
	}
	return status
}

var errSkipDir = errors.New("skipped a folder")

// copyTree copies a file, link or folder.
func (d *Device) copyTree(ctx context.Context, from, to string, deep, keep bool) error {
	info, err := d.Files.Lstat(shellCred, from)
	if err == nil && info.Target != "" && !deep {
		info, err = d.Files.Stat(shellCred, from)
	}
	switch {
	case err != nil:
		return err
	case info.Target != "":
		return d.Files.Symlink(shellCred, info.Target, to)
	case info.IsDir() && !deep:
		return errSkipDir
	case info.IsDir():
		if err := d.Files.Mkdir(shellCred, to, info.Bits.Perm()); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		list, err := d.Files.ReadDir(shellCred, from)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := d.copyTree(ctx, path.Join(from, e.Base), path.Join(to, e.Base), deep, keep); err != nil {
				return err
			}
		}
		return nil
	}
	if err := d.copyFile(ctx, from, to, info.Bits.Perm()); err != nil {
		return err
	}
	if keep {
		return d.Files.Chtimes(shellCred, to, info.Atime, info.Mtime)
	}
	return nil
}

func (d *Device) copyFile(ctx context.Context, from, to string, perm fs.FileMode) error {
	in, err := d.Files.Open(shellCred, from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	out, err := d.Files.Open(shellCred, to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = io.CopyBuffer(out, &until{ctx, in}, make([]byte, 64<<10))
	return err
}

// until reads until ctx ends.
type until struct {
	ctx context.Context
	r   io.Reader
}

func (u *until) Read(b []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.r.Read(b)
}
