package drill

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/tools"
)

// state is what a phone holds, by place: settings/NAMESPACE/KEY, data/PACKAGE, packages/NAME, content/TABLE, clipboard.
type state map[string]string

func stateOf(w *world.World) (state, error) {
	raw, err := w.Save()
	if err != nil {
		return nil, err
	}
	var saved struct{ State map[string]json.RawMessage }
	if err := json.Unmarshal(raw, &saved); err != nil {
		return nil, err
	}
	s := state{}
	s.put("settings", saved.State["settings"], 2)
	s.put("data", saved.State["data"], 1)
	s.put("content", saved.State["content"], 1)
	s["clipboard"], _ = w.Clipboard()
	return s, nil
}

// put takes the fields of an object apart, to a depth.
func (s state) put(place string, raw json.RawMessage, depth int) {
	var fields map[string]json.RawMessage
	if depth == 0 || json.Unmarshal(raw, &fields) != nil {
		s[place] = string(raw)
		return
	}
	for k, v := range fields {
		s.put(place+"/"+k, v, depth-1)
	}
}

// says reports whether a text is at a place, as JSON writes it.
func (s state) says(place, text string) bool {
	quoted, err := json.Marshal(text)
	return err == nil && strings.Contains(s[place], strings.Trim(string(quoted), `"`))
}

// passing lists places that change by themselves.
var passing = []string{"settings/system/time_*", "settings/global/battery*", "settings/secure/lock*", "settings/global/boot_count", "content/media*"}

// changes lists the places where two states differ, but for those that may.
func (s state) changes(later state, may ...string) []string {
	places := maps.Clone(s)
	maps.Copy(places, later)
	var out []string
	for p := range places {
		if s[p] != later[p] && !slices.ContainsFunc(slices.Concat(may, passing), func(m string) bool { return fits(p, m) }) {
			out = append(out, fmt.Sprintf("%s: %.60q is now %.60q", p, s[p], later[p]))
		}
	}
	slices.Sort(out)
	return out
}

func fits(place, pattern string) bool {
	if before, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(place, before)
	}
	return place == pattern
}

// judge holds what handset said against what is so. err is what the flow ended with.
func (s *stage) judge(ctx context.Context, f flow, err error) (rules []string, o Outcome, reason string) {
	rules, hits := s.struck()
	after, serr := stateOf(s.world())
	s.world().Faults().Clear()
	if serr != nil {
		return rules, Wrong, "the phone's state: " + serr.Error()
	}
	if wrong := s.claims(f, err, hits); wrong != "" {
		return rules, Wrong, wrong
	}
	if changed := s.before.changes(after, slices.Concat(f.may, caused(rules))...); len(changed) > 0 {
		return rules, Wrong, "changed what it should not: " + strings.Join(changed, "; ")
	}
	if left := s.left(ctx); left != "" {
		return rules, Wrong, "left on the phone: " + left
	}
	switch {
	case err != nil:
		return rules, Clean, err.Error()
	case hits > 0:
		return rules, Recovered, ""
	}
	return rules, Calm, ""
}

// caused lists what the faults themselves change.
func caused(rules []string) []string {
	var may []string
	for _, r := range rules {
		switch name, _, _ := strings.Cut(r, " "); name {
		case "rotate.mid-gesture":
			may = append(may, "settings/system/user_rotation", "settings/system/accelerometer_rotation")
		case "app.crash", "app.anr", "memory.kill":
			may = append(may, "settings/secure/*")
		}
	}
	return may
}

// claims judges the flow's own word; empty when it is true.
func (s *stage) claims(f flow, err error, hits int) string {
	var untrue *lieError
	switch {
	case errors.As(err, &untrue):
		return untrue.what
	case errors.Is(err, errHung):
		return err.Error()
	case err != nil && hits == 0:
		return "failed though no fault struck: " + err.Error()
	case err != nil && !typed(err):
		return "failed without a typed reason: " + err.Error()
	case err != nil:
		return ""
	}
	if err := f.holds(s.world()); err != nil {
		return "said done, but " + err.Error()
	}
	return ""
}

// typed reports whether an error has a reason that programs can tell.
func typed(err error) bool {
	var t *toolError
	if errors.As(err, &t) {
		return !slices.Contains([]string{"", "failed", tools.CodePanic, tools.CodeInternal}, t.result.Code)
	}
	return app.Sort(err).Key != ""
}

// left tells what handset leaves on the phone when it ends, and when it is started anew after an end that could not reach the phone.
func (s *stage) left(ctx context.Context) string {
	cerr := s.app.Close()
	s.app = nil
	found := s.remains()
	if found == "" {
		return ""
	}
	if err := s.again(ctx); err != nil {
		return found + "; and handset started anew could not clean up: " + errors.Join(cerr, err).Error()
	}
	return s.remains()
}

// again starts handset anew on the healed phone, which has to undo what the last one could not, and ends it.
func (s *stage) again(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := s.connect(ctx); err != nil {
		return err
	}
	a := s.newApp()
	_, err := a.Phone(ctx)
	return errors.Join(err, a.Close())
}

// remains looks for what handset brings to a phone. What ends by itself has a moment for it.
func (s *stage) remains() string {
	var found []string
	for range 30 {
		found = found[:0]
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		if out, err := s.phone().Shell(ctx, "ls", "/data/local/tmp"); err == nil && strings.TrimSpace(string(out.Stdout)) != "" {
			found = append(found, "files "+strings.Join(strings.Fields(string(out.Stdout)), " "))
		}
		for _, p := range s.world().Processes() {
			if strings.Contains(p.Name, "scrcpy") || strings.Contains(p.Name, "app_process") {
				found = append(found, "process "+p.Name)
			}
		}
		d := s.server.Client().Device(s.serial)
		if list, err := d.Forwards(ctx); err == nil {
			for _, f := range list {
				found = append(found, "forward "+f.Local)
			}
		}
		if list, err := d.Reverses(ctx); err == nil {
			for _, f := range list {
				found = append(found, "reverse "+f.Remote)
			}
		}
		cancel()
		if len(found) == 0 {
			return ""
		}
		time.Sleep(100 * time.Millisecond)
	}
	return strings.Join(found, ", ")
}
