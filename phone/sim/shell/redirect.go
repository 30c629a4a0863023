package shell

import (
	"context"
	"io"
	"io/fs"
	"os"

	"mvdan.cc/sh/v3/interp"
)

// openFile opens the target of a redirection. Reading goes through a pipe, which is what the interpreter needs.
func (sh *script) openFile(ctx context.Context, name string, flag int, perm fs.FileMode) (io.ReadWriteCloser, error) {
	hc := interp.HandlerCtx(ctx)
	write := flag&(os.O_WRONLY|os.O_RDWR) != 0
	o := opener{d: sh.d, con: sh.con, stdout: raw(hc.Stdout), stderr: raw(hc.Stderr), dir: hc.Dir}
	if !write {
		o.stdin = &input{ctx: sh.ctxOf(hc.Env), file: sh.marker}
	}
	f, err := o.open(name, flag, 0o666)
	if err != nil {
		op := "can't open"
		if write {
			op = "can't create"
		}
		return nil, &fs.PathError{Op: sh.where(hc) + op, Path: name, Err: err}
	}
	if write {
		return f, nil
	}
	if name == "/dev/tty" || name == "/dev/stdin" {
		sh.feed()
	}
	return sh.pipeFrom(f)
}

// pipeFrom gives the reading end of a pipe that f is copied into. It ends with f, when the reader closes it, or with the shell.
func (sh *script) pipeFrom(f io.ReadCloser) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	sh.mu.Lock()
	sh.pipes[r] = true
	sh.mu.Unlock()
	sh.feeds.Go(func() {
		_, _ = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{f}, make([]byte, 64<<10))
		_ = w.Close()
		_ = f.Close()
	})
	return r, nil
}

func (sh *script) statFile(_ context.Context, name string, follow bool) (fs.FileInfo, error) {
	if follow {
		return sh.d.Files.Stat(shellCred, name)
	}
	return sh.d.Files.Lstat(shellCred, name)
}

func (sh *script) readDir(ctx context.Context, name string) ([]fs.DirEntry, error) {
	list, err := sh.d.Files.ReadDir(shellCred, absolute(interp.HandlerCtx(ctx).Dir, name))
	if err != nil {
		return nil, err
	}
	out := make([]fs.DirEntry, len(list))
	for i, info := range list {
		out[i] = fs.FileInfoToDirEntry(info)
	}
	return out, nil
}

func (sh *script) access(_ context.Context, name string, mode interp.AccessMode) error {
	return sh.d.Files.Access(shellCred, name, fs.FileMode(mode))
}

// read reads a file of the tree as the shell user.
func (d *Device) read(name string) ([]byte, error) { return d.readLimit(name, 16<<20) }

func (d *Device) readLimit(name string, limit int64) ([]byte, error) {
	f, err := d.Files.Open(shellCred, name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, limit))
}
