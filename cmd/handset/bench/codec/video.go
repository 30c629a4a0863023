package codec

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/fixture/clip"
	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// VideoRatios measures the video path: encoding pictures, converting and decoding frames, and the simulated phone's encoder. It
// takes some seconds and prints nothing. Without the C libraries the error is av.ErrNotBuilt.
func VideoRatios(ctx context.Context) ([]Ratio, error) {
	var out []Ratio
	for _, part := range []func(context.Context) ([]Ratio, error){decodeRatios, pictureRatios, encodeRatios, delayRatios} {
		r, err := part(ctx)
		if err != nil {
			return nil, fmt.Errorf("measure video: %w", err)
		}
		out = append(out, r...)
	}
	return out, nil
}

// faster is how many times faster ours is than theirs.
func faster(name string, theirs, ours time.Duration, want float64) Ratio {
	return Ratio{Name: name, Got: float64(theirs) / float64(ours), Want: want, AtLeast: true, Unit: "×",
		Note: fmt.Sprintf("%.1f ms against %.1f ms", ms(ours), ms(theirs))}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// session encodes pictures as a phone would and returns packets ready for a decoder.
func session(o h264.EncoderOptions, pictures ...*image.RGBA) ([]scrcpy.Packet, error) {
	enc := h264.NewEncoder(o)
	var packets []scrcpy.Packet
	for n, img := range pictures {
		out, err := enc.Encode(img, false)
		if err != nil {
			return nil, err
		}
		if out.Config != nil {
			config, err := h264.PatchConfig(out.Config)
			if err != nil {
				return nil, err
			}
			packets = append(packets, scrcpy.Packet{Config: true, Data: config})
		}
		packets = append(packets, scrcpy.Packet{Key: out.Key, Data: out.Data, PTS: time.Duration(n+1) * time.Second / 60})
	}
	return packets, nil
}

// decodeAll feeds packets to d and returns the picture of the last one.
func decodeAll(d *av.Decoder, packets ...scrcpy.Packet) (*av.Picture, error) {
	var last *av.Picture
	for _, p := range packets {
		img, err := d.Decode(p)
		if err != nil {
			return nil, err
		}
		pic, ok := img.(*av.Picture)
		if !ok && !p.Config {
			return nil, fmt.Errorf("no picture came out of the packet at %v", p.PTS)
		}
		if last != nil {
			last.Close()
		}
		last = pic
	}
	return last, nil
}

// picture decodes one screen in a decoder of its own. The picture outlives it.
func picture(img *image.RGBA) (*av.Picture, error) {
	packets, err := session(h264.EncoderOptions{}, img)
	if err != nil {
		return nil, err
	}
	d, err := av.NewDecoder("h264")
	if err != nil {
		return nil, err
	}
	defer d.Close()
	pic, err := decodeAll(d, packets...)
	if err != nil {
		return nil, err
	}
	return pic, pic.Detach()
}

// pictureRatios compares writing and converting one 1080×2400 frame with the standard library, and with a plain loop.
func pictureRatios(ctx context.Context) ([]Ratio, error) {
	pic, err := picture(scene.List(scene.Portrait, 0))
	if err != nil {
		return nil, err
	}
	defer pic.Close()
	rgba, err := pic.RGBA()
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	empty := func() error { buf.Reset(); return nil }
	ourJPEG, stdJPEG, err := compare(ctx, empty,
		func() error { return pic.WriteJPEG(&buf, 80, 0) },
		func() error { return jpeg.Encode(&buf, rgba, &jpeg.Options{Quality: 80}) })
	if err != nil {
		return nil, err
	}
	ourSize := 0
	speed := png.Encoder{CompressionLevel: png.BestSpeed}
	ourPNG, stdPNG, err := compare(ctx, empty,
		func() error { defer func() { ourSize = buf.Len() }(); return pic.WritePNG(&buf) },
		func() error { return speed.Encode(&buf, rgba) })
	if err != nil {
		return nil, err
	}
	planes, err := pic.YCbCr()
	if err != nil {
		return nil, err
	}
	dst := image.NewRGBA(planes.Rect)
	ours, loop, err := compare(ctx, nil,
		func() error { return pic.Draw(dst) },
		func() error { plainRGBA(dst, planes); return nil })
	return []Ratio{
		faster("frame to JPEG, against image/jpeg", stdJPEG, ourJPEG, 5),
		faster("frame to PNG, against image/png at its fastest", stdPNG, ourPNG, 3),
		{Name: "size of that PNG, against image/png", Got: float64(ourSize) / float64(buf.Len()), Want: 1.25, Unit: "×",
			Note: fmt.Sprintf("%d kB against %d kB", ourSize/1000, buf.Len()/1000)},
		faster("YUV to RGBA, against a plain loop", loop, ours, 5),
	}, err
}

// plainRGBA is the loop one would write: BT.709 limited range in fixed point.
func plainRGBA(dst *image.RGBA, src *image.YCbCr) {
	clamp := func(v int32) byte { return byte(min(max(v>>16, 0), 255)) }
	for y := range src.Rect.Dy() {
		luma, c := src.Y[y*src.YStride:], y/2*src.CStride
		row := dst.Pix[y*dst.Stride:]
		for x := range src.Rect.Dx() {
			l := (int32(luma[x])-16)*76309 + 1<<15
			cb, cr := int32(src.Cb[c+x/2])-128, int32(src.Cr[c+x/2])-128
			p := row[4*x : 4*x+4]
			p[0], p[1], p[2], p[3] = clamp(l+117489*cr), clamp(l-13975*cb-34925*cr), clamp(l+138438*cb), 255
		}
	}
}

// decoders makes decoders that stay open until all is measured, so that each one starts with memory of its own, as that of a new phone
// does.
type decoders []*av.Decoder

func (all *decoders) open() (*av.Decoder, error) {
	d, err := av.NewDecoder("h264")
	if err == nil {
		*all = append(*all, d)
	}
	return d, err
}

func (all *decoders) close() {
	for _, d := range *all {
		d.Close()
	}
}

// times returns the best time of opening a decoder and decoding the key frame, and of decoding a packet of each kind; kind names that
// of packet n after the key frame, or is empty.
func (all *decoders) times(ctx context.Context, packets []scrcpy.Packet, kind func(n int) string) (map[string]time.Duration, error) {
	best := map[string]time.Duration{}
	for range runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		begun := time.Now()
		d, err := all.open()
		if err != nil {
			return nil, err
		}
		for n, p := range packets {
			name := "key"
			if n > 1 {
				name, begun = kind(n-1), time.Now()
			}
			pic, err := decodeAll(d, p)
			took := time.Since(begun)
			if err != nil {
				return nil, err
			}
			if pic != nil {
				pic.Close()
			}
			if t := best[name]; !p.Config && (t == 0 || took < t) {
				best[name] = took
			}
		}
	}
	return best, nil
}

