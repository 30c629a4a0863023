package world

import (
	"fmt"
	"slices"
)

// DeviceState is one of the states a foldable can be in, as the device state service numbers and names them.
type DeviceState struct {
	ID   int
	Name string // "CLOSED", "HALF_OPENED", "OPENED"
}

// foldStates are those of a foldable, in the order of their numbers.
var foldStates = []DeviceState{{0, "CLOSED"}, {1, "HALF_OPENED"}, {2, "OPENED"}}

// DeviceStates lists the states the phone can be in; one that does not fold has only "DEFAULT".
func (w *World) DeviceStates() []DeviceState {
	if len(w.prof.Panels) < 2 {
		return []DeviceState{{0, "DEFAULT"}}
	}
	return slices.Clone(foldStates)
}

// DeviceState is the state the phone is in.
func (w *World) DeviceState() DeviceState {
	w.enter()
	defer w.leave()
	for _, s := range w.DeviceStates() {
		if s.Name == w.panel.state {
			return s
		}
	}
	return w.DeviceStates()[0]
}

// SetDeviceState folds or unfolds the phone; the name is one of DeviceStates. The display changes to the panel of the state.
func (w *World) SetDeviceState(name string) error {
	w.enter()
	defer w.leave()
	if !slices.ContainsFunc(w.DeviceStates(), func(s DeviceState) bool { return s.Name == name }) {
		return fmt.Errorf("device state %q: the phone has no such state", name)
	}
	w.setDeviceState(name)
	return nil
}

func (w *World) setDeviceState(name string) {
	if len(w.prof.Panels) < 2 || w.panel.state == name {
		return
	}
	w.panel.state = name
	i := 1
	if name == "CLOSED" {
		i = 0
	}
	p := w.prof.Panels[i]
	w.log('I', "system", "DeviceStateManagerService", "Committed device state is now "+name)
	if w.panel.unique == p.UniqueID {
		return // half opened and opened have the same panel
	}
	w.panel.natural, w.panel.density, w.panel.unique = p.Size, p.Density, p.UniqueID
	w.props["ro.sf.lcd_density"] = fmt.Sprint(p.Density)
	w.updateRotation()
	w.resized()
}

// Panels lists the phone's panels, one for a phone that does not fold.
func (w *World) Panels() []Panel {
	if len(w.prof.Panels) > 0 {
		return slices.Clone(w.prof.Panels)
	}
	return []Panel{{Name: "DEFAULT", Size: w.prof.Size, Density: w.prof.Density, UniqueID: uniqueDisplayID}}
}
