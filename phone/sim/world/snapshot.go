package world

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrSnapshot is what Load and SetState say of something that is no state of this phone.
var ErrSnapshot = errors.New("not a state of this phone")

// snapshotFormat is the version of what Save writes.
const snapshotFormat = 1

type snapshot struct {
	Format  int                        `json:"format"`
	Profile string                     `json:"profile"`
	State   map[string]json.RawMessage `json:"state"`
}

// Stater is a Screen whose state is saved with the world. State returns a pointer to it that encoding/json can write and read;
// what a Screen without it shows follows from its intent and the app's data alone, as after the death of its process.
type Stater interface{ State() any }

// part is one part of the state: how it is written, and how it is put in place. get and set run under the world's lock.
type part struct {
	name string
	get  func(*World) any
	set  func(*World, json.RawMessage) error
}

// parts lists the parts in the order in which they are put in place.
func parts() []part {
	return []part{
		{"settings", func(w *World) any { return w.settings }, (*World).setSettings},
		{"props", func(w *World) any { return w.props }, (*World).setProps},
		{"packages", func(w *World) any { return w.packages() }, (*World).setPackages},
		{"data", (*World).dataPart, (*World).setData},
		{"kept", func(w *World) any { return w.kept }, (*World).setKept},
		{"content", func(w *World) any { return w.content }, (*World).setContent},
		{"clipboard", (*World).clipPart, (*World).setClipPart},
		{"battery", func(w *World) any { return w.battery.now }, setter(func(w *World) *Battery { return &w.battery.now })},
		{"battery_own", func(w *World) any { return w.battery.own }, setter(func(w *World) *Battery { return &w.battery.own })},
		{"volumes", func(w *World) any { return w.sound.volumes }, setter(func(w *World) *[]Volume { return &w.sound.volumes })},
		{"ringer", func(w *World) any { return w.sound.ringer }, setter(func(w *World) *string { return &w.sound.ringer })},
		{"clock", (*World).clockPart, (*World).setClockPart},
		{"location", func(w *World) any { return w.place }, setter(func(w *World) *Location { return &w.place })},
		{"modem", func(w *World) any { return w.modem }, setter(func(w *World) *Modem { return &w.modem })},
		{"fingers", func(w *World) any { return w.fingers }, setter(func(w *World) *[]int { return &w.fingers })},
		{"display", (*World).displayPart, (*World).setDisplayPart},
		{"notifications", func(w *World) any { return w.notes }, setter(func(w *World) *[]*Notification { return &w.notes })},
		{"tasks", (*World).tasksPart, (*World).setTasks},
		{"call", func(w *World) any { return w.call }, setter(func(w *World) *Call { return &w.call })},
		{"awake", func(w *World) any { return w.power.awake }, (*World).setAwake},
		{"lock", (*World).lockPart, (*World).setLockPart},
	}
}

// setter puts a part in place that is one value.
func setter[T any](at func(*World) *T) func(*World, json.RawMessage) error {
	return func(w *World, raw json.RawMessage) error {
		var v T
		if err := decode(raw, &v); err != nil {
			return err
		}
		*at(w) = v
		return nil
	}
}

func decode(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	return nil
}

// Save writes the whole state of the world as JSON: settings, packages, app data, content, clipboard, notifications, lock, clock,
// display, tasks and the rest. The log, running processes, and what fingers and keys are doing are no part of it.
func (w *World) Save() ([]byte, error) {
	w.enter()
	defer w.leave()
	s := snapshot{Format: snapshotFormat, Profile: w.prof.Name, State: map[string]json.RawMessage{}}
	for _, p := range parts() {
		b, err := json.Marshal(p.get(w))
		if err != nil {
			return nil, fmt.Errorf("save %s: %w", p.name, err)
		}
		s.State[p.name] = b
	}
	b, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("save: %w", err)
	}
	return b, nil
}

// Load puts a saved state in place of the present one. The phone must be of the profile that was saved. What is open shows as after
// a restart of its process, see Stater.
func (w *World) Load(b []byte) error {
	var s snapshot
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("load: %w: %w", ErrSnapshot, err)
	}
	switch {
	case s.Format != snapshotFormat || s.State == nil:
		return fmt.Errorf("load: %w: format %d, want %d", ErrSnapshot, s.Format, snapshotFormat)
	case s.Profile != w.prof.Name:
		return fmt.Errorf("load: %w: it is of a %s, this is a %s", ErrSnapshot, s.Profile, w.prof.Name)
	}
	w.enter()
	defer w.leave()
	w.quiesce()
	for _, p := range parts() {
		raw, ok := s.State[p.name]
		if !ok {
			continue // of an older release
		}
		if err := p.set(w, raw); err != nil {
			return fmt.Errorf("load %s: %w", p.name, err)
		}
	}
	w.settle()
	return nil
}

// quiesce ends what is under way and no part of a state.
func (w *World) quiesce() {
	w.cancelTouches()
	w.hideIME()
	w.shade.close()
	w.toasts, w.ghosts = nil, nil
	w.sound.panelUntil = time.Time{}
}

// settle lets the world follow from its parts.
func (w *World) settle() {
	w.updateRotation()
	w.relabel()
	w.resumeTop()
	w.ghosts = nil
	w.changed()
	w.clipWatchers.signal()
}

// State returns the state at a path as JSON: names of parts, keys and indices, separated by dots, or by slashes where names hold
// dots. The empty path is everything.
func (w *World) State(path string) (json.RawMessage, error) {
	b, err := w.Save()
	if err != nil {
		return nil, err
	}
	var s snapshot
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	all, err := json.Marshal(s.State)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return pick(all, keys(path))
}

// SetState puts a value at a path of the state, see State, and lets the phone follow.
func (w *World) SetState(path string, value json.RawMessage) error {
	names := keys(path)
	if len(names) == 0 || !json.Valid(value) {
		return fmt.Errorf("set state: %w: want a path and a value in JSON", ErrSnapshot)
	}
	w.enter()
	defer w.leave()
	for _, p := range parts() {
		if !strings.EqualFold(p.name, names[0]) {
			continue
		}
		old, err := json.Marshal(p.get(w))
		if err != nil {
			return fmt.Errorf("set state: %w", err)
		}
		raw, err := put(old, names[1:], value)
		if err != nil {
			return fmt.Errorf("set state %s: %w", path, err)
		}
		if err := p.set(w, raw); err != nil {
			return fmt.Errorf("set state %s: %w", path, err)
		}
		w.settle()
		return nil
	}
	return fmt.Errorf("set state %s: %w: there is no %q", path, ErrSnapshot, names[0])
}

// StateNames lists the parts of the state.
func StateNames() []string {
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}
