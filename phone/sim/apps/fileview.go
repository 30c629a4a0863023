package apps

import (
	"bytes"
	"image"
	"path"
	"unicode/utf8"

	"golang.org/x/image/draw"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// fileView shows a text or a picture.
type fileView struct {
	text string
	pic  *image.RGBA
	err  string
	done bool
}

const (
	mostText = 64 << 10
	picEdge  = 900
)

// Resume reads the file.
func (s *fileView) Resume(c *world.Ctx) {
	if s.done {
		return
	}
	s.done = true
	b, err := c.Files().ReadFile(c.Extra("path"))
	if err != nil {
		s.err = tr(c, "Can't open file")
		return
	}
	if m, _, err := image.Decode(bytes.NewReader(b)); err == nil {
		size := m.Bounds().Size()
		k := min(1, float64(picEdge)/float64(max(size.X, size.Y)))
		s.pic = image.NewRGBA(image.Rect(0, 0, max(1, int(float64(size.X)*k)), max(1, int(float64(size.Y)*k))))
		draw.ApproxBiLinear.Scale(s.pic, s.pic.Rect, m, m.Bounds(), draw.Src, nil)
		return
	}
	if b = b[:min(len(b), mostText)]; !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		s.err = tr(c, "No app can open this file")
		return
	}
	s.text = string(b)
}

func (s *fileView) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	name := path.Base(c.Extra("path"))
	switch {
	case s.err != "":
		return c.Page(name, view.Col(nothing(t, iconFile, s.err)))
	case s.pic != nil:
		w, h := c.Size()
		size := s.pic.Rect.Size()
		k := min(w/float64(size.X), (h-140)/float64(size.Y))
		return c.Page(name, &view.Node{AlignX: view.Center, AlignY: view.Center, Children: []*view.Node{{ID: "image", Class: "ImageView", Desc: name, W: float64(size.X) * k, H: float64(size.Y) * k, Picture: s.pic}}})
	}
	text := &view.Node{ID: "text", Text: s.text, W: view.Match, Style: view.TextStyle{Size: 15, Color: t.OnSurface}}
	return c.Page(name, &view.Node{ID: "scroll", Scroll: view.Vertical, Pad: view.Sides(20, 12), Children: []*view.Node{text}})
}

// Documents are the texts that lie in the folders of a new phone, by name.
func Documents(locale string) map[string]string {
	list := map[string]string{
		storageRoot + "/Documents/Packing list.txt": "Packing list\n\n- Passport\n- Charger\n- Rain jacket\n- Book\n",
		storageRoot + "/Documents/Recipes/Soup.txt": "Tomato soup\n\n1 kg tomatoes, 1 onion, 2 cloves of garlic.\nRoast, blend, season.\n",
		storageRoot + "/Download/ticket.txt":        "EXAMPLE RAIL\nCoach 12, seats 41 and 42\nDeparts 14:20, platform 6\n",
	}
	if len(locale) >= 2 && locale[:2] == "zh" {
		list[storageRoot+"/Documents/购物清单.txt"] = "购物清单\n\n- 牛奶\n- 面包\n- 苹果\n"
	}
	return list
}
