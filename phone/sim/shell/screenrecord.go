package shell

import (
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/image/draw"
)

// VideoEncoder makes H.264 of pictures, in Annex B byte stream format. config holds the parameter sets with the first picture.
type VideoEncoder interface {
	Encode(img *image.RGBA, key bool) (config, data []byte, isKey bool, err error)
}

const screenrecordHelp = `Usage: screenrecord [options] <filename>

Android screenrecord v1.4.  Records the device's display to a .mp4 file.

Options:
--size WIDTHxHEIGHT
    Set the video size, e.g. "1280x720".  Default is the device's main
    display resolution (if supported), 1280x720 if not.  For best results,
    use a size supported by the AVC encoder.
--bit-rate RATE
    Set the video bit rate, in bits per second.  Value may be specified as
    bits or megabits, e.g. '4000000' is equivalent to '4M'.  Default 20Mbps.
--bugreport
    Add additional information, such as a timestamp overlay, that is helpful
    in videos captured to illustrate bugs.
--time-limit TIME
    Set the maximum recording time, in seconds.  Default is 180. Set to 0
    to remove the time limit.
--display-id ID
    specify the physical display ID to record. Default is the primary display.
    see "dumpsys SurfaceFlinger --display-id" for valid display IDs.
--verbose
    Display interesting information on stdout.
--version
    Show Android screenrecord version.
--help
    Show this message.

Recording continues until Ctrl-C is hit or the time limit is reached.
`

// recordLimit is how long a recording lasts when nothing else is said, in seconds.
const recordLimit = 180

// recordStep is the least time between two pictures.
const recordStep = 50 * time.Millisecond

// recording is a parsed command line.
type recording struct {
	size    image.Point
	limit   int
	raw     bool // --output-format=h264
	verbose bool
	file    string
}

// screenrecordCommand records the screen into a file, or as a raw stream to standard output.
func screenrecordCommand(ctx context.Context, p *Proc) int {
	r := recording{limit: recordLimit}
	if status, done := r.options(p); done {
		return status
	}
	if p.d.opts.Encoder == nil {
		p.Errf("ERROR: unable to create video/avc codec instance\n")
		return 1
	}
	if s := p.d.w.Display(); r.size == (image.Point{}) {
		r.size = s.Size
	}
	r.size.X, r.size.Y = r.size.X&^1, r.size.Y&^1
	if r.raw {
		return r.stream(ctx, p)
	}
	f, err := p.openFlags(r.file, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		p.Errf("Unable to open '%s': %v\n", r.file, err)
		return 1
	}
	defer f.Close()
	seeker, ok := f.(io.WriteSeeker)
	if !ok {
		p.Errf("ERROR: unable to create the muxer\n")
		return 1
	}
	if r.verbose {
		p.Printf("Main display is %dx%d @60.00fps (orientation=%d)\nConfiguring recorder for %dx%d video/avc at 20.00Mbps\n", r.size.X, r.size.Y, p.d.w.Rotation(), r.size.X, r.size.Y)
	}
	m, err := newMP4(seeker, r.size.X, r.size.Y, p.d.w.Now())
	if err == nil {
		var took time.Duration
		if took, err = r.frames(ctx, p, m.add); err == nil && p.caught(ctx) {
			err = m.close(took)
		}
	}
	if err != nil {
		p.Errf("ERROR: %v\n", err)
		return 1
	}
	return 0
}

