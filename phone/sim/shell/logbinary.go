package shell

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// Identifiers of the buffers in binary entries (android/log.h).
var logIDs = map[string]uint32{"main": 0, "radio": 1, "events": 2, "system": 3, "crash": 4, "stats": 5, "security": 6, "kernel": 7}

// binaryEntry is an entry as logcat -B writes it: struct logger_entry, then the payload.
func binaryEntry(e world.LogEntry) []byte {
	payload := textPayload(e)
	if e.Buffer == "events" && e.Event != 0 {
		payload = eventPayload(e)
	}
	const maxPayload = 4068
	payload = payload[:min(len(payload), maxPayload)]
	const head = 28
	b := binary.LittleEndian.AppendUint16(nil, uint16(len(payload)))
	b = binary.LittleEndian.AppendUint16(b, head)
	for _, v := range []uint32{uint32(e.PID), uint32(e.TID), uint32(e.Time.Unix()), uint32(e.Time.Nanosecond()), logIDs[e.Buffer], uint32(e.UID)} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return append(b, payload...)
}

// textPayload is priority, tag and text.
func textPayload(e world.LogEntry) []byte {
	b := []byte{byte(2 + max(0, strings.IndexByte(priorities, e.Priority)))}
	b = append(append(b, e.Tag...), 0)
	return append(append(b, e.Text...), 0)
}

// Kinds of values in an event.
const (
	eventInt    = 0
	eventLong   = 1
	eventString = 2
	eventList   = 3
)

// eventPayload is the number of the tag and its typed values.
func eventPayload(e world.LogEntry) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(e.Event))
	list, ok := strings.CutPrefix(e.Text, "[")
	if !ok {
		return eventValue(b, e.Text)
	}
	values := strings.Split(strings.TrimSuffix(list, "]"), ",")
	values = values[:min(len(values), 255)]
	b = append(b, eventList, byte(len(values)))
	for _, v := range values {
		b = eventValue(b, v)
	}
	return b
}

func eventValue(b []byte, s string) []byte {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		if n == int64(int32(n)) {
			return binary.LittleEndian.AppendUint32(append(b, eventInt), uint32(int32(n)))
		}
		return binary.LittleEndian.AppendUint64(append(b, eventLong), uint64(n))
	}
	b = binary.LittleEndian.AppendUint32(append(b, eventString), uint32(len(s)))
	return append(b, s...)
}

// eventTag is the name of an event in the release: what the window manager logs since Android 11 was the activity manager's
// before, and some are newer.
func eventTag(tag string, sdk int) (name string, there bool) {
	switch tag {
	case "wm_set_keyguard_shown":
		return tag, sdk >= android12
	case "wm_focused_root_task":
		if sdk < android12 {
			tag = "wm_focused_stack"
		}
	}
	if rest, ok := strings.CutPrefix(tag, "wm_"); ok && sdk <= android10 {
		return "am_" + rest, true
	}
	return tag, true
}

// logSize reads the size of a ring buffer: 256K, 4M.
func logSize(s string) (int64, bool) {
	n, ok := size(s)
	return n, ok && n >= 64<<10 && n <= 256<<20
}
