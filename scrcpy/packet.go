package scrcpy

import (
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"time"
)

// Packet is one unit of the video stream: the codec's configuration (for H.264 SPS and PPS in Annex B) or exactly one
// access unit. The receiver owns Data.
type Packet struct {
	PTS     time.Duration // the phone's uptime clock, microseconds, strictly increasing; zero for a configuration
	Config  bool          // Data is a configuration and belongs before the next packet
	Key     bool          // Data starts a decodable sequence
	Data    []byte        // never empty
	Began   time.Time     // when its header was read here; zero when that is not known
	Arrived time.Time     // when the last byte was read here
}

// Decoder turns packets into pictures.
type Decoder interface {
	// Decode feeds one packet. The image is nil when none came out of it.
	Decode(Packet) (image.Image, error)
	Close() error
}

// HeaderSize is the length in bytes of the header before each packet.
const HeaderSize = 12

// MaxPacket bounds the payload of one packet in bytes. A lossless key frame of a 1440×3120 screen takes under 7 MB.
const MaxPacket = 32 << 20

const (
	flagConfig = 1 << 63
	flagKey    = 1 << 62
	maskPTS    = flagKey - 1
)

// AppendHeader appends the 12-byte header of p to b. A configuration carries neither time nor key flag.
func AppendHeader(b []byte, p Packet) []byte {
	v := uint64(flagConfig)
	if !p.Config {
		v = uint64(p.PTS.Microseconds()) & maskPTS
		if p.Key {
			v |= flagKey
		}
	}
	b = binary.BigEndian.AppendUint64(b, v)
	return binary.BigEndian.AppendUint32(b, uint32(len(p.Data)))
}

// ReadPacket reads one header and its payload from r. At a clean end between two packets it returns io.EOF, within
// one io.ErrUnexpectedEOF; a length of zero or above MaxPacket is a *ProtocolError. Began and Arrived stay zero.
func ReadPacket(r io.Reader) (Packet, error) { return readPacket(r, parseHeader) }

func readPacket(r io.Reader, header func([HeaderSize]byte) (Packet, int, error)) (Packet, error) {
	var head [HeaderSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return Packet{}, err
	}
	p, size, err := header(head)
	if err != nil {
		return Packet{}, err
	}
	p.Data = make([]byte, size)
	if _, err := io.ReadFull(r, p.Data); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return Packet{}, err
	}
	return p, nil
}

// parseHeader reads the header of release 3.3.3: bit 63 configuration, bit 62 key frame, 62 bits of microseconds.
func parseHeader(head [HeaderSize]byte) (p Packet, size int, err error) {
	v := binary.BigEndian.Uint64(head[:8])
	n := binary.BigEndian.Uint32(head[8:])
	if n == 0 || n > MaxPacket {
		return Packet{}, 0, &ProtocolError{What: fmt.Sprintf("video packet of %d bytes", n)}
	}
	p.Config, p.Key = v&flagConfig != 0, v&flagKey != 0
	if p.Config {
		p.Key = false
		return p, int(n), nil
	}
	us := v & maskPTS
	if us > uint64(maxPTS.Microseconds()) {
		return Packet{}, 0, &ProtocolError{What: fmt.Sprintf("presentation time of %d µs", us)}
	}
	p.PTS = time.Duration(us) * time.Microsecond
	return p, int(n), nil
}

// maxPTS is the longest uptime that fits a time.Duration with room to add to: 146 years.
const maxPTS = time.Duration(1 << 62)
