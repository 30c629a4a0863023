// Package device holds the tools about the phone as a thing: what it is, its clock, which phones there are, and waiting.
package device

import (
	"time"

	"github.com/handset-agent/handset/tools"
)

// Tools lists the family. devices may be nil: then list_devices and select_device are left out. now is the workstation's clock,
// nil for time.Now.
func Tools(v *tools.View, devices tools.Devices, now func() time.Time) []tools.Tool {
	if now == nil {
		now = time.Now
	}
	list := []tools.Tool{Info(v), GetTime(v, now), Wait()}
	if devices != nil {
		list = append(list, ListDevices(devices), SelectDevice(devices))
	}
	return list
}
