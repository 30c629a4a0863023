package device

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"net"
	"time"

	"github.com/handset-agent/handset/adb"
)

var _ transport = (*links)(nil)

// Shell runs a command line by the way that is used.
func (l *links) Shell(ctx context.Context, command string) (out adb.Output, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { out, err = d.Shell(ctx, command); return err })
	return out, err
}

// Run is Shell with a command that ends with ctx.
func (l *links) Run(ctx context.Context, command string) (out adb.Output, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { out, err = d.Run(ctx, command); return err })
	return out, err
}

// Exec starts a command whose output is read as it comes.
func (l *links) Exec(ctx context.Context, command string) (out io.ReadCloser, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { out, err = d.Exec(ctx, command); return err })
	return out, err
}

// DialLocal dials a socket on the phone.
func (l *links) DialLocal(ctx context.Context, name string) (c net.Conn, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { c, err = d.DialLocal(ctx, name); return err })
	return c, err
}

// Open opens a service of the phone.
func (l *links) Open(ctx context.Context, service string) (c net.Conn, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { c, err = d.Open(ctx, service); return err })
	return c, err
}

// Push writes a file on the phone.
func (l *links) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	return l.do(ctx, func(d *adb.Device) error { return d.Push(ctx, r, size, to, mode, mtime, progress) })
}

// Pull reads a file of the phone.
func (l *links) Pull(ctx context.Context, from string, w io.Writer, progress func(done, total int64)) error {
	return l.do(ctx, func(d *adb.Device) error { return d.Pull(ctx, from, w, progress) })
}

// Stat describes a file of the phone.
func (l *links) Stat(ctx context.Context, path string) (i adb.FileInfo, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { i, err = d.Stat(ctx, path); return err })
	return i, err
}

// List lists a directory of the phone.
func (l *links) List(ctx context.Context, dir string) (all []adb.FileInfo, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { all, err = d.List(ctx, dir); return err })
	return all, err
}

// Install installs an APK.
func (l *links) Install(ctx context.Context, r io.Reader, size int64, args ...string) error {
	return l.do(ctx, func(d *adb.Device) error { return d.Install(ctx, r, size, args...) })
}

// Reverse makes the phone's socket remote lead to local.
func (l *links) Reverse(ctx context.Context, remote, local string) error {
	return l.do(ctx, func(d *adb.Device) error { return d.Reverse(ctx, remote, local) })
}

// KillReverse ends a rule. Rules end with the way they were made on, so another one is not looked for.
func (l *links) KillReverse(ctx context.Context, remote string) error {
	return l.now().KillReverse(ctx, remote)
}

// Track is the list of all phones, now and after each change.
func (l *links) Track(ctx context.Context) iter.Seq2[[]adb.DeviceInfo, error] {
	return l.client.Track(ctx)
}

// StartPTY runs a command on a terminal of the phone.
func (l *links) StartPTY(ctx context.Context, command, term string) (p *adb.Process, err error) {
	err = l.do(ctx, func(d *adb.Device) (err error) { p, err = d.StartPTY(ctx, command, term); return err })
	return p, err
}
