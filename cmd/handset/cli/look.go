package cli

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/disintegration/imaging"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/uitree"
)

type shotOptions struct {
	out, via, region string
	maxEdge          int
}

func (p *program) shotCmd() *cobra.Command {
	var o shotOptions
	return p.command(spec{use: "shot [-o FILE]", key: "shot",
		example: "handset shot -o screen.png\nhandset shot --max-edge 1280 -o small.jpg\nhandset shot --region 0,0,540,1200 -o part.png\nhandset shot -o - > screen.png",
		exits:   []int{ExitNoPhone},
		flags: func(f *pflag.FlagSet) {
			f.StringVarP(&o.out, "output", "o", "", p.txt.T("flag.shot.output"))
			f.StringVar(&o.via, "via", "auto", p.txt.T("flag.shot.via"))
			f.IntVar(&o.maxEdge, "max-edge", 0, p.txt.T("flag.shot.max_edge"))
			f.StringVar(&o.region, "region", "", p.txt.T("flag.shot.region"))
		},
		run: func(cmd *cobra.Command, _ []string) error { return p.shot(cmd.Context(), o) }})
}

func (p *program) shot(ctx context.Context, o shotOptions) error {
	via := device.Via(o.via)
	if via != device.Auto && via != device.Stream && via != device.Screencap {
		return p.usage("usage.one_of", "--via", o.via, "auto, stream, screencap")
	}
	if o.maxEdge < 0 {
		return p.usage("usage.range", "--max-edge", o.maxEdge, "0…")
	}
	region, err := p.parseRegion(o.region)
	if err != nil {
		return err
	}
	if err := p.writable("-o", o.out, ".png", ".jpg", ".jpeg"); err != nil {
		return err
	}
	ph, err := p.app.Phone(ctx)
	if err != nil {
		return err
	}
	start := time.Now()
	frame, err := ph.FrameVia(ctx, via)
	if err != nil {
		return err
	}
	took := time.Since(start)
	p.app.Log.DebugContext(ctx, "picture", "source", frame.Source, "size", frame.Size, "seq", frame.Seq, "took", took.Round(time.Millisecond))
	if o.out == "" {
		o.out = "screen-" + frame.At.Format("20060102-150405") + ".png"
	}
	var buf bytes.Buffer
	size, err := p.encodeShot(&buf, frame, o, region)
	if err != nil {
		return err
	}
	if o.out == "-" {
		_, err := p.Out.Write(buf.Bytes())
		return err
	}
	if err := writeFile(o.out, buf.Bytes()); err != nil {
		return err
	}
	return p.answer(map[string]any{
		"path": o.out, "width": size.X, "height": size.Y, "bytes": buf.Len(), "source": frame.Source,
		"rotation": frame.Rotation, "took_ms": took.Milliseconds(), "tainted": frame.Tainted,
	}, p.txt.T("shot.done", o.out, size.X, size.Y, frame.Source, short(took)))
}

// writable checks the name of a file to be written before the phone is asked for anything: its ending, and that its folder is
// there. An empty name, and - for stdout where pictures are allowed, are fine.
func (p *program) writable(flag, name string, endings ...string) error {
	if name == "" || name == "-" && slices.Contains(endings, ".png") {
		return nil
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return p.usage("usage.is_dir", flag, name)
	}
	device := err == nil && !info.Mode().IsRegular() // such as /dev/null: it has no ending to go by
	if ext := strings.ToLower(filepath.Ext(name)); !device && !slices.Contains(endings, ext) {
		return p.usage("usage.ending", flag, name, strings.Join(endings, ", "))
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return app.WriteError(name, err)
	}
	return nil
}

// encodeShot crops and scales as asked; the untouched picture takes the fast encoder.
func (p *program) encodeShot(w io.Writer, f *phone.Frame, o shotOptions, region image.Rectangle) (image.Point, error) {
	jpeg := strings.HasSuffix(strings.ToLower(o.out), ".jpg") || strings.HasSuffix(strings.ToLower(o.out), ".jpeg")
	img, size := f.Image, f.Image.Bounds().Size()
	if region.Empty() && (o.maxEdge == 0 || max(size.X, size.Y) <= o.maxEdge) {
		if !jpeg {
			return size, f.WritePNG(w)
		}
		if e, ok := img.(phone.Encoder); ok {
			return size, e.WriteJPEG(w, 85, 0)
		}
	}
	if !region.Empty() {
		if !region.In(img.Bounds()) {
			return size, p.usage("usage.region_outside", o.region, size.X, size.Y)
		}
		img = imaging.Crop(img, region)
	}
	if o.maxEdge > 0 {
		img = imaging.Fit(img, o.maxEdge, o.maxEdge, imaging.Lanczos)
	}
	format := imaging.PNG
	if jpeg {
		format = imaging.JPEG
	}
	return img.Bounds().Size(), imaging.Encode(w, img, format, imaging.JPEGQuality(85))
}

// parseRegion reads "left,top,right,bottom" in device pixels.
func (p *program) parseRegion(s string) (image.Rectangle, error) {
	if s == "" {
		return image.Rectangle{}, nil
	}
	var r image.Rectangle
	var rest string
	n, _ := fmt.Sscanf(s+" ", "%d,%d,%d,%d%s", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y, &rest)
	if n != 4 || r.Empty() {
		return r, p.usage("usage.region", s)
	}
	return r, nil
}

