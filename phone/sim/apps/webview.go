package apps

import (
	"image"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// pageView makes the nodes of a page, as accessibility has them of a WebView: ids without a package, links as views.
type pageView struct {
	c     *world.Ctx
	d     *browserData
	t     *browserTab
	visit func(webRequest)
	url   string
}

func (p *pageView) view(page webPage) *view.Node {
	p.url = page.url
	web := &view.Node{Class: "android.webkit.WebView", Key: page.url, Spoken: page.title, W: view.Match, H: view.Match, Focusable: true}
	switch {
	case page.failed != "":
		web.Scroll = view.Vertical
		return web.Add(p.failure(page))
	case page.body.find("canvas") != nil:
		// What a page draws by itself has no nodes.
		web.Spoken, web.Focusable = "", false
		web.Paint = paintCoast
		return web
	}
	web.Scroll, web.Pad = view.Vertical, view.Edges{Bottom: 32}
	inner := &view.Node{Class: "View", W: view.Match, Gap: 12, Pad: view.Sides(18, 16)}
	for _, k := range page.body.kids {
		if n := p.node(k, nil); n != nil {
			inner.Add(n)
		}
	}
	return web.Add(inner)
}

func (p *pageView) text(k *tag, size float64, bold bool) *view.Node {
	return &view.Node{ID: k.attrs["id"], Bare: true, Text: k.words(), W: view.Match, Style: view.TextStyle{Size: size, Bold: bold, Color: p.c.Theme().OnSurface, Lead: 1.15}}
}

// node makes the view of an element; form is the one that it stands in.
func (p *pageView) node(k *tag, form *tag) *view.Node {
	t := p.c.Theme()
	switch k.name {
	case "":
		return &view.Node{Text: k.text, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}
	case "h1", "h2", "h3":
		size := map[string]float64{"h1": 28, "h2": 21, "h3": 18}[k.name]
		if a := k.find("a"); a != nil {
			n := p.link(a, size)
			n.Style.Bold = true
			return n
		}
		return p.text(k, size, true)
	case "p":
		return p.text(k, 16, false)
	case "a":
		return p.link(k, 16)
	case "hr":
		return view.Divider(t)
	case "img":
		return p.picture(k)
	case "nav":
		return p.group(k, form, &view.Node{Dir: view.Row, Gap: 20})
	case "ul", "table":
		return p.group(k, form, &view.Node{Gap: 8})
	case "li":
		return p.item(k)
	case "tr":
		return p.group(k, form, &view.Node{Dir: view.Row, Pad: view.Sides(0, 4)})
	case "td", "th":
		n := p.text(k, 15, k.name == "th")
		n.W, n.Weight = 0, 1
		return n
	case "form":
		return p.group(k, k, &view.Node{Gap: 10})
	case "label":
		if in := k.find("input"); in != nil {
			return p.choice(in, k.words())
		}
		return &view.Node{Text: k.words(), Style: view.TextStyle{Size: 14, Bold: true, Color: t.OnSurfaceFaint}}
	case "input", "textarea":
		return p.field(k, form)
	case "select":
		return p.dropDown(k)
	case "button":
		n := p.c.Button(k.attrs["id"], k.words(), func() { p.submit(form) })
		n.Bare = true
		return n
	}
	return p.group(k, form, &view.Node{Gap: 8})
}

// group is an element with others in it.
func (p *pageView) group(k, form *tag, n *view.Node) *view.Node {
	n.Class, n.W, n.ID, n.Bare = "View", view.Match, k.attrs["id"], true
	for _, x := range k.kids {
		if c := p.node(x, form); c != nil {
			n.Add(c)
		}
	}
	return n
}

func (p *pageView) link(k *tag, size float64) *view.Node {
	to := resolve(p.url, k.attrs["href"])
	n := &view.Node{Class: "View", ID: k.attrs["id"], Bare: true, Text: k.words(), OnClick: func() { p.visit(webRequest{URL: to}) }, Style: view.TextStyle{Size: size, Color: p.c.Theme().Primary}}
	n.OnLongClick = func() {
		menu(p.c, []string{"Open in new tab", "Copy link address"}, func() { p.d.open(); p.visit(webRequest{URL: to}) }, func() { p.c.Copy(to) })
	}
	return n
}

func (p *pageView) item(k *tag) *view.Node {
	t := p.c.Theme()
	text := p.text(k, 16, false)
	if a := k.find("a"); a != nil {
		text = p.link(a, 16)
	}
	text.W, text.Weight = 0, 1
	dot := &view.Node{Text: "•", Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint}}
	return &view.Node{Class: "View", Dir: view.Row, W: view.Match, Gap: 10, Children: []*view.Node{dot, text}}
}

