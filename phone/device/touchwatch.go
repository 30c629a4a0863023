package device

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/dump"
)

var _ phone.TouchWatcher = (*Device)(nil)

// terminal is a transport that can run a command on a terminal of the phone.
type terminal interface {
	StartPTY(ctx context.Context, command, term string) (*adb.Process, error)
}

// WatchTouches implements phone.TouchWatcher with getevent, which sees what the kernel reports: fingers of a person, and nothing of
// what is injected. It runs on a terminal, since it holds its output back in a pipe.
func (d *Device) WatchTouches(ctx context.Context, f func(at time.Time)) error {
	t, ok := d.link.(terminal)
	if !ok {
		return fmt.Errorf("watch touches: %w", phone.ErrUnsupported)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.life, cancel)()
	p, err := t.StartPTY(ctx, "getevent -lt", "dumb")
	if err != nil {
		return d.fail(ctx, "watch touches", err)
	}
	defer p.Close()
	defer context.AfterFunc(ctx, func() { p.Close() })()
	said := ""
	lines := bufio.NewScanner(p.Stdout)
	for lines.Scan() {
		e, ok := dump.ParseInputEvent(lines.Text())
		if ok && e.FingerDown() {
			f(time.Now())
		}
		if !ok && strings.Contains(lines.Text(), "could not") {
			said = lines.Text()
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if said != "" {
		return fmt.Errorf("watch touches: %w: %s", phone.ErrUnsupported, said)
	}
	return fmt.Errorf("watch touches: getevent ended: %w", phone.ErrUnsupported)
}
