package shell

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// mp4 writes one H.264 track into an MP4 file (ISO/IEC 14496-12, -15): the pictures as they come, the index when it is closed.
// A file that was not closed has no index, as after a recorder was killed.
type mp4 struct {
	w      io.WriteSeeker
	width  int
	height int
	sps    []byte
	pps    []byte
	at     int64 // bytes written
	sizes  []uint32
	keys   []uint32
	times  []time.Duration // of each picture from the start
	made   time.Time
}

// mp4Scale is ticks a second.
const mp4Scale = 90000

// newMP4 begins a file.
func newMP4(w io.WriteSeeker, width, height int, made time.Time) (*mp4, error) {
	m := &mp4{w: w, width: width, height: height, made: made}
	head := box("ftyp", []byte("isom"), be32(0x200), []byte("isomiso2avc1mp41"))
	head = append(head, be32(1)...) // a 64-bit size follows
	head = append(head, "mdat"...)
	head = append(head, make([]byte, 8)...)
	return m, m.write(head)
}

const mp4Mdat = 28 + 4 // where the mdat box begins: behind ftyp

func (m *mp4) write(b []byte) error {
	n, err := m.w.Write(b)
	m.at += int64(n)
	if err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

// add writes one picture. config holds the parameter sets when they are new.
func (m *mp4) add(config, data []byte, key bool, at time.Duration) error {
	for _, n := range nalUnits(config) {
		switch n[0] & 0x1f {
		case 7:
			m.sps = n
		case 8:
			m.pps = n
		}
	}
	var b bytes.Buffer
	for _, n := range nalUnits(data) {
		if t := n[0] & 0x1f; t != 7 && t != 8 {
			b.Write(be32(uint32(len(n))))
			b.Write(n)
		}
	}
	if key {
		m.keys = append(m.keys, uint32(len(m.sizes)+1))
	}
	m.sizes, m.times = append(m.sizes, uint32(b.Len())), append(m.times, at)
	return m.write(b.Bytes())
}

// close writes the index; end is how long the recording lasted.
func (m *mp4) close(end time.Duration) error {
	size := m.at - mp4Mdat
	if err := m.write(m.index(end)); err != nil {
		return err
	}
	if _, err := m.w.Seek(mp4Mdat+8, io.SeekStart); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return m.write(be64(uint64(size)))
}

func be16(v ...uint16) (b []byte) {
	for _, x := range v {
		b = binary.BigEndian.AppendUint16(b, x)
	}
	return b
}

func be32(v ...uint32) (b []byte) {
	for _, x := range v {
		b = binary.BigEndian.AppendUint32(b, x)
	}
	return b
}

func be64(v uint64) []byte { return binary.BigEndian.AppendUint64(nil, v) }

func box(kind string, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append(append(be32(uint32(8+len(body))), kind...), body...)
}

// matrix leaves the picture as it is.
var matrix = be32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

func ticks(d time.Duration) uint32 { return uint32(d * mp4Scale / time.Second) }

// index is the moov box.
func (m *mp4) index(end time.Duration) []byte {
	length, made := ticks(end), uint32(m.made.Unix()+2082844800)
	size := be32(uint32(m.width)<<16, uint32(m.height)<<16)
	mvhd := box("mvhd", be32(0, made, made, mp4Scale, length, 0x10000), be16(0x100, 0), be32(0, 0), matrix, make([]byte, 24), be32(2))
	tkhd := box("tkhd", be32(7, made, made, 1, 0, length, 0, 0), be16(0, 0, 0, 0), matrix, size)
	mdhd := box("mdhd", be32(0, made, made, mp4Scale, length), be16(0x55c4, 0))
	hdlr := box("hdlr", be32(0, 0), []byte("vide"), make([]byte, 12), []byte("VideoHandle\x00"))
	dinf := box("dinf", box("dref", be32(0, 1), box("url ", be32(1))))
	minf := box("minf", box("vmhd", be32(1, 0, 0)), dinf, m.sampleTable(end))
	return box("moov", mvhd, box("trak", tkhd, box("mdia", mdhd, hdlr, minf)))
}

func (m *mp4) sampleTable(end time.Duration) []byte {
	profile := []byte{66, 0xc0, 40}
	if len(m.sps) > 3 {
		profile = m.sps[1:4]
	}
	avcC := box("avcC", []byte{1}, profile, []byte{0xff, 0xe1}, be16(uint16(len(m.sps))), m.sps, []byte{1}, be16(uint16(len(m.pps))), m.pps)
	avc1 := box("avc1", make([]byte, 6), be16(1), make([]byte, 16), be16(uint16(m.width), uint16(m.height)), be32(0x480000, 0x480000, 0), be16(1), make([]byte, 32), be16(0x18, 0xffff), avcC)
	stts := be32(0, uint32(len(m.times)))
	for i, t := range m.times {
		next := end
		if i+1 < len(m.times) {
			next = m.times[i+1]
		}
		stts = append(stts, be32(1, ticks(next)-ticks(t))...)
	}
	chunk := be32(0, 0) // no chunk without a sample
	stsc := be32(0, 0)
	if len(m.sizes) > 0 {
		chunk = append(be32(0, 1), be64(mp4Mdat+16)...)
		stsc = be32(0, 1, 1, uint32(len(m.sizes)), 1)
	}
	return box("stbl", box("stsd", be32(0, 1), avc1), box("stts", stts), box("stss", be32(0, uint32(len(m.keys))), be32(m.keys...)), box("stsc", stsc),
		box("stsz", be32(0, 0, uint32(len(m.sizes))), be32(m.sizes...)), box("co64", chunk))
}

// nalUnits cuts a byte stream at its start codes.
func nalUnits(b []byte) [][]byte {
	var out [][]byte
	start := -1
	for i := 0; i+3 <= len(b); i++ {
		if b[i] != 0 || b[i+1] != 0 || b[i+2] != 1 {
			continue
		}
		if start >= 0 {
			out = append(out, bytes.TrimRight(b[start:i], "\x00"))
		}
		start = i + 3
		i += 2
	}
	if start >= 0 && start < len(b) {
		out = append(out, b[start:])
	}
	return out
}