func (p *pageView) picture(k *tag) *view.Node {
	w, _ := p.c.Size()
	w -= 36
	n := int64(0)
	for _, d := range k.attrs["data-scene"] {
		n = n*10 + int64(d-'0')
	}
	return &view.Node{Class: "Image", Spoken: k.attrs["alt"], W: w, H: w * 0.5, Picture: cachedScene(n, p.c.Px(w), p.c.Px(w*0.5))}
}

// value is what a field holds.
func (p *pageView) value(k *tag) string {
	if v, ok := p.t.Values[k.attrs["name"]]; ok {
		return v
	}
	if k.name == "select" {
		if o := k.find("option"); o != nil {
			return o.words()
		}
	}
	return k.attrs["value"]
}

func (p *pageView) set(name, v string) {
	if p.t.Values == nil {
		p.t.Values = map[string]string{}
	}
	p.t.Values[name] = v
}

func (p *pageView) field(k, form *tag) *view.Node {
	if k.attrs["type"] == "checkbox" || k.attrs["type"] == "radio" {
		return p.choice(k, "")
	}
	t := p.c.Theme()
	f := p.c.Field(k.attrs["id"], p.value(k), k.attrs["placeholder"], func(v string) { p.set(k.attrs["name"], v) })
	f.Bare, f.Password, f.Fill, f.Line, f.LineW, f.Corner = true, k.attrs["type"] == "password", view.Color{}, t.Outline, 1, 6
	f.Edit.Multiline, f.Edit.Action, f.Edit.Do = k.name == "textarea", "go", func() { p.submit(form) }
	if f.Edit.Multiline {
		f.MinH = 96
	}
	return f
}

// choice is a check box or a radio button with its label.
func (p *pageView) choice(k *tag, label string) *view.Node {
	t := p.c.Theme()
	name, own := k.attrs["name"], k.attrs["value"]
	if own == "" {
		own = "on"
	}
	on := p.t.Values[name] == own
	look, flip := view.CheckLook(t, on), func() {
		if on {
			own = ""
		}
		p.set(name, own)
	}
	if k.attrs["type"] == "radio" {
		look, flip = view.RadioLook(t, on), func() { p.set(name, own) }
	}
	look.ID, look.Bare, look.OnClick, look.Spoken = k.attrs["id"], true, flip, label
	return &view.Node{Class: "View", Dir: view.Row, W: view.Match, MinH: 36, AlignY: view.Center, Gap: 10, OnClick: flip, Children: []*view.Node{look, {Text: label, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}}}
}

func (p *pageView) dropDown(k *tag) *view.Node {
	t := p.c.Theme()
	var items []string
	for _, o := range k.kids {
		items = append(items, o.words())
	}
	at := p.value(k)
	return &view.Node{Class: "Spinner", ID: k.attrs["id"], Bare: true, Spoken: at, Dir: view.Row, W: view.Match, H: 50, AlignY: view.Center, AlignX: view.Spread, Pad: view.Sides(16, 0), Line: t.Outline, LineW: 1, Corner: 6,
		OnClick: func() {
			p.c.ShowDialog(world.Dialog{Items: items, Chosen: slices.Index(items, at), OnItem: func(i int) { p.set(k.attrs["name"], items[i]) }})
		}, Children: []*view.Node{{Decor: true, Text: at, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}, {Decor: true, Icon: view.IconDown, IconDp: 20, Tint: t.OnSurfaceFaint}}}
}

