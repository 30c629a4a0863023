package world

import (
	"time"

	"github.com/handset-agent/handset/phone"
)

// More key codes of android.view.KeyEvent than the phone package names.
const (
	key0            = 7
	keyVolumeMute   = 164
	keyNotification = 83
	keyBright       = 221
	keyDark         = 220
	keySoftSleep    = 276
	keyPadEnter     = 160
)

// Key feeds a key going down or up: an Android KEYCODE_* and META_* bits. Unknown codes do nothing.
func (w *World) Key(code, meta int, down bool) {
	w.enter()
	defer w.leave()
	action := "up"
	if down {
		action = "down"
	}
	w.note(Event{Kind: "key", Key: code, Action: action})
	if w.input.held == nil {
		w.input.held = map[int]time.Time{}
	}
	if down {
		if _, again := w.input.held[code]; !again {
			w.input.held[code] = w.t
		}
	} else {
		if _, was := w.input.held[code]; !was {
			return
		}
		delete(w.input.held, code)
	}
	if w.powerKey(code, down) || w.mediaKey(code, down) || !w.power.awake {
		return
	}
	w.userActivity()
	if w.systemKey(code, down) || !down || w.guard.showing && !w.guard.bouncer {
		return
	}
	w.refresh()
	w.appKey(code, meta)
}

// powerKey handles the keys that work while the display is off.
func (w *World) powerKey(code int, down bool) bool {
	switch code {
	case phone.KeyPower:
		switch {
		case down:
		case !w.power.awake:
			w.wake("power_button")
		case !w.power.panel:
			w.wake("power_button")
		default:
			w.sleep("power_button")
		}
	case phone.KeySleep, keySoftSleep:
		if down {
			w.sleep("sleep_button")
		}
	case phone.KeyWakeup:
		if down {
			w.wake("wake_key")
		}
	default:
		return false
	}
	return true
}

// systemKey handles the keys that no app sees.
func (w *World) systemKey(code int, down bool) bool {
	switch code {
	case phone.KeyHome, phone.KeyBack, phone.KeyEscape, phone.KeyAppSwitch, phone.KeyMenu, keyNotification:
		if !down {
			w.navKey(code)
		}
	case phone.KeyVolumeUp, phone.KeyVolumeDown:
		if down && code == phone.KeyVolumeUp {
			w.nudgeVolume(1)
		} else if down {
			w.nudgeVolume(-1)
		}
	case keyVolumeMute:
		if down {
			w.toggleMute()
		}
	case keyBright, keyDark:
		if down {
			step := 25
			if code == keyDark {
				step = -25
			}
			w.putInt("system", "screen_brightness", min(255, max(1, w.getInt("system", "screen_brightness", 102)+step)))
		}
	default:
		return false
	}
	return true
}

func (w *World) toggleMute() {
	v := &w.sound.volumes[StreamMusic]
	v.Muted = !v.Muted
	w.sound.panelUntil = w.t.Add(3 * time.Second)
	w.changed()
}

// navKey handles a navigation key that was let go of.
func (w *World) navKey(code int) {
	if w.guard.showing {
		switch {
		case code == phone.KeyMenu:
			w.dismissGuard()
		case code == phone.KeyBack && w.guard.bouncer:
			w.guard.bouncer = false
			w.changed()
		}
		return
	}
	switch code {
	case phone.KeyHome:
		w.homeKey()
	case phone.KeyBack, phone.KeyEscape:
		w.back()
	case phone.KeyAppSwitch:
		w.toggleRecents()
	case keyNotification:
		w.shade.toggle(w.t, w.animScale("animator_duration_scale"))
		w.changed()
	case phone.KeyMenu:
		w.refresh()
		w.appKey(code, 0)
	}
}

// homeKey goes to the home screen, whatever is open.
func (w *World) homeKey() {
	w.shade.closeSlowly(w.t, w.animScale("animator_duration_scale"))
	w.hideIME()
	w.goHome()
	if a := w.front(); a != nil && a.task.home {
		a.dialogs = nil
		if h, ok := a.screen.(Homer); ok {
			h.Home(&Ctx{w, a})
		}
	}
	w.changed()
}

// back is the back key or gesture: it closes what is on top.
func (w *World) back() {
	w.changed()
	if w.shade.open() {
		w.shade.back(w.t, w.animScale("animator_duration_scale"))
		return
	}
	if w.imeShown() {
		w.hideIME()
		return
	}
	if f := w.focused(); f != nil && f.dialog != nil {
		if !f.dialog.Modal {
			f.dialog.cancel()
		}
		return
	}
	a := w.front()
	if a == nil {
		return
	}
	c := &Ctx{w, a}
	if b, ok := a.screen.(Backer); ok && b.Back(c) {
		return
	}
	switch {
	case a.task.home:
	case a == a.task.acts[0] && a.def.Launcher:
		w.goHome() // the root stays, as it does since Android 12
	default:
		w.finish(a)
	}
}

// appKey gives a key to the focused window.
func (w *World) appKey(code, meta int) {
	f := w.focused()
	if f == nil {
		return
	}
	if w.guard.showing {
		w.guardKey(code)
		return
	}
	if w.ime.compose != "" && code == phone.KeyDel && w.composeBack() || meta&(phone.MetaCtrl|metaAlt) == 0 && w.composeRune(runeOf(code, meta)) {
		return
	}
	w.endCompose()
	used := f.surface.Key(code, meta, clipboard{w})
	if !used {
		if r := runeOf(code, meta); r != 0 && meta&(phone.MetaCtrl|metaAlt) == 0 {
			used = f.surface.Commit(string(r))
		}
	}
	if !used && f.act != nil && len(f.act.dialogs) == 0 {
		if k, ok := f.act.screen.(Keyer); ok {
			used = k.Key(&Ctx{w, f.act}, code, meta)
		}
	}
	if used || f.surface.Changed {
		f.surface.Changed = false
		w.changed()
	}
}

// Type types r as the virtual keyboard's key map does: ASCII, line break and tab, and Latin letters with accents by
// decomposition. It reports false, and does nothing, for what the key map does not have.
func (w *World) Type(r rune) bool {
	if !CanType(r) {
		return false
	}
	w.enter()
	defer w.leave()
	w.note(Event{Kind: "text", Text: string(r)})
	if !w.power.awake {
		return true
	}
	w.userActivity()
	if w.guard.showing && !w.guard.bouncer {
		return true
	}
	w.refresh()
	code, meta := keyOf(r)
	f := w.focused()
	if w.composeRune(r) {
		return true
	}
	if f != nil && r >= ' ' && !w.guard.showing && f.surface.Commit(string(r)) {
		f.surface.Changed = false
		w.changed()
		return true
	}
	w.appKey(code, meta)
	return true
}
