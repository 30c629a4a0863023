package scrcpy_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

// TestAudio_DV22: sound comes over its own socket between video and control, by both tunnels, with the video or without.
func TestAudio_DV22(t *testing.T) {
	t.Parallel()
	for _, codec := range []string{scrcpy.Opus, scrcpy.Raw} {
		for _, forward := range []bool{false, true} {
			for _, noVideo := range []bool{false, true} {
				o := options(forward)
				o.Audio, o.NoVideo = codec, noVideo
				s := open(t, screendtest.New(small).Link(), o)
				if s.Name() != "Sim Phone" {
					t.Errorf("name %q", s.Name())
				}
				if !noVideo {
					first(t, s)
				}
				p, err := s.ReadAudio()
				if err == nil && codec == scrcpy.Opus {
					if !p.Config || !strings.HasPrefix(string(p.Data), "OpusHead") {
						t.Errorf("head %+v", p)
					}
					p, err = s.ReadAudio()
				}
				if err != nil || p.Config || p.Arrived.IsZero() {
					t.Fatalf("%+v, %v", p, err)
				}
				q, err := s.ReadAudio()
				if step := q.PTS - p.PTS; err != nil || step < 19*time.Millisecond || step > 22*time.Millisecond {
					t.Errorf("%s: the next comes %v later, %v", codec, step, err)
				}
				if err := s.Press(3, 0); err != nil { // the last socket is control
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				for err = nil; err == nil; {
					_, err = s.ReadAudio()
				}
				if !errors.Is(err, io.EOF) {
					t.Errorf("after Close: %v", err)
				}
			}
		}
	}
}

// A phone without sound says so, and the session goes on.
func TestNoAudio(t *testing.T) {
	t.Parallel()
	phone := screendtest.New(small)
	phone.Release = "10"
	o := options(true)
	o.Audio = scrcpy.Opus
	s := open(t, phone.Link(), o)
	if _, err := s.ReadAudio(); !errors.Is(err, scrcpy.ErrNoAudio) {
		t.Errorf("%v, want ErrNoAudio", err)
	}
	first(t, s)
	without := open(t, screendtest.New(small).Link(), options(true))
	if _, err := without.ReadAudio(); !errors.Is(err, scrcpy.ErrNoAudio) {
		t.Errorf("not asked for: %v, want ErrNoAudio", err)
	}
}
