package apps

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Camera takes pictures of a landscape that moves by.
func Camera() world.AppDef {
	return world.AppDef{
		Package: cameraPackage, Label: "Camera", Labels: map[string]string{"zh": "相机"}, Version: "9.3.160.621982096.19", VersionCode: 65791060, System: true,
		Icon: view.IconCamera, Color: view.RGB(0x5a6470),
		Permissions: []world.Permission{{Name: permCamera, Runtime: true}, {Name: "android.permission.RECORD_AUDIO", Runtime: true}},
		Data:        func() any { return &cameraData{} },
		Shortcuts:   []world.Shortcut{{Label: "Take a photo", Intent: world.Intent{Action: "android.media.action.STILL_IMAGE_CAMERA"}}},
		Activities: []world.ActivityDef{{
			Class: "com.android.camera.CameraLauncher", Launcher: true, Actions: []string{"android.media.action.STILL_IMAGE_CAMERA", "android.media.action.IMAGE_CAPTURE"}, Screen: func() world.Screen { return &camera{} },
		}},
	}
}

const (
	cameraPackage = "com.google.android.GoogleCamera"
	permCamera    = "android.permission.CAMERA"
)

// cameraData are the camera's own settings.
type cameraData struct {
	Front bool
	Grid  bool
	Flash int // off, auto, on
}

// camera is the viewfinder.
type camera struct {
	asked   bool
	zoom    float64
	flashed time.Time // when the shutter went
}

func granted(c *world.Ctx, perm string) bool {
	p, _ := c.Package(cameraPackage)
	for _, x := range p.Permissions {
		if x.Name == perm {
			return x.Granted
		}
	}
	return false
}

// Resume asks for the camera the first time.
func (s *camera) Resume(c *world.Ctx) {
	if !s.asked && !granted(c, permCamera) {
		s.asked = true
		c.RequestPermission(permCamera, func(bool) {})
	}
}

// The whole view that the camera pans over, and what it sees of it.
const (
	panoramaW, panoramaH = 960, 480
	finderW, finderH     = 360, 480
	panTime              = 24 * time.Second
)

// see cuts out what the camera sees at a moment.
func (s *camera) see(c *world.Ctx) *image.RGBA {
	number := int64(501)
	if world.Data[cameraData](c).Front {
		number = 733
	}
	all := cachedScene(number, panoramaW, panoramaH)
	f := float64(c.Now().UnixMilli()%panTime.Milliseconds()) / float64(panTime.Milliseconds())
	if f *= 2; f > 1 {
		f = 2 - f
	}
	k := max(1, s.zoom)
	w, h := int(finderW/k), int(finderH/k)
	at := image.Pt(int(f*float64(panoramaW-w)), (panoramaH-h)/2)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Rect, all, at, draw.Src)
	return out
}

func (s *camera) Build(c *world.Ctx) *view.Node {
	ink := view.RGB(0xffffff)
	page := &view.Node{ID: "activity_root_view", W: view.Match, H: view.Match, Fill: view.RGB(0x000000), AlignX: view.Center}
	if !granted(c, permCamera) {
		b := c.Button("allow", tr(c, "Allow camera access"), func() { c.RequestPermission(permCamera, func(bool) {}) })
		page.AlignY, page.Gap = view.Center, 20
		return page.Add(&view.Node{ID: "message", Text: tr(c, "Camera needs permission to take photos"), Style: view.TextStyle{Size: 16, Color: ink, Align: view.Center}}, b)
	}
	c.Refresh(100*time.Millisecond, true)
	d := world.Data[cameraData](c)
	w, h := c.Size()
	fw, fh := w, w*4/3
	if c.Landscape() {
		page.Dir, page.AlignY, page.AlignX = view.Row, view.Center, view.Start
		fh = h - 48
		fw = fh * 4 / 3
	}
	finder := &view.Node{ID: "preview_view", Class: "FrameLayout", Dir: view.Stack, W: fw, H: fh, Picture: s.see(c), NoPress: true, OnZoom: func(f float64, _ image.Point) { s.zoom = min(4, max(1, max(1, s.zoom)*f)) }}
	if d.Grid {
		finder.Add(&view.Node{Decor: true, W: view.Match, H: view.Match, Paint: func(p *view.Painter, r image.Rectangle) {
			for i := 1; i < 3; i++ {
				x, y := r.Min.X+r.Dx()*i/3, r.Min.Y+r.Dy()*i/3
				p.Fill(image.Rect(x, r.Min.Y, x+1, r.Max.Y), view.Fade(ink, 0.5))
				p.Fill(image.Rect(r.Min.X, y, r.Max.X, y+1), view.Fade(ink, 0.5))
			}
		}})
	}
	if f := c.Now().Sub(s.flashed); f >= 0 && f < 120*time.Millisecond {
		finder.Add(&view.Node{Decor: true, W: view.Match, H: view.Match, Fill: view.Fade(view.RGB(0), 0.7)})
	}
	page.Add(s.topBar(c, d), finder, s.zooms(c), view.Spring(), s.bottomBar(c, d), view.Spring())
	if c.Landscape() {
		for _, n := range []*view.Node{page.Children[0], page.Children[2], page.Children[4]} {
			n.W, n.Dir = 0, view.Column
		}
	}
	return page
}

