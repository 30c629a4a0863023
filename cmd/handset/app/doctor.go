package app

import (
	"context"
	"fmt"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
)

// Check is one ability that the doctor proved, or not.
type Check struct {
	Name   string        `json:"name"`
	State  CheckState    `json:"state"`
	Took   time.Duration `json:"took_ns"`
	Detail string        `json:"detail,omitempty"` // what was seen, or what went wrong
	Fix    string        `json:"fix,omitempty"`
}

// CheckState is what came of a check.
type CheckState string

// The states of a check.
const (
	CheckOK      CheckState = "ok"
	CheckFailed  CheckState = "failed"
	CheckSkipped CheckState = "skipped" // there is nothing to check with, or an earlier failure makes it pointless
)

// checkTime bounds one check.
const checkTime = 30 * time.Second

// examiner runs checks one after another and keeps what they found.
type examiner struct {
	a      *App
	report func(Check)
	failed bool
	noMore bool // the phone cannot be used: what needs it is skipped
}

// Doctor proves each ability with a harmless real thing and reports each as it is known. It returns the first reason why the
// phone cannot be used at all, if any; failed tells whether any check failed.
func (a *App) Doctor(ctx context.Context, report func(Check)) (failed bool, err error) {
	x := &examiner{a: a, report: report}
	var d *device.Device
	x.run(ctx, "adb server", func(ctx context.Context) (string, error) {
		c, err := a.ADB(ctx)
		if err != nil {
			return "", err
		}
		v, err := c.Version(ctx)
		return fmt.Sprintf("version %d at %s", v, c.Addr), err
	})
	err = x.vital(ctx, "phone", func(ctx context.Context) (string, error) {
		var err error
		if d, err = a.Phone(ctx); err != nil {
			return "", err
		}
		i := d.Info()
		return fmt.Sprintf("%s %s, Android %s (API %d)", i.Manufacturer, i.Model, i.Android, i.SDK), nil
	})
	x.run(ctx, "scrcpy server", func(context.Context) (string, error) {
		file, err := scrcpy.Server(a.Config.ScrcpyServer)
		from := "built in"
		if a.Config.ScrcpyServer != "" {
			from = a.Config.ScrcpyServer
		}
		return fmt.Sprintf("%s, %d bytes, %s", scrcpy.Version, len(file), from), err
	})
	x.phone(ctx, d)
	x.provider(ctx)
	return x.failed, err
}

// phone checks what needs the phone.
func (x *examiner) phone(ctx context.Context, d *device.Device) {
	x.run(ctx, "shell", func(ctx context.Context) (string, error) {
		out, err := d.Shell(ctx, "id")
		return firstLine(out.Stdout), err
	})
	x.run(ctx, "awake", func(ctx context.Context) (string, error) {
		s, err := d.PowerState(ctx)
		return fmt.Sprintf("screen on: %t, locked: %t", s.On, s.Locked), err
	})
	for _, via := range []device.Via{device.Stream, device.Screencap} {
		if via == device.Stream && !av.Built {
			x.skip("picture by stream", "video decoding is not built in", "Build without -tags nolibav, with the libav development packages installed.")
			continue
		}
		x.run(ctx, "picture by "+string(via), func(ctx context.Context) (string, error) {
			f, err := d.FrameVia(ctx, via)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("%d×%d", f.Size.X, f.Size.Y), nil
		})
	}
	x.run(ctx, "UI tree", func(ctx context.Context) (string, error) {
		dump, err := d.DumpTree(ctx)
		return fmt.Sprintf("%d bytes by %s", len(dump.XML), dump.Source), err
	})
	x.run(ctx, "input", func(ctx context.Context) (string, error) {
		return "injected key 0 (unknown), which does nothing", d.Key(ctx, phone.Key{})
	})
	x.run(ctx, "clipboard", func(ctx context.Context) (string, error) {
		s, err := d.Clipboard(ctx)
		return fmt.Sprintf("%d characters", len([]rune(s))), err
	})
}

// provider asks the configured service for its models, when one is configured.
func (x *examiner) provider(ctx context.Context) {
	c := x.a.Config
	if c.Key == "" && c.Env("OPENAI_BASE_URL") == "" {
		x.skip("model provider", "not configured", "Set OPENAI_API_KEY, and OPENAI_BASE_URL for a service of your own.")
		return
	}
	x.noMore = false
	x.run(ctx, "model provider", func(ctx context.Context) (string, error) {
		p := openai.New(openai.Options{BaseURL: c.BaseURL, Key: c.Key})
		defer p.Close()
		models, err := p.Models(ctx)
		return fmt.Sprintf("%d models at %s", len(models), c.BaseURL), err
	})
}

func (x *examiner) run(ctx context.Context, name string, do func(context.Context) (string, error)) {
	_ = x.check(ctx, name, do)
}

// vital is a check whose failure makes the rest pointless.
func (x *examiner) vital(ctx context.Context, name string, do func(context.Context) (string, error)) error {
	err := x.check(ctx, name, do)
	x.noMore = err != nil
	return err
}

func (x *examiner) check(ctx context.Context, name string, do func(context.Context) (string, error)) error {
	if x.noMore || ctx.Err() != nil {
		x.skip(name, "", "")
		return nil
	}
	within, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	start := time.Now()
	detail, err := do(within)
	c := Check{Name: name, State: CheckOK, Took: time.Since(start), Detail: detail}
	if err != nil {
		p := Sort(err)
		x.failed = true
		c.State, c.Detail, c.Fix = CheckFailed, p.Message, p.Next
	}
	x.report(c)
	return err
}

func (x *examiner) skip(name, why, fix string) {
	x.report(Check{Name: name, State: CheckSkipped, Detail: why, Fix: fix})
}

func firstLine(b []byte) string {
	for i, c := range b {
		if c == '\n' || c == '\r' {
			return string(b[:i])
		}
	}
	return string(b)
}
