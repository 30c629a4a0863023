package world_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// dater is an app with a button that asks for a day.
type dater struct{ day string }

func (s *dater) Build(c *world.Ctx) *view.Node {
	return c.Page("Dater", view.Col(
		c.Button("pick", "Pick a day", func() {
			c.PickDate(time.Date(2026, 2, 10, 9, 0, 0, 0, time.UTC), func(d time.Time) { s.day = d.Format(time.DateOnly) })
		}),
		c.Button("wheel", "Sheet", func() {
			c.ShowDialog(world.Dialog{Title: "Pay", Sheet: true, Items: []string{"Card", "Cash"}, Chosen: -1, OnItem: func(int) {}})
		}),
		view.Label("day "+s.day, 16, c.Theme().OnSurface),
	))
}

func TestDatePickerAndSheet(t *testing.T) {
	app := world.AppDef{Package: "com.example.dater", Label: "Dater", Version: "1", Activities: []world.ActivityDef{
		{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return new(dater) }},
	}}
	onPhoneWith(t, world.Options{Apps: append(apps.All(), app)}, func(r *rig) {
		r.openApp("com.example.dater")
		r.tap("Pick a day")
		r.see("10 February 2026")
		r.tap("Next month")
		r.tap("31 March 2026")
		r.tap("OK")
		r.see("day 2026-03-31")
		r.tap("Sheet")
		r.see("Cash")
		if b := r.tree().Kids[0].rect(); b.Max.Y < 2300 || b.Min.Y < 1200 {
			t.Errorf("the sheet is at %v", b)
		}
		r.tap("Cash")
	})
}

func TestDumpOfOldReleaseEndsAboveTheBar(t *testing.T) {
	p, _ := world.FindProfile("android-9")
	onPhoneWith(t, world.Options{Profile: p}, func(r *rig) {
		r.open("android.settings.SETTINGS")
		if b := r.tree().Kids[0].rect(); b.Max.Y != 1794 {
			t.Errorf("the root ends at %d of 1920", b.Max.Y)
		}
	})
	newest, _ := world.FindProfile("android-16")
	onPhoneWith(t, world.Options{Profile: newest}, func(r *rig) {
		b, err := r.DumpTree(context.Background())
		if err != nil || !strings.Contains(string(b), ` drawing-order="1" hint=""`) {
			t.Errorf("no drawing order: %v", err)
		}
	})
}