func (s *camera) topBar(c *world.Ctx, d *cameraData) *view.Node {
	flash := []string{"Flash off", "Flash auto", "Flash on"}[d.Flash]
	b := func(id, desc string, icon *view.Icon, on bool, do func()) *view.Node {
		n := view.IconButton(c.Theme(), id, tr(c, desc), icon, do)
		n.Tint, n.Selected = view.RGB(0xffffff), on
		if on {
			n.Tint = view.RGB(0xffd45e)
		}
		return n
	}
	return &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, Pad: view.Sides(24, 4), Children: []*view.Node{
		b("flash_button", flash, view.IconFlash, d.Flash > 0, func() { d.Flash = (d.Flash + 1) % 3 }), b("grid_button", "Grid", view.IconApps, d.Grid, func() { d.Grid = !d.Grid }),
	}}
}

// zooms are the buttons for the usual magnifications.
func (s *camera) zooms(c *world.Ctx) *view.Node {
	row := &view.Node{ID: "zoom_toggle", Dir: view.Row, Gap: 8, Pad: view.Sides(8, 12), AlignX: view.Center, W: view.Match}
	for _, z := range []float64{1, 2, 4} {
		text := strconv.FormatFloat(z, 'f', -1, 64) + "×"
		n := &view.Node{Class: "Button", ID: "zoom_" + strconv.Itoa(int(z)), Text: text, Desc: trf(c, "Zoom %s", text), W: 44, H: 34, Corner: 17, AlignY: view.Center, Fill: view.RGB(0x2b2e33), Style: view.TextStyle{Size: 13, Bold: true, Color: view.RGB(0xffffff), Align: view.Center}, OnClick: func() { s.zoom = z }}
		if max(1, s.zoom) == z {
			n.Fill, n.Style.Color, n.Selected = view.RGB(0xffffff), view.RGB(0x111111), true
		}
		row.Add(n)
	}
	return row
}

func (s *camera) bottomBar(c *world.Ctx, d *cameraData) *view.Node {
	ink := view.RGB(0xffffff)
	thumb := &view.Node{Class: "ImageButton", ID: "thumbnail_button", Desc: tr(c, "Photo library"), W: 52, H: 52, Corner: 26, Fill: view.RGB(0x2b2e33), OnClick: func() { c.OpenApp("com.google.android.apps.photos") }}
	if rows := pictures(c, "Camera"); len(rows) > 0 {
		if m := pictureOf(c, rows[0], 360); m != nil {
			small := square(m)
			thumb.Paint = func(p *view.Painter, r image.Rectangle) {
				p.Image(small, r.Inset(p.Px(6)), true)
				p.Ring(r, 26, 3, ink)
			}
		}
	}
	shutter := &view.Node{Class: "ImageButton", ID: "shutter_button", Desc: tr(c, "Take photo"), W: 84, H: 84, Corner: 42, Line: ink, LineW: 4, OnClick: func() { s.shoot(c) }, Paint: func(p *view.Painter, r image.Rectangle) {
		in := p.Px(10)
		if p.Pressed() {
			in = p.Px(15)
		}
		p.Round(r.Inset(in), 42, ink)
	}}
	flip := view.IconButton(c.Theme(), "camera_switch_button", tr(c, "Switch to front camera"), iconFlip, func() { d.Front = !d.Front })
	if d.Front {
		flip.Desc = tr(c, "Switch to back camera")
	}
	flip.Tint, flip.Fill, flip.W, flip.H, flip.Corner = ink, view.RGB(0x2b2e33), 52, 52, 26
	return &view.Node{ID: "bottom_bar", Dir: view.Row, W: view.Match, AlignX: view.Spread, AlignY: view.Center, Pad: view.Sides(36, 8), Children: []*view.Node{thumb, shutter, flip}}
}

// Key takes a picture with a volume key or the camera key.
func (s *camera) Key(c *world.Ctx, code, meta int) bool {
	const keyCamera = 27
	if code != keyCamera || !granted(c, permCamera) {
		return false
	}
	s.shoot(c)
	return true
}

// shoot writes what the camera sees to a file and tells the media provider.
func (s *camera) shoot(c *world.Ctx) {
	s.flashed = c.Now()
	m := s.see(c)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 90}); err != nil {
		c.Toast(tr(c, "Couldn't save photo"))
		return
	}
	name := "PXL_" + strings.ReplaceAll(c.Now().UTC().Format("20060102_150405.000"), ".", "") + ".jpg"
	if err := c.Files().WriteFile("/sdcard/DCIM/Camera/"+name, b.Bytes()); err != nil {
		c.Log('W', "CameraApp", "cannot save "+name+": "+err.Error())
		c.Toast(tr(c, "Couldn't save photo"))
		return
	}
	c.AddImage("DCIM/Camera/", name, m.Rect.Dx(), m.Rect.Dy(), int64(b.Len()))
}
