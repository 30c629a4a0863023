package screend

import (
	"context"
	"encoding/binary"
	"net"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// audio is the thread that records, encodes and sends sound (§6). What the phone plays is a test tone, whatever the source.
type audio struct {
	p    *process
	conn net.Conn
}

// audioIDs are the codec ids of the audio socket.
var audioIDs = map[string]uint32{"opus": 0x6f707573, "aac": 0x00616163, "flac": 0x666c6163, "raw": 0x00726177}

// Releases of Android that brought what the server needs.
const (
	androidAudio    = 11 // recording what the phone plays
	androidPlayback = 13 // recording apps while they go on sounding
	androidDisplays = 10
	androidCamera   = 12
)

// run sends sound until ctx ends or the client hangs up, and reports whether the session must end with it.
func (a *audio) run(ctx context.Context) (fatal bool) {
	if a.p.o.audioCodec == "raw" {
		defer a.p.log.print(debug, "Audio recorder stopped")
	} else {
		defer a.p.log.print(debug, "Audio encoder stopped")
	}
	switch refused, config := a.refused(); {
	case config:
		a.announce(scrcpy.AudioFailed)
		return true
	case refused:
		a.announce(scrcpy.AudioDisabled)
		return false
	}
	if a.p.o.sendCodecMeta && a.announce(audioIDs[a.p.o.audioCodec]) != nil {
		return false
	}
	if a.p.o.audioCodec == "raw" {
		a.sendRaw(ctx)
		return false
	}
	tone, err := opusTone()
	if err != nil {
		a.p.log.exception("Audio encoding error", ioException(err.Error()))
		return true
	}
	a.sendOpus(ctx, tone)
	return false
}

func (a *audio) announce(id uint32) error {
	_, err := a.conn.Write(binary.BigEndian.AppendUint32(nil, id))
	return err
}

// refused tells whether there is no sound to record, or else no encoder for it.
func (a *audio) refused() (refused, config bool) {
	o, log := a.p.o, a.p.log
	encoders := "\nList of audio encoders:\n" + a.p.encoderList("audio", "opus", "aac", "flac")
	switch {
	case a.p.server.faults().AudioBroken:
		log.print(failure, "Audio capture error")
		return true, true
	case a.p.android() < androidAudio:
		log.print(warn, "Audio disabled: it is not supported before Android 11")
		return true, false
	case o.audioSource == "playback" && a.p.android() < androidPlayback:
		log.print(warn, "Audio disabled: audio playback capture source not supported before Android 13")
		return true, false
	case o.audioCodec == "raw":
		return false, false
	case !a.p.hasEncoder(o.audioCodec) || o.audioCodec != "opus":
		log.print(failure, "Could not create default audio encoder for "+o.audioCodec+encoders)
		return true, true
	}
	log.printf(debug, "Using audio encoder: '%s'", a.p.encoderOf(o.audioCodec))
	return false, false
}

// sendRaw sends samples until somebody ends it.
func (a *audio) sendRaw(ctx context.Context) {
	a.pace(ctx, time.Second*rawFrames/sampleRate, func(n int, at time.Duration) error {
		return a.send(scrcpy.Packet{PTS: at, Data: rawPacket(n * rawFrames)})
	})
}

// sendOpus sends the head, then one packet after the other until somebody ends it.
func (a *audio) sendOpus(ctx context.Context, tone opus) {
	if a.send(scrcpy.Packet{Config: true, Data: tone.head}) != nil {
		return
	}
	a.pace(ctx, opusFrame, func(n int, at time.Duration) error {
		return a.send(scrcpy.Packet{PTS: at, Key: true, Data: tone.packets[n%len(tone.packets)]})
	})
}

// pace calls send for each period as it passes, with the phone's clock, until ctx ends or send fails.
func (a *audio) pace(ctx context.Context, period time.Duration, send func(n int, at time.Duration) error) {
	begin, first := time.Now(), a.p.source.Uptime().Truncate(time.Microsecond)
	for n := 0; ; n++ {
		at := (time.Duration(n) * period).Truncate(time.Microsecond)
		if send(n, first+at) != nil || pause(ctx, time.Until(begin.Add(at+period))) != nil {
			return
		}
	}
}

func (a *audio) send(p scrcpy.Packet) error {
	var b []byte
	if a.p.o.sendFrameMeta {
		b = scrcpy.AppendHeader(b, p)
	}
	_, err := a.conn.Write(append(b, p.Data...))
	return err
}
