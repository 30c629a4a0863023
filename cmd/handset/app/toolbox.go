package app

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/agent/gate"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/act"
	"github.com/handset-agent/handset/tools/apps"
	"github.com/handset-agent/handset/tools/device"
	"github.com/handset-agent/handset/tools/see"
	"github.com/handset-agent/handset/tools/sh"
)

// Registry lists every tool, bound to the phone of v, in the fixed order models see them in. Without a v
// the tools can be read about but do nothing.
func (a *App) Registry(v *tools.View, save tools.Saver) (*tools.Registry, error) {
	if v == nil {
		v = tools.NewView(noPhone{}, tools.ViewOptions{})
	}
	var list []tools.Tool
	for _, family := range [][]tools.Tool{
		see.Tools(v, save), act.Tools(v), apps.Tools(v), device.Tools(v, phoneList{a}, nil), sh.Tools(v),
	} {
		list = append(list, family...)
	}
	return tools.NewRegistry(list...)
}

// CallTool runs one tool on the configured phone for a person: through every guard; asker is asked about risky calls.
func (a *App) CallTool(ctx context.Context, name string, args json.RawMessage, asker gate.Asker) (tools.Result, error) {
	p, err := a.Phone(ctx)
	if err != nil {
		return tools.Result{}, err
	}
	view := tools.NewView(p, tools.ViewOptions{})
	bare, err := a.Registry(view, tools.Dir("."))
	if err != nil {
		return tools.Result{}, err
	}
	if t, ok := bare.Lookup(name); ok && t.Spec().Acts {
		s, err := view.Look(ctx) // so that there is something to compare with afterwards
		if err == nil {
			view.Show(s)
			err = dark(name, s)
		}
		if err != nil {
			return tools.Result{}, err
		}
	}
	r := tools.Guarded(bare, tools.Run{ID: agent.NewID("run"), Mode: tools.Max, Gate: gate.New(asker, gate.Options{})})
	t, ok := r.Lookup(name)
	if !ok {
		return bare.Unknown(name), nil
	}
	res, err := t.Call(ctx, tools.Call{ID: agent.NewID("call"), Name: name, Args: args, Raw: string(args)})
	a.Log.DebugContext(ctx, "tool", "name", name, "status", res.Status, "code", res.Code, "took", res.Took.Round(time.Millisecond))
	return res, err
}

// dark refuses what cannot be seen to do anything: the phone takes a touch while its screen is off, and drops it. Keys may wake it.
func dark(tool string, s *tools.Screen) error {
	var none *phone.NotAPicture
	if tool == "ua_press" || tool == "wake_screen" || !errors.As(s.NoPicture, &none) || none.Reason != phone.ScreenOff {
		return nil
	}
	return none
}

// phoneList tells the tools which phones there are. Choosing another one counts from the next run on.
type phoneList struct{ a *App }

func (l phoneList) Devices(ctx context.Context) ([]tools.Device, error) {
	listed, err := l.a.Phones(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]tools.Device, len(listed))
	for i, d := range listed {
		out[i] = tools.Device{Serial: d.Serial, State: d.State, Reason: d.Reason, Model: d.Model, Android: d.Android, Selected: l.a.chosen(d.Serial, listed)}
	}
	return out, nil
}

// chosen reports whether serial is the phone of the next run.
func (a *App) chosen(serial string, listed []Listed) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return serial == a.Config.Serial || a.Config.Serial == "" && len(listed) == 1
}

func (l phoneList) Select(ctx context.Context, serial string) error {
	c, err := l.a.ADB(ctx)
	if err != nil {
		return err
	}
	if _, err := c.Resolve(ctx, serial); err != nil {
		return err
	}
	l.a.mu.Lock()
	defer l.a.mu.Unlock()
	l.a.Config.Serial = serial
	return nil
}

// probe is a cheap exchange with the phone: an answer means that it is still there.
func probe(p phone.Phone) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := p.Shell(ctx, "true")
		return err
	}
}
