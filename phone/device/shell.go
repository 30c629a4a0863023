package device

import (
	"context"
	"errors"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
)

// readTime bounds a command that only reads. Android ends a dump by itself after 10 s.
const readTime = 12 * time.Second

// Shell runs argv as the adb shell user. When ctx ends first the command is killed on the phone (DV-09).
func (d *Device) Shell(ctx context.Context, argv ...string) (phone.Output, error) {
	out, err := d.link.Run(ctx, adb.Quote(argv...))
	d.acted()
	if err != nil {
		return phone.Output{Stdout: out.Stdout, Stderr: out.Stderr}, d.fail(ctx, "shell", err)
	}
	return phone.Output{Stdout: out.Stdout, Stderr: out.Stderr, Exit: out.Exit}, nil
}

// sh runs a command line of our own with a bound.
func (d *Device) sh(ctx context.Context, command string) (adb.Output, error) {
	bounded, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	out, err := d.link.Shell(bounded, command)
	return out, d.fail(ctx, "shell", err)
}

// read is sh for commands that change nothing and whose standard output is all that counts. When the connection broke although
// the phone is still there, it asks once more.
func (d *Device) read(ctx context.Context, command string) (string, error) {
	out, err := d.sh(ctx, command)
	if d.broke(ctx, err) {
		out, err = d.sh(ctx, command)
	}
	return string(out.Stdout), err
}

// broke reports that a connection ended early for no reason of the phone's or the caller's.
func (d *Device) broke(ctx context.Context, err error) bool {
	return ctx.Err() == nil && !errors.Is(err, phone.ErrGone) && (errors.Is(err, adb.ErrConnectionLost) || errors.Is(err, adb.ErrClosed))
}
