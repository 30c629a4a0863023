//go:build cgo && !nolibav

package av

/*
#include <stdlib.h>
#include "mux.h"
*/
import "C"

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"runtime/cgo"
	"time"
	"unsafe"

	"github.com/handset-agent/handset/scrcpy"
)

// Muxer writes packets to an MP4 file as they came, never re-encoded. Use it from one goroutine at a time.
type Muxer struct {
	c      *C.hs_muxer
	handle cgo.Handle
	out    *muxOutput
	codec  string
	config []byte

	sound bool           // there is a track for it
	heard time.Duration  // the time of the last packet of sound
	held  *scrcpy.Packet // waits for the next one, which tells how long it was shown
	first time.Duration
}

// muxOutput is the file, and the first error it gave.
type muxOutput struct {
	w   io.WriteSeeker
	err error
}

// NewMuxer begins an MP4 file at the start of w, which must be empty. Config is the configuration packet of the stream, size the size of its
// pictures. Close finishes the file; without it the file cannot be played.
func NewMuxer(w io.WriteSeeker, codec string, size image.Point, config []byte) (*Muxer, error) {
	return NewSoundMuxer(w, codec, size, config, nil)
}

// NewSoundMuxer is NewMuxer with a second track for sound in Opus, whose head begins the stream of it; nil for no sound.
func NewSoundMuxer(w io.WriteSeeker, codec string, size image.Point, config, head []byte) (*Muxer, error) {
	if head != nil && (len(head) < opusHead || len(head) > maxOpusHead || string(head[:8]) != "OpusHead" || head[9] == 0) {
		return nil, fmt.Errorf("begin MP4: a head of Opus of %d bytes", len(head))
	}
	if err := loadFormat(); err != nil {
		return nil, fmt.Errorf("begin MP4: %w", err)
	}
	m := &Muxer{out: &muxOutput{w: w}, codec: codec, config: bytes.Clone(config), sound: head != nil, heard: -1}
	m.handle = cgo.NewHandle(m.out)
	name := C.CString(codec)
	defer C.free(unsafe.Pointer(name))
	code := C.hs_muxer_new(C.uintptr_t(m.handle), name, C.int(size.X), C.int(size.Y), start(config), C.int(len(config)), start(head), C.int(len(head)), &m.c)
	if code < 0 {
		m.handle.Delete()
		return nil, m.fail("begin MP4", code)
	}
	return m, nil
}

// fail prefers what the file said over what libavformat made of it.
func (m *Muxer) fail(what string, code C.int) error {
	if m.out.err != nil {
		return fmt.Errorf("%s: %w", what, m.out.err)
	}
	return fmt.Errorf("%s: %w", what, avError(code))
}

// Write adds the next packet. The first picture must be a key frame. A configuration equal to that of the file is passed over; another one
// gives ErrConfigChanged, and the caller begins a new file with it.
func (m *Muxer) Write(p scrcpy.Packet) error {
	switch {
	case m.c == nil:
		return fmt.Errorf("write MP4: %w", ErrClosed)
	case p.Config && bytes.Equal(p.Data, m.config):
		return nil
	case p.Config:
		return fmt.Errorf("write MP4: %w", ErrConfigChanged)
	case m.held == nil && !p.Key:
		return errors.New("write MP4: the first picture is not a key frame")
	case m.held != nil && p.PTS <= m.held.PTS:
		return fmt.Errorf("write MP4: time goes back from %v to %v", m.held.PTS, p.PTS)
	}
	if m.held == nil {
		m.first = p.PTS
	} else if err := m.flush(p.PTS); err != nil {
		return err
	}
	m.held = &p
	return nil
}

// flush writes the held packet, shown until end.
func (m *Muxer) flush(end time.Duration) error {
	p := m.held
	if len(p.Data) > math.MaxInt32-1024 {
		return fmt.Errorf("write MP4: packet of %d bytes", len(p.Data))
	}
	key := C.int(0)
	if p.Key {
		key = 1
	}
	code := C.hs_muxer_write(m.c, 0, start(p.Data), C.int(len(p.Data)), C.int64_t((p.PTS - m.first).Microseconds()),
		C.int64_t((end - p.PTS).Microseconds()), key)
	if code < 0 || m.out.err != nil {
		return m.fail("write MP4", code)
	}
	return nil
}

// The bounds of the head of Opus, and how long a packet of it sounds on Android.
const (
	opusHead    = 19
	maxOpusHead = 19 + 2 + 255
	opusFrame   = 20 * time.Millisecond
)

// WriteSound adds the next packet of sound. What was heard before the first picture is passed over.
func (m *Muxer) WriteSound(p scrcpy.Packet) error {
	switch {
	case m.c == nil:
		return fmt.Errorf("write MP4: %w", ErrClosed)
	case !m.sound:
		return errors.New("write MP4: there is no track for sound")
	case p.Config, m.held == nil, p.PTS < m.first:
		return nil
	case p.PTS <= m.heard:
		return fmt.Errorf("write MP4: the time of sound goes back from %v to %v", m.heard, p.PTS)
	case len(p.Data) > math.MaxInt32-1024:
		return fmt.Errorf("write MP4: packet of %d bytes", len(p.Data))
	}
	m.heard = p.PTS
	code := C.hs_muxer_write(m.c, 1, start(p.Data), C.int(len(p.Data)), C.int64_t((p.PTS - m.first).Microseconds()),
		C.int64_t(opusFrame.Microseconds()), 1)
	if code < 0 || m.out.err != nil {
		return m.fail("write MP4", code)
	}
	return nil
}

// Finish ends the file; end is when the last picture stops being shown, on the clock of the packets. A time that is not after the last
// packet means a tenth of a second after it.
func (m *Muxer) Finish(end time.Duration) error {
	if m.c == nil {
		return fmt.Errorf("finish MP4: %w", ErrClosed)
	}
	defer m.free()
	if m.held != nil {
		if end <= m.held.PTS {
			end = m.held.PTS + 100*time.Millisecond
		}
		if err := m.flush(end); err != nil {
			return err
		}
	}
	if code := C.hs_muxer_finish(m.c); code < 0 || m.out.err != nil {
		return m.fail("finish MP4", code)
	}
	return nil
}

// Close finishes the file unless that was done.
func (m *Muxer) Close() error {
	if m.c == nil {
		return nil
	}
	return m.Finish(0)
}

func (m *Muxer) free() {
	C.hs_muxer_free(m.c)
	m.c = nil
	m.handle.Delete()
}
