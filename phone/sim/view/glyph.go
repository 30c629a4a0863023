package view

import (
	"bytes"
	"image"
	"image/png"
	"math"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// glyphKey names a drawn glyph: face, glyph, size in 1/64 pixel and quarter of a pixel of its horizontal place.
type glyphKey struct {
	face int
	gid  uint32
	size fixed.Int26_6
	sub  uint8
}

// glyphMask is a drawn glyph: coverage, or colours for emoji. at is its top left corner relative to the pen, in pixels.
type glyphMask struct {
	at    image.Point
	alpha *image.Alpha
	color *image.RGBA
}

// mask returns the drawn glyph, nil when it shows nothing. The engine's lock is held.
func (e *engine) mask(f *face, gid uint32, size fixed.Int26_6, sub uint8) *glyphMask {
	k := glyphKey{f.id, gid, size, sub}
	if m, ok := e.masks.get(k); ok {
		return m
	}
	var m *glyphMask
	switch d := f.GlyphData(font.GID(gid)).(type) {
	case font.GlyphOutline:
		m = drawOutline(d.Segments, float64(size)/64/float64(f.Upem()), float64(sub)/4)
	case font.GlyphBitmap:
		m = drawBitmap(f, gid, d, float64(size)/64)
	case font.GlyphSVG:
		m = drawOutline(d.Outline.Segments, float64(size)/64/float64(f.Upem()), float64(sub)/4)
	}
	e.masks.put(k, m, m.cost())
	return m
}

// cost is the mask's size for the cache, in bytes.
func (m *glyphMask) cost() int {
	switch {
	case m == nil:
		return 0
	case m.color != nil:
		return len(m.color.Pix)
	}
	return len(m.alpha.Pix)
}

// drawOutline fills an outline in font units; y grows upwards there.
func drawOutline(segs []ot.Segment, scale, dx float64) *glyphMask {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range segs {
		for _, p := range s.ArgsSlice() {
			x, y := float64(p.X)*scale+dx, -float64(p.Y)*scale
			minX, maxX = min(minX, x), max(maxX, x)
			minY, maxY = min(minY, y), max(maxY, y)
		}
	}
	if minX >= maxX || minY >= maxY || maxX-minX > 4096 || maxY-minY > 4096 {
		return nil
	}
	at := image.Pt(int(math.Floor(minX)), int(math.Floor(minY)))
	w, h := int(math.Ceil(maxX))-at.X, int(math.Ceil(maxY))-at.Y
	r := vector.NewRasterizer(w, h)
	px := func(p ot.SegmentPoint) (float32, float32) {
		return float32(float64(p.X)*scale + dx - float64(at.X)), float32(-float64(p.Y)*scale - float64(at.Y))
	}
	for _, s := range segs {
		ax, ay := px(s.Args[0])
		switch s.Op {
		case ot.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case ot.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case ot.SegmentOpQuadTo:
			bx, by := px(s.Args[1])
			r.QuadTo(ax, ay, bx, by)
		case ot.SegmentOpCubeTo:
			bx, by := px(s.Args[1])
			cx, cy := px(s.Args[2])
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
	m := &glyphMask{at: at, alpha: image.NewAlpha(image.Rect(0, 0, w, h))}
	r.Draw(m.alpha, m.alpha.Rect, image.Opaque, image.Point{})
	return m
}

// drawBitmap scales a colour bitmap to the size.
func drawBitmap(f *face, gid uint32, d font.GlyphBitmap, size float64) *glyphMask {
	if d.Format != font.PNG {
		return nil
	}
	src, err := png.Decode(bytes.NewReader(d.Data))
	if err != nil {
		return nil
	}
	ext, ok := f.GlyphExtents(font.GID(gid))
	if !ok {
		return nil
	}
	scale := size / float64(f.Upem())
	x0, y0 := float64(ext.XBearing)*scale, -float64(ext.YBearing)*scale
	w, h := int(math.Round(float64(ext.Width)*scale)), int(math.Round(math.Abs(float64(ext.Height))*scale))
	if w <= 0 || h <= 0 || w > 1024 || h > 1024 {
		return nil
	}
	m := &glyphMask{at: image.Pt(int(math.Round(x0)), int(math.Round(y0))), color: image.NewRGBA(image.Rect(0, 0, w, h))}
	draw.CatmullRom.Scale(m.color, m.color.Rect, src, src.Bounds(), draw.Src, nil)
	return m
}
