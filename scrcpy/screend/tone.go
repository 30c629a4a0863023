package screend

import (
	"bytes"
	_ "embed" // the tone
	"encoding/binary"
	"errors"
	"math"
	"sync"
	"time"
)

// Sound is 48 kHz, stereo, 16 bits, as the real server records it.
const (
	sampleRate = 48000
	rawFrames  = 1024 // of a raw packet
	toneHertz  = 440
	toneLevel  = 0.2
)

// rawPacket is the tone as samples, beginning with sample number first.
func rawPacket(first int) []byte {
	b := make([]byte, 0, rawFrames*4)
	for i := range rawFrames {
		at := float64((first+i)%sampleRate) / sampleRate // whole periods fit into a second
		v := uint16(int16(toneLevel * math.MaxInt16 * math.Sin(2*math.Pi*toneHertz*at)))
		b = binary.LittleEndian.AppendUint16(b, v)
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

// toneFile is a second of the same tone, made with:
//
//	ffmpeg -f lavfi -i "aevalsrc='0.2*sin(2*PI*440*t)|0.2*sin(2*PI*440*t)':s=48000:d=1" -c:a libopus -b:a 48k -frame_duration 20 tone.ogg
//
//go:embed tone.ogg
var toneFile []byte

// opusFrame is the length of an Opus packet.
const opusFrame = 20 * time.Millisecond

// opusTone is the head of the stream and its packets, which may be repeated for ever.
var opusTone = sync.OnceValues(func() (opus, error) {
	packets, err := oggPackets(toneFile)
	if err != nil {
		return opus{}, err
	}
	const heads = 2 // OpusHead, OpusTags
	if len(packets) < heads+2 || !bytes.HasPrefix(packets[0], []byte("OpusHead")) {
		return opus{}, errOgg
	}
	return opus{head: packets[0], packets: packets[heads : len(packets)-1]}, nil // the last one is the encoder's look-ahead
})

type opus struct {
	head    []byte // 19 bytes
	packets [][]byte
}

var errOgg = errors.New("not an Ogg file of one Opus stream")

// oggPackets takes an Ogg file apart.
func oggPackets(b []byte) ([][]byte, error) {
	const header = 27
	var out [][]byte
	var part []byte
	for len(b) > 0 {
		if len(b) < header || !bytes.HasPrefix(b, []byte("OggS")) {
			return nil, errOgg
		}
		segments := int(b[header-1])
		if len(b) < header+segments {
			return nil, errOgg
		}
		table, body := b[header:header+segments], b[header+segments:]
		for _, n := range table {
			if len(body) < int(n) {
				return nil, errOgg
			}
			part = append(part, body[:n]...)
			body = body[n:]
			if n < 255 {
				out, part = append(out, part), nil
			}
		}
		b = body
	}
	return out, nil
}
