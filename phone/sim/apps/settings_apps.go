package apps

import (
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// appListRows lists the installed apps that have an icon.
func appListRows(c *world.Ctx) []row {
	rows := []row{heading("All apps")}
	for _, a := range c.Apps() {
		p, _ := c.Package(a.Package)
		rows = append(rows, row{title: a.Label, summary: sizeText(p.Size), icon: a.Icon, click: func() { openPage(c, "app", "package", a.Package) }})
	}
	return rows
}

func sizeText(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// appInfoRows is one app: start, stop, remove.
func appInfoRows(c *world.Ctx) []row {
	name := c.Extra("package")
	if name == "" {
		name = strings.TrimPrefix(c.Intent().Data, "package:")
	}
	p, ok := c.Package(name)
	if !ok {
		return []row{{title: "The app isn't installed", off: true}}
	}
	t := c.Theme()
	title := view.Label(p.Label, 22, t.OnSurface)
	title.ID = "entity_header_title"
	second := "Force stop"
	running := c.Running(name)
	button := func(id, text string, i *view.Icon, on bool, click func()) *view.Node {
		n := &view.Node{
			Class: "Button", ID: id, Spoken: text, Weight: 1, H: 72, Corner: 20, Fill: t.SurfaceHigh, AlignX: view.Center, AlignY: view.Center, Gap: 4, Disabled: !on, OnClick: click,
			Children: []*view.Node{{Decor: true, Icon: i, Tint: t.Primary}, {Decor: true, Text: text, Style: view.TextStyle{Size: 13, Color: t.Primary, Lines: 1}}},
		}
		if !on {
			for _, k := range n.Children {
				k.Tint, k.Style.Color = t.Outline, t.Outline
			}
		}
		return n
	}
	buttons := &view.Node{Dir: view.Row, W: view.Match, Gap: 8, Pad: view.Sides(16, 12)}
	buttons.Add(button("button1", tr(c, "Open"), view.IconShare, p.Launcher != (world.Component{}), func() { c.OpenApp(name) }))
	if p.System {
		label, to := "Disable", false
		if !p.Enabled() {
			label, to = "Enable", true
		}
		buttons.Add(button("button2", tr(c, label), view.IconBlock, name != settingsPackage && !strings.Contains(name, "launcher"), func() { c.SetPackageEnabled(name, to) }))
	} else {
		buttons.Add(button("button2", tr(c, "Uninstall"), view.IconDelete, true, func() { confirmUninstall(c, p) }))
	}
	buttons.Add(button("button3", tr(c, second), view.IconClose, running && name != settingsPackage, func() {
		c.ShowDialog(world.Dialog{Title: tr(c, "Force stop?"), Message: tr(c, "If you force stop an app, it may misbehave."), OK: tr(c, "OK"), Cancel: tr(c, "Cancel"), OnOK: func() { c.ForceStop(name) }})
	}))
	head := &view.Node{W: view.Match, AlignX: view.Center, Pad: view.Sides(24, 0), Children: []*view.Node{title}}
	return []row{
		{custom: head}, {custom: buttons},
		{title: "Storage & cache", summary: trf(c, "%s used in internal storage", sizeText(p.Size)), click: func() {
			c.ShowDialog(world.Dialog{Title: tr(c, "Clear app data?"), Message: tr(c, "This app's data, including files and settings, will be permanently deleted from this device."), OK: tr(c, "Delete"), Cancel: tr(c, "Cancel"), OnOK: func() {
				c.ClearData(name)
				c.Toast(tr(c, "Data cleared"))
			}})
		}},
		{title: "Permissions", summary: permissionText(c, p), click: func() { openPage(c, "permissions", "package", name) }},
		{title: "App details", summary: trf(c, "Version %s", p.Version)},
	}
}

func permissionText(c *world.Ctx, p world.Package) string {
	n := 0
	for _, x := range p.Permissions {
		if x.Runtime && x.Granted {
			n++
		}
	}
	if n == 0 {
		return "No permissions granted"
	}
	return trf(c, "%d granted", n)
}

func confirmUninstall(c *world.Ctx, p world.Package) {
	c.ShowDialog(world.Dialog{Title: p.Label, Message: tr(c, "Do you want to uninstall this app?"), OK: tr(c, "OK"), Cancel: tr(c, "Cancel"), OnOK: func() {
		if c.Uninstall(p.Name) == nil {
			c.Toast(trf(c, "Uninstalled %s", p.Label))
			c.Finish()
		}
	}})
}
