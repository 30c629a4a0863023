package screend

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"net"
	"sync/atomic"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// video is the thread that captures, encodes and sends (§7).
type video struct {
	p      *process
	conn   net.Conn
	screen Screen                   // what it shows
	reset  chan struct{}            // capacity 1: RESET_VIDEO
	now    atomic.Pointer[geometry] // of the running capture; nil before the first

	packets  int           // sent in this session
	lastPTS  time.Duration // of the session, over all captures
	wasReset bool
	buf      []byte
}

func newVideo(p *process, conn net.Conn) *video {
	return &video{p: p, conn: conn, screen: p.source, reset: make(chan struct{}, 1)}
}

// requestReset asks for a new capture. It never blocks.
func (v *video) requestReset() {
	select {
	case v.reset <- struct{}{}:
	default:
	}
}

// codecError is an exception of the encoder.
type codecError struct{ javaError }

// errRestart ends a capture whose successor shall begin.
var errRestart = errors.New("restart the capture")

// run captures until the session ends, the client hangs up, or the encoder fails for good.
func (v *video) run(ctx context.Context) {
	defer v.p.log.print(debug, "Screen streaming stopped")
	if !v.configured() {
		return
	}
	if pause(ctx, v.p.timing.Meta) != nil {
		return
	}
	changed, stop := v.screen.Watch()
	defer stop()
	var err error
	if v.p.o.videoCodec == "h264" {
		err = v.captures(ctx, changed)
	} else {
		err = v.play(ctx, changed)
	}
	if j, ok := errors.AsType[*javaError](err); ok && ctx.Err() == nil {
		v.p.log.exception("Exception on thread Thread[video,5,main]", j)
	}
}

// configured checks the encoder and the display; their failures end the session after the name.
func (v *video) configured() bool {
	o := v.p.o
	known := false
	for _, e := range v.p.server.encoders() {
		known = known || e.Codec == o.videoCodec && (o.videoEncoder == "" || o.videoEncoder == e.Name)
	}
	encoders := "\nList of video encoders:\n" + v.p.encoderList("video", "h264", "h265", "av1")
	switch {
	case !known && o.videoEncoder != "":
		v.p.log.printf(failure, "Video encoder '%s' for %s not found%s", o.videoEncoder, o.videoCodec, encoders)
		return false
	case !known:
		v.p.log.printf(failure, "Could not create default video encoder for %s%s", o.videoCodec, encoders)
		return false
	case o.displayID != 0 && o.videoSource == "display" && !o.newDisplay.on:
		v.p.log.printf(failure, "Display %d not found\nList of displays:\n%s", o.displayID, v.p.displayList())
		return false
	}
	v.p.log.printf(debug, "Using video encoder: '%s'", v.p.encoderName())
	if o.videoSource == "camera" {
		return v.openCamera()
	}
	v.p.log.print(debug, "Display: using DisplayManager API")
	return true
}

// openCamera has the video show a camera.
func (v *video) openCamera() bool {
	c, err := v.p.openCamera()
	if err == nil {
		v.screen = c
		return true
	}
	if j, ok := errors.AsType[*javaError](err); ok {
		v.p.log.exception("Video encoding error", j)
	}
	return false
}

// empty reports whether the display shows nothing yet.
func (v *video) empty() bool { return v.p.empty != nil && v.p.empty() }

func (p *process) encoderName() string {
	if p.o.videoEncoder != "" {
		return p.o.videoEncoder
	}
	return p.encoderOf(p.o.videoCodec)
}

// encoderOf is the phone's first encoder for a codec, empty when it has none.
func (p *process) encoderOf(codec string) string {
	for _, e := range p.server.encoders() {
		if e.Codec == codec {
			return e.Name
		}
	}
	return ""
}

func (p *process) hasEncoder(codec string) bool { return p.encoderOf(codec) != "" }

