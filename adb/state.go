package adb

import "strings"

// State is what the server says of a transport.
type State string

// The states of a transport (adb-protocol A4). Other words may appear; they are kept as they came.
const (
	StateDevice        State = "device"
	StateOffline       State = "offline"
	StateUnauthorized  State = "unauthorized"
	StateAuthorizing   State = "authorizing"
	StateConnecting    State = "connecting"
	StateNoPermissions State = "no permissions"
	StateRecovery      State = "recovery"
	StateRescue        State = "rescue"
	StateSideload      State = "sideload"
	StateBootloader    State = "bootloader"
	StateHost          State = "host"
	StateDetached      State = "detached"
	StateUnknown       State = "unknown"
)

// Usable reports whether commands can be run: Android is up and let this computer in.
func (s State) Usable() bool { return s == StateDevice }

// Passing reports a state that normally ends by itself within a second.
func (s State) Passing() bool { return s == StateAuthorizing || s == StateConnecting }

// Next is the next step for a person, one sentence; empty for a usable phone.
func (s State) Next() string {
	switch s {
	case StateDevice:
		return ""
	case StateUnauthorized:
		return "Unlock the phone and accept the \"Allow USB debugging\" dialog; if it does not show, unplug and plug in again."
	case StateAuthorizing, StateConnecting:
		return "Wait a second and try again; the phone is still being connected."
	case StateOffline:
		return "Unplug and plug in again, or reconnect to its address; if that does not help, switch USB debugging off and on."
	case StateNoPermissions:
		return "Let this user open the USB device: install the Android udev rules, join the plugdev group, and plug in again."
	case StateRecovery, StateRescue, StateSideload:
		return "Restart the phone into Android (adb reboot)."
	case StateBootloader:
		return "Restart the phone into Android (fastboot reboot)."
	case StateDetached:
		return "Attach the USB device again (adb attach)."
	}
	return "Restart the phone and plug it in again."
}

// adjective is what stands behind "the device is".
func (s State) adjective() string {
	switch s {
	case StateRecovery, StateRescue, StateSideload, StateBootloader:
		return "in " + string(s) + " mode"
	case StateHost, StateUnknown:
		return "in the state " + string(s)
	}
	return string(s)
}

// splitState takes the blank-holding "no permissions (…); see […]" apart.
func splitState(s string) (State, string) {
	if rest, ok := strings.CutPrefix(s, string(StateNoPermissions)); ok {
		return StateNoPermissions, strings.TrimSpace(strings.TrimLeft(rest, ";"))
	}
	return State(s), ""
}