// decodeRatios compares the frames of a still or nearly still screen with a key frame.
func decodeRatios(ctx context.Context) ([]Ratio, error) {
	var all decoders
	defer all.close()
	list := scene.List(scene.Portrait, 0)
	packets, err := session(h264.EncoderOptions{}, list, list, list, list, list, list)
	if err != nil {
		return nil, err
	}
	own, err := all.times(ctx, packets, func(n int) string {
		if n < 3 {
			return "" // the first ones still get new memory
		}
		return "still"
	})
	if err != nil {
		return nil, err
	}
	if packets, err = clip.High(); err != nil {
		return nil, err
	}
	if packets[0].Data, err = h264.PatchConfig(packets[0].Data); err != nil {
		return nil, err
	}
	high, err := all.times(ctx, packets, func(n int) string {
		switch {
		case clip.HighTyped[n] != clip.HighTyped[n-1]:
			return "typing"
		case n > 12: // before that, the encoder still refines the picture
			return "still"
		}
		return ""
	})
	return []Ratio{
		faster("decoding a repeated frame, against opening and a key frame (High profile)", high["key"], high["still"], 6),
		faster("decoding a typed letter, against opening and a key frame (High profile)", high["key"], high["typing"], 4),
		faster("decoding a repeated frame, against opening and a key frame (simulated phone)", own["key"], own["still"], 3),
	}, err
}

// encodeRatios measures the simulated phone's encoder on a list that stands still.
func encodeRatios(ctx context.Context) ([]Ratio, error) {
	list := scene.List(scene.Portrait, 0)
	enc := h264.NewEncoder(h264.EncoderOptions{})
	encode := func(n *int, key bool) func() error {
		return func() error {
			if key {
				enc = h264.NewEncoder(h264.EncoderOptions{})
			}
			out, err := enc.Encode(list, false)
			*n = len(out.Data)
			return err
		}
	}
	var size, still int
	key, same, err := compare(ctx, nil, encode(&size, true), encode(&still, false))
	stored := ((scene.Portrait.X + 15) / 16) * ((scene.Portrait.Y + 15) / 16) * 384
	return []Ratio{
		faster("encoding a still screen, against the key frame (simulated phone)", key, same, 8),
		{Name: "size of a still frame (simulated phone)", Got: float64(still), Want: 32, Unit: "bytes"},
		{Name: "size of a key frame, against storing it (simulated phone)", Got: float64(size) / float64(stored), Want: 0.5, Unit: "×",
			Note: fmt.Sprintf("%d kB against %d kB", size/1000, stored/1000)},
	}, err
}
