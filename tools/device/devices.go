package device

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/tools"
)

//go:embed list_devices.md
var listDevicesText string

//go:embed select_device.md
var selectDeviceText string

// ListDevices is the tool list_devices (T-71).
func ListDevices(d tools.Devices) tools.Tool {
	return tools.New(tools.Spec{Name: "list_devices", Description: listDevicesText, ReadOnly: true},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			all, err := d.Devices(ctx)
			if err != nil {
				r := tools.FailErr("list_devices", err)
				if r.Next == "" {
					r.Next = "Tell the user; \"handset doctor\" finds out what is wrong."
				}
				return r, nil
			}
			data, _ := json.Marshal(map[string]any{"devices": all})
			return tools.Result{Text: table(all), Data: data}, nil
		})
}

func table(all []tools.Device) string {
	if len(all) == 0 {
		return "No phone is connected."
	}
	var b strings.Builder
	for _, d := range all {
		fmt.Fprintf(&b, "- %s: %s", d.Serial, d.State)
		if d.Model != "" {
			b.WriteString(", " + d.Model)
		}
		if d.Android != "" {
			b.WriteString(", Android " + d.Android)
		}
		if d.Selected {
			b.WriteString(", selected")
		}
		if d.Reason != "" {
			b.WriteString(" (" + d.Reason + ")")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

type selectParams struct {
	Serial string `json:"serial" max:"200" desc:"serial from list_devices"`
}

// SelectDevice is the tool select_device (T-71). It is not read-only: it changes which phone is acted on.
func SelectDevice(d tools.Devices) tools.Tool {
	return tools.New(tools.Spec{Name: "select_device", Description: selectDeviceText},
		func(ctx context.Context, p selectParams) (tools.Result, error) {
			if err := d.Select(ctx, p.Serial); err != nil {
				r := tools.FailErr("select_device "+p.Serial, err)
				if r.Next == "" {
					r.Next = "Use a serial from list_devices whose state is device."
				}
				return r, nil
			}
			return tools.Result{Text: fmt.Sprintf("%s is the phone from the next message on.", p.Serial)}, nil
		})
}
