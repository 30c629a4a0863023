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

// Battery returns the battery's state.
func (w *World) Battery() Battery { return Battery{} }

// SetBattery replaces the battery's state, as `dumpsys battery set` does, and freezes it.
func (w *World) SetBattery(b Battery) {}

// ResetBattery gives the battery back its own state.
func (w *World) ResetBattery() {}
