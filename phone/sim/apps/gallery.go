package apps

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // pictures of the camera
	_ "image/png"  // screenshots
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/image/draw"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Gallery shows the pictures of the media provider by day and by album.
func Gallery() world.AppDef {
	return world.AppDef{
		Package: "com.google.android.apps.photos", Label: "Photos", Labels: map[string]string{"zh": "相册"}, Version: "6.85.0.637259846", VersionCode: 49063210, System: true,
		Icon: iconImage, Color: view.RGB(0xc2603a),
		Permissions: []world.Permission{{Name: "android.permission.READ_MEDIA_IMAGES", Runtime: true, Granted: true}},
		Activities: []world.ActivityDef{
			{Class: ".home.HomeActivity", Launcher: true, Screen: func() world.Screen { return &gallery{} }},
			{Class: ".pager.HostPhotoPagerActivity", Actions: []string{world.ActionView}, MIMETypes: []string{"image/*"}, Schemes: []string{"content"}, Screen: func() world.Screen { return &picture{} }},
		},
	}
}

const pictureClass = ".pager.HostPhotoPagerActivity"

// gallery is the grid of pictures, or the albums.
type gallery struct {
	part  int
	album string
}

// pictures lists the pictures, the newest first, of one album or of all.
func pictures(c *world.Ctx, album string) []world.Row {
	rows := c.Content().Query(world.TableImages, func(r world.Row) bool {
		return r.Int("is_trashed") == 0 && (album == "" || r.Text("bucket_display_name") == album)
	})
	slices.SortStableFunc(rows, func(a, b world.Row) int { return int(b.Int("datetaken") - a.Int("datetaken")) })
	return rows
}

// thumbs are small pictures that were read from files, by name, time and size.
var thumbs struct {
	sync.Mutex
	kept map[string]*image.RGBA
}

const mostThumbs = 256

// pictureOf is a picture no larger than edge, from its file when it has one that a program wrote, else from its scene.
func pictureOf(c *world.Ctx, r world.Row, edge int) *image.RGBA {
	w, h := int(r.Int("width")), int(r.Int("height"))
	k := float64(edge) / float64(max(w, h, 1))
	w, h = max(1, int(float64(w)*k)), max(1, int(float64(h)*k))
	if n := sceneOf(r); n > 0 {
		return cachedScene(n, w, h)
	}
	key := fmt.Sprint(r.Text("_data"), r.Int("date_added"), r.Int("_size"), edge)
	thumbs.Lock()
	defer thumbs.Unlock()
	if m := thumbs.kept[key]; m != nil {
		return m
	}
	b, err := c.Files().ReadFile(r.Text("_data"))
	if err != nil {
		return nil
	}
	full, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil
	}
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.ApproxBiLinear.Scale(m, m.Rect, full, full.Bounds(), draw.Src, nil)
	if len(thumbs.kept) >= mostThumbs || thumbs.kept == nil {
		thumbs.kept = map[string]*image.RGBA{}
	}
	thumbs.kept[key] = m
	return m
}

func takenAt(c *world.Ctx, r world.Row) time.Time {
	return time.UnixMilli(r.Int("datetaken")).In(c.Now().Location())
}

// describe is what a picture is called to those who do not see it.
func describe(c *world.Ctx, r world.Row) string {
	at := takenAt(c, r)
	return trf(c, "Photo taken on %s", dayText(c, at)+" "+clockText(c, at))
}

