package custom

import (
	"maps"
	"regexp"
	"strconv"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// vars is the state of an app that survives.
type vars struct{ Values map[string]string }

var customIcon = view.NewIcon("custom", "f R 3 3 18 18 3", "x R 6 7 12 2 0.6", "x R 6 11 8 2 0.6", "x R 6 15 12 3 1")

// def is the app as the world takes it.
func (a *app) def() world.AppDef {
	show := func() world.Screen { return &shown{a: a} }
	return world.AppDef{
		Package: a.pkg, Label: a.label, Labels: a.labels, Version: a.version, Icon: customIcon, Color: a.color,
		Data: func() any { return &vars{maps.Clone(a.state)} },
		Activities: []world.ActivityDef{
			{Class: ".MainActivity", Launcher: true, Secure: a.secure, Screen: show, Wallpaper: a.screens[a.start].capture != nil},
			{Class: ".ScreenActivity", Private: true, Secure: a.secure, Screen: show},
			{Class: ".CaptureActivity", Private: true, Secure: a.secure, Screen: show, Wallpaper: true},
		},
	}
}

// shown is one screen on the phone.
type shown struct{ a *app }

func (s *shown) screen(c *world.Ctx) *screen {
	if x := s.a.screens[c.Extra("screen")]; x != nil {
		return x
	}
	return s.a.screens[s.a.start]
}

func (s *shown) Build(c *world.Ctx) *view.Node {
	x := s.screen(c)
	if x.capture != nil {
		return s.captured(c, x)
	}
	body := &view.Node{ID: "content", Scroll: view.Vertical, Gap: 12, Pad: view.Sides(20, 12)}
	for _, e := range x.elements {
		if n := s.node(c, e); n != nil {
			body.Add(n)
		}
	}
	return c.Page(fill(x.title, world.Data[vars](c).Values), body)
}

// LightTop tells whether a captured screen is light under the status bar.
func (s *shown) LightTop(c *world.Ctx) bool {
	x := s.screen(c)
	return x.capture == nil || x.capture.light
}

var hole = regexp.MustCompile(`\{(\w+)\}`)

// fill puts the values of variables into a text.
func fill(text string, v map[string]string) string {
	return hole.ReplaceAllStringFunc(text, func(m string) string {
		if s, ok := v[m[1:len(m)-1]]; ok {
			return s
		}
		return m
	})
}

// do carries out what a tap does.
func (s *shown) do(c *world.Ctx, steps []*action) {
	v := world.Data[vars](c).Values
	for _, x := range steps {
		if !holds(x.when, v) {
			continue
		}
		for k, t := range x.set {
			v[k] = fill(t, v)
		}
		for k, t := range x.add {
			a, _ := strconv.ParseFloat(v[k], 64)
			b, _ := strconv.ParseFloat(fill(t, v), 64)
			v[k] = strconv.FormatFloat(a+b, 'f', -1, 64)
		}
		if x.toast != "" {
			c.Toast(fill(x.toast, v))
		}
		if x.back {
			c.Finish()
		}
		if to := s.a.screens[x.toGo]; to != nil {
			c.HideKeyboard()
			class := ".ScreenActivity"
			if to.capture != nil {
				class = ".CaptureActivity"
			}
			c.Open(class, "screen", x.toGo)
		}
		if x.stop {
			return
		}
	}
}

// node is the view of an element, nil while its condition does not hold.
func (s *shown) node(c *world.Ctx, e *element) *view.Node {
	t := c.Theme()
	v := world.Data[vars](c).Values
	if !holds(e.when, v) {
		return nil
	}
	size := e.size
	if size == 0 {
		size = 16
	}
	var n *view.Node
	switch e.kind {
	case "text":
		n = &view.Node{Text: fill(e.value, v), Style: view.TextStyle{Size: size, Bold: e.bold, Color: t.OnSurface}}
	case "button":
		n = c.Button("", fill(e.value, v), func() {})
	case "field":
		n = c.Field("", v[e.value], fill(e.hint, v), func(x string) { v[e.value] = x })
		n.Password, n.Edit.Number, n.Edit.Do = e.password, e.number, func() { s.do(c, e.do) }
		n.ID = e.id
		return n
	case "switch", "check":
		n = s.choice(c, e, v)
	case "image":
		b := e.picture.Rect
		w := float64(b.Dx())
		if room, _ := c.Size(); e.size == 0 || w > room-40 {
			w = min(w, room-40)
		}
		n = &view.Node{Class: "ImageView", Desc: fill(e.label, v), W: w, H: w * float64(b.Dy()) / float64(b.Dx()), Picture: e.picture}
	case "row":
		n = &view.Node{Dir: view.Row, W: view.Match, AlignY: view.Center, Gap: 12}
		for _, k := range e.children {
			if m := s.node(c, k); m != nil {
				n.Add(m)
			}
		}
	case "divider":
		return view.Divider(t)
	default:
		return view.Space(1, e.size)
	}
	n.ID = e.id
	if len(e.do) > 0 {
		flip := n.OnClick
		n.OnClick = func() {
			if flip != nil {
				flip()
			}
			s.do(c, e.do)
		}
	}
	return n
}

func (s *shown) choice(c *world.Ctx, e *element, v map[string]string) *view.Node {
	t := c.Theme()
	on := holds(e.value, v)
	look, class := view.CheckLook(t, on), "CheckBox"
	if e.kind == "switch" {
		look, class = view.SwitchLook(t, on), "Switch"
	}
	look.Decor = true
	label := fill(e.label, v)
	return &view.Node{Class: class, Spoken: label, Checkable: true, Checked: on, Dir: view.Row, W: view.Match, MinH: 48, AlignY: view.Center, AlignX: view.Spread,
		OnClick: func() { v[e.value] = strconv.FormatBool(!on) }, Children: []*view.Node{{Decor: true, Text: label, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}, look}}
}
