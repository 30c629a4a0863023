package apps

import (
	"slices"
	"strconv"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

func securityRows(c *world.Ctx) []row {
	return []row{
		{title: "Screen lock", summary: lockLabel(c.Lock()), icon: view.IconLock, click: func() { lockDialog(c) }},
		link(c, "Lock screen", "", "lockscreen", view.IconPhone),
		link(c, "Privacy", "", "privacy", view.IconShield),
		toggle(c, "Show passwords", "Display characters briefly as you type", "system", "show_password"),
	}
}

func lockLabel(k world.KeyguardKind) string {
	return map[world.KeyguardKind]string{world.LockNone: "None", world.LockSwipe: "Swipe", world.LockPIN: "PIN"}[k]
}

func lockDialog(c *world.Ctx) {
	kinds := []world.KeyguardKind{world.LockNone, world.LockSwipe, world.LockPIN}
	c.ShowDialog(world.Dialog{
		Title: tr(c, "Choose a screen lock"), Items: []string{tr(c, "None"), tr(c, "Swipe"), "PIN"}, Chosen: slices.Index(kinds, c.Lock()), Cancel: tr(c, "Cancel"),
		OnItem: func(i int) {
			if kinds[i] == world.LockPIN {
				pinDialog(c)
				return
			}
			c.SetLock(kinds[i], "")
		},
	})
}

func pinDialog(c *world.Ctx) {
	pin := ""
	c.ShowDialog(world.Dialog{
		Title: tr(c, "Set a PIN"), Message: tr(c, "PIN must contain at least 4 digits"), OK: tr(c, "Confirm"), Cancel: tr(c, "Cancel"),
		Body: func() *view.Node {
			f := c.Field("password_entry", pin, "PIN", func(s string) { pin = s })
			f.Password, f.Edit.AutoFocus, f.Edit.Number, f.Edit.MaxLen = true, true, true, 16
			return view.Col(framed(c, f))
		},
		OnOK: func() {
			if _, err := strconv.Atoi(pin); err != nil || len(pin) < 4 {
				c.Toast("PIN must contain at least 4 digits")
				return
			}
			c.SetLock(world.LockPIN, pin)
		},
	})
}
