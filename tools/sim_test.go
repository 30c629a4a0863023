package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/tools"
)

// yes is a gate that allows everything.
type yes struct{}

func (yes) Decide(context.Context, tools.Ask) (tools.Verdict, string, error) {
	return tools.Allow, "", nil
}

// hand is a simulated phone with every tool behind the whole chain of guards.
type hand struct {
	t     *testing.T
	phone *sim.Phone
	tools *tools.Registry
}

func newHand(t *testing.T) hand {
	t.Helper()
	p := sim.New(sim.Options{})
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return hand{t, p, tools.Guarded(catalogue(t, tools.NewView(p, tools.ViewOptions{})), tools.Run{Mode: tools.Max, Gate: yes{}})}
}

// do calls a tool and fails when it does not end well, or its words lack one of want.
func (h hand) do(name, args string, want ...string) tools.Result {
	h.t.Helper()
	tool, ok := h.tools.Lookup(name)
	if !ok {
		h.t.Fatalf("no tool %s", name)
	}
	r, err := tool.Call(h.t.Context(), tools.Call{ID: "c", Name: name, Raw: args})
	if err != nil || r.Status != tools.OK {
		h.t.Fatalf("%s %s: %s %s %v\n%s", name, args, r.Status, r.Code, err, r.ForModel())
	}
	for _, w := range want {
		if !strings.Contains(r.ForModel(), w) {
			h.t.Errorf("%s %s: %q is missing in\n%s", name, args, w, r.ForModel())
		}
	}
	return r
}

// TestSettingsOnASimulatedPhone walks through Settings as a model would, and asks the phone itself what came of it.
func TestSettingsOnASimulatedPhone(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	h.do("ui_dump", `{}`)
	h.do("open_app", `{"app":"settings"}`, "app in front", "Network & internet")
	h.do("ua_tap_text", `{"text":"Network & internet"}`, "Airplane mode")
	r := h.do("ua_tap_text", `{"text":"Airplane mode"}`, `"Airplane mode": off → on`)
	if !r.Effect.Delivered || !r.Effect.Visible || r.Effect.Front != "com.android.settings" || r.Frame == nil {
		t.Errorf("effect %+v", r.Effect)
	}
	h.do("run_shell", `{"command":"settings get global airplane_mode_on"}`, "exit code 0", "\n1\n")
	h.do("ua_press", `{"key":"home"}`, "Calculator")
	h.do("get_foreground_app", `{}`, "launcher")
}

// TestTypingOnASimulatedPhone_T26: the hardest line of the issue arrives as it was sent.
func TestTypingOnASimulatedPhone_T26(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	h.do("open_app", `{"app":"Notes"}`, "No notes yet")
	h.do("ua_tap_text", `{"text":"New note"}`)
	text, _ := json.Marshal(map[string]string{"text": `it's 100% "fun" ~ #1 & 你好 🙂`})
	h.do("ua_type", string(text), `The field holds "it's 100% \"fun\" ~ #1 & 你好 🙂".`)
	h.do("ua_type", `{"text":" more","mode":"append"}`, `你好 🙂 more"`)
	h.do("ua_type", `{"text":"short"}`, `The field holds "short".`)
}

// TestScrollingOnASimulatedPhone_T75 finds what is below the screen, and says so when it is nowhere.
func TestScrollingOnASimulatedPhone_T75(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	h.do("open_app", `{"app":"settings"}`)
	h.do("ua_scroll_to", `{"text":"About phone"}`, "Found after")
	h.do("ua_tap_text", `{"text":"About phone"}`, "Pixel 8")
	tool, _ := h.tools.Lookup("ua_scroll_to")
	r, err := tool.Call(t.Context(), tools.Call{Name: "ua_scroll_to", Raw: `{"text":"no such thing"}`})
	if err != nil || r.Code != tools.CodeNotFound || !strings.Contains(r.Text, "does not move any further") {
		t.Errorf("%s %v", r.Text, err)
	}
}

// TestLookingAtASimulatedPhone uses the tools that change nothing.
func TestLookingAtASimulatedPhone(t *testing.T) {
	t.Parallel()
	h := newHand(t)
	h.do("ui_dump", `{}`, `"Calculator"`, `size="1080x2400"`)
	if r := h.do("take_screenshot", `{"max_edge":400}`, "1080×2400"); r.Image == nil {
		t.Error("no picture")
	}
	h.do("ua_find_text", `{"text":"calc"}`, "Calculator")
	h.do("list_installed_apps", `{}`, "com.android.settings")
	h.do("device_info", `{}`, "Android 14", "%", "free of")
	h.do("get_time", `{}`, "phone:", "workstation:")
	h.do("set_clipboard", `{"text":"你好"}`)
	h.do("get_clipboard", `{}`, "你好")
	h.do("wait_for", `{"text":"Calculator"}`, "is on the screen")
	h.do("wake_screen", `{}`, "Woke the phone")
}
