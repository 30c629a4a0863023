// Package sheet draws a contact sheet of a simulated phone: the screens of its apps, small, in a grid with captions.
package sheet

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"sync"
	"time"

	"golang.org/x/image/draw"

	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Options says what to draw. The zero value is every app in light and dark, Latin and Chinese, with three screens each.
type Options struct {
	Profile world.Profile // zero: the default
	Locales []string      // empty: en-US and zh-CN
	PerApp  int           // screens of an app; zero means 3, below zero all of them
	Width   int           // of a small screen in pixels; zero means 120
	App     string        // only this package
	Now     time.Time     // what the phones' clocks show; zero: a fixed morning, so that sheets can be compared
}

// look is a group of columns.
type look struct {
	locale, name string
	night        string
}

// job is one screen to draw.
type job struct {
	shot apps.Shot
	look look
	row  int
	col  int
}

const (
	gap     = 10
	caption = 22
	head    = 44
	workers = 4 // most of the time goes into waiting for the phones' animations
)

// Draw runs a phone for each screen and lays the pictures out. It takes about a second a screen, several at once.
func Draw(ctx context.Context, o Options) (*image.Paletted, error) {
	o = o.withDefaults()
	rows := o.rows()
	if len(rows) == 0 {
		return nil, fmt.Errorf("draw a sheet: no screens of %q", o.App)
	}
	looks := o.looks()
	per := 0
	for _, r := range rows {
		per = max(per, len(r))
	}
	thumb := image.Pt(o.Width, o.Width*o.Profile.Size.Y/o.Profile.Size.X)
	size := image.Pt(gap+len(looks)*per*(thumb.X+gap), head+len(rows)*(thumb.Y+caption+gap))
	canvas := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(canvas, canvas.Rect, image.NewUniform(color.RGBA{0x24, 0x28, 0x2e, 255}), image.Point{}, draw.Src)
	var jobs []job
	for i, l := range looks {
		x := gap + i*per*(thumb.X+gap)
		write(canvas, l.name, 18, image.Rect(x, 0, x+per*(thumb.X+gap), head), view.Start)
		for y, r := range rows {
			for k, s := range r {
				jobs = append(jobs, job{s, l, y, i*per + k})
			}
		}
	}
	err := run(ctx, jobs, func(j job) error {
		m, err := o.take(ctx, j)
		if err != nil {
			return err
		}
		at := image.Pt(gap+j.col*(thumb.X+gap), head+j.row*(thumb.Y+caption+gap))
		draw.CatmullRom.Scale(canvas, image.Rectangle{Min: at, Max: at.Add(thumb)}, m, m.Rect, draw.Src, nil) // each its own part of the canvas
		write(canvas, j.shot.Name, 12, image.Rect(at.X, at.Y+thumb.Y, at.X+thumb.X, at.Y+thumb.Y+caption), view.Center)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return reduce(canvas), nil
}

func (o Options) withDefaults() Options {
	if o.Profile.Size == (image.Point{}) {
		o.Profile = world.Pixel()
	}
	if len(o.Locales) == 0 {
		o.Locales = []string{"en-US", "zh-CN"}
	}
	if o.PerApp == 0 {
		o.PerApp = 3
	}
	if o.Width == 0 {
		o.Width = 120
	}
	if o.Now.IsZero() {
		o.Now = time.Date(2025, 3, 4, 14, 41, 0, 0, time.UTC)
	}
	return o
}

func (o Options) looks() []look {
	var out []look
	for _, l := range o.Locales {
		out = append(out, look{l, l + " light", "no"}, look{l, l + " dark", "yes"})
	}
	return out
}

// rows are the screens by app.
func (o Options) rows() [][]apps.Shot {
	var out [][]apps.Shot
	for _, s := range apps.Screens() {
		if o.App != "" && s.App != o.App {
			continue
		}
		if n := len(out); n == 0 || out[n-1][0].App != s.App {
			out = append(out, nil)
		}
		if n := len(out) - 1; o.PerApp < 0 || len(out[n]) < o.PerApp {
			out[n] = append(out[n], s)
		}
	}
	return out
}

// take brings a new phone to a screen and returns what a person sees.
func (o Options) take(ctx context.Context, j job) (*image.RGBA, error) {
	p := o.Profile
	p.Locale = j.look.locale
	began := time.Now()
	phone := sim.New(sim.Options{Profile: p, Seed: 7, Now: func() time.Time { return o.Now.Add(time.Since(began)) }})
	defer phone.Close()
	w := phone.World()
	w.SetNight(j.look.night)
	if err := j.shot.Show(ctx, w); err != nil {
		return nil, fmt.Errorf("%s in %s: %w", j.shot.App, j.look.name, err)
	}
	return w.Panel(), nil
}

// run does the jobs, a few at once, until one fails.
func run(ctx context.Context, jobs []job, do func(job) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan job)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for j := range queue {
				if err := do(j); err != nil {
					stop(err)
				}
			}
		})
	}
feed:
	for _, j := range jobs {
		select {
		case queue <- j:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	wg.Wait()
	return context.Cause(ctx)
}
