package world

import (
	"encoding/json"
	"fmt"
	"image"
	"maps"
	"slices"
	"time"
)

func (w *World) setSettings(raw json.RawMessage) error {
	var v map[string]map[string]json.RawMessage
	if err := decode(raw, &v); err != nil {
		return err
	}
	for _, ns := range Namespaces {
		want := map[string]string{}
		for k, b := range v[ns] {
			want[k] = settingText(b)
		}
		for k := range maps.Clone(w.settings[ns]) {
			if _, ok := want[k]; !ok {
				delete(w.settings[ns], k)
				w.applySetting(ns, k)
			}
		}
		for _, k := range slices.Sorted(maps.Keys(want)) {
			w.put(ns, k, want[k])
		}
		maps.Copy(w.settings[ns], want) // whatever following one setting did to another
	}
	return nil
}

// settingText lets a person write a number or true where a setting's text is wanted.
func settingText(b json.RawMessage) string {
	var s string
	switch {
	case json.Unmarshal(b, &s) == nil:
		return s
	case string(b) == "true":
		return "1"
	case string(b) == "false":
		return "0"
	}
	return string(b)
}

func (w *World) setProps(raw json.RawMessage) error {
	var v map[string]string
	if err := decode(raw, &v); err != nil {
		return err
	}
	w.props = v
	w.zone = w.loadZone(v["persist.sys.timezone"])
	return nil
}

func (w *World) setPackages(raw json.RawMessage) error {
	var list []Package
	if err := decode(raw, &list); err != nil {
		return err
	}
	have := map[string]bool{}
	for _, p := range list {
		have[p.Name] = true
		old := w.pkgs[p.Name]
		if old == nil {
			old = &pkg{def: w.defOf(Manifest{Package: p.Name, Label: p.Label, Version: p.Version, VersionCode: p.VersionCode, Launcher: p.Launcher.Class})}
			if old.def.Data != nil {
				old.data = old.def.Data()
			}
			w.pkgs[p.Name] = old
		}
		old.Package = p
		w.nextUID = max(w.nextUID, p.UID+1)
	}
	for name := range maps.Clone(w.pkgs) {
		if !have[name] {
			w.die(name, "pkg removed")
			w.removeTasks(name)
			delete(w.pkgs, name)
		}
	}
	return nil
}

func (w *World) dataPart() any {
	out := map[string]any{}
	for name, p := range w.pkgs {
		if p.data != nil {
			out[name] = p.data
		}
	}
	return out
}

