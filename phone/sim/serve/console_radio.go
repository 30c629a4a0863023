package serve

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

func gsmCommands() []command {
	number := func(name, help string, run func(*console, world.Call, string) error) command {
		return command{name: name, help: help, run: func(t *console, rest string) error {
			if rest == "" {
				return koError("missing argument, try 'gsm " + name + " <phonenumber>'")
			}
			c := t.world().Call()
			if c.Phase == world.CallIdle || c.Number != rest {
				return koError("no current call to/from number '" + rest + "'")
			}
			return run(t, c, rest)
		}}
	}
	end := func(t *console, _ world.Call, _ string) error {
		t.world().EndCall()
		return nil
	}
	return []command{
		{name: "list", help: "list current phone calls", run: (*console).gsmList},
		{name: "call", help: "create inbound phone call", run: (*console).gsmCall},
		number("busy", "close waiting outbound call as busy", func(t *console, c world.Call, _ string) error {
			if c.Incoming {
				return koError("no current outbound call to number '" + c.Number + "'")
			}
			return end(t, c, "")
		}),
		number("hold", "change the state of an oubtound call to 'held'", func(t *console, _ world.Call, _ string) error {
			return t.hold(true)
		}),
		number("accept", "change the state of an outbound call to 'active'", func(t *console, c world.Call, _ string) error {
			if c.Held {
				return t.hold(false)
			}
			t.world().AnswerCall()
			return nil
		}),
		number("cancel", "disconnect an inbound or outbound phone call", end),
		{name: "data", help: "modify data connection state", run: func(t *console, rest string) error { return t.gsmState("data", rest) }},
		{name: "voice", help: "modify voice connection state", run: func(t *console, rest string) error { return t.gsmState("voice", rest) }},
		{name: "status", help: "display GSM status", run: (*console).gsmStatus},
		{name: "signal", help: "set sets the rssi and ber", run: (*console).gsmSignal},
		{name: "signal-profile", help: "set the signal strength profile", run: (*console).gsmProfile},
		{name: "meter", help: "toggle the meterness of the cell network", run: (*console).gsmMeter},
	}
}

func (t *console) hold(on bool) error {
	b, _ := json.Marshal(on)
	if err := t.world().SetState("call.Held", b); err != nil {
		return koError(err.Error())
	}
	return nil
}

func (t *console) gsmList(string) error {
	c := t.world().Call()
	if c.Phase == world.CallIdle {
		return nil
	}
	dir, state := "outbound to  ", "active"
	if c.Incoming {
		dir = "inbound from "
	}
	switch {
	case c.Held:
		state = "held"
	case c.Dialing:
		state = "dialing"
	case c.Phase == world.CallRinging:
		state = "incoming"
	}
	t.print(fmt.Sprintf("%s %-10s : %s", dir, c.Number, state))
	return nil
}

func (t *console) gsmCall(rest string) error {
	switch {
	case rest == "":
		return koError("missing argument, try 'gsm call <phonenumber>'")
	case !phoneNumber(rest, "+#0123456789"):
		return koError("bad phone number format, use digits, # and + only")
	}
	w := t.world()
	w.Note(world.Event{Kind: "call", Text: rest})
	if !w.IncomingCall(rest) {
		return koError("could not create call: the line is busy or the radio is off")
	}
	return nil
}

var gsmStates = []string{"unregistered", "home", "roaming", "searching", "denied", "off", "on"}

func (t *console) gsmState(kind, rest string) error {
	if rest == "" {
		return koError("missing argument, try 'gsm " + kind + " <state>'")
	}
	if !slices.Contains(gsmStates, rest) {
		return koError("bad GSM " + kind + " state name, try 'help gsm " + kind + "' for list of valid values")
	}
	t.world().SetModem(func(m *world.Modem) {
		if kind == "data" {
			m.Data = rest
		} else {
			m.Voice = rest
		}
	})
	return nil
}

func (t *console) gsmStatus(string) error {
	m := t.world().Modem()
	t.print("gsm voice state: " + m.Voice)
	t.print("gsm data state:  " + m.Data)
	return nil
}

func (t *console) gsmSignal(rest string) error {
	words := strings.Fields(rest)
	if len(words) == 0 {
		return koError("not enough arguments: see 'help gsm signal' for details")
	}
	rssi, err := strconv.Atoi(words[0])
	if err != nil || rssi < 0 || rssi > 31 && rssi != 99 {
		return koError("invalid RSSI - must be 0..31 or 99")
	}
	ber := 99
	if len(words) > 1 {
		if ber, err = strconv.Atoi(words[1]); err != nil || ber < 0 || ber > 7 && ber != 99 {
			return koError("invalid BER - must be 0..7 or 99")
		}
	}
	t.world().SetModem(func(m *world.Modem) {
		m.RSSI, m.BER, m.Bars = rssi, ber, bars(rssi)
	})
	return nil
}

// bars is the level that Android shows for a signal of an asu.
func bars(rssi int) int {
	switch {
	case rssi == 99 || rssi <= 2:
		return 0
	case rssi >= 12:
		return 4
	case rssi >= 8:
		return 3
	case rssi >= 5:
		return 2
	}
	return 1
}

func (t *console) gsmProfile(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 0 || n > 4 {
		return koError("invalid strength - must be 0..4")
	}
	t.world().SetModem(func(m *world.Modem) { m.Bars, m.RSSI = n, []int{1, 4, 6, 10, 24}[n] })
	return nil
}

func (t *console) gsmMeter(rest string) error {
	if rest != "on" && rest != "off" {
		return koError("missing argument, try 'gsm meter <on|off>'")
	}
	t.world().SetModem(func(m *world.Modem) { m.Meter = rest })
	return nil
}

