package control

import (
	"encoding/json"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/world"
)

// ops are the requests by name.
var ops = map[string]func(*Server, *target, Request) (any, error){
	"state.get": func(_ *Server, t *target, r Request) (any, error) { return t.Phone.World().State(r.Text) },
	"state.set": func(_ *Server, t *target, r Request) (any, error) {
		return true, t.Phone.World().SetState(r.Text, r.Value)
	},
	"fault.on": faultOn, "fault.off": faultOff, "fault.list": faultList,
	"clock.show":    func(_ *Server, t *target, _ Request) (any, error) { return showClock(t), nil },
	"clock.set":     clockSet,
	"clock.advance": clockAdvance,
	"clock.freeze": func(_ *Server, t *target, _ Request) (any, error) {
		t.Phone.World().FreezeClock()
		return showClock(t), nil
	},
	"clock.run": func(_ *Server, t *target, _ Request) (any, error) {
		t.Phone.World().RunClock()
		return showClock(t), nil
	},
	"snapshot.save": func(_ *Server, t *target, _ Request) (any, error) {
		b, err := t.Phone.Save()
		return json.RawMessage(b), err
	},
	"snapshot.load": func(_ *Server, t *target, r Request) (any, error) { return true, t.Phone.Load(r.Value) },
	"record.start":  func(s *Server, t *target, r Request) (any, error) { return true, t.startRecording(s, r.Text) },
	"record.stop":   func(_ *Server, t *target, _ Request) (any, error) { return t.stopRecording() },
	"journal":       showJournal,
	"touch":         touch,
}

// Fault is a fault that is on.
type Fault struct {
	Name   fault.Name `json:"name"`
	Rule   string     `json:"rule,omitempty"`
	Active bool       `json:"active"`
	Asked  int        `json:"asked"`
	Hits   int        `json:"hits"`
}

func faultOn(_ *Server, t *target, r Request) (any, error) {
	n, rule, err := fault.Parse(r.Text)
	if err == nil {
		err = t.Phone.World().Faults().On(n, rule)
	}
	return true, err
}

func faultOff(_ *Server, t *target, r Request) (any, error) {
	set := t.Phone.World().Faults()
	if r.Text == "" || r.Text == "all" {
		set.Clear()
		return true, nil
	}
	if !set.Off(fault.Name(r.Text)) {
		return nil, fmt.Errorf("the fault %s is not on", r.Text)
	}
	return true, nil
}

func faultList(_ *Server, t *target, _ Request) (any, error) {
	out := []Fault{}
	for _, f := range t.Phone.World().Faults().List() {
		out = append(out, Fault{f.Name, f.Rule.String(), f.Active, f.Asked, f.Hits})
	}
	return out, nil
}

// Clock is how a phone's wall clock stands.
type Clock struct {
	Now    time.Time `json:"now"`
	Offset string    `json:"offset"` // from the computer's clock
	Frozen bool      `json:"frozen"`
}

func showClock(t *target) Clock {
	c := t.Phone.World().WallClock()
	return Clock{c.Now, c.Offset.Round(time.Second).String(), c.Frozen}
}

// clockLayouts are how a time may be written; without a zone it is the phone's.
var clockLayouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly, "15:04:05", "15:04"}

func clockSet(_ *Server, t *target, r Request) (any, error) {
	w := t.Phone.World()
	now := w.Now()
	for _, layout := range clockLayouts {
		at, err := time.ParseInLocation(layout, r.Text, now.Location())
		if err != nil {
			continue
		}
		if strings.HasPrefix(layout, "15") { // today
			at = time.Date(now.Year(), now.Month(), now.Day(), at.Hour(), at.Minute(), at.Second(), 0, now.Location())
		}
		w.SetClock(at)
		return showClock(t), nil
	}
	return nil, fmt.Errorf("%q is no time such as 2026-03-04T05:06:07, 2026-03-04 or 05:06", r.Text)
}

func clockAdvance(_ *Server, t *target, r Request) (any, error) {
	d, err := time.ParseDuration(r.Text)
	if err != nil {
		return nil, fmt.Errorf("%q is no time such as 90s, 10m or 36h", r.Text)
	}
	t.Phone.World().AdvanceClock(d)
	return showClock(t), nil
}

func showJournal(_ *Server, t *target, r Request) (any, error) {
	var after uint64
	if r.Text != "" {
		if _, err := fmt.Sscan(r.Text, &after); err != nil {
			return nil, fmt.Errorf("%q is no number of an event", r.Text)
		}
	}
	if list := t.Phone.World().Journal(after); list != nil {
		return list, nil
	}
	return []world.Event{}, nil
}

// Touch is a person's finger on the panel: down at From, up at To after Time.
type Touch struct {
	From image.Point   `json:"from"`
	To   image.Point   `json:"to"`
	Time time.Duration `json:"time"`
}

// Limits of a touch.
const (
	touchStep = 10 * time.Millisecond
	touchMost = time.Minute
)

func touch(s *Server, t *target, r Request) (any, error) {
	var g Touch
	if err := json.Unmarshal(r.Value, &g); err != nil {
		return nil, fmt.Errorf("touch: %w", err)
	}
	w := t.Phone.World()
	inside := image.Rectangle{Max: w.Display().Size}
	switch {
	case !g.From.In(inside) || !g.To.In(inside):
		return nil, fmt.Errorf("the display is %d×%d: %v is beside it", inside.Max.X, inside.Max.Y, g.From)
	case g.Time < 0 || g.Time > touchMost:
		return nil, fmt.Errorf("a touch of %v is longer than %v", g.Time, touchMost)
	}
	const finger = 0
	w.Press(finger, world.TouchDown, g.From)
	for at := touchStep; at < g.Time; at += touchStep {
		if !pause(s, touchStep) {
			break
		}
		if g.From != g.To {
			w.Press(finger, world.TouchMove, g.From.Add(g.To.Sub(g.From).Mul(int(at/time.Millisecond)).Div(max(1, int(g.Time/time.Millisecond)))))
		}
	}
	w.Press(finger, world.TouchUp, g.To)
	return true, nil
}

func pause(s *Server, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-s.ctx.Done():
		return false
	}
}
