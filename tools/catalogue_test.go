package tools_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/act"
	"github.com/handset-agent/handset/tools/apps"
	"github.com/handset-agent/handset/tools/device"
	"github.com/handset-agent/handset/tools/see"
	"github.com/handset-agent/handset/tools/sh"
)

type noDevices struct{}

func (noDevices) Devices(context.Context) ([]tools.Device, error) { return nil, nil }
func (noDevices) Select(context.Context, string) error            { return nil }

// catalogue is every tool there is.
func catalogue(t *testing.T, v *tools.View) *tools.Registry {
	t.Helper()
	r, err := tools.NewRegistry(slices.Concat(see.Tools(v, nil), act.Tools(v), apps.Tools(v), device.Tools(v, noDevices{}, nil), sh.Tools(v))...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCatalogue_AH09_TA_TF checks every tool as a prompt: names, words, schemas, defaults and enums.
func TestCatalogue_AH09_TA_TF(t *testing.T) {
	t.Parallel()
	v := tools.NewView(wifi(), tools.ViewOptions{})
	name := regexp.MustCompile(`^[a-z][a-z0-9_]{1,40}$`)
	for tool := range catalogue(t, v).All() {
		s := tool.Spec()
		t.Run(s.Name, func(t *testing.T) {
			if !name.MatchString(s.Name) {
				t.Error("the name is no snake_case")
			}
			if n := utf8.RuneCountInString(s.Description); n < 40 || n > 1500 || strings.Contains(s.Description, "{") {
				t.Errorf("the description has %d characters: %q", n, s.Description)
			}
			if s.ReadOnly && (s.Acts || s.Risk != nil) {
				t.Error("a tool that only looks acts, or is risky")
			}
			schema, err := tools.ParseSchema(s.Schema)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(s.Schema), `"additionalProperties":false`) {
				t.Error("the schema is open")
			}
			for _, p := range schema.Props {
				if p.Schema.Description == "" || len(p.Schema.Types) == 0 {
					t.Errorf("%s is not described or has no type", p.Name)
				}
				if p.Schema.Default == nil {
					continue
				}
				args, _ := json.Marshal(map[string]json.RawMessage{p.Name: p.Schema.Default})
				one := &tools.Schema{Types: []string{"object"}, Props: []tools.Prop{p}}
				if _, notes, problem := tools.Repair(string(args), one, nil); problem != "" || len(notes) > 0 {
					t.Errorf("%s: its default %s does not fit: %s %q", p.Name, p.Schema.Default, problem, notes)
				}
			}
			var w struct{ Required []string }
			if err := json.Unmarshal(s.Schema, &w); err != nil {
				t.Fatal(err)
			}
			for _, r := range w.Required {
				if p, ok := schema.Prop(r); !ok || p.Schema.Default != nil {
					t.Errorf("%s is required but no property, or has a default", r)
				}
			}
		})
	}
}

// TestFirstTools: the tools this version has, and which of them only look (T-F).
func TestFirstTools(t *testing.T) {
	t.Parallel()
	v := tools.NewView(wifi(), tools.ViewOptions{})
	var looks, acts []string
	for tool := range catalogue(t, v).All() {
		if s := tool.Spec(); s.ReadOnly {
			looks = append(looks, s.Name)
		} else {
			acts = append(acts, s.Name)
		}
	}
	slices.Sort(looks)
	slices.Sort(acts)
	wantLooks := "describe_screen device_info get_clipboard get_foreground_app get_time list_devices list_installed_apps take_screenshot ua_find_text ui_dump wait wait_for"
	wantActs := "manage_app open_app run_shell select_device set_clipboard ua_drag ua_long_press ua_pinch ua_press ua_scroll_to ua_swipe ua_tap ua_tap_text ua_type wake_screen"
	if got := strings.Join(looks, " "); got != wantLooks {
		t.Errorf("only look: %s", got)
	}
	if got := strings.Join(acts, " "); got != wantActs {
		t.Errorf("act: %s", got)
	}
}

// TestGoneAndStopped runs every tool on a phone that is gone, and with a stopped run: each answers in words, none breaks the
// harness, and nothing is sent (F-089, EL-14).
func TestGoneAndStopped_F089_EL14(t *testing.T) {
	t.Parallel()
	args := map[string]string{"ua_tap": `{"x":5,"y":5}`, "ua_tap_text": `{"text":"Wi-Fi"}`, "ua_long_press": `{"x":5,"y":5}`, "ua_swipe": `{"x1":5,"y1":5,"x2":9,"y2":9}`,
		"ua_drag": `{"x1":5,"y1":5,"x2":9,"y2":9}`, "ua_pinch": `{"scale":2}`, "ua_scroll_to": `{"text":"x"}`, "ua_type": `{"text":"x"}`, "ua_press": `{"key":"home"}`,
		"set_clipboard": `{"text":"x"}`, "open_app": `{"app":"x"}`, "manage_app": `{"action":"enable","package":"a.b"}`, "run_shell": `{"command":"ls"}`,
		"wait_for": `{"text":"x"}`, "wait": `{"seconds":60}`, "select_device": `{"serial":"x"}`}
	free := []string{"list_devices", "select_device"} // need no phone
	for _, stopped := range []bool{false, true} {
		p := wifi()
		p.Gone = !stopped
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if stopped {
			cancel()
		}
		for tool := range catalogue(t, tools.NewView(p, tools.ViewOptions{})).All() {
			n := tool.Spec().Name
			if slices.Contains(free, n) || n == "wait" && !stopped {
				continue
			}
			r, err := tool.Call(ctx, tools.Call{Name: n, Args: json.RawMessage(args[n])})
			if err != nil || r.Status == tools.OK || r.Text == "" {
				t.Errorf("%s (stopped %t): %s %q %v", n, stopped, r.Status, r.Text, err)
			}
			if missing := r.Code == tools.CodeUnsupported; !missing && !stopped && r.Code != tools.CodePhoneGone {
				t.Errorf("%s on a phone that is gone: code %s", n, r.Code)
			}
		}
		if log := p.Log(); len(log) > 0 {
			t.Errorf("stopped %t: the phone was sent %q", stopped, log)
		}
	}
}