func networkCommands() []command {
	return []command{
		{name: "status", help: "dump network status", run: (*console).networkStatus},
		{name: "speed", help: "change network speed", run: (*console).networkSpeed},
		{name: "delay", help: "change network latency", run: (*console).networkDelay},
	}
}

func (t *console) networkStatus(string) error {
	m := t.world().Modem()
	t.print("Current network status:")
	for _, s := range []struct {
		what string
		bps  int
	}{{"download speed:", m.DownBPS}, {"upload speed:", m.UploadBPS}} {
		t.print(fmt.Sprintf("  %-15s %10d bits/s (%.1f KB/s)", s.what, s.bps, float64(s.bps)/8192))
	}
	t.print(fmt.Sprintf("  minimum latency:  %d ms", m.DelayMin))
	t.print(fmt.Sprintf("  maximum latency:  %d ms", m.DelayMax))
	return nil
}

// Named speeds in bits per second, up and down, and named delays in milliseconds.
var (
	speeds = map[string][2]int{
		"gsm": {14400, 14400}, "hscsd": {14400, 43200}, "gprs": {28800, 57600}, "edge": {473600, 473600}, "umts": {384000, 384000},
		"hsdpa": {5760000, 13980000}, "lte": {58000000, 173000000}, "evdo": {75000000, 280000000}, "full": {0, 0},
	}
	delays = map[string][2]int{"gsm": {150, 550}, "hscsd": {80, 400}, "gprs": {35, 200}, "edge": {80, 400}, "umts": {35, 200}, "hsdpa": {0, 0}, "lte": {0, 0}, "evdo": {0, 0}, "none": {0, 0}}
)

func (t *console) networkSpeed(rest string) error {
	if rest == "" {
		return koError("missing <speed> argument, see 'help network speed'")
	}
	v, ok := speeds[rest]
	if !ok {
		if v, ok = pair(rest); !ok {
			return koError("invalid <speed> argument, see 'help network speed' for valid values")
		}
		v[0], v[1] = v[0]*1000, v[1]*1000
	}
	t.world().SetModem(func(m *world.Modem) { m.UploadBPS, m.DownBPS = v[0], v[1] })
	return nil
}

func (t *console) networkDelay(rest string) error {
	if rest == "" {
		return koError("missing <delay> argument, see 'help network delay'")
	}
	v, ok := delays[rest]
	if !ok {
		if v, ok = pair(rest); !ok || v[0] > v[1] {
			return koError("invalid <delay> argument, see 'help network delay' for valid values")
		}
	}
	t.world().SetModem(func(m *world.Modem) { m.DelayMin, m.DelayMax = v[0], v[1] })
	return nil
}

// pair reads "N" or "N:M".
func pair(s string) ([2]int, bool) {
	a, b, two := strings.Cut(s, ":")
	if !two {
		b = a
	}
	x, err1 := strconv.Atoi(a)
	y, err2 := strconv.Atoi(b)
	return [2]int{x, y}, err1 == nil && err2 == nil && x >= 0 && y >= 0 && x < 1e6 && y < 1e6
}

func powerCommands() []command {
	return []command{
		{name: "display", help: "display battery and charger state", run: (*console).powerDisplay},
		{name: "ac", help: "set AC charging state", run: func(t *console, rest string) error {
			return t.battery(rest, "ac", []string{"on", "off"}, func(b *world.Battery, v string) { b.AC, b.USB = v == "on", false })
		}},
		{name: "status", help: "set battery status", run: func(t *console, rest string) error {
			return t.battery(rest, "status", batteryStatus, func(b *world.Battery, v string) { b.Status = slices.Index(batteryStatus, v) + 1 })
		}},
		{name: "present", help: "set battery present state", run: func(t *console, rest string) error {
			return t.battery(rest, "present", []string{"true", "false"}, func(b *world.Battery, v string) { b.Present = v == "true" })
		}},
		{name: "health", help: "set battery health state", run: func(t *console, rest string) error {
			return t.battery(rest, "health", batteryHealth, func(b *world.Battery, v string) { b.Health = slices.Index(batteryHealth, v) + 1 })
		}},
		{name: "capacity", help: "set battery capacity state", run: func(t *console, rest string) error {
			n, err := strconv.Atoi(rest)
			if err != nil || n < 0 || n > 100 {
				return koError(`Usage: "capacity <percentage>"`)
			}
			b := t.world().Battery()
			b.Level = n
			t.world().SetBattery(b)
			return nil
		}},
	}
}

var (
	batteryStatus = []string{"unknown", "charging", "discharging", "not-charging", "full"}
	batteryHealth = []string{"unknown", "good", "overheat", "dead", "overvoltage", "failure"}
)

// battery sets one of some words.
func (t *console) battery(v, what string, words []string, set func(*world.Battery, string)) error {
	if !slices.Contains(words, v) {
		return koError(fmt.Sprintf("Usage: \"%s %s\"", what, strings.Join(words, "\" or \""+what+" ")))
	}
	b := t.world().Battery()
	set(&b, v)
	t.world().SetBattery(b)
	return nil
}

func (t *console) powerDisplay(string) error {
	b := t.world().Battery()
	ac := "offline"
	if b.AC || b.USB {
		ac = "online"
	}
	word := func(list []string, i int) string {
		if i < 1 || i > len(list) {
			i = 1
		}
		return strings.ToUpper(list[i-1][:1]) + list[i-1][1:]
	}
	t.print("AC: " + ac)
	t.print("status: " + word(batteryStatus, b.Status))
	t.print("health: " + word(batteryHealth, b.Health))
	t.print("present: " + strconv.FormatBool(b.Present))
	t.print("capacity: " + strconv.Itoa(b.Level))
	return nil
}
