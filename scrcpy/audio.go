package scrcpy

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// Codecs of sound that a session can be asked for.
const (
	Opus = "opus"
	Raw  = "raw" // 48 kHz, two channels, 16 bits, little-endian
)

// sound is the audio socket of a session.
type sound struct {
	conn    net.Conn // nil without audio
	packets *bufio.Reader
	told    error // set once the socket has said what it carries
	asked   bool
}

func (a *sound) use(c net.Conn) {
	a.conn = c
	a.packets = bufio.NewReaderSize(c, 16<<10)
}

// meta reads the codec id that precedes the packets.
func (a *sound) meta(want string) error {
	d := decoder{r: a.packets}
	switch id := d.u32(); {
	case d.err != nil:
		return d.err
	case id == AudioDisabled:
		return ErrNoAudio
	case id == AudioFailed:
		return fmt.Errorf("%w: the phone's encoder was refused", ErrNoAudio)
	case id != codecID(want):
		return &ProtocolError{What: fmt.Sprintf("audio codec %08x", id)}
	}
	return nil
}

// ReadAudio returns the next packet of sound. The first one of Opus is its head, a configuration. Times are on the clock of the video. It
// returns ErrNoAudio when the session was started without or the phone has none to give, and io.EOF after Close. It has one caller.
func (s *Session) ReadAudio() (Packet, error) {
	a := &s.sound
	if a.conn == nil {
		return Packet{}, ErrNoAudio
	}
	if !a.asked {
		a.asked = true
		a.told = within(context.Background(), a.conn, s.o.Limits.Meta, func() error { return a.meta(s.o.Audio) })
	}
	if a.told != nil {
		return Packet{}, a.told
	}
	p, err := readPacket(a.packets, release333.header)
	if err != nil {
		if err = s.lost(fmt.Errorf("read audio: %w", err)); errors.Is(err, ErrClosed) {
			err = io.EOF
		}
		return Packet{}, err
	}
	p.Arrived = time.Now()
	return p, nil
}