// target resolves links, so that the file they name is replaced and not the link, and tells whether it can be replaced: a pipe or
// a device can only be written to.
func target(path string) (string, bool) {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	info, err := os.Stat(path)
	return path, err != nil || info.Mode().IsRegular()
}

// writeFile writes beside the target and renames, so that no half file is left.
func writeFile(path string, data []byte) error {
	path, replace := target(path)
	if !replace {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return app.WriteError(path, err)
		}
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".handset-*")
	if err != nil {
		return app.WriteError(path, err)
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // gone already when all went well
	_, err = tmp.Write(data)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return app.WriteError(path, err)
	}
	return nil
}

func (p *program) treeCmd() *cobra.Command {
	format, source := "", ""
	return p.command(spec{use: "tree", key: "tree", example: "handset tree\nhandset tree --json\nhandset tree --format xml > screen.xml",
		exits: []int{ExitNoPhone},
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&format, "format", "model", p.txt.T("flag.tree.format"))
			f.StringVar(&source, "source", "auto", p.txt.T("flag.tree.source"))
		},
		run: func(cmd *cobra.Command, _ []string) error {
			if p.cfg.JSON {
				format = "json"
			}
			if source != "auto" && source != "dump" && source != "uia2" {
				return p.usage("usage.one_of", "--source", source, "auto, dump, uia2")
			}
			p.app.Tree = device.TreeSource(source)
			return p.tree(cmd.Context(), format)
		}})
}

func (p *program) tree(ctx context.Context, format string) error {
	if format != "model" && format != "json" && format != "xml" {
		return p.usage("usage.one_of", "--format", format, "model, json, xml")
	}
	ph, err := p.app.Phone(ctx)
	if err != nil {
		return err
	}
	dump, err := ph.DumpTree(ctx)
	if err != nil {
		return err
	}
	if format == "xml" {
		_, err := fmt.Fprintf(p.Out, "%s\n", uitree.Redact(dump.XML))
		return err
	}
	t, err := uitree.Parse(dump.XML)
	if err != nil {
		return err
	}
	view := uitree.Prune(t, uitree.Options{})
	if format == "json" {
		return p.document(view)
	}
	return view.WriteModel(p.Out, uitree.ModelOptions{MaxChars: 100_000})
}

func (p *program) recordCmd() *cobra.Command {
	out, seconds, sound := "", 10, false
	return p.command(spec{use: "record [-o FILE] [-d SECONDS] [--audio]", key: "record", example: "handset record -d 15 -o clip.mp4",
		exits: []int{ExitNoPhone},
		flags: func(f *pflag.FlagSet) {
			f.StringVarP(&out, "output", "o", "", p.txt.T("flag.record.output"))
			f.IntVarP(&seconds, "duration", "d", 10, p.txt.T("flag.record.duration"))
			f.BoolVar(&sound, "audio", false, p.txt.T("flag.record.audio"))
		},
		run: func(cmd *cobra.Command, _ []string) error {
			if seconds < 1 || seconds > 3600 {
				return p.usage("usage.range", "--duration", seconds, "1…3600")
			}
			return p.record(cmd.Context(), out, time.Duration(seconds)*time.Second, sound)
		}})
}

func (p *program) record(ctx context.Context, out string, d time.Duration, sound bool) error {
	if err := p.writable("-o", out, ".mp4"); err != nil {
		return err
	}
	ph, err := p.app.Phone(ctx)
	if err != nil {
		return err
	}
	if out == "" {
		out = "screen-" + time.Now().Format("20060102-150405") + ".mp4"
	}
	f := &film{name: out}
	if _, err := f.NextSegment(); err != nil {
		return err
	}
	p.say("record.started", out, short(d))
	record := ph.Record
	if sound {
		record = ph.RecordSound
	}
	rec, err := record(ctx, f, d)
	if rec.Packets == 0 && len(f.files) == 1 {
		f.drop()
	} else if kerr := f.keep(); err == nil {
		err = kerr
	}
	if err != nil {
		return err
	}
	doc := map[string]any{"path": out, "files": f.files, "duration_ms": rec.Duration.Milliseconds(), "packets": rec.Packets, "bytes": rec.Bytes, "segments": rec.Segments}
	if sound {
		doc["sound_packets"] = rec.Sound
	}
	if rec.Silent != nil {
		doc["silent"] = rec.Silent.Error()
		p.say("record.silent", rec.Silent)
	}
	return p.answer(doc,
		p.txt.T("record.done", strings.Join(f.files, ", "), short(rec.Duration), rec.Bytes))
}

// film is the file of a recording, and one more each time the picture changes its size: clip.mp4, clip-2.mp4, … Each is written
// beside its place and put there when it is whole, so that a recording that fails costs nobody an older one.
type film struct {
	*os.File
	name  string
	files []string
}

// NextSegment implements phone.Segmenter.
func (f *film) NextSegment() (io.WriteSeeker, error) {
	name, ext := f.name, filepath.Ext(f.name)
	if f.File != nil {
		if err := f.keep(); err != nil {
			return nil, err
		}
		name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(f.name, ext), len(f.files)+1, ext)
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".handset-*"+ext)
	if err != nil {
		return nil, app.WriteError(name, err)
	}
	f.File, f.files = file, append(f.files, name)
	return f, nil
}

// keep puts the part that was written last in its place.
func (f *film) keep() error {
	name := f.files[len(f.files)-1]
	err := f.Close()
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return app.WriteError(name, err)
	}
	return nil
}

// drop removes a part that holds nothing.
func (f *film) drop() {
	_ = f.Close()
	_ = os.Remove(f.Name())
}
