package dump

import "strings"

// ChargeStatus is BatteryManager.BATTERY_STATUS_*.
type ChargeStatus int

// The states of charging.
const (
	ChargeUnknown ChargeStatus = 1 + iota
	Charging
	Discharging
	NotCharging
	Full
)

// Battery is what "dumpsys battery" tells.
type Battery struct {
	Level     int // percent of the scale, -1 unknown
	Status    ChargeStatus
	Powered   []string // which of "AC", "USB", "Wireless", "Dock" gives power; that does not mean charging
	Tenths    int      // temperature in 0.1 °C
	Simulated bool     // updates are stopped by an earlier "dumpsys battery set"
}

// ParseBattery reads "dumpsys battery". The first line of a name counts: makers add their own after the common ones.
func ParseBattery(out string) (b Battery, ok bool) {
	f := map[string]string{}
	for line := range lines(out) {
		if strings.Contains(line, "UPDATES STOPPED") {
			b.Simulated = true
		}
		if k, v, found := strings.Cut(strings.TrimSpace(line), ":"); found && f[k] == "" {
			f[k] = strings.TrimSpace(v)
		}
	}
	b.Level = -1
	if f["level"] != "" {
		b.Level, ok = number(f["level"]), true
		if scale := number(f["scale"]); scale > 0 && scale != 100 {
			b.Level = b.Level * 100 / scale
		}
	}
	b.Status, b.Tenths = ChargeStatus(number(f["status"])), number(f["temperature"])
	for _, source := range []string{"AC", "USB", "Wireless", "Dock"} {
		if f[source+" powered"] == "true" {
			b.Powered = append(b.Powered, source)
		}
	}
	return b, ok
}
