package view

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// Icon is a small picture made of vector shapes in a box of 24 by 24, drawn in one colour.
type Icon struct {
	Name   string
	shapes []shape
}

type shape struct {
	cut   bool    // takes away instead of adding
	width float64 // of the pen; zero fills
	paths [][]pt
}

type pt struct{ x, y float64 }

type iconKey struct {
	icon *Icon
	size int
}

// NewIcon makes an icon of shapes, each a string: "f" (fill), "x" (cut out) or "sW" (a pen W wide), then commands with absolute
// coordinates: M x y, L x y …, C and Q curves, Z closes; O cx cy r a circle; R x y w h r a rectangle with round corners;
// A cx cy r from to an arc in degrees, clockwise from the right. It panics on anything else, as icons are constants.
func NewIcon(name string, shapes ...string) *Icon {
	i := &Icon{Name: name}
	for _, s := range shapes {
		sh, err := parseShape(s)
		if err != nil {
			panic(fmt.Sprintf("icon %s: %v", name, err))
		}
		i.shapes = append(i.shapes, sh)
	}
	return i
}

// iconCommands sets the command letters apart from their numbers.
var iconCommands = strings.NewReplacer("M", " M ", "L", " L ", "C", " C ", "Q", " Q ", "Z", " Z ", "O", " O ", "R", " R ", "A", " A ")

func parseShape(s string) (shape, error) {
	var sh shape
	f := strings.Fields(iconCommands.Replace(s))
	if len(f) == 0 {
		return sh, fmt.Errorf("empty shape")
	}
	switch {
	case f[0] == "f":
	case f[0] == "x":
		sh.cut = true
	case strings.HasPrefix(f[0], "xs"), strings.HasPrefix(f[0], "s"):
		w, err := strconv.ParseFloat(strings.TrimLeft(f[0], "xs"), 64)
		if err != nil {
			return sh, fmt.Errorf("pen %q", f[0])
		}
		sh.width, sh.cut = w, f[0][0] == 'x'
	default:
		return sh, fmt.Errorf("kind %q", f[0])
	}
	p := pathParser{f: f[1:]}
	err := p.run()
	sh.paths = p.paths
	return sh, err
}

type pathParser struct {
	f     []string
	paths [][]pt
	err   error
}

// maxNumber bounds what may stand in an icon, so that a slip does not cost minutes of drawing.
const maxNumber = 1000

func (p *pathParser) num() float64 {
	if len(p.f) == 0 {
		p.err = fmt.Errorf("number missing")
		return 0
	}
	v, err := strconv.ParseFloat(p.f[0], 64)
	if err != nil || !(v > -maxNumber && v < maxNumber) {
		p.err = fmt.Errorf("number %q", p.f[0])
		v = 0
	}
	p.f = p.f[1:]
	return v
}

func (p *pathParser) point() pt {
	x := p.num()
	return pt{x, p.num()}
}

func (p *pathParser) add(q pt) {
	if len(p.paths) == 0 {
		p.paths = append(p.paths, nil)
	}
	k := len(p.paths) - 1
	p.paths[k] = append(p.paths[k], q)
}

func (p *pathParser) last() pt {
	if len(p.paths) == 0 || len(p.paths[len(p.paths)-1]) == 0 {
		p.err = fmt.Errorf("no current point")
		return pt{}
	}
	k := p.paths[len(p.paths)-1]
	return k[len(k)-1]
}

func (p *pathParser) run() error {
	cmd := ""
	for len(p.f) > 0 && p.err == nil {
		if _, err := strconv.ParseFloat(p.f[0], 64); err != nil {
			cmd = p.f[0]
			p.f = p.f[1:]
		} else if cmd == "Z" {
			return fmt.Errorf("number %q after Z", p.f[0])
		}
		switch cmd {
		case "M":
			p.paths = append(p.paths, []pt{p.point()})
			cmd = "L"
		case "L":
			p.add(p.point())
		case "Q":
			a, b, c := p.last(), p.point(), p.point()
			p.curve(func(t float64) pt { return mixPt(mixPt(a, b, t), mixPt(b, c, t), t) })
		case "C":
			a, b, c, d := p.last(), p.point(), p.point(), p.point()
			p.curve(func(t float64) pt {
				ab, bc, cd := mixPt(a, b, t), mixPt(b, c, t), mixPt(c, d, t)
				return mixPt(mixPt(ab, bc, t), mixPt(bc, cd, t), t)
			})
		case "Z":
			if k := p.paths; len(k) > 0 && len(k[len(k)-1]) > 0 {
				p.add(k[len(k)-1][0])
			}
		case "O":
			c := p.point()
			p.arc(c, p.num(), 0, 360)
		case "A":
			c := p.point()
			r := p.num()
			from := p.num()
			p.arc(c, r, from, p.num())
		case "R":
			a, size := p.point(), p.point()
			p.roundRect(a, size, p.num())
		default:
			return fmt.Errorf("command %q", cmd)
		}
	}
	return p.err
}