func (s *gallery) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	if s.album != "" {
		list := c.List("recycler_view", s.grid(c, pictures(c, s.album))...)
		back := &view.Node{Dir: view.Row, W: view.Match, H: 56, AlignY: view.Center, Pad: view.Sides(4, 0), Children: []*view.Node{view.IconButton(t, "", tr(c, "Navigate up"), view.IconBack, func() { s.album = "" }), {ID: "toolbar_title", Text: tr(c, s.album), Style: view.TextStyle{Size: 20, Color: t.OnSurface}}}}
		return column(back, fill(list))
	}
	title := view.Label(c.Label(), 26, t.OnSurface)
	title.ID, title.Margin = "toolbar_title", view.Edges{Left: 20, Top: 14, Bottom: 8}
	list := c.List("recycler_view")
	if s.part == 0 {
		rows := pictures(c, "")
		for len(rows) > 0 {
			at := takenAt(c, rows[0])
			n := 0
			for n < len(rows) && sameDay(takenAt(c, rows[n]), at) {
				n++
			}
			day := weekText(c, at.Weekday(), true) + " " + dayText(c, at)
			if sameDay(at, c.Now()) {
				day = tr(c, "Today")
			}
			list.Add(section(t, day))
			list.Add(s.grid(c, rows[:n])...)
			rows = rows[n:]
		}
	} else {
		list.Add(s.albums(c))
	}
	if len(list.Children) == 0 {
		list.Add(nothing(t, iconImage, tr(c, "No photos")))
	}
	return column(title, fill(list), tabs(c, []tab{{"tab_photos", "Photos", iconImage}, {"tab_library", "Library", iconAlbum}}, s.part, func(i int) { s.part = i }))
}

// Back leaves the album.
func (s *gallery) Back(*world.Ctx) bool {
	if s.album == "" {
		return false
	}
	s.album = ""
	return true
}

// grid is pictures in rows.
func (s *gallery) grid(c *world.Ctx, rows []world.Row) []*view.Node {
	cols := 3
	if c.Landscape() {
		cols = 6
	}
	w, _ := c.Size()
	edge := (w - 4 - 4*float64(cols-1)) / float64(cols)
	var out []*view.Node
	for i := 0; i < len(rows); i += cols {
		line := &view.Node{Dir: view.Row, W: view.Match, Gap: 4, Pad: view.Sides(2, 2)}
		for _, r := range rows[i:min(i+cols, len(rows))] {
			line.Add(s.tile(c, r, edge))
		}
		out = append(out, line)
	}
	return out
}

// tile is a square cut out of the middle of a picture.
func (s *gallery) tile(c *world.Ctx, r world.Row, edge float64) *view.Node {
	m := pictureOf(c, r, 360)
	n := &view.Node{Class: "ImageView", ID: "photo", Key: strconv.FormatInt(r.ID(), 10), Desc: describe(c, r), W: edge, H: edge, Corner: 6, Fill: c.Theme().SurfaceHigh, OnClick: func() { c.Open(pictureClass, "id", strconv.FormatInt(r.ID(), 10), "album", s.album) }}
	if m != nil {
		n.Picture = square(m)
	}
	return n
}

var squares sync.Map // of whole pictures → *image.RGBA

// square is the middle of a picture.
func square(m *image.RGBA) *image.RGBA {
	if s, ok := squares.Load(m); ok {
		return s.(*image.RGBA)
	}
	e := min(m.Rect.Dx(), m.Rect.Dy())
	out := image.NewRGBA(image.Rect(0, 0, e, e))
	draw.Draw(out, out.Rect, m, image.Pt((m.Rect.Dx()-e)/2, (m.Rect.Dy()-e)/2), draw.Src)
	s, _ := squares.LoadOrStore(m, out)
	return s.(*image.RGBA)
}

func (s *gallery) albums(c *world.Ctx) *view.Node {
	t := c.Theme()
	w, _ := c.Size()
	edge := (w - 48) / 2
	g := &view.Node{W: view.Match, Pad: view.Sides(16, 8), Gap: 16}
	seen := map[string]int{}
	var names []string
	first := map[string]world.Row{}
	for _, r := range pictures(c, "") {
		b := r.Text("bucket_display_name")
		if seen[b]++; seen[b] == 1 {
			names, first[b] = append(names, b), r
		}
	}
	var row *view.Node
	for i, name := range names {
		if i%2 == 0 {
			row = &view.Node{Dir: view.Row, W: view.Match, Gap: 16}
			g.Add(row)
		}
		pic := &view.Node{Decor: true, W: edge, H: edge, Corner: 20, Fill: t.SurfaceHigh}
		if m := pictureOf(c, first[name], 360); m != nil {
			pic.Picture = square(m)
		}
		row.Add(&view.Node{Class: "FrameLayout", ID: "album", Key: name, Desc: tr(c, name), Gap: 6, Dir: view.Column, OnClick: func() { s.album = name }, NoPress: true, Children: []*view.Node{
			pic, {ID: "title", Text: tr(c, name), Style: view.TextStyle{Size: 15, Bold: true, Color: t.OnSurface}}, {ID: "subtitle", Text: strconv.Itoa(seen[name]), Style: view.TextStyle{Size: 13, Color: t.OnSurfaceFaint}},
		}})
	}
	return g
}

