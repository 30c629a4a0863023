package screend

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Camera is one camera of a phone.
type Camera struct {
	ID     string
	Facing string      // "back", "front" or "external"
	Array  image.Point // size of the sensor
	FPS    []int
	Sizes  []image.Point // of its pictures
}

// Cameras is optional: a Source that has it offers video_source=camera from Android 12 on. The cameras see a generated scene.
type Cameras interface {
	Cameras() []Camera
}

func (p *process) cameras() []Camera {
	if c, ok := p.source.(Cameras); ok {
		return c.Cameras()
	}
	return nil
}

func (p *process) cameraList(sizes bool) string {
	var lines []string
	for _, c := range p.cameras() {
		var fps []string
		for _, n := range c.FPS {
			fps = append(fps, strconv.Itoa(n))
		}
		line := fmt.Sprintf("    --camera-id=%s    (%s, %dx%d, fps=[%s])", c.ID, c.Facing, c.Array.X, c.Array.Y, strings.Join(fps, ", "))
		if sizes {
			for _, s := range c.Sizes {
				line += fmt.Sprintf("\n        - %dx%d", s.X, s.Y)
			}
			if len(c.Sizes) == 0 {
				line += "\n        (none)"
			}
		}
		lines = append(lines, line)
	}
	return orNone(lines)
}

// cameraChoice is what the camera_… options ask for.
type cameraChoice struct {
	id, facing string
	size       image.Point // zero: the widest that fits
	ratio      float64     // width by height; 0: any, negative: the sensor's
	fps        int
	highSpeed  bool
}

// openCamera selects a camera and a size. told is false when the reason of a failure has been logged already.
func (p *process) openCamera() (*camera, error) {
	o := p.o.camera
	var found *Camera
	all := p.cameras()
	for i := range all {
		if o.id != "" && all[i].ID == o.id || o.id == "" && (o.facing == "" || all[i].Facing == o.facing) {
			found = &all[i]
			break
		}
	}
	switch {
	case found == nil && o.id != "":
		p.log.printf(failure, "Camera with id %s not found\nList of cameras:\n%s", o.id, p.cameraList(false))
		return nil, errTold
	case found == nil:
		return nil, errTold // no matching camera: the real server says nothing either
	}
	size, ok := o.sizeOf(*found, p.o.maxSize)
	if !ok {
		return nil, ioException("Could not select camera size")
	}
	p.log.printf(info, "Using camera '%s'", found.ID)
	fps := o.fps
	if fps <= 0 {
		fps = 30
	}
	return newCamera(size, fps), nil
}

// sizeOf follows the real server: an explicit size is taken as it is; otherwise the widest that fits, of about the wanted shape.
func (o cameraChoice) sizeOf(c Camera, maxSize int) (image.Point, bool) {
	if o.size != (image.Point{}) {
		return o.size, true
	}
	ratio := o.ratio
	if ratio < 0 {
		ratio = float64(c.Array.X) / float64(c.Array.Y)
	}
	const tolerance = 0.1
	best := image.Point{}
	for _, s := range c.Sizes {
		shape := float64(s.X) / float64(s.Y)
		switch {
		case o.highSpeed, maxSize > 0 && larger(s) > maxSize, ratio > 0 && math.Abs(shape/ratio-1) > tolerance:
		case s.X > best.X || s.X == best.X && s.Y > best.Y:
			best = s
		}
	}
	return best, best.X > 0
}

// camera is the Screen that shows what a camera sees: a still scene and a square that goes round.
type camera struct {
	size  image.Point
	scene *image.RGBA
	frame time.Duration
	begin time.Time

	mu  sync.Mutex
	seq uint64
	img *image.RGBA
}

func newCamera(size image.Point, fps int) *camera {
	c := &camera{size: size, scene: image.NewRGBA(image.Rectangle{Max: size}), frame: time.Second / time.Duration(fps), begin: time.Now()}
	bands := []color.RGBA{{70, 110, 160, 255}, {120, 160, 200, 255}, {90, 130, 80, 255}, {60, 90, 60, 255}}
	for i, b := range bands {
		r := image.Rect(0, size.Y*i/len(bands), size.X, size.Y*(i+1)/len(bands))
		draw.Draw(c.scene, r, image.NewUniform(b), image.Point{}, draw.Src)
	}
	return c
}

// Screen implements Screen. The scene moves with the time.
func (c *camera) Screen() (*image.RGBA, uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := uint64(time.Since(c.begin) / c.frame)
	if c.img != nil && n == c.seq {
		return c.img, c.seq
	}
	img := image.NewRGBA(c.scene.Rect)
	copy(img.Pix, c.scene.Pix)
	side := c.size.Y / 6
	angle := float64(n) * float64(c.frame) / float64(2*time.Second) * 2 * math.Pi
	at := image.Pt(c.size.X/2+int(float64(c.size.X)/3*math.Cos(angle))-side/2, c.size.Y/2+int(float64(c.size.Y)/3*math.Sin(angle))-side/2)
	draw.Draw(img, image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, image.NewUniform(color.RGBA{230, 120, 40, 255}), image.Point{}, draw.Src)
	c.img, c.seq = img, n
	return img, n
}

// Watch implements Screen.
func (c *camera) Watch() (<-chan struct{}, func()) {
	changed, end := make(chan struct{}, 1), make(chan struct{})
	var ticking sync.WaitGroup
	ticking.Go(func() {
		t := time.NewTicker(c.frame)
		defer t.Stop()
		for {
			select {
			case <-end:
				return
			case <-t.C:
			}
			select {
			case changed <- struct{}{}:
			default:
			}
		}
	})
	return changed, func() { close(end); ticking.Wait() }
}

// Displays implements Screen.
func (c *camera) Displays() []Display { return []Display{{Size: c.size}} }

// Awake implements Screen.
func (c *camera) Awake() bool { return true }

// Secure implements Screen.
func (c *camera) Secure() bool { return false }
