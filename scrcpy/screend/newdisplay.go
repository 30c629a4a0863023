package screend

import (
	"fmt"
	"image"
	"strings"
)

// VirtualDisplay is a display that exists for one session.
type VirtualDisplay struct {
	ID     int
	Source Source      // its picture, and input and apps on it; the clipboard is the phone's
	Empty  func() bool // while no app is on it nothing is drawn
	Close  func()
}

// Displayer is optional: a Source that has it can make virtual displays (new_display), from Android 10 on.
type Displayer interface {
	NewDisplay(size image.Point, density int) (VirtualDisplay, error)
	// Density is that of display 0.
	Density() int
}

// newDisplayChoice is what new_display asks for; zero parts follow display 0.
type newDisplayChoice struct {
	on      bool
	size    image.Point
	density int
}

// setNewDisplay reads WxH, WxH/DPI, /DPI or nothing.
func setNewDisplay(o *options, v string) error {
	o.newDisplay = newDisplayChoice{on: true}
	size, density, has := strings.Cut(v, "/")
	if size != "" {
		p, err := parseSize(size)
		if err != nil {
			return err
		}
		o.newDisplay.size = p
	}
	if has {
		n, err := parseInt(density, 10)
		if err != nil {
			return err
		}
		if n <= 0 {
			return illegalArgument("Invalid non-positive dpi: %d", n)
		}
		o.newDisplay.density = n
	}
	return nil
}

func parseSize(v string) (image.Point, error) {
	w, h, ok := strings.Cut(v, "x")
	if !ok {
		return image.Point{}, illegalArgument("Invalid size format (expected <width>x<height>): \"%s\"", v)
	}
	x, err := parseInt(w, 10)
	if err != nil {
		return image.Point{}, err
	}
	y, err := parseInt(h, 10)
	if err != nil {
		return image.Point{}, err
	}
	if x <= 0 || y <= 0 {
		return image.Point{}, illegalArgument("Invalid non-positive size dimension: \"%s\"", v)
	}
	return image.Pt(x, y), nil
}

// makeDisplay makes the virtual display that the options ask for and has the session act on it. The result undoes that.
func (p *process) makeDisplay() (undo func(), err error) {
	maker, ok := p.source.(Displayer)
	if !ok {
		p.log.print(failure, "Could not create display")
		return nil, errTold
	}
	main := image.Pt(1920, 1080)
	if all := p.source.Displays(); len(all) > 0 {
		main = all[0].Size
		if all[0].Rotation%2 != 0 {
			main = swapped(main)
		}
	}
	size, density := p.o.newDisplay.size, p.o.newDisplay.density
	if size == (image.Point{}) {
		size = main
	}
	if density == 0 {
		density = max(1, maker.Density()*larger(size)/larger(main))
	}
	d, err := maker.NewDisplay(size, density)
	if err != nil {
		p.log.exception("Could not create display", &javaError{class: "java.lang.SecurityException", text: err.Error()})
		return nil, errTold
	}
	p.log.printf(info, "New display: %dx%d/%d (id=%d)", size.X, size.Y, density, d.ID)
	p.source, p.empty, p.display = d.Source, d.Empty, d.ID
	return d.Close, nil
}

// errTold is a failure whose reason is in the log already.
var errTold = fmt.Errorf("told")
