package device

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
)

// film is a file, or several when the picture changes its size.
type film struct {
	*os.File
	t     *testing.T
	files []*os.File
}

func newFilm(t *testing.T) *film {
	f := &film{t: t}
	if _, err := f.NextSegment(); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *film) NextSegment() (io.WriteSeeker, error) {
	file, err := os.Create(filepath.Join(f.t.TempDir(), "x.mp4"))
	if err != nil {
		return nil, err
	}
	f.t.Cleanup(func() { file.Close() })
	f.File = file
	f.files = append(f.files, file)
	return file, nil
}

// playable reports a finished MP4 file: one that has its table of contents.
func playable(t *testing.T, f *os.File) bool {
	t.Helper()
	b, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return len(b) > 1000 && bytes.Contains(b[:64], []byte("ftyp")) && bytes.Contains(b, []byte("moov")) && bytes.Contains(b, []byte("avc1"))
}

// busy changes the screen until the returned function is called.
func busy(t *testing.T, p *fakePhone) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for pause(ctx, 50*time.Millisecond) == nil {
			p.set(func() { p.toggled = !p.toggled })
		}
	}()
	return func() { cancel(); <-done }
}

func TestRecord_F100(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	warm(t, d)
	defer busy(t, p)()
	f := newFilm(t)
	began := time.Now()
	r, err := d.Record(t.Context(), f, 700*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if r.Segments != 1 || r.Packets < 3 || r.Bytes == 0 || r.Duration < 600*time.Millisecond || r.Duration > time.Since(began) {
		t.Errorf("recording %+v", r)
	}
	if !playable(t, f.files[0]) {
		t.Error("the file cannot be played")
	}
}

// A screen that stands still is recorded too, and the end of the context is no error.
func TestRecordStillScreen(t *testing.T) {
	t.Parallel()
	needVideo(t)
	d := openFake(t, newFakePhone(t), Options{})
	warm(t, d)
	ctx, cancel := context.WithTimeout(t.Context(), 600*time.Millisecond)
	defer cancel()
	f := newFilm(t)
	r, err := d.Record(ctx, f, 0)
	if err != nil || r.Packets == 0 || !playable(t, f.files[0]) {
		t.Errorf("recording %+v, %v", r, err)
	}
}

func TestRecordOverATurn(t *testing.T) {
	t.Parallel()
	needVideo(t)
	for _, segments := range []bool{true, false} {
		p := newFakePhone(t)
		d := openFake(t, p, Options{})
		warm(t, d)
		r := d.sup.peek()
		turn := time.AfterFunc(500*time.Millisecond, func() { p.set(func() { p.rotation = 1 }) })
		defer turn.Stop()
		f := newFilm(t)
		var w io.WriteSeeker = f
		if !segments {
			w = f.File
		}
		got, err := d.Record(t.Context(), w, 1200*time.Millisecond)
		if r.size() != image.Pt(720, 360) {
			t.Fatal("the phone did not turn")
		}
		if segments && (err != nil || got.Segments != 2 || len(f.files) != 2 || !playable(t, f.files[1])) {
			t.Errorf("with a writer of segments: %+v, %v", got, err)
		}
		if !segments && (!errors.Is(err, errTurned) || got.Segments != 1 || got.Packets == 0) {
			t.Errorf("with one file: %+v, %v", got, err)
		}
		if !playable(t, f.files[0]) {
			t.Error("the first file cannot be played")
		}
	}
}

var _ phone.Segmenter = (*film)(nil)
