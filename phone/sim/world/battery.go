package world

// Battery is the battery service's state.
type Battery struct {
	AC, USB, Wireless, Dock bool
	Level                   int // percent
	Scale                   int
	Status                  int // 1 unknown 2 charging 3 discharging 4 not charging 5 full
	Health                  int // 2 good 3 overheat 4 dead 5 over voltage 6 failure 7 cold
	Present                 bool
	Voltage                 int // mV
	Temperature             int // 0.1 °C
	Technology              string
	Counter                 int  // charge counter, µAh
	MaxCurrent, MaxVoltage  int  // µA, µV
	Frozen                  bool // set by hand: UPDATES STOPPED
}

// Powered reports whether any charger is plugged in.
func (b Battery) Powered() bool { return b.AC || b.USB || b.Wireless || b.Dock }

type batteryState struct{ now, own Battery }

func (w *World) bootBattery() {
	level := 71 + w.rng.IntN(25)
	b := Battery{
		USB: true, Level: level, Scale: 100, Status: 2, Health: 2, Present: true, Voltage: 3800 + level*5, Temperature: 262 + w.rng.IntN(30),
		Technology: "Li-ion", Counter: level * 45750, MaxCurrent: 500000, MaxVoltage: 5000000,
	}
	w.battery = batteryState{b, b}
}

// Battery returns the battery's state.
func (w *World) Battery() Battery {
	w.enter()
	defer w.leave()
	return w.battery.now
}

// SetBattery replaces the battery's state, as `dumpsys battery set` does, and freezes it.
func (w *World) SetBattery(b Battery) {
	w.enter()
	defer w.leave()
	b.Frozen = true
	w.battery.now = b
	w.changed()
}

// ResetBattery gives the battery back its own state.
func (w *World) ResetBattery() {
	w.enter()
	defer w.leave()
	w.battery.now = w.battery.own
	w.changed()
}
