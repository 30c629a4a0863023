// Package clip holds a few short video clips made by other encoders than ours, as packets of a scrcpy stream, for tests and
// measurements. testdata/README.md says how each was made.
package clip

import (
	"bytes"
	"embed"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

//go:embed testdata
var files embed.FS

// HighTyped is how many characters are on the screen in each frame of High; where the number does not change, the frame is the same.
var HighTyped = []int{0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6}

// High is 1080×2400, H.264 High profile with CABAC and 8×8 transform, one key frame, then typing as HighTyped says.
func High() ([]scrcpy.Packet, error) { return annexB("high.h264", h264Unit) }

// BFrames is 320×640, H.264 Main profile with two B pictures between references.
func BFrames() ([]scrcpy.Packet, error) { return annexB("bframes.h264", h264Unit) }

// H265 is 320×640, H.265 Main profile without B pictures.
func H265() ([]scrcpy.Packet, error) { return annexB("main.h265", h265Unit) }

// AV1 is 320×640, AV1 Main profile, low delay.
func AV1() ([]scrcpy.Packet, error) {
	b, err := files.ReadFile("testdata/main.ivf")
	if err != nil {
		return nil, err
	}
	var out []scrcpy.Packet
	for b = b[32:]; len(b) > 12; { // file header; then 4 bytes of size and 8 of time before each frame
		n := int(binary.LittleEndian.Uint32(b))
		if n > len(b)-12 {
			return nil, fmt.Errorf("clip main.ivf: frame of %d bytes", n)
		}
		out = append(out, scrcpy.Packet{Data: b[12 : 12+n], Key: len(out) == 0})
		b = b[12+n:]
	}
	return stamp(out), nil
}

// stamp gives the packets times at 60 Hz.
func stamp(packets []scrcpy.Packet) []scrcpy.Packet {
	at := time.Second
	for i := range packets {
		if !packets[i].Config {
			packets[i].PTS = at
			at += time.Second / 60
		}
	}
	return packets
}

// unitKind tells what a NAL unit is by its first bytes: a parameter set, a slice, the first slice of a picture, a key picture.
type unitKind struct{ config, slice, first, key bool }

func h264Unit(b []byte) unitKind {
	t := b[0] & 0x1f
	return unitKind{config: t == 7 || t == 8, slice: t == 1 || t == 5, first: b[1]&0x80 != 0, key: t == 5}
}

func h265Unit(b []byte) unitKind {
	t := b[0] >> 1 & 0x3f
	return unitKind{config: t >= 32 && t <= 34, slice: t < 32, first: b[2]&0x80 != 0, key: t >= 16 && t <= 23}
}

// annexB splits a file into one configuration packet and one packet for each access unit. Units that are neither, such as SEI, are dropped.
func annexB(name string, kind func([]byte) unitKind) ([]scrcpy.Packet, error) {
	b, err := files.ReadFile("testdata/" + name)
	if err != nil {
		return nil, err
	}
	out := []scrcpy.Packet{{Config: true}}
	for unit := range bytes.SplitSeq(b, []byte{0, 0, 1}) {
		unit = bytes.TrimRight(unit, "\x00")
		if len(unit) < 3 {
			continue
		}
		k := kind(unit)
		switch {
		case k.config && len(out) == 1:
		case k.slice && k.first:
			out = append(out, scrcpy.Packet{Key: k.key})
		case !k.slice:
			continue
		}
		p := &out[len(out)-1]
		p.Data = append(append(p.Data, 0, 0, 0, 1), unit...)
	}
	return stamp(out), nil
}
