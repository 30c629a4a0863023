//go:build cgo && !nolibav

package av

import (
	"encoding/binary"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/fixture/clip"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// box finds a box of an MP4 file by its path and returns its content (ISO/IEC 14496-12 §4.2).
func box(t *testing.T, b []byte, path ...string) []byte {
	t.Helper()
	for _, name := range path {
		found := false
		for len(b) >= 8 && !found {
			n := int(binary.BigEndian.Uint32(b))
			if n < 8 || n > len(b) {
				t.Fatalf("box of %d bytes in %d", n, len(b))
			}
			if string(b[4:8]) == name {
				b, found = b[8:n], true
			} else {
				b = b[n:]
			}
		}
		if !found {
			t.Fatalf("no box %q of %v", name, path)
		}
	}
	return b
}

var u32 = binary.BigEndian.Uint32

// mux writes packets to a file and returns it.
func mux(t *testing.T, codec string, size image.Point, packets []scrcpy.Packet, end time.Duration) []byte {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "a.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := NewMuxer(f, codec, size, packets[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packets {
		if err := m.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Finish(end); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A recording holds every packet with its time, and its last picture lasts to the end (F-100).
func TestMuxer_F100(t *testing.T) {
	t.Parallel()
	config, packets := sessionOf(t, h264.EncoderOptions{KeyInterval: 6}, someScreens(12))
	for i := range packets { // a still second in the middle
		packets[i].PTS = time.Hour + time.Duration(i)*40*time.Millisecond
		if i > 5 {
			packets[i].PTS += time.Second
		}
	}
	all := append([]scrcpy.Packet{config}, packets[:6]...)
	all = append(append(all, config), packets[6:]...) // the same configuration again, as after a reset
	end := packets[11].PTS + 3*time.Second
	b := mux(t, "h264", image.Pt(360, 640), all, end)

	table := []string{"moov", "trak", "mdia", "minf", "stbl"}
	samples := box(t, b, append(table, "stsz")...)
	if n := u32(samples[8:]); n != 12 {
		t.Errorf("%d samples, want 12", n)
	}
	for i, p := range packets {
		if got := int(u32(samples[12+4*i:])); got != len(p.Data) { // 4 bytes of length in the place of 4 of start code
			t.Errorf("sample %d has %d bytes, want %d", i, got, len(p.Data))
		}
	}
	if keys := box(t, b, append(table, "stss")...); u32(keys[4:]) != 2 || u32(keys[8:]) != 1 || u32(keys[12:]) != 7 {
		t.Errorf("key frames %x", keys)
	}
	media := box(t, b, "moov", "trak", "mdia", "mdhd")
	scale, length := u32(media[12:]), u32(media[16:])
	if got, want := time.Duration(length)*time.Second/time.Duration(scale), end-packets[0].PTS; got.Round(time.Millisecond) != want {
		t.Errorf("lasts %v, want %v", got, want)
	}
	track := box(t, b, "moov", "trak", "tkhd")
	if w, h := u32(track[76:])>>16, u32(track[80:])>>16; w != 360 || h != 640 {
		t.Errorf("%d×%d", w, h)
	}
	entry := box(t, b, append(table, "stsd")...)[8:]
	if avcc := box(t, box(t, entry, "avc1")[78:], "avcC"); avcc[1] != 66 {
		t.Errorf("profile %d in the decoder configuration", avcc[1])
	}
}

func TestMuxerOtherCodecs(t *testing.T) {
	t.Parallel()
	hevc, err := clip.H265()
	if err != nil {
		t.Fatal(err)
	}
	b := mux(t, "h265", image.Pt(320, 640), hevc, 0)
	if n := u32(box(t, b, "moov", "trak", "mdia", "minf", "stbl", "stsz")[8:]); int(n) != len(hevc)-1 {
		t.Errorf("%d samples of %d", n, len(hevc)-1)
	}
}

func TestMuxerErrors(t *testing.T) {
	t.Parallel()
	config, packets := sessionOf(t, h264.EncoderOptions{}, someScreens(4))
	open := func(t *testing.T) *Muxer {
		f, err := os.Create(filepath.Join(t.TempDir(), "a.mp4"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewMuxer(f, "h264", image.Pt(360, 640), config.Data)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close(); f.Close() })
		return m
	}
	t.Run("begins without a key frame", func(t *testing.T) {
		t.Parallel()
		if err := open(t).Write(packets[1]); err == nil {
			t.Error("no error")
		}
	})
	t.Run("time goes back", func(t *testing.T) {
		t.Parallel()
		m := open(t)
		if err := errors.Join(m.Write(packets[0]), m.Write(packets[2])); err != nil {
			t.Fatal(err)
		}
		if err := m.Write(packets[1]); err == nil {
			t.Error("no error")
		}
	})
	t.Run("new configuration", func(t *testing.T) {
		t.Parallel()
		if err := open(t).Write(scrcpy.Packet{Config: true, Data: []byte{1}}); !errors.Is(err, ErrConfigChanged) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		m := open(t)
		if err := m.Close(); err != nil {
			t.Errorf("Close of an empty file: %v", err)
		}
		if err := m.Write(packets[0]); !errors.Is(err, ErrClosed) {
			t.Errorf("Write: %v", err)
		}
		if err := m.Finish(0); !errors.Is(err, ErrClosed) {
			t.Errorf("Finish: %v", err)
		}
	})
	t.Run("unknown codec", func(t *testing.T) {
		t.Parallel()
		if _, err := NewMuxer(&fullFile{failing{1 << 18}}, "vp8", image.Pt(16, 16), nil); err == nil {
			t.Error("no error")
		}
	})
	t.Run("full disk", func(t *testing.T) {
		t.Parallel()
		if _, err := NewMuxer(&fullFile{}, "h264", image.Pt(360, 640), config.Data); !errors.Is(err, errFull) {
			t.Errorf("NewMuxer: %v", err)
		}
		m, err := NewMuxer(&fullFile{failing{1 << 18}}, "h264", image.Pt(360, 640), config.Data)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; err == nil && n < 50; n++ {
			p := packets[min(n, 1)]
			p.PTS = time.Duration(n+1) * time.Second
			p.Data = append(p.Data[:len(p.Data):len(p.Data)], make([]byte, 1<<16)...)
			err = m.Write(p)
		}
		if !errors.Is(err, errFull) {
			t.Errorf("Write: %v", err)
		}
		if err := m.Close(); !errors.Is(err, errFull) {
			t.Errorf("Close: %v", err)
		}
	})
}

// fullFile is a file on a disk with some room.
type fullFile struct{ failing }

func (*fullFile) Seek(int64, int) (int64, error) { return 0, nil }

var _ io.WriteSeeker = (*fullFile)(nil)
