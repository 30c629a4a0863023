package world

import (
	"strings"
	"time"
)

// PowerState is how awake the phone is.
type PowerState struct {
	Wakefulness string // Awake, Asleep, Dozing
	Interactive bool   // the display is on
	LastWake    time.Time
	LastSleep   time.Time
	SleepReason string        // "power_button", "timeout"
	Timeout     time.Duration // screen_off_timeout
	StayOn      bool          // plugged in and told to stay awake
}

type powerState struct {
	awake     bool
	panel     bool // false while scrcpy keeps the panel dark
	lastWake  time.Time
	lastSleep time.Time
	lastUse   time.Time // user activity, restarts the time until sleep
	reason    string
}

// Power tells how awake the phone is.
func (w *World) Power() PowerState {
	w.enter()
	defer w.leave()
	s := PowerState{
		Wakefulness: "Awake", Interactive: w.power.awake, LastWake: w.power.lastWake, LastSleep: w.power.lastSleep, SleepReason: w.power.reason,
		Timeout: w.screenTimeout(), StayOn: w.stayOn(),
	}
	if !w.power.awake {
		s.Wakefulness = "Asleep"
		if w.isOn("secure", "doze_always_on") {
			s.Wakefulness = "Dozing"
		}
	}
	return s
}

func (w *World) screenTimeout() time.Duration {
	return time.Duration(w.getInt("system", "screen_off_timeout", 60000)) * time.Millisecond
}

// stayOn obeys stay_on_while_plugged_in: bits 1 AC, 2 USB, 4 wireless, 8 dock.
func (w *World) stayOn() bool {
	b, bits := w.battery.now, w.getInt("global", "stay_on_while_plugged_in", 0)
	return b.AC && bits&1 != 0 || b.USB && bits&2 != 0 || b.Wireless && bits&4 != 0 || b.Dock && bits&8 != 0
}

// sleepAt is when the display goes off by itself, zero when it does not.
func (w *World) sleepAt() time.Time {
	if !w.power.awake || w.stayOn() {
		return time.Time{}
	}
	from := w.power.lastUse
	if from.Before(w.power.lastWake) {
		from = w.power.lastWake
	}
	return from.Add(max(w.screenTimeout(), time.Second))
}

// Wake turns the display on. A keyguard stays.
func (w *World) Wake() {
	w.enter()
	defer w.leave()
	w.wake("application")
}

func (w *World) wake(reason string) {
	w.power.panel = true
	if w.power.awake {
		w.power.lastUse = w.t
		return
	}
	w.power.awake = true
	w.power.lastWake, w.power.lastUse = w.t, w.t
	w.log('I', "system", "PowerManagerService", "Waking up from Asleep (uid=1000, reason=WAKE_REASON_"+strings.ToUpper(reason)+")")
	w.event(2728, "power_screen_state", "[1,0,0,0,412]")
	w.resumeTop()
	w.changed()
}

// Sleep turns the display off; reason is "power_button", "timeout" or "application".
func (w *World) Sleep(reason string) {
	w.enter()
	defer w.leave()
	w.sleep(reason)
}

func (w *World) sleep(reason string) {
	if !w.power.awake {
		return
	}
	w.cancelTouches()
	w.power.awake, w.power.panel = false, true
	w.power.lastSleep, w.power.reason = w.t, reason
	w.log('I', "system", "PowerManagerService", "Going to sleep due to "+reason+" (uid=1000, screenOffReason="+reason+")")
	w.event(2728, "power_screen_state", "[0,2,0,0,0]")
	w.pauseTop()
	w.hideIME()
	w.shade.close()
	w.ghosts = nil
	w.lock()
	w.changed()
}

// SetPanel darkens only the panel, as scrcpy's display power does: the phone stays awake and Screen goes on. A power key ends it.
func (w *World) SetPanel(on bool) {
	w.enter()
	defer w.leave()
	w.power.panel = on
	w.screen.note = true
}

// userActivity restarts the time until the display goes off.
func (w *World) userActivity() { w.power.lastUse = w.t }
