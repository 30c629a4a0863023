package see

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"

	"github.com/disintegration/imaging"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed take_screenshot.md
var takeScreenshotText string

type screenshotParams struct {
	Attach  bool  `json:"attach" default:"true" desc:"attach the picture so that you see it"`
	MaxEdge int   `json:"max_edge,omitempty" min:"64" max:"4096" desc:"longer side of the attached picture in pixels; leave out for a good default. The saved file always has full size"`
	Region  []int `json:"region,omitempty" desc:"part of the screen as [left, top, right, bottom] in screen pixels; leave out for the whole screen"`
}

// TakeScreenshot is the tool take_screenshot (T-06): the newest picture, saved as PNG in full size and attached as a JPEG. When
// there is no honest picture the result fails with the reason (DV-29).
func TakeScreenshot(v *tools.View, save tools.Saver) tools.Tool {
	spec := tools.Spec{Name: "take_screenshot", Description: v.Fill(takeScreenshotText), ReadOnly: true}
	return tools.New(spec, func(ctx context.Context, p screenshotParams) (tools.Result, error) {
		s, err := v.Glance(ctx)
		if err == nil {
			err = s.NoPicture
		}
		if err != nil {
			return tools.FailErr("take_screenshot", err), nil
		}
		region, err := regionOf(p.Region, s.Size)
		if err != nil {
			return tools.Failf(tools.CodeBadArguments, "", "%v", err), nil
		}
		r := tools.Result{Text: fmt.Sprintf("Picture of the screen, %d×%d pixels.", s.Size.X, s.Size.Y), Frame: s.Frame}
		if !region.Empty() {
			r.Text = fmt.Sprintf("Picture of the part %v of the screen (%d×%d pixels).", region, s.Size.X, s.Size.Y)
		}
		v.Show(s)
		return finishShot(v, save, s.Frame, region, p, r), nil
	})
}

// finishShot saves and attaches the picture. A disk that refuses is told, not hidden, and does not take the picture away.
func finishShot(v *tools.View, save tools.Saver, f *phone.Frame, region image.Rectangle, p screenshotParams, r tools.Result) tools.Result {
	path := ""
	if save != nil {
		var err error
		if path, err = save.Save("screenshot", ".png", func(w io.Writer) error { return writePNG(w, f, region) }); err != nil {
			r.Notes = append(r.Notes, "the picture could not be saved: "+err.Error())
		} else {
			r.Text += " Saved as " + path + "."
		}
	}
	r.Data, _ = json.Marshal(map[string]any{"path": path, "width": f.Size.X, "height": f.Size.Y, "seq": f.Seq})
	if !p.Attach {
		return r
	}
	img, err := v.Picture(f, tools.Crop{Region: region, MaxEdge: p.MaxEdge})
	if err != nil {
		r.Notes = append(r.Notes, err.Error())
		return r
	}
	img.Path, r.Image = path, img
	return r
}

func writePNG(w io.Writer, f *phone.Frame, region image.Rectangle) error {
	if region.Empty() {
		return f.WritePNG(w)
	}
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	return enc.Encode(w, imaging.Crop(f.Image, region.Add(f.Image.Bounds().Min)))
}

// regionOf reads [left, top, right, bottom] and cuts it to the screen. None at all is the empty rectangle.
func regionOf(v []int, size image.Point) (image.Rectangle, error) {
	if len(v) == 0 {
		return image.Rectangle{}, nil
	}
	if len(v) != 4 {
		return image.Rectangle{}, fmt.Errorf("region must be [left, top, right, bottom], not %d numbers", len(v))
	}
	r := image.Rect(v[0], v[1], v[2], v[3]).Intersect(image.Rectangle{Max: size})
	if r.Empty() {
		return r, fmt.Errorf("region %v is empty or outside the screen of %d×%d pixels", v, size.X, size.Y)
	}
	return r, nil
}
