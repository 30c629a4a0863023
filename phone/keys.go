package phone

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Key is one press of a key (Android KEYCODE_*), down and up.
type Key struct {
	Code int           // Android KeyEvent key code
	Meta int           // Android KeyEvent META_* bits held with it
	Hold time.Duration // how long it stays down
}

// Key codes that handset itself uses (android.view.KeyEvent).
const (
	KeyHome       = 3
	KeyBack       = 4
	KeyDpadUp     = 19
	KeyDpadDown   = 20
	KeyDpadLeft   = 21
	KeyDpadRight  = 22
	KeyVolumeUp   = 24
	KeyVolumeDown = 25
	KeyPower      = 26
	KeyCamera     = 27
	KeyA          = 29
	KeyTab        = 61
	KeySpace      = 62
	KeyEnter      = 66
	KeyDel        = 67 // backspace
	KeyMenu       = 82
	KeySearch     = 84
	KeyEscape     = 111
	KeyForwardDel = 112
	KeyMoveHome   = 122
	KeyMoveEnd    = 123
	KeyAppSwitch  = 187
	KeySleep      = 223
	KeyWakeup     = 224
	KeyPaste      = 279
)

// Meta bits (android.view.KeyEvent).
const (
	MetaShift = 0x1
	MetaCtrl  = 0x1000
)

// keyNames maps the short names people type; any KEYCODE_ number works too.
var keyNames = map[string]int{
	"home": KeyHome, "back": KeyBack, "up": KeyDpadUp, "down": KeyDpadDown, "left": KeyDpadLeft, "right": KeyDpadRight,
	"volume_up": KeyVolumeUp, "volume_down": KeyVolumeDown, "power": KeyPower, "camera": KeyCamera, "tab": KeyTab,
	"space": KeySpace, "enter": KeyEnter, "delete": KeyDel, "del": KeyDel, "backspace": KeyDel, "menu": KeyMenu,
	"search": KeySearch, "escape": KeyEscape, "esc": KeyEscape, "forward_del": KeyForwardDel, "move_home": KeyMoveHome,
	"move_end": KeyMoveEnd, "recents": KeyAppSwitch, "app_switch": KeyAppSwitch, "sleep": KeySleep, "wake": KeyWakeup,
	"wakeup": KeyWakeup, "paste": KeyPaste,
}

// ParseKey reads a key name ("home", "KEYCODE_HOME", "volume-up", a single letter) or a key code number, as "input keyevent" does.
func ParseKey(s string) (Key, error) {
	name := strings.ToLower(strings.TrimSpace(s))
	name = strings.TrimPrefix(strings.ReplaceAll(name, "-", "_"), "keycode_")
	if code, ok := keyNames[name]; ok {
		return Key{Code: code}, nil
	}
	if len(name) == 1 && name[0] >= 'a' && name[0] <= 'z' {
		return Key{Code: KeyA + int(name[0]-'a')}, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 && n < 1000 {
		return Key{Code: n}, nil
	}
	return Key{}, fmt.Errorf("unknown key %q: use a name such as home, back, enter, volume_up, or an Android key code", s)
}