// options reads the command line; done is true when there is nothing to record.
func (r *recording) options(p *Proc) (status int, done bool) {
	fail := func(format string, a ...any) (int, bool) {
		p.Errf(format, a...)
		return 2, true
	}
	w := words{p.Args[1:]}
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		name, value, glued := strings.Cut(o, "=")
		take := func() string {
			if !glued {
				value, _ = w.next()
			}
			return value
		}
		switch name {
		case "--help":
			_, _ = p.Stdout.WriteString(screenrecordHelp)
			return 0, true
		case "--version":
			p.Println("1.4")
			return 0, true
		case "--verbose":
			r.verbose = true
		case "--bugreport", "--show-device-info", "--show-frame-time", "--rotate", "--persistent-surface":
		case "--size":
			if n, err := fmt.Sscanf(take(), "%dx%d", &r.size.X, &r.size.Y); n != 2 || err != nil || r.size.X < 16 || r.size.Y < 16 || r.size.X > 4096 || r.size.Y > 4096 {
				return fail("Invalid size '%s', must be width x height\n", value)
			}
		case "--bit-rate":
			if n, ok := size(take()); !ok || n < 100000 || n > 200<<20 {
				return fail("Bit rate %s outside acceptable range [100000,200000000]\n", value)
			}
		case "--time-limit":
			r.limit = atoi(take(), -1)
			if endless := r.limit == 0 && p.d.sdk() >= android14; !endless && (r.limit < 1 || r.limit > recordLimit && p.d.sdk() < android14) {
				return fail("Time limit %ds outside acceptable range [1,%d]\n", r.limit, recordLimit)
			}
		case "--display-id":
			if take() != p.d.physicalDisplay() {
				return fail("Invalid physical display ID\n")
			}
		case "--output-format":
			switch take() {
			case "h264":
				r.raw = true
			case "mp4":
			default:
				return fail("Unknown format '%s'\n", value)
			}
		default:
			return fail("screenrecord: unrecognized option `%s'\nSee screenrecord --help for usage.\n", o)
		}
	}
	file, ok := w.next()
	if !ok {
		return fail("Must specify output file (see --help).\n")
	}
	r.file = file
	if file == "-" {
		r.raw = true
	}
	return 0, false
}

// stream writes the bare stream to standard output, or to the file named.
func (r *recording) stream(ctx context.Context, p *Proc) int {
	out := io.Writer(p.Stdout)
	if r.file != "-" {
		f, err := p.create(r.file)
		if err != nil {
			p.Errf("Unable to open '%s': %v\n", r.file, err)
			return 1
		}
		defer f.Close()
		out = f
	}
	_, err := r.frames(ctx, p, func(config, data []byte, _ bool, _ time.Duration) error {
		if _, err := out.Write(append(config, data...)); err != nil {
			return fmt.Errorf("stream: %w", err)
		}
		return p.Stdout.Flush()
	})
	p.caught(ctx)
	if err != nil {
		return 128 + int(sigPIPE)
	}
	return 0
}

// frames encodes the screen whenever it changes, until the time is over or the command is told to stop, and tells how long it took.
func (r *recording) frames(ctx context.Context, p *Proc, add func(config, data []byte, key bool, at time.Duration) error) (time.Duration, error) {
	enc := p.d.opts.Encoder()
	changed, stop := p.d.w.Watch()
	defer stop()
	began := time.Now()
	var over <-chan time.Time
	if r.limit > 0 {
		t := time.NewTimer(time.Duration(r.limit) * time.Second)
		defer t.Stop()
		over = t.C
	}
	last := uint64(0)
	for first := true; ; first = false {
		img, seq := p.d.w.Screen()
		if first || seq != last {
			last = seq
			config, data, key, err := enc.Encode(fitted(img, r.size), false)
			if err != nil {
				return 0, fmt.Errorf("encoder: %w", err)
			}
			if err := add(config, data, key, time.Since(began)); err != nil {
				return 0, err
			}
		}
		pace := time.NewTimer(recordStep)
		select {
		case <-pace.C:
		case <-over:
			pace.Stop()
			return time.Since(began), nil
		case <-ctx.Done():
			pace.Stop()
			return time.Since(began), nil
		}
		select {
		case <-changed:
		case <-over:
			return time.Since(began), nil
		case <-ctx.Done():
			return time.Since(began), nil
		}
	}
}

// fitted scales a picture into a size, with bars where the proportions differ.
func fitted(img *image.RGBA, size image.Point) *image.RGBA {
	have := img.Bounds().Size()
	if have == size {
		return img
	}
	scale := min(float64(size.X)/float64(have.X), float64(size.Y)/float64(have.Y))
	w, h := int(float64(have.X)*scale+0.5), int(float64(have.Y)*scale+0.5)
	at := image.Pt((size.X-w)/2, (size.Y-h)/2)
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Bounds(), image.Black, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}, img, img.Bounds(), draw.Src, nil)
	return out
}
