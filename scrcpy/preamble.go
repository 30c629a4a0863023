package scrcpy

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"strings"
)

// NameSize is the length in bytes of the phone's name at the head of the first socket.
const NameSize = 64

// AppendName appends the phone's name, cut to 63 bytes on a character boundary and padded with zeros.
func AppendName(b []byte, name string) []byte {
	name = cut(name, NameSize-1)
	b = append(b, name...)
	return append(b, make([]byte, NameSize-len(name))...)
}

func readName(r io.Reader) (string, error) {
	var b [NameSize]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return "", err
	}
	name, _, _ := bytes.Cut(b[:], []byte{0})
	return strings.ToValidUTF8(string(name), "\uFFFD"), nil
}

// VideoMeta is what a video socket says once, before its packets. Size is the size of the first try to capture: it is
// not repeated on rotation and is stale after a downsizing. The stream's own headers are the truth.
type VideoMeta struct {
	Codec string // "h264", "h265" or "av1"
	Size  image.Point
}

// AppendVideoMeta appends the 12 bytes of m.
func AppendVideoMeta(b []byte, m VideoMeta) []byte {
	b = be.AppendUint32(b, codecID(m.Codec))
	b = be.AppendUint32(b, uint32(m.Size.X))
	return be.AppendUint32(b, uint32(m.Size.Y))
}

// maxSide bounds each side of a picture in pixels.
const maxSide = 1 << 15

func readVideoMeta(r io.Reader) (VideoMeta, error) {
	d := decoder{r: r}
	id, w, h := d.u32(), d.u32(), d.u32()
	if d.err != nil {
		return VideoMeta{}, d.err
	}
	m := VideoMeta{Codec: codecName(id), Size: image.Pt(int(w), int(h))}
	switch {
	case m.Codec == "":
		return VideoMeta{}, &ProtocolError{What: fmt.Sprintf("video codec %08x", id)}
	case w == 0 || h == 0 || w > maxSide || h > maxSide:
		return VideoMeta{}, &ProtocolError{What: fmt.Sprintf("video size %d×%d", w, h)}
	}
	return m, nil
}

// Values that an audio socket may carry in place of its codec.
const (
	AudioDisabled uint32 = 0 // no capture possible: carry on without audio
	AudioFailed   uint32 = 1 // a configuration error: the session fails
)

// codecID is the name in ASCII, right-aligned in four bytes.
func codecID(name string) uint32 {
	var id uint32
	for i := range len(name) {
		id = id<<8 | uint32(name[i])
	}
	return id
}

// codecName is the name of a video codec, "" for an id that is none.
func codecName(id uint32) string {
	for _, name := range []string{"h264", "h265", "av1"} {
		if codecID(name) == id {
			return name
		}
	}
	return ""
}
