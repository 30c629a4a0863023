package codec

import (
	"errors"
	"os"
	"testing"

	"github.com/handset-agent/handset/scrcpy/av"
)

// Sizes and counts must hold everywhere. Times are compared only when HANDSET_BENCH is set: on a machine that does other things at once
// they would fail now and then.
func TestVideoRatios(t *testing.T) {
	ratios, err := VideoRatios(t.Context())
	if errors.Is(err, av.ErrNotBuilt) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	strict := os.Getenv("HANDSET_BENCH") != ""
	for _, r := range ratios {
		t.Logf("%-70s %8.2f %-6s (want %v) %s", r.Name, r.Got, r.Unit, r.Want, r.Note)
		if timed := r.Unit == "×" && r.AtLeast; !r.OK() && (strict || !timed) {
			t.Errorf("%s: %.2f %s, want %v", r.Name, r.Got, r.Unit, r.Want)
		}
	}
}
