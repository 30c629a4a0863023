package shell

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// eventOptions are what getevent was asked to print.
type eventOptions struct {
	labels, times bool
	count         int    // 0: no end
	device        string // empty: all, with their names
}

func eventOptionsOf(args []string) eventOptions {
	var o eventOptions
	for i := 0; i < len(args); i++ {
		a := args[i]
		if !strings.HasPrefix(a, "-") {
			o.device = a
			continue
		}
		o.labels = o.labels || strings.Contains(a, "l")
		o.times = o.times || strings.Contains(a, "t")
		if strings.HasSuffix(a, "c") && i+1 < len(args) {
			i++
			o.count, _ = strconv.Atoi(args[i])
		}
	}
	return o
}

// showEvents prints what a person does to the panel and the keys, until ctx ends.
func (p *Proc) showEvents(ctx context.Context, o eventOptions, events <-chan world.RawEvent) int {
	for n := 0; o.count == 0 || n < o.count; {
		select {
		case e := <-events:
			if o.device != "" && o.device != e.Device {
				continue
			}
			n++
			p.Println(o.line(e))
			if len(events) == 0 && p.Stdout.Flush() != nil {
				return 128 + int(sigPIPE)
			}
		case <-ctx.Done():
			return killed(ctx)
		}
	}
	return 0
}

func (o eventOptions) line(e world.RawEvent) string {
	var b strings.Builder
	if o.times {
		us := e.Time.Microseconds()
		fmt.Fprintf(&b, "[%8d.%06d] ", us/1e6, us%1e6)
	}
	if o.device == "" {
		b.WriteString(e.Device + ": ")
	}
	if !o.labels {
		fmt.Fprintf(&b, "%04x %04x %08x", e.Type, e.Code, uint32(e.Value))
		return b.String()
	}
	value := fmt.Sprintf("%08x            ", uint32(e.Value))
	if e.Type == 1 {
		value = fmt.Sprintf("%-20s", map[int32]string{0: "UP", 1: "DOWN", 2: "REPEAT"}[e.Value])
	}
	fmt.Fprintf(&b, "%-12s %-20s %s", eventTypeNames[e.Type], eventCodeName(e), value)
	return b.String()
}

var eventTypeNames = map[uint16]string{0: "EV_SYN", 1: "EV_KEY", 3: "EV_ABS"}

func eventCodeName(e world.RawEvent) string {
	names := map[uint16]map[uint16]string{
		0: {0: "SYN_REPORT"},
		1: {0x14a: "BTN_TOUCH", 114: "KEY_VOLUMEDOWN", 115: "KEY_VOLUMEUP", 116: "KEY_POWER"},
		3: {0x2f: "ABS_MT_SLOT", 0x35: "ABS_MT_POSITION_X", 0x36: "ABS_MT_POSITION_Y", 0x39: "ABS_MT_TRACKING_ID", 0x3a: "ABS_MT_PRESSURE"},
	}
	if s := names[e.Type][e.Code]; s != "" {
		return s
	}
	return fmt.Sprintf("%04x", e.Code)
}
