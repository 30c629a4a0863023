package drill

import (
	"os"
	"testing"

	"github.com/handset-agent/handset/cmd/handset/config"
	"github.com/handset-agent/handset/phone/sim/fault"
)

// TestDrill_F077_F012: a phone that refuses its clipboard, and one that comes and goes, are told of by type, and nothing is left on them.
func TestDrill_F077_F012(t *testing.T) {
	sum, err := Run(t.Context(), Options{Runs: 6, Seed: 7, Flow: "clipboard", Faults: []fault.Name{fault.ClipboardRefused, fault.LinkRestart},
		Config: config.Config{Env: os.Getenv}}, func(v Verdict) {
		if v.Outcome == Wrong {
			t.Errorf("run %d of %s with %v: %s", v.Run, v.Flow, v.Faults, v.Reason)
		}
	})
	if err != nil || sum.Runs != 6 || sum.Clean == 0 {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestState_Changes(t *testing.T) {
	before := state{"settings/global/wifi_on": "1", "settings/system/time_12_24": "12", "data/com.example.notes": "{}", "clipboard": ""}
	after := state{"settings/global/wifi_on": "0", "settings/system/time_12_24": "24", "data/com.example.notes": `{"Notes":[]}`, "clipboard": ""}
	if got := before.changes(after, "data/com.example.*"); len(got) != 1 || got[0] != `settings/global/wifi_on: "1" is now "0"` {
		t.Errorf("changes: %q", got)
	}
	if got := before.changes(before); len(got) != 0 {
		t.Errorf("changes of nothing: %q", got)
	}
}
