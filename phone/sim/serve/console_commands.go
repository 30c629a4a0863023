package serve

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// consoleCommands are the commands of a real emulator that this phone has.
func consoleCommands() []command {
	return []command{
		{name: "event", help: "simulate hardware events", subs: eventCommands()},
		{name: "geo", help: "Geo-location commands", subs: []command{
			{name: "nmea", help: "send a GPS NMEA sentence", run: (*console).geoNMEA},
			{name: "fix", help: "send a simple GPS fix", run: (*console).geoFix},
		}},
		{name: "gsm", help: "GSM related commands", subs: gsmCommands()},
		{name: "kill", help: "kill the emulator instance", run: (*console).kill},
		{name: "network", help: "manage network settings", subs: networkCommands()},
		{name: "power", help: "power related commands", subs: powerCommands()},
		{name: "redir", help: "manage port redirections", subs: redirCommands()},
		{name: "sms", help: "SMS related commands", subs: []command{
			{name: "send", help: "send inbound SMS text message", run: (*console).smsSend},
		}},
		{name: "avd", help: "control virtual device execution", subs: []command{
			{name: "stop", help: "stop the virtual device", run: func(t *console, _ string) error { return t.avdRun(false) }},
			{name: "start", help: "start/restart the virtual device", run: func(t *console, _ string) error { return t.avdRun(true) }},
			{name: "status", help: "query virtual device status", run: (*console).avdStatus},
			{name: "name", help: "query virtual device name", run: (*console).avdName},
			{name: "snapshot", help: "state snapshot commands", subs: snapshotCommands()},
		}},
		{name: "finger", help: "manage emulator fingerprint", subs: []command{
			{name: "touch", help: "touch fingerprint sensor with <fingerid>", run: (*console).fingerTouch},
			{name: "remove", help: "remove finger from the fingerprint sensor", run: func(*console, string) error { return nil }},
		}},
		{name: "rotate", help: "rotate the screen clockwise by 90 degrees", run: (*console).rotate},
		{name: "screenrecord", help: "Records the emulator's display", subs: []command{
			{name: "screenshot", help: "Take a screenshot", run: (*console).screenshot},
		}},
	}
}

func (t *console) world() *world.World { return t.d.phone.World() }

// kill ends the phone; the program ends with its last phone.
func (t *console) kill(string) error {
	t.print("OK: killing emulator, bye bye")
	t.over, t.dying = true, true
	return nil
}

func (t *console) avdName(string) error {
	t.print("handset_" + strings.ReplaceAll(t.world().Profile().Name, "-", "_"))
	return nil
}

func (t *console) avdStatus(string) error {
	if t.d.stopped.Load() {
		t.print("virtual device is stopped")
	} else {
		t.print("virtual device is running")
	}
	return nil
}

// avdRun stops the phone, as if its processor stood still, or lets it go on.
func (t *console) avdRun(on bool) error {
	if on == !t.d.stopped.Load() {
		if on {
			return koError("virtual device already running")
		}
		return koError("virtual device already stopped")
	}
	t.d.stop(!on)
	return nil
}

// rotate turns the phone a quarter clockwise: its rotation grows counter-clockwise.
func (t *console) rotate(string) error {
	w := t.world()
	w.SetPosture((w.Rotation() + 3) % 4)
	return nil
}

func (t *console) fingerTouch(rest string) error {
	id, err := strconv.Atoi(rest)
	if err != nil || id < 1 {
		return koError("invalid fingerprint id")
	}
	t.world().TouchSensor(id)
	return nil
}

func (t *console) smsSend(rest string) error {
	from, text, ok := strings.Cut(rest, " ")
	if from == "" || !ok || strings.TrimSpace(text) == "" {
		return koError("missing argument, try 'sms send <phonenumber> <text message>'")
	}
	if !phoneNumber(from, "+0123456789") {
		return koError("bad phone number format, use [+](0-9)*")
	}
	w := t.world()
	w.Note(world.Event{Kind: "sms", Text: text, Package: from})
	w.ReceiveSMS(from, strings.TrimSpace(text))
	return nil
}

func phoneNumber(s, signs string) bool { return s != "" && strings.Trim(s, signs) == "" }

// geoFix takes "longitude latitude [altitude [satellites [velocity]]]".
func (t *console) geoFix(rest string) error {
	words := strings.Fields(rest)
	if len(words) < 2 {
		return koError("not enough arguments: see 'help geo fix' for details")
	}
	var v [5]float64
	for i, word := range words[:min(len(words), len(v))] {
		var err error
		if v[i], err = strconv.ParseFloat(word, 64); err != nil {
			return koError(fmt.Sprintf("argument '%s' is not a number", word))
		}
	}
	if v[0] < -180 || v[0] > 180 || v[1] < -90 || v[1] > 90 {
		return koError("invalid longitude or latitude: see 'help geo fix' for details")
	}
	t.world().SetLocation(world.Location{Longitude: v[0], Latitude: v[1], Altitude: v[2], Satellites: int(v[3]), Speed: v[4] * 0.514444}) // knots
	return nil
}

// geoNMEA takes a $GPGGA sentence; others are accepted without effect, as the receiver would.
func (t *console) geoNMEA(rest string) error {
	if rest == "" {
		return koError("NMEA sentence missing, try 'help geo nmea'")
	}
	f := strings.Split(strings.SplitN(rest, "*", 2)[0], ",")
	switch {
	case !strings.HasPrefix(rest, "$GP"):
		return koError("unknown NMEA sentence: see 'help geo nmea' for details")
	case f[0] != "$GPGGA" || len(f) < 10:
		return nil
	}
	latitude, ok1 := degrees(f[2], f[3], "S")
	longitude, ok2 := degrees(f[4], f[5], "W")
	if !ok1 || !ok2 {
		return koError("malformed NMEA sentence")
	}
	satellites, _ := strconv.Atoi(f[7])
	altitude, _ := strconv.ParseFloat(f[9], 64)
	t.world().SetLocation(world.Location{Latitude: latitude, Longitude: longitude, Altitude: altitude, Satellites: satellites})
	return nil
}

// degrees reads NMEA's dddmm.mmmm; side says that it is negative when it is less.
func degrees(s, side, less string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v < 0 {
		return 0, false
	}
	whole := float64(int(v / 100))
	v = whole + (v-whole*100)/60
	if side == less {
		v = -v
	}
	return v, true
}

// screenshot writes a picture into a folder of the computer.
func (t *console) screenshot(dir string) error {
	if dir == "" {
		dir = "."
	}
	img, _ := t.world().Screen()
	name := filepath.Join(dir, "Screenshot_"+strconv.FormatInt(time.Now().Unix(), 10)+".png")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return koError("could not write " + name)
	}
	err = png.Encode(f, img)
	if cerr := f.Close(); err != nil || cerr != nil {
		return koError("could not write " + name)
	}
	return nil
}
