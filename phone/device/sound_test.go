package device_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
)

// TestRecordSound_F100: what the phone plays becomes a second track; a phone too old for it is recorded in silence, and that is said.
func TestRecordSound_F100(t *testing.T) {
	t.Parallel()
	if !av.Built {
		t.Skip(av.ErrNotBuilt)
	}
	c := startADB(t)
	for name, audible := range map[string]bool{"android-14": true, "android-10": false} {
		t.Run(name, func(t *testing.T) {
			kind, err := world.FindProfile(name)
			if err != nil {
				t.Fatal(err)
			}
			shrink(&kind)
			_, phones := serveProfile(t, c, 1, &kind)
			d := openWire(t, c, phones[0].Addr, device.Options{})
			if err := d.Warm(t.Context()); err != nil {
				t.Fatal(err)
			}
			f, err := os.Create(filepath.Join(t.TempDir(), "a.mp4"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			rec, err := d.RecordSound(t.Context(), f, 2*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			tracks := bytes.Count(b, []byte("trak"))
			if audible && (rec.Silent != nil || rec.Sound < 50 || tracks != 2 || !bytes.Contains(b, []byte("Opus"))) {
				t.Errorf("%+v, %d tracks", rec, tracks)
			}
			if !audible && (!errors.Is(rec.Silent, scrcpy.ErrNoAudio) || rec.Sound != 0 || tracks != 1) {
				t.Errorf("%+v, %d tracks", rec, tracks)
			}
			if rec.Packets == 0 || rec.Duration < 1800*time.Millisecond {
				t.Errorf("%+v", rec)
			}
			nothingLeft(t, d, phones[0])
		})
	}
}
