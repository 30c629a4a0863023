// Package scene paints pictures that look like phone screens, for tests and measurements of the video path: a list of text, a
// form being typed into, a page with a playing video, patches of colour. The same arguments give the same pixels.
package scene

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Portrait is the size of the screen that most measurements use.
var Portrait = image.Pt(1080, 2400)

var words = []string{"Network", "internet", "Connected", "devices", "Apps", "Notifications", "Battery", "Storage", "Sound",
	"vibration", "Display", "Wallpaper", "Accessibility", "Security", "privacy", "Location", "Safety", "emergency", "Passwords", "accounts"}

// List is a list of messages, scrolled down by offset pixels, under a bar that stays.
func List(size image.Point, offset int) *image.RGBA {
	img := blank(size, color.RGBA{250, 250, 252, 255})
	const row = 176
	for i := offset / row; i*row-offset < size.Y; i++ {
		top := i*row - offset
		disc(img, image.Pt(76, top+88), 44, color.RGBA{uint8(40 + 53*i), uint8(200 - 31*i), uint8(90 + 77*i), 255})
		text(img, 150, top+76, 42, color.RGBA{20, 20, 24, 255}, sentence(i, 3))
		text(img, 150, top+126, 32, color.RGBA{90, 90, 96, 255}, sentence(i*5+1, 6))
		fill(img, image.Rect(150, top+row-2, size.X, top+row), color.RGBA{226, 226, 230, 255})
	}
	fill(img, image.Rect(0, 0, size.X, 96), color.RGBA{63, 81, 181, 255})
	text(img, 40, 66, 44, color.RGBA{255, 255, 255, 255}, "Messages")
	return img
}

// sentence is a few words chosen by a number.
func sentence(seed, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = words[(seed*13+i*i*7+i)%len(words)]
	}
	return fmt.Sprintf("%s %d", strings.Join(out, " "), seed)
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
	text(img, box.Min.X+20, box.Min.Y+90, 40, color.RGBA{0, 0, 0, 255}, string(typed))
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

// text writes s with its baseline at (x, y), size pixels high.
func text(img *image.RGBA, x, y int, size float64, c color.RGBA, s string) {
	d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: face(size), Dot: fixed.P(x, y)}
	d.DrawString(s)
}

// face is the Go font in a size. A face serves one picture at a time, so each gets its own.
func face(size float64) font.Face {
	f, err := opentype.NewFace(regular(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // the font is built in and the size is a constant
	}
	return f
}

var regular = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	return f
})