func (w *World) setData(raw json.RawMessage) error {
	var v map[string]json.RawMessage
	if err := decode(raw, &v); err != nil {
		return err
	}
	for name, p := range w.pkgs {
		if p.def.Data == nil {
			continue
		}
		data := p.def.Data()
		if b, ok := v[name]; ok {
			data = p.blank()
			if err := decode(b, data); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		p.data = data
	}
	return nil
}

// blank is data of the package's kind that holds nothing: reading into what AppDef.Data makes would leave its examples.
func (p *pkg) blank() any {
	data := p.def.Data()
	if b, err := json.Marshal(data); err == nil {
		var keys map[string]json.RawMessage
		if json.Unmarshal(b, &keys) == nil {
			for k := range keys {
				keys[k] = json.RawMessage("null")
			}
			if b, err = json.Marshal(keys); err == nil {
				_ = json.Unmarshal(b, data)
			}
		}
	}
	return data
}

func (w *World) setKept(raw json.RawMessage) error {
	var v map[string]json.RawMessage
	if err := decode(raw, &v); err != nil {
		return err
	}
	w.kept = nil
	for name, b := range v {
		def := w.defOf(Manifest{Package: name})
		if def.Data == nil {
			continue
		}
		data := (&pkg{def: def}).blank()
		if err := decode(b, data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if w.kept == nil {
			w.kept = map[string]any{}
		}
		w.kept[name] = data
	}
	return nil
}

func (w *World) setContent(raw json.RawMessage) error {
	var v contentState
	if err := decode(raw, &v); err != nil {
		return err
	}
	if v.Tables == nil || v.Next == nil {
		return fmt.Errorf("%w: content without tables", ErrSnapshot)
	}
	w.content = v
	return nil
}

func (w *World) clipPart() any {
	if !w.clip.set {
		return nil
	}
	return w.clip.text
}

func (w *World) setClipPart(raw json.RawMessage) error {
	var v *string
	if err := decode(raw, &v); err != nil {
		return err
	}
	w.clip = clipState{}
	if v != nil {
		w.clip = clipState{*v, true}
	}
	return nil
}

// savedClock is the wall clock: how far it is from the computer's, or where it stands.
type savedClock struct {
	Offset string     `json:"offset"`
	Frozen *time.Time `json:"frozen,omitempty"`
}

func (w *World) clockPart() any {
	w.clock.mu.Lock()
	defer w.clock.mu.Unlock()
	s := savedClock{Offset: w.clock.offset.String()}
	if f := w.clock.frozen; !f.IsZero() {
		s.Frozen = &f
	}
	return s
}

func (w *World) setClockPart(raw json.RawMessage) error {
	var v savedClock
	if err := decode(raw, &v); err != nil {
		return err
	}
	offset, err := time.ParseDuration(v.Offset)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	w.clock.mu.Lock()
	defer w.clock.mu.Unlock()
	w.clock.offset, w.clock.frozen = offset, time.Time{}
	if v.Frozen != nil {
		w.clock.frozen = *v.Frozen
	}
	return nil
}

type savedDisplay struct {
	Posture       int          `json:"posture"` // quarter turns of the phone itself
	ForcedSize    *image.Point `json:"forced_size,omitempty"`
	ForcedDensity int          `json:"forced_density,omitempty"`
}

func (w *World) displayPart() any {
	s := savedDisplay{Posture: w.panel.posture, ForcedDensity: w.panel.forceD}
	if p := w.panel.forced; p != (image.Point{}) {
		s.ForcedSize = &p
	}
	return s
}

func (w *World) setDisplayPart(raw json.RawMessage) error {
	var v savedDisplay
	if err := decode(raw, &v); err != nil {
		return err
	}
	w.panel.posture, w.panel.forceD, w.panel.forced = v.Posture&3, max(v.ForcedDensity, 0), image.Point{}
	if v.ForcedSize != nil && v.ForcedSize.X > 0 && v.ForcedSize.Y > 0 {
		w.panel.forced = *v.ForcedSize
	}
	w.updateRotation()
	w.resized()
	return nil
}

func (w *World) setAwake(raw json.RawMessage) error {
	var on bool
	if err := decode(raw, &on); err != nil {
		return err
	}
	if on {
		w.wake("application")
	} else {
		w.sleep("application")
	}
	return nil
}

type savedLock struct {
	Kind    KeyguardKind `json:"kind"`
	Secret  string       `json:"secret,omitempty"`
	Showing bool         `json:"showing"`
	Bouncer bool         `json:"bouncer,omitempty"`
}

func (w *World) lockPart() any {
	return savedLock{w.guard.kind, w.guard.secret, w.guard.showing, w.guard.bouncer}
}

func (w *World) setLockPart(raw json.RawMessage) error {
	var v savedLock
	if err := decode(raw, &v); err != nil {
		return err
	}
	if !slices.Contains([]KeyguardKind{LockNone, LockSwipe, LockPIN}, v.Kind) {
		return fmt.Errorf("%w: no lock %q", ErrSnapshot, v.Kind)
	}
	w.unlock()
	w.guard.kind, w.guard.secret = v.Kind, v.Secret
	if v.Showing {
		w.lock()
		w.guard.bouncer = v.Bouncer
	}
	return nil
}

type savedTask struct {
	Home       bool            `json:"home,omitempty"`
	Affinity   string          `json:"affinity"`
	Activities []savedActivity `json:"activities"` // the root first
}

type savedActivity struct {
	Component Component       `json:"component"`
	Intent    Intent          `json:"intent"`
	State     json.RawMessage `json:"state,omitempty"`
}

func (w *World) tasksPart() any {
	out := []savedTask{}
	for _, t := range w.tasks {
		s := savedTask{Home: t.home, Affinity: t.affinity, Activities: []savedActivity{}}
		for _, a := range t.acts {
			e := savedActivity{Component: a.comp, Intent: a.intent}
			if st, ok := a.screen.(Stater); ok {
				e.State, _ = json.Marshal(st.State())
			}
			s.Activities = append(s.Activities, e)
		}
		out = append(out, s)
	}
	return out
}

func (w *World) setTasks(raw json.RawMessage) error {
	var list []savedTask
	if err := decode(raw, &list); err != nil {
		return err
	}
	for _, t := range slices.Clone(w.tasks) {
		w.dropTask(t)
	}
	w.tasks, w.home = nil, nil
	for _, s := range list {
		t := &task{id: w.newTaskID(), hash: w.hash(), home: s.Home, affinity: s.Affinity, used: w.wall()}
		for _, e := range s.Activities {
			p := w.pkgs[e.Component.Package]
			if p == nil || !p.usable() {
				continue
			}
			d := p.def.activity(e.Component)
			if d == nil {
				continue
			}
			a := w.push(t, p, d, e.Intent)
			if st, ok := a.screen.(Stater); ok && e.State != nil {
				if err := json.Unmarshal(e.State, st.State()); err != nil {
					return fmt.Errorf("%w: %s: %w", ErrSnapshot, e.Component.Short(), err)
				}
			}
		}
		if len(t.acts) == 0 {
			continue
		}
		if t.home {
			w.home = t
		}
		w.tasks = append(w.tasks, t)
	}
	w.resumeTop()
	return nil
}
