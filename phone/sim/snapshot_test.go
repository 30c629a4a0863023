package sim_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim"
)

// TestSnapshot loads a saved phone into a fresh one: the same files, the same tree, the same saved state.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) }
	a, b := sim.New(sim.Options{Seed: 1, Now: now}), sim.New(sim.Options{Seed: 2, Now: now})
	defer a.Close()
	defer b.Close()
	ctx := context.Background()
	for _, line := range []string{"mkdir -p /sdcard/Download/a", "echo hello > /sdcard/Download/a/f", "echo x > /data/local/tmp/x", "chmod 600 /data/local/tmp/x", "ln -s x /data/local/tmp/l",
		"settings put global airplane_mode_on 1", "rmdir /sdcard/Podcasts", "am start -a android.settings.SETTINGS"} {
		if out, err := a.Shell(ctx, "sh", "-c", line); err != nil || out.Exit != 0 {
			t.Fatalf("%s: %v %s", line, err, out.Stderr)
		}
	}
	saved, err := a.Save()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Load(saved); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"ls -lR /sdcard /data/local/tmp", "cat /sdcard/Download/a/f /data/local/tmp/l", "settings get global airplane_mode_on", "pm list packages -f"} {
		want, _ := a.Shell(ctx, "sh", "-c", line)
		got, _ := b.Shell(ctx, "sh", "-c", line)
		if string(got.Stdout) != string(want.Stdout) {
			t.Errorf("%s: got\n%s\nwant\n%s", line, got.Stdout, want.Stdout)
		}
	}
	want, err := a.DumpTree(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.DumpTree(ctx); err != nil || string(got.XML) != string(want.XML) {
		t.Errorf("the trees differ: %v\n%s\nwant\n%s", err, got.XML, want.XML)
	}
	if again, err := b.Save(); err != nil || string(again) != string(saved) {
		t.Errorf("saved again it differs: %v", err)
	}
	for _, text := range []string{"", "{}", `{"format":"handset-snapshot-1","world":{}}`, `{"format":"handset-snapshot-1","world":{},"files":[{"path":"../x"}]}`} {
		if err := b.Load([]byte(text)); err == nil || text == "{}" && !errors.Is(err, sim.ErrSnapshot) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
