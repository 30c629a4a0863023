//go:build cgo && !nolibav

package av

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// Sound is a second track with its own times; what came before the first picture is left out (F-100).
func TestMuxerSound_F100(t *testing.T) {
	t.Parallel()
	config, packets := sessionOf(t, h264.EncoderOptions{}, someScreens(3))
	head := append([]byte("OpusHead\x01\x02"), 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)
	f, err := os.Create(filepath.Join(t.TempDir(), "a.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := NewSoundMuxer(f, "h264", image.Pt(360, 640), config.Data, head)
	if err != nil {
		t.Fatal(err)
	}
	early := scrcpy.Packet{PTS: time.Hour - time.Second, Data: []byte{1}}
	if err := m.WriteSound(early); err != nil {
		t.Fatal(err)
	}
	packets[0].PTS = time.Hour
	if err := m.Write(packets[0]); err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		if err := m.WriteSound(scrcpy.Packet{PTS: time.Hour + time.Duration(i)*opusFrame, Data: bytes.Repeat([]byte{byte(i)}, 40)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.WriteSound(scrcpy.Packet{PTS: time.Hour, Data: []byte{1}}); err == nil {
		t.Error("time of sound goes back: no error")
	}
	if err := m.Finish(time.Hour + time.Second); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	moov := box(t, b, "moov")
	second := moov[bytes.Index(moov, []byte("trak"))+4:] // behind the first track
	second = second[bytes.Index(second, []byte("trak"))-4:]
	if n := u32(box(t, second, "trak", "mdia", "minf", "stbl", "stsz")[8:]); n != 50 {
		t.Errorf("%d packets of sound, want 50", n)
	}
	media := box(t, second, "trak", "mdia", "mdhd")
	if scale, length := u32(media[12:]), u32(media[16:]); scale != 48000 || length != 48000 {
		t.Errorf("sound lasts %d of %d", length, scale)
	}
	if !bytes.Contains(second, []byte("dOps")) {
		t.Error("no configuration of Opus")
	}
	if _, err := NewSoundMuxer(f, "h264", image.Pt(360, 640), config.Data, []byte("Opus")); err == nil {
		t.Error("a cut head: no error")
	}
}
