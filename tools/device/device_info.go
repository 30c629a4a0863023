package device

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed device_info.md
var infoText string

// Info is the tool device_info (T-05). What cannot be read is named, and the rest is told all the same.
func Info(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "device_info", Description: infoText, ReadOnly: true},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			i := v.Phone().Info()
			lines := []string{
				"phone: " + strings.TrimSpace(i.Manufacturer+" "+i.Model),
				fmt.Sprintf("system: Android %s (API %d), %s", i.Android, i.SDK, i.ABI),
				"serial: " + i.Serial,
			}
			for _, d := range i.Displays {
				lines = append(lines, fmt.Sprintf("display %d: %d×%d pixels, %d dpi", d.ID, d.Size.X, d.Size.Y, d.Density))
			}
			facts := map[string]any{"serial": i.Serial, "manufacturer": i.Manufacturer, "model": i.Model, "android": i.Android, "sdk": i.SDK, "abi": i.ABI}
			for _, part := range []struct {
				name  string
				argv  []string
				parse func(string) (string, bool)
			}{
				{"battery", []string{"dumpsys", "battery"}, battery},
				{"storage", []string{"df", "/data"}, storage},
				{"memory", []string{"cat", "/proc/meminfo"}, memory},
			} {
				text, err := read(ctx, v.Phone(), part.argv, part.parse)
				if ctx.Err() != nil || errors.Is(err, phone.ErrGone) {
					return tools.FailErr("device_info", err), nil
				}
				if err != nil {
					text = "could not be read: " + err.Error()
				} else {
					facts[part.name] = text
				}
				lines = append(lines, part.name+": "+text)
			}
			data, _ := json.Marshal(facts)
			return tools.Result{Text: strings.Join(lines, "\n"), Data: data}, nil
		})
}

// read runs one command and parses what it printed.
func read(ctx context.Context, p phone.Shell, argv []string, parse func(string) (string, bool)) (string, error) {
	out, err := p.Shell(ctx, argv...)
	if err != nil {
		return "", err
	}
	if text, ok := parse(string(out.Stdout)); ok {
		return text, nil
	}
	why := strings.TrimSpace(string(out.Stderr))
	if why == "" {
		why = fmt.Sprintf("%s printed something unknown", argv[0])
	}
	return "", errors.New(why)
}