// picture shows one picture; a swipe turns to the next.
type picture struct {
	id   int64
	bare bool // without the bars
}

// Resume takes the picture that the intent names.
func (s *picture) Resume(c *world.Ctx) {
	if s.id == 0 {
		name := c.Extra("id")
		if name == "" {
			name = c.Intent().Data[lastSlash(c.Intent().Data):]
		}
		s.id, _ = strconv.ParseInt(name, 10, 64)
	}
}

func lastSlash(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '/' {
			return i + 1
		}
	}
	return 0
}

func (s *picture) Build(c *world.Ctx) *view.Node {
	r := c.Content().Get(world.TableImages, s.id)
	ink := view.RGB(0xffffff)
	page := &view.Node{Dir: view.Stack, W: view.Match, H: view.Match, Fill: view.RGB(0x000000), AlignX: view.Center, AlignY: view.Center}
	if r == nil {
		return page.Add(&view.Node{ID: "empty_text", Text: tr(c, "The photo doesn't exist"), Style: view.TextStyle{Size: 16, Color: ink}})
	}
	w, h := c.Size()
	k := min(w/float64(max(1, r.Int("width"))), h/float64(max(1, r.Int("height"))))
	pic := &view.Node{Class: "ImageView", ID: "photo_view", Desc: describe(c, r), W: float64(r.Int("width")) * k, H: float64(r.Int("height")) * k, Picture: pictureOf(c, r, 900), NoPress: true,
		OnClick: func() { s.bare = !s.bare }, OnDrag: func(d view.Drag) { s.turn(c, d) }}
	page.Add(pic)
	if s.bare {
		return page
	}
	button := func(id, desc string, icon *view.Icon, do func()) *view.Node {
		b := view.IconButton(c.Theme(), id, tr(c, desc), icon, do)
		b.Tint = ink
		return b
	}
	star, desc := iconStarOff, "Add to favorites"
	if r.Int("is_favorite") != 0 {
		star, desc = view.IconStar, "Remove from favorites"
	}
	top := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, Self: true, SelfY: view.Start, Pad: view.Sides(4, 4), Children: []*view.Node{
		button("", "Navigate up", view.IconBack, c.Back), button("favorite", desc, star, func() {
			c.Content().Update(world.TableImages, is(s.id), world.Row{"is_favorite": r.Int("is_favorite") == 0})
		}),
	}}
	foot := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, Self: true, SelfY: view.End, Pad: view.Sides(40, 12), Children: []*view.Node{
		button("share", "Share", view.IconShare, func() { c.Toast(tr(c, "No apps can perform this action.")) }),
		button("info", "Details", view.IconInfo, func() {
			c.ShowDialog(world.Dialog{Title: tr(c, "Details"), OK: tr(c, "OK"), Message: fmt.Sprintf("%s\n%s %s\n%d × %d\n%s", r.Text("_display_name"), dayText(c, takenAt(c, r)), clockText(c, takenAt(c, r)), r.Int("width"), r.Int("height"), r.Text("_data"))})
		}),
		button("trash", "Move to trash", view.IconDelete, func() {
			ask(c, "Move to trash?", "", "Move to trash", func() {
				c.Content().Delete(world.TableImages, is(s.id))
				_ = c.Files().Remove(r.Text("_data"))
				c.Toast(tr(c, "Moved to trash"))
				c.Finish()
			})
		}),
	}}
	return page.Add(top, foot)
}

// turn goes to the picture beside.
func (s *picture) turn(c *world.Ctx, d view.Drag) {
	dx := d.At.X - d.Start.X
	if d.Phase != view.DragEnd || max(dx, -dx) < 120 {
		return
	}
	rows := pictures(c, c.Extra("album"))
	i := slices.IndexFunc(rows, func(r world.Row) bool { return r.ID() == s.id })
	if i += -dx / max(dx, -dx); i >= 0 && i < len(rows) {
		s.id = rows[i].ID()
	}
}
