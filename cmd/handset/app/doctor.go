package app

import (
	"context"
	"errors"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
)

// Check is one ability that the doctor proved, or not. What is said of it is the catalogue's: doctor.<Said> with Facts when it
// is not empty, else the problem that Err is.
type Check struct {
	Name  string // of the catalogue's doctor.name.<Name>
	State CheckState
	Took  time.Duration
	Said  string
	Facts []any
	Err   error
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
	why    string // the phone, or its screen, cannot be used: what needs it is skipped with this reason
}

// Doctor proves each ability with a harmless real thing and reports each as it is known. It returns the first reason why the
// phone cannot be used at all, if any; failed tells whether any check failed.
func (a *App) Doctor(ctx context.Context, report func(Check)) (failed bool, err error) {
	x := &examiner{a: a, report: report}
	var d *device.Device
	err = x.vital(ctx, "adb_server", "no_adb_server", func(ctx context.Context) ([]any, error) {
		c, err := a.ADB(ctx)
		if err != nil {
			return nil, err
		}
		v, err := c.Version(ctx)
		return []any{v, c.Addr}, err
	})
	x.otherServers(ctx)
	if perr := x.vital(ctx, "phone", "no_phone", func(ctx context.Context) ([]any, error) {
		var err error
		if d, err = a.Phone(ctx); err != nil {
			return nil, err
		}
		i := d.Info()
		return []any{i.Manufacturer, i.Model, i.Android, i.SDK}, nil
	}); err == nil {
		err = perr
	}
	x.always(ctx, "scrcpy_server", func(context.Context) ([]any, error) {
		file, err := scrcpy.Server(a.Config.ScrcpyServer)
		from := any(Word("built_in"))
		if a.Config.ScrcpyServer != "" {
			from = a.Config.ScrcpyServer
		}
		return []any{scrcpy.Version, len(file), from}, err
	})
	x.phone(ctx, d)
	x.provider(ctx)
	return x.failed, err
}

// phone checks what needs the phone.
func (x *examiner) phone(ctx context.Context, d *device.Device) {
	x.run(ctx, "shell", func(ctx context.Context) ([]any, error) {
		out, err := d.Shell(ctx, "id")
		return []any{user(out.Stdout)}, err
	})
	x.awake(ctx, d)
	for _, via := range []device.Via{device.Stream, device.Screencap} {
		name := "picture_" + string(via)
		if via == device.Stream && !av.Built {
			x.report(Check{Name: name, State: CheckSkipped, Said: "no_video"})
			continue
		}
		x.run(ctx, name, func(ctx context.Context) ([]any, error) {
			f, err := d.FrameVia(ctx, via)
			if err != nil {
				return nil, err
			}
			return []any{f.Size.X, f.Size.Y}, nil
		})
	}
	x.run(ctx, "tree", func(ctx context.Context) ([]any, error) {
		dump, err := d.DumpTree(ctx)
		return []any{len(dump.XML), dump.Source}, err
	})
	if x.why == "screen_off" { // that is no hindrance to the rest
		x.why = ""
	}
	x.run(ctx, "input", func(ctx context.Context) ([]any, error) { return nil, d.Key(ctx, phone.Key{}) })
	x.run(ctx, "clipboard", func(ctx context.Context) ([]any, error) {
		s, err := d.Clipboard(ctx)
		return []any{len([]rune(s))}, err
	})
}

// awake looks whether there is a screen to see. One that is off makes looking at it pointless; a keyguard does not.
func (x *examiner) awake(ctx context.Context, d *device.Device) {
	err := x.check(ctx, "awake", func(ctx context.Context) ([]any, error) {
		s, err := d.PowerState(ctx)
		switch {
		case err != nil:
			return nil, err
		case !s.On:
			return nil, &phone.NotAPicture{Reason: phone.ScreenOff}
		case s.Locked:
			return nil, &phone.NotAPicture{Reason: phone.Locked}
		}
		return nil, nil
	})
	var none *phone.NotAPicture
	if errors.As(err, &none) && none.Reason == phone.ScreenOff {
		x.why = "screen_off"
	}
}

// provider asks the configured service for its models, when one is configured.
func (x *examiner) provider(ctx context.Context) {
	c := x.a.Config
	if c.Key == "" && c.Env("OPENAI_BASE_URL") == "" {
		x.report(Check{Name: "provider", State: CheckSkipped, Said: "no_provider"})
		return
	}
	x.always(ctx, "provider", func(ctx context.Context) ([]any, error) {
		p := openai.New(openai.Options{BaseURL: c.BaseURL, Key: c.Key})
		defer p.Close()
		models, err := p.Models(ctx)
		return []any{len(models), c.BaseURL}, err
	})
}

type proof func(context.Context) (facts []any, err error)

func (x *examiner) run(ctx context.Context, name string, do proof) { _ = x.check(ctx, name, do) }

// always is a check that needs no phone.
func (x *examiner) always(ctx context.Context, name string, do proof) {
	why := x.why
	x.why = ""
	x.run(ctx, name, do)
	x.why = why
}

// vital is a check whose failure makes the rest pointless.
func (x *examiner) vital(ctx context.Context, name, why string, do proof) error {
	err := x.check(ctx, name, do)
	if err != nil {
		x.why = why
	}
	return err
}

func (x *examiner) check(ctx context.Context, name string, do proof) error {
	if x.why != "" || ctx.Err() != nil {
		c := Check{Name: name, State: CheckSkipped}
		if x.why != "" {
			c.Said = "skip_" + x.why
		}
		x.report(c)
		return nil
	}
	within, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	start := time.Now()
	facts, err := do(within)
	c := Check{Name: name, State: CheckOK, Took: time.Since(start), Said: name, Facts: facts, Err: err}
	if err != nil {
		x.failed = true
		c.State, c.Said, c.Facts = CheckFailed, "", nil
	}
	x.report(c)
	return err
}

// otherServers says which adb server holds how many phones, when there are several (F-002).
func (x *examiner) otherServers(ctx context.Context) {
	if x.why != "" {
		return
	}
	start := time.Now()
	found, err := x.a.Servers(ctx)
	if err != nil {
		return // the check before tells
	}
	for _, other := range found[1:] {
		x.report(Check{Name: "adb_servers", State: CheckOK, Took: time.Since(start), Said: "adb_servers",
			Facts: []any{found[0].Addr, found[0].Phones, other.Addr, other.Phones}})
	}
}

// user is who "id" says one is: the first word of its answer, without the groups.
func user(id []byte) string {
	for i, c := range id {
		if c == ' ' || c == '\n' || c == '\r' {
			return string(id[:i])
		}
	}
	return string(id)
}