// submit sends a form: its fields in the address, or in the body of a POST.
func (p *pageView) submit(form *tag) {
	if form == nil {
		return
	}
	v := url.Values{}
	p.collect(form, v)
	to := resolve(p.url, form.attrs["action"])
	if strings.EqualFold(form.attrs["method"], "post") {
		p.visit(webRequest{URL: to, Form: v})
		return
	}
	p.visit(webRequest{URL: to + "?" + v.Encode()})
}

func (p *pageView) collect(k *tag, v url.Values) {
	if name := k.attrs["name"]; name != "" {
		own := p.value(k)
		if kind := k.attrs["type"]; kind == "checkbox" || kind == "radio" {
			own = p.t.Values[name]
		}
		if own != "" {
			v.Set(name, own)
		}
	}
	for _, x := range k.kids {
		p.collect(x, v)
	}
}

// reasons tell people what an error means.
var reasons = map[string]string{
	"ERR_INTERNET_DISCONNECTED": "You're offline. Turn off airplane mode, or connect to a network.",
	"ERR_NAME_NOT_RESOLVED":     "Check if there is a typo in the address.",
	"ERR_INVALID_URL":           "This address is not one.",
	"ERR_INVALID_RESPONSE":      "The page sent an invalid response.",
}

func (p *pageView) failure(page webPage) *view.Node {
	t := p.c.Theme()
	again := p.c.Button("reload-button", tr(p.c, "Reload"), func() { p.d.load(p.c) })
	again.Bare = true
	return &view.Node{Class: "View", W: view.Match, Gap: 14, Pad: view.Sides(24, 64), Children: []*view.Node{
		{Decor: true, Icon: view.IconGlobe, IconDp: 56, Tint: t.Outline}, {Text: tr(p.c, "This site can't be reached"), Style: view.TextStyle{Size: 24, Bold: true, Color: t.OnSurface}},
		{Text: tr(p.c, reasons[page.failed]), Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint}}, {Text: page.failed, Style: view.TextStyle{Size: 13, Color: t.OnSurfaceFaint}}, again,
	}}
}

// paintCoast draws a map: sea, land with bays, roads and places.
func paintCoast(p *view.Painter, r image.Rectangle) {
	p.Fill(r, view.RGB(0x9fc9e3))
	step := max(2, p.Px(3))
	for y := r.Min.Y; y < r.Max.Y; y += step {
		f := float64(y-r.Min.Y) / float64(r.Dy())
		x := r.Min.X + int(float64(r.Dx())*(0.42+0.16*math.Sin(f*7)+0.07*math.Sin(f*23+1)))
		p.Fill(image.Rect(x, y, r.Max.X, min(y+step, r.Max.Y)), view.RGB(0xdfe8d0))
		p.Fill(image.Rect(x, y, x+p.Px(5), min(y+step, r.Max.Y)), view.RGB(0xf2e6bf))
		road := x + r.Dx()/5
		p.Fill(image.Rect(road, y, road+p.Px(4), min(y+step, r.Max.Y)), view.RGB(0xf6c667))
	}
	places := map[string][2]float64{"Old Mill": {0.78, 0.2}, "Harbour": {0.6, 0.45}, "Lighthouse": {0.72, 0.72}, "Station": {0.86, 0.55}}
	for _, name := range slices.Sorted(maps.Keys(places)) {
		at := r.Min.Add(image.Pt(int(places[name][0]*float64(r.Dx())), int(places[name][1]*float64(r.Dy()))))
		d := p.Px(24)
		p.Icon(view.IconPin, image.Rect(at.X-d/2, at.Y-d, at.X+d/2, at.Y), view.RGB(0xc23b3b))
		p.Text(name, view.TextStyle{Size: 13, Bold: true, Color: view.RGB(0x333a40)}, image.Rect(at.X-p.Px(60), at.Y+p.Px(2), at.X+p.Px(60), at.Y+p.Px(20)), view.Center, view.Start)
	}
}
