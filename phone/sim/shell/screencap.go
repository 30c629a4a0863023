package shell

import (
	"context"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"strconv"
	"strings"
)

const screencapUsage = `usage: screencap [-ahp] [-d display-id] [FILENAME]
   -h: this message
   -a: captures all the active displays. This appends an integer to the FILENAME.
       e.g., FILENAME_0.png, FILENAME_1.png. If both -a and -d are given, it ignores -d.
   -d: specify the display ID to capture. If the id is not given, it defaults to
       the first display found.
       see "dumpsys SurfaceFlinger --display-id" for valid display IDs.
   -p: outputs in png format.
   --hint-for-seamless If set will use the hintForSeamless path in SF

If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.
`

// physicalDisplay is the number SurfaceFlinger knows the panel by.
func (d *Device) physicalDisplay() string {
	return strings.TrimPrefix(d.w.Display().UniqueID, "local:")
}

// screencapCommand writes the screen as PNG, JPEG or raw pixels with their header.
func screencapCommand(_ context.Context, p *Proc) int {
	asPNG, asJPEG := false, false
	name := ""
	args := p.Args[1:]
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-p":
			asPNG = true
		case a == "-j":
			asJPEG = true
		case a == "-a" || a == "--hint-for-seamless":
		case a == "-d" && i+1 < len(args):
			i++
			if status := p.captureDisplay(args[i]); status != 0 {
				return status
			}
		case strings.HasPrefix(a, "-d") && len(a) > 2:
			if status := p.captureDisplay(a[2:]); status != 0 {
				return status
			}
		case strings.HasPrefix(a, "-") && a != "-":
			p.Errf("%s", screencapUsage)
			return 1
		default:
			name = a
		}
	}
	asPNG = asPNG || strings.HasSuffix(name, ".png")
	asJPEG = asJPEG || strings.HasSuffix(name, ".jpg") || strings.HasSuffix(name, ".jpeg")
	out := io.Writer(p.Stdout)
	if name != "" && name != "-" {
		f, err := p.create(name)
		if err != nil {
			p.Errf("Error opening file: %s (%v)\n", name, err)
			return 1
		}
		defer f.Close()
		out = f
	}
	img, _ := p.d.w.Screen()
	var err error
	switch {
	case asPNG:
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(out, img)
	case asJPEG:
		err = jpeg.Encode(out, img, &jpeg.Options{Quality: 80})
	default:
		err = writeRaw(out, img)
	}
	if err != nil {
		return 1
	}
	return 0
}

// captureDisplay checks a physical display number.
func (p *Proc) captureDisplay(id string) int {
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		p.Errf("Invalid display ID: Out of range [0, 2^64).\n")
		return 1
	}
	if id != p.d.physicalDisplay() {
		p.Errf("Failed to take screenshot. Status: -22\nCapturing failed.\n")
		return 1
	}
	return 0
}

// writeRaw writes width, height, format (1, RGBA) and colour space (1, sRGB) before the pixels.
func writeRaw(w io.Writer, img *image.RGBA) error {
	size := img.Bounds().Size()
	var head []byte
	for _, v := range []int{size.X, size.Y, 1, 1} {
		head = binary.LittleEndian.AppendUint32(head, uint32(v))
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	for y := range size.Y {
		row := img.Pix[y*img.Stride:]
		if _, err := w.Write(row[:4*size.X]); err != nil {
			return err
		}
	}
	return nil
}
