// Package scene paints pictures that look like phone screens, for tests and measurements of the video path: a list of text, a
// form being typed into, a page with a playing video, patches of colour. The same arguments give the same pixels.
package scene

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Portrait is the size of the screen that most measurements use.
var Portrait = image.Pt(1080, 2400)

var words = []string{"Network", "internet", "Connected", "devices", "Apps", "Notifications", "Battery", "Storage", "Sound",
	"vibration", "Display", "Wallpaper", "Accessibility", "Security", "privacy", "Location", "Safety", "emergency", "Passwords", "accounts"}

// List is a settings-like list, scrolled down by offset pixels, under a bar that stays.
func List(size image.Point, offset int) *image.RGBA {
	img := blank(size, color.RGBA{250, 250, 252, 255})
	row := 152
	for i := offset / row; i*row-offset < size.Y; i++ {
		top := i*row - offset
		icon := color.RGBA{uint8(40 + 53*i), uint8(200 - 31*i), uint8(90 + 77*i), 255}
		disc(img, image.Pt(80, top+76), 40, icon)
		text(img, 160, top+70, 3, color.RGBA{20, 20, 24, 255}, fmt.Sprintf("%s & %s %d", words[i%len(words)], words[(i*7+3)%len(words)], i))
		text(img, 160, top+110, 2, color.RGBA{90, 90, 96, 255}, fmt.Sprintf("%s, %s, %s", words[(i+5)%len(words)], words[(i*3)%len(words)], words[(i*11)%len(words)]))
		fill(img, image.Rect(160, top+row-2, size.X, top+row), color.RGBA{226, 226, 230, 255})
	}
	fill(img, image.Rect(0, 0, size.X, 96), color.RGBA{63, 81, 181, 255})
	text(img, 40, 64, 3, color.RGBA{255, 255, 255, 255}, "Settings")
	return img
}

// Typing is a form into which n characters were typed.
func Typing(size image.Point, n int) *image.RGBA {
	img := List(size, 0)
	box := image.Rect(40, 400, size.X-40, 560)
	fill(img, box, color.RGBA{255, 255, 255, 255})
	typed := make([]byte, n)
	for i := range typed {
		typed[i] = 'a' + byte(i*7%26)
	}
	text(img, box.Min.X+20, box.Min.Y+90, 3, color.RGBA{0, 0, 0, 255}, string(typed))
	fill(img, image.Rect(box.Min.X+22+n*21, box.Min.Y+50, box.Min.X+26+n*21, box.Min.Y+100), color.RGBA{63, 81, 181, 255})
	return img
}

// Video is a page with a noisy 16:9 picture that differs for every n.
func Video(size image.Point, n int) *image.RGBA {
	img := List(size, 0)
	h := size.X * 9 / 16
	r := rand.New(rand.NewPCG(uint64(n), 7))
	for y := 200; y < min(200+h, size.Y); y++ {
		for x := range size.X {
			noise := uint8(r.UintN(24))
			img.SetRGBA(x, y, color.RGBA{uint8(x+3*n)/2 + noise, uint8(y-2*n)/2 + noise, uint8(x+y+n) / 2, 255})
		}
	}
	return img
}

// Patches is a grid of flat colours, 64×64 pixels each, in the order of colours, row by row.
func Patches(size image.Point, colours []color.RGBA) *image.RGBA {
	img := blank(size, color.RGBA{0, 0, 0, 255})
	across := size.X / 64
	for i, c := range colours {
		at := image.Pt(i%across*64, i/across*64)
		fill(img, image.Rectangle{at, at.Add(image.Pt(64, 64))}, c)
	}
	return img
}

func blank(size image.Point, c color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	fill(img, img.Rect, c)
	return img
}

func fill(img *image.RGBA, r image.Rectangle, c color.RGBA) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// disc paints a filled circle with a soft edge.
func disc(img *image.RGBA, at image.Point, radius int, c color.RGBA) {
	for y := -radius; y <= radius; y++ {
		for x := -radius; x <= radius; x++ {
			p := at.Add(image.Pt(x, y))
			if d := radius*radius - x*x - y*y; d >= 0 && p.In(img.Rect) {
				c.A = uint8(min(255, d*4))
				over := img.RGBAAt(p.X, p.Y)
				mix := func(a, b uint8) uint8 { return uint8((int(a)*int(c.A) + int(b)*(255-int(c.A))) / 255) }
				img.SetRGBA(p.X, p.Y, color.RGBA{mix(c.R, over.R), mix(c.G, over.G), mix(c.B, over.B), 255})
			}
		}
	}
}

// text writes s with its baseline at (x, y), in a bitmap font enlarged scale times with softened edges.
func text(img *image.RGBA, x, y, scale int, c color.RGBA, s string) {
	w, h := 7*len(s), 14
	small := image.NewAlpha(image.Rect(0, 0, w, h))
	d := font.Drawer{Dst: small, Src: image.Opaque, Face: basicfont.Face7x13, Dot: fixed.P(0, 11)}
	d.DrawString(s)
	mask := image.NewAlpha(image.Rect(0, 0, w*scale, h*scale))
	for my := range h * scale {
		for mx := range w * scale {
			var sum int
			for _, o := range []image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
				sum += int(small.AlphaAt((mx+o.X)/scale, (my+o.Y)/scale).A)
			}
			mask.SetAlpha(mx, my, color.Alpha{uint8(sum / 4)})
		}
	}
	at := image.Pt(x, y-11*scale)
	draw.DrawMask(img, mask.Rect.Add(at), image.NewUniform(c), image.Point{}, mask, image.Point{}, draw.Over)
}
