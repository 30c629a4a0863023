package scrcpy

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Session is one run of the server. Its methods may be called concurrently, except that ReadPacket has one caller.
// Close it when done, also after it was lost.
type Session struct {
	link   Link
	o      Options
	id     session
	life   context.Context // of the streams on the phone
	cancel context.CancelFunc

	name, codec string
	pushed      bool // the server file may be on the phone
	tunnel      tunnel
	logs        *logs
	proc        io.Closer
	video       net.Conn // nil without video
	packets     *bufio.Reader
	streaming   bool        // a packet has come; of ReadPacket's caller
	coming      atomic.Bool // the header of a packet is here, its end is not
	sound       sound
	control     net.Conn

	wg      sync.WaitGroup
	closing atomic.Bool
	broken  atomic.Bool // the end was noticed
	ending  sync.Once
	done    chan struct{}
	err     error // set before done is closed
	tidying sync.Once
	tidyErr error

	mu   sync.Mutex // orders what is written to control
	size image.Point
	held map[uint64]InjectTouch // the last event of each pointer that is down
	buf  []byte

	replies replies
	outputs chan UHIDOutput
}

func newSession(ctx context.Context, link Link, o Options, id session) *Session {
	s := &Session{
		link: link, o: o, id: id, logs: newLogs(),
		done:    make(chan struct{}),
		held:    map[uint64]InjectTouch{},
		outputs: make(chan UHIDOutput, 16),
	}
	s.replies.init()
	s.life, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return s
}

func (s *Session) watch(proc io.ReadCloser) {
	s.proc = proc
	s.wg.Go(func() { s.logs.read(proc) })
}

func (s *Session) useVideo(c net.Conn) {
	s.video = c
	s.packets = bufio.NewReaderSize(c, 64<<10)
}

// serve minds a started session until it ends.
func (s *Session) serve() {
	s.wg.Go(func() { _ = s.lost(s.readControl()) })
	s.wg.Go(func() {
		<-s.logs.gone.Done()
		_ = s.lost(nil)
	})
}

// Name is the phone's model name.
func (s *Session) Name() string { return s.name }

// Codec is the codec of the video, "h264" by default, "" without video.
func (s *Session) Codec() string { return s.codec }

// Log returns the last lines that the server printed, at most 200, oldest first.
func (s *Session) Log() []string { return s.logs.last() }

// Trouble returns the newest report of a condition that did not end the session; compare its time with that of the
// action it may explain.
func (s *Session) Trouble(kind error) (Trouble, bool) { return s.logs.trouble(kind) }

// Done is closed when the session has ended.
func (s *Session) Done() <-chan struct{} { return s.done }

// Err is nil while the session lives, ErrClosed after Close, otherwise the *ServerError that ended it.
func (s *Session) Err() error {
	select {
	case <-s.done:
		return s.err
	default:
		return nil
	}
}

// Broken reports that the session is over, or about to be: Err tells why a moment later, when the server has had its last words.
func (s *Session) Broken() bool { return s.broken.Load() }

// Coming tells whether a packet of the video is on its way, with its header here and its end not yet.
func (s *Session) Coming() bool { return s.coming.Load() }

// UHIDOutputs gives the reports that the phone sends to HID devices. It is never closed; when 16 wait, the newest is
// dropped.
func (s *Session) UHIDOutputs() <-chan UHIDOutput { return s.outputs }

// ReadPacket returns the next packet of the video. A screen that stands still sends none, so it may block for ever
// without anything being wrong. If the very first packet is late it asks the server once for a video reset, which
// wakes phones that hold back the first picture. It returns io.EOF after Close, and Err's error after a loss.
func (s *Session) ReadPacket() (Packet, error) {
	if s.video == nil {
		return Packet{}, ErrNoVideo
	}
	err := s.awaitFirst()
	var p Packet
	var began time.Time
	if err == nil {
		_, _ = s.packets.Peek(HeaderSize) // what is wrong is found by the read below
		began = time.Now()
		s.coming.Store(true)
		p, err = readPacket(s.packets, release333.header)
		s.coming.Store(false)
	}
	if err != nil {
		if err = s.lost(fmt.Errorf("read video: %w", err)); errors.Is(err, ErrClosed) {
			err = io.EOF
		}
		return Packet{}, err
	}
	s.streaming = true
	p.Began, p.Arrived = began, time.Now()
	if p.Config {
		if size, ok := configSize(s.codec, p.Data); ok {
			s.SetSize(size)
		}
	}
	return p, nil
}

// awaitFirst waits for the beginning of the first packet and asks once for a reset.
func (s *Session) awaitFirst() error {
	if s.streaming {
		return nil
	}
	s.video.SetReadDeadline(time.Now().Add(s.o.Limits.First))
	_, err := s.packets.Peek(1)
	s.video.SetReadDeadline(time.Time{})
	if isTimeout(err) {
		s.streaming = true
		return s.ResetVideo()
	}
	return err
}

// lost ends the session for the given cause, gives the server a moment for its last words, and returns the reason.
// Only the first call decides.
func (s *Session) lost(cause error) error {
	s.broken.Store(true)
	s.ending.Do(func() {
		if s.closing.Load() {
			s.err = ErrClosed
		} else {
			wait(s.logs.gone, s.o.Limits.Exit)
			s.err = s.logs.explain("scrcpy session", cause)
		}
		s.hangUp()
		close(s.done)
	})
	return s.err
}

// hangUp closes the sockets, control first, which ends the server.
func (s *Session) hangUp() {
	for _, c := range []net.Conn{s.control, s.video, s.sound.conn} {
		if c != nil {
			c.Close()
		}
	}
}

// Close ends the session, waits for everything it started, and leaves nothing on the phone. It takes at most the
// limits Exit and twice Tidy. The error says what may be left behind. Later calls return the same.
func (s *Session) Close() error {
	s.closing.Store(true)
	s.abandon()
	_ = s.lost(nil)
	return s.tidyErr
}

// abandon hangs up, escalates when the server does not end by itself, and joins all goroutines.
func (s *Session) abandon() {
	s.tidying.Do(func() {
		s.hangUp()
		over := s.proc == nil || wait(s.logs.gone, s.o.Limits.Exit)
		s.tidyErr = errors.Join(s.tunnel.close(s.life, s.o.Limits.Tidy), s.tidy(over))
		if s.proc != nil {
			s.proc.Close()
		}
		s.cancel()
		s.wg.Wait()
		s.logs.end()
	})
}

// tidy removes what may be left: the server file, if the clean-up helper did not come to it, and a server that hangs.
func (s *Session) tidy(over bool) error {
	if !s.pushed {
		return nil
	}
	command := "rm -f " + s.id.file()
	if !over {
		// The brackets keep the pattern from matching the shell that runs it.
		command = fmt.Sprintf("pkill -f '[s]cid=%08x'; %s", s.id.id, command)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.life), s.o.Limits.Tidy)
	defer cancel()
	if _, err := execute(ctx, s.link, command); err != nil {
		return fmt.Errorf("remove the scrcpy server from the phone: %w", err)
	}
	return nil
}
