package screend

import (
	"context"
	"fmt"
	"image"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/fixture/clip"
)

// recorded is what an encoder gives that can do one picture only: a short recorded film of another codec, over and over. It
// stands for encoders that this package does not have; the size of its pictures is what it is.
type recorded struct {
	config []byte
	frames []scrcpy.Packet
}

var (
	recordedSize   = image.Pt(320, 640)
	recordedPeriod = time.Second / 30
)

// recording finds the film of a codec.
func recording(codec string) (recorded, error) {
	var packets []scrcpy.Packet
	var err error
	switch codec {
	case "h265":
		packets, err = clip.H265()
	case "av1":
		packets, err = clip.AV1()
	default:
		return recorded{}, fmt.Errorf("no encoder for %s", codec)
	}
	if err != nil {
		return recorded{}, err
	}
	if len(packets) > 0 && packets[0].Config {
		return recorded{packets[0].Data, packets[1:]}, nil
	}
	if len(packets) == 0 {
		return recorded{}, fmt.Errorf("no pictures of %s", codec)
	}
	return recorded{sequenceHeader(packets[0].Data), packets}, nil
}

// sequenceHeader is the first sequence header of an AV1 temporal unit, which is what a phone's encoder gives as configuration.
func sequenceHeader(b []byte) []byte {
	const sequence, extended, sized = 1, 4, 2
	for len(b) > 1 {
		head := 1
		if b[0]&extended != 0 {
			head++
		}
		if b[0]&sized == 0 || len(b) <= head {
			return nil
		}
		n, shift := 0, 0
		for ; len(b) > head && shift < 28; shift += 7 {
			c := b[head]
			head++
			n |= int(c&0x7f) << shift
			if c&0x80 == 0 {
				break
			}
		}
		if len(b) < head+n {
			return nil
		}
		if b[0]>>3&0xf == sequence {
			return b[:head+n]
		}
		b = b[head+n:]
	}
	return nil
}

// play sends the film until the session ends or the client hangs up. A reset begins it again.
func (v *video) play(ctx context.Context, changed <-chan struct{}) error {
	film, err := recording(v.p.o.videoCodec)
	if err != nil {
		return ioException(err.Error())
	}
	if v.p.o.sendCodecMeta {
		if _, err := v.conn.Write(scrcpy.AppendVideoMeta(nil, scrcpy.VideoMeta{Codec: v.p.o.videoCodec, Size: recordedSize})); err != nil {
			return err
		}
	}
	next := time.NewTimer(0)
	defer next.Stop()
	for n := 0; ; n++ {
		d := v.display()
		v.now.Store(&geometry{source: d.Size, crop: image.Rectangle{Max: d.Size}, size: recordedSize})
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-v.reset:
			n = 0
		case <-next.C:
		}
		next.Reset(recordedPeriod)
		select {
		case <-changed: // it shows the film whatever the screen shows
		default:
		}
		if err := v.frame(film, n%len(film.frames)); err != nil {
			return err
		}
	}
}

func (v *video) frame(film recorded, n int) error {
	f := v.p.server.faults()
	if f.Silent {
		return nil
	}
	if n == 0 {
		if err := v.send(f, scrcpy.Packet{Config: true, Data: film.config}); err != nil {
			return err
		}
	}
	v.lastPTS = max(v.p.source.Uptime().Truncate(time.Microsecond), v.lastPTS+time.Microsecond)
	return v.send(f, scrcpy.Packet{PTS: v.lastPTS, Key: film.frames[n].Key, Data: film.frames[n].Data})
}