// captures runs one capture after the other: at another size, after a reset, after a failure of the encoder.
func (v *video) captures(ctx context.Context, changed <-chan struct{}) error {
	maxSize, failures, meta := v.p.o.maxSize, 0, v.p.o.sendCodecMeta
	orient := v.p.o.orientation
	if orient.initial {
		orient.turn = -v.display().Rotation & 3
	}
	for {
		v.consumeReset()
		g, err := newGeometry(v.display(), v.p.o.crop, orient, maxSize)
		if err != nil {
			return err
		}
		if meta {
			meta = false
			if _, err := v.conn.Write(scrcpy.AppendVideoMeta(nil, scrcpy.VideoMeta{Codec: v.p.o.videoCodec, Size: g.size})); err != nil {
				return err
			}
		}
		if v.p.o.videoSource == "display" { // no finger reaches a camera
			v.now.Store(&g)
		}
		before := v.packets
		err = newCapture(v, g).run(ctx, changed)
		if v.packets > before {
			failures = 0
		}
		var failed *codecError
		switch {
		case errors.Is(err, errRestart):
		case errors.As(err, &failed):
			v.p.log.printf(failure, "Capture/encoding error: %s: %s", failed.class, failed.text)
			failures++
			if maxSize, err = v.retry(ctx, g.size, maxSize, failures); err != nil {
				return errors.Join(ctx.Err(), &failed.javaError)
			}
		default:
			return err
		}
	}
}

// display is display 0 with the size that its picture really has at this moment.
func (v *video) display() Display {
	var d Display
	if all := v.screen.Displays(); len(all) > 0 {
		d = all[0]
	}
	img, _ := v.screen.Screen()
	if size := img.Bounds().Size(); size != d.Size {
		if size == swapped(d.Size) {
			d.Rotation ^= 1 // it turned between the two questions
		}
		d.Size = size
	}
	return d
}

func (v *video) consumeReset() {
	select {
	case <-v.reset:
		v.wasReset = true
	default:
	}
}

// downsizes are the limits that are tried in turn when the encoder refuses a size before its first picture.
var downsizes = []int{2560, 1920, 1600, 1280, 1024, 800}

const maxFailures = 3

// retry prepares the next try after a failure (§7.4) and returns its limit of the size.
func (v *video) retry(ctx context.Context, size image.Point, maxSize, failures int) (int, error) {
	if v.packets > 0 {
		if failures >= maxFailures {
			return 0, errors.ErrUnsupported
		}
		return maxSize, pause(ctx, v.p.timing.EncodeRetry)
	}
	if v.p.o.downsizeOnError && v.p.o.camera.size == (image.Point{}) {
		for _, n := range downsizes {
			if n < larger(size) {
				v.p.log.printf(info, "Retrying with -m%d...", n)
				return n, nil
			}
		}
	}
	return 0, errors.ErrUnsupported
}

// encode turns a picture into packets and sends them.
func (v *video) encode(enc *h264.Encoder, img *image.RGBA) error {
	f := v.p.server.faults()
	if f.EncoderBroken || f.EncodeFails != nil && f.EncodeFails() || f.EncoderMaxSide > 0 && larger(img.Bounds().Size()) > f.EncoderMaxSide {
		return &codecError{javaError{"android.media.MediaCodec$CodecException", "Error 0xfffffc0e"}}
	}
	captured := v.p.source.Uptime().Truncate(time.Microsecond)
	out, err := enc.Encode(img, false)
	if err != nil {
		return &codecError{javaError{"java.lang.IllegalArgumentException", err.Error()}}
	}
	if out.Config != nil {
		if err := v.send(f, scrcpy.Packet{Config: true, Data: out.Config}); err != nil {
			return err
		}
	}
	v.lastPTS = max(captured, v.lastPTS+time.Microsecond)
	return v.send(f, scrcpy.Packet{PTS: v.lastPTS, Key: out.Key, Data: out.Data})
}

// send writes one packet in one piece.
func (v *video) send(f Faults, p scrcpy.Packet) error {
	t := Tampering{N: v.packets, Packet: p}
	if f.Tamper != nil {
		f.Tamper(&t)
	}
	v.packets++
	if t.Drop {
		return nil
	}
	v.buf = v.buf[:0]
	if v.p.o.sendFrameMeta {
		v.buf = scrcpy.AppendHeader(v.buf, t.Packet)
	}
	v.buf = append(v.buf, t.Packet.Data...)
	if _, err := v.conn.Write(v.buf); err != nil {
		return fmt.Errorf("send video: %w", err)
	}
	return nil
}

// keyPictures is the key interval in pictures: Android counts pictures at the nominal rate, not time.
func (o *options) keyPictures() int {
	switch {
	case o.keyInterval < 0:
		return 0
	case o.keyInterval == 0:
		return 1
	}
	return int(math.Ceil(min(o.keyInterval*60, math.MaxInt32)))
}
