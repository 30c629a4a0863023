package dump

import (
	"regexp"
	"strings"
)

// InputEvent is one line of "getevent -lt".
type InputEvent struct {
	Device            string // "/dev/input/event2"; empty when only one is watched
	Type, Code, Value string // "EV_ABS", "ABS_MT_TRACKING_ID", "0000002a" or a word such as "DOWN"
}

var eventLine = regexp.MustCompile(`^\[\s*\d+\.\d+\]\s+(?:(/dev/\S+):\s+)?(\S+)\s+(\S+)\s+(\S+)\s*$`)

// ParseInputEvent reads one line of "getevent -lt"; lines that add devices are none.
func ParseInputEvent(line string) (e InputEvent, ok bool) {
	m := eventLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
	if m == nil {
		return InputEvent{}, false
	}
	return InputEvent{m[1], m[2], m[3], m[4]}, true
}

// FingerDown reports that a finger was put on a touch screen: a new tracking number, as protocol B of the kernel tells it.
func (e InputEvent) FingerDown() bool {
	return e.Type == "EV_ABS" && e.Code == "ABS_MT_TRACKING_ID" && !strings.EqualFold(e.Value, "ffffffff")
}
