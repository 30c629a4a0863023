//go:build !cgo || nolibav

package av

import (
	"errors"
	"image"
	"testing"
)

// Without the C libraries the constructors say so.
func TestNotBuilt(t *testing.T) {
	t.Parallel()
	if _, err := NewDecoder("h264"); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("NewDecoder: %v", err)
	}
	if _, err := NewMuxer(nil, "h264", image.Pt(16, 16), nil); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("NewMuxer: %v", err)
	}
	if Built {
		t.Error("Built is true")
	}
}
