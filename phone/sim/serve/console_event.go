package serve

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

func eventCommands() []command {
	return []command{
		{name: "send", help: "send a series of events to the kernel", run: (*console).eventSend},
		{name: "types", help: "list all <type> aliases", run: (*console).eventTypes},
		{name: "codes", help: "list all <code> aliases for a given <type>", run: (*console).eventCodes},
		{name: "text", help: "simulate keystrokes from a given text", run: (*console).eventText},
	}
}

// eventTypes and their codes, as linux/input.h numbers them; those that the phone's devices make.
var (
	eventTypes = []struct {
		name  string
		value int
		codes []eventCode
	}{
		{"EV_SYN", 0, []eventCode{{"SYN_REPORT", 0, 0}}},
		{"EV_KEY", 1, []eventCode{
			{"KEY_BACK", 158, 4}, {"KEY_HOME", 102, 3}, {"KEY_HOMEPAGE", 172, 3}, {"KEY_MENU", 139, 82}, {"KEY_POWER", 116, 26}, {"KEY_VOLUMEUP", 115, 24},
			{"KEY_VOLUMEDOWN", 114, 25}, {"KEY_ENTER", 28, 66}, {"KEY_BACKSPACE", 14, 67}, {"KEY_APPSELECT", 0x244, 187}, {"KEY_WAKEUP", 143, 224}, {"KEY_SLEEP", 142, 223}, {"BTN_TOUCH", 0x14a, 0},
		}},
		{"EV_ABS", 3, []eventCode{{"ABS_X", 0, 0}, {"ABS_Y", 1, 0}, {"ABS_MT_POSITION_X", 0x35, 0}, {"ABS_MT_POSITION_Y", 0x36, 0}, {"ABS_MT_TRACKING_ID", 0x39, 0}}},
	}
	// panelRange is what the panel's axes reach, whatever its size.
	panelRange = 0x7fff
)

type eventCode struct {
	name    string
	value   int
	android int // key code
}

func (t *console) eventTypes(string) error {
	t.print("event <type> can be an integer or one of the following aliases:")
	for _, e := range eventTypes {
		count := ""
		if len(e.codes) > 0 {
			count = "  (" + strconv.Itoa(len(e.codes)) + " code aliases)"
		}
		t.print("    " + e.name + count)
	}
	return nil
}

func (t *console) eventCodes(rest string) error {
	if rest == "" {
		return koError("argument missing, try 'event codes <type>'")
	}
	for _, e := range eventTypes {
		if e.name == rest || strconv.Itoa(e.value) == rest {
			t.print("type " + e.name + " supports the following <code> aliases:")
			for _, c := range e.codes {
				t.print("    " + c.name)
			}
			return nil
		}
	}
	return koError("bad argument, see 'event types' for list of event types")
}

func (t *console) eventText(rest string) error {
	if rest == "" {
		return koError("argument missing, try 'event text <message>'")
	}
	for _, r := range rest {
		t.world().Type(r)
	}
	return nil
}

// eventSend takes "type:code:value …".
func (t *console) eventSend(rest string) error {
	if rest == "" {
		return koError("Usage: event send <type>:<code>:<value> ...")
	}
	for word := range strings.FieldsSeq(rest) {
		f := strings.Split(word, ":")
		if len(f) != 3 {
			return koError("invalid event type in '" + word + "' try 'event list types' for valid values")
		}
		kind, code, ok := eventOf(f[0], f[1])
		value, err := strconv.Atoi(f[2])
		switch {
		case !ok:
			return koError("invalid event code in '" + word + "' try 'event codes' for valid values")
		case err != nil:
			return koError("invalid event value in '" + word + "' must be an integer")
		}
		t.event(kind, code, value)
	}
	return nil
}

func eventOf(kind, code string) (int, eventCode, bool) {
	for _, e := range eventTypes {
		if e.name != kind && strconv.Itoa(e.value) != kind {
			continue
		}
		i := slices.IndexFunc(e.codes, func(c eventCode) bool { return c.name == code || strconv.Itoa(c.value) == code })
		if i >= 0 {
			return e.value, e.codes[i], true
		}
	}
	return 0, eventCode{}, false
}

// finger is what events have said of the one finger so far.
type finger struct {
	at            image.Point // on the panel's axes
	touching, was bool
}

// event is one event of an input device; a touch takes effect with SYN_REPORT.
func (t *console) event(kind int, c eventCode, value int) {
	w, f := t.world(), &t.d.finger
	t.d.mu.Lock()
	defer t.d.mu.Unlock()
	switch {
	case c.android != 0:
		w.PressKey(c.android, value != 0)
	case c.name == "ABS_X" || c.name == "ABS_MT_POSITION_X":
		f.at.X = value
	case c.name == "ABS_Y" || c.name == "ABS_MT_POSITION_Y":
		f.at.Y = value
	case c.name == "BTN_TOUCH":
		f.touching = value != 0
	case c.name == "ABS_MT_TRACKING_ID":
		f.touching = value >= 0
	case kind == 0:
		size := w.Display().Size
		at := image.Pt(f.at.X*size.X/(panelRange+1), f.at.Y*size.Y/(panelRange+1))
		switch {
		case f.touching && !f.was:
			w.Press(0, world.TouchDown, at)
		case f.touching:
			w.Press(0, world.TouchMove, at)
		case f.was:
			w.Press(0, world.TouchUp, at)
		}
		f.was = f.touching
	}
}