func mixPt(a, b pt, t float64) pt { return pt{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

func (p *pathParser) curve(at func(float64) pt) {
	for i := 1; i <= 12; i++ {
		p.add(at(float64(i) / 12))
	}
}

func (p *pathParser) arc(c pt, r, from, to float64) {
	steps := max(2, int(math.Abs(to-from)/7.5))
	var out []pt
	for i := 0; i <= steps; i++ {
		a := (from + (to-from)*float64(i)/float64(steps)) * math.Pi / 180
		out = append(out, pt{c.x + r*math.Cos(a), c.y + r*math.Sin(a)})
	}
	p.paths = append(p.paths, out)
}

func (p *pathParser) roundRect(a, size pt, r float64) {
	x0, y0, x1, y1 := a.x, a.y, a.x+size.x, a.y+size.y
	var out []pt
	for q, c := range []pt{{x1 - r, y0 + r}, {x1 - r, y1 - r}, {x0 + r, y1 - r}, {x0 + r, y0 + r}} {
		for i := 0; i <= 6; i++ {
			t := (float64(q)*90 - 90 + float64(i)*15) * math.Pi / 180
			out = append(out, pt{c.x + r*math.Cos(t), c.y + r*math.Sin(t)})
		}
	}
	p.paths = append(p.paths, append(out, out[0]))
}

// mask is the icon drawn size pixels wide and high.
func (i *Icon) mask(size int) *image.Alpha {
	e := sharedEngine()
	e.mu.Lock()
	defer e.mu.Unlock()
	k := iconKey{i, size}
	if m, ok := e.icons.get(k); ok {
		return m
	}
	m := i.draw(size)
	e.icons.put(k, m, len(m.Pix))
	return m
}

func (i *Icon) draw(size int) *image.Alpha {
	out := image.NewAlpha(image.Rect(0, 0, size, size))
	scale := float64(size) / 24
	for _, sh := range i.shapes {
		r := vector.NewRasterizer(size, size)
		for _, path := range sh.paths {
			if sh.width == 0 {
				polygon(r, path, scale)
			} else {
				stroke(r, path, sh.width, scale)
			}
		}
		layer := image.NewAlpha(out.Rect)
		r.Draw(layer, layer.Rect, image.Opaque, image.Point{})
		for k, v := range layer.Pix {
			if sh.cut {
				out.Pix[k] = div255(uint32(out.Pix[k]) * uint32(255-v))
			} else {
				out.Pix[k] = v + div255(uint32(out.Pix[k])*uint32(255-v))
			}
		}
	}
	return out
}

// polygon adds a closed path, always in the same sense, so that paths that overlap add up.
func polygon(r *vector.Rasterizer, path []pt, scale float64) {
	area := 0.0
	for k := range path {
		a, b := path[k], path[(k+1)%len(path)]
		area += a.x*b.y - b.x*a.y
	}
	for k := range path {
		q := path[k]
		if area < 0 {
			q = path[len(path)-1-k]
		}
		if k == 0 {
			r.MoveTo(float32(q.x*scale), float32(q.y*scale))
		} else {
			r.LineTo(float32(q.x*scale), float32(q.y*scale))
		}
	}
	r.ClosePath()
}

// stroke adds a line with round ends and joints.
func stroke(r *vector.Rasterizer, path []pt, width, scale float64) {
	h := width / 2
	for k, a := range path {
		var dot []pt
		for i := range 16 {
			t := float64(i) * math.Pi / 8
			dot = append(dot, pt{a.x + h*math.Cos(t), a.y + h*math.Sin(t)})
		}
		polygon(r, dot, scale)
		if k == 0 {
			continue
		}
		b := path[k-1]
		d := math.Hypot(a.x-b.x, a.y-b.y)
		if d == 0 {
			continue
		}
		nx, ny := -(a.y-b.y)/d*h, (a.x-b.x)/d*h
		polygon(r, []pt{{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}}, scale)
	}
}
