package scrcpy_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

// TestStartFails: the reason is in the error, the kind can be branched on, and nothing is left on the phone.
func TestStartFails_F039(t *testing.T) {
	for _, c := range []struct {
		name   string
		set    func(p *screendtest.Phone, o *scrcpy.Options)
		kind   error
		text   string
		within time.Duration
	}{
		{"encoder", func(_ *screendtest.Phone, o *scrcpy.Options) { o.Encoder = "c2.none" }, scrcpy.ErrEncoder, "Video encoder 'c2.none' for h264 not found", time.Second},
		{"display", func(_ *screendtest.Phone, o *scrcpy.Options) { o.Display = 5 }, scrcpy.ErrDisplay, "Display 5 not found", time.Second},
		{"option", func(_ *screendtest.Phone, o *scrcpy.Options) { o.Extra = []string{"video_codec=vp9"} }, scrcpy.ErrOption, "Video codec vp9 not supported", time.Second},
		{"aborted", func(p *screendtest.Phone, _ *scrcpy.Options) { p.Server.JarExists = func(string) bool { return false } }, scrcpy.ErrAborted, "could not load", time.Second},
		{"never listens", func(p *screendtest.Phone, _ *scrcpy.Options) { p.Server.Timing.Listen = time.Hour }, scrcpy.ErrTunnel, "deadline exceeded", 12 * time.Second},
		{"no codec meta", func(p *screendtest.Phone, _ *scrcpy.Options) { p.Server.Timing.Meta = time.Hour }, scrcpy.ErrTimeout, "read the video codec: timed out after 5s", 8 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				o := options(true)
				c.set(phone, &o)
				l := phone.Link()
				began := time.Now()
				s, err := scrcpy.Start(t.Context(), l, o)
				if err == nil {
					s.Close()
					t.Fatal("it started")
				}
				if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) {
					t.Errorf("got %v, want %v with %q", err, c.kind, c.text)
				}
				if d := time.Since(began); d > c.within {
					t.Errorf("it took %v", d)
				}
				clean(t, l)
			})
		})
	}
}

// TestReverseFailsForGood: an explained failure is not tried again over another tunnel.
func TestReverseFailsForGood(t *testing.T) {
	t.Parallel()
	phone := screendtest.New(small)
	l := phone.Link()
	o := options(false)
	o.Extra = []string{"video_codec=vp9"}
	if _, err := scrcpy.Start(t.Context(), l, o); !errors.Is(err, scrcpy.ErrOption) {
		t.Errorf("got %v", err)
	}
	clean(t, l)
	n := 0
	for _, cmd := range l.Commands() {
		if strings.Contains(cmd, "app_process") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the server was started %d times", n)
	}
}

func TestStartCancelled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Timing.Meta = time.Hour
		l := phone.Link()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := scrcpy.Start(ctx, l, options(true)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if d := time.Since(began); d > 2*time.Second {
			t.Errorf("it took %v", d)
		}
		clean(t, l)
	})
}

// TestStartContextEnds: the context of Start bounds the start only.
func TestStartContextEnds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		l := screendtest.New(small).Link()
		ctx, cancel := context.WithCancel(t.Context())
		s, err := scrcpy.Start(ctx, l, options(true))
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		synctest.Wait()
		first(t, s)
		s.Close()
		clean(t, l)
	})
}

// damaged is a link on which something goes wrong.
type damaged struct {
	*screendtest.Link
	push   error
	flip   bool // the file arrives damaged
	onDial func(net.Conn) net.Conn
}

func (d *damaged) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	if d.push != nil {
		return d.push
	}
	if d.flip {
		return d.Link.Push(ctx, strings.NewReader("damage"), size, to, mode, mtime, progress)
	}
	return d.Link.Push(ctx, r, size, to, mode, mtime, progress)
}

func (d *damaged) DialLocal(ctx context.Context, name string) (net.Conn, error) {
	c, err := d.Link.DialLocal(ctx, name)
	if err == nil && d.onDial != nil {
		c = d.onDial(c)
	}
	return c, err
}

func TestPushFails(t *testing.T) {
	bubble(t, func(t *testing.T) {
		l := screendtest.New(small).Link()
		denied := errors.New("permission denied")
		if _, err := scrcpy.Start(t.Context(), &damaged{Link: l, push: denied}, options(true)); !errors.Is(err, denied) {
			t.Errorf("got %v", err)
		}
		if _, err := scrcpy.Start(t.Context(), &damaged{Link: l, flip: true}, options(true)); !errors.Is(err, scrcpy.ErrAborted) || !strings.HasPrefix(err.Error(), "check scrcpy server: ") {
			t.Errorf("a damaged file: %v", err)
		}
		for _, cmd := range l.Commands() {
			if strings.Contains(cmd, "app_process") {
				t.Errorf("the server was started: %s", cmd)
			}
		}
		clean(t, l)
	})
}

// TestLoss: the reason of a loss reaches the reader of packets, Done, Err and later calls.
func TestLoss_DV26(t *testing.T) {
	for _, c := range []struct {
		name string
		lose func(p *screendtest.Phone, s *scrcpy.Session, conns []net.Conn)
		kind error
		text string
	}{
		{"video cut in mid-stream", func(_ *screendtest.Phone, _ *scrcpy.Session, conns []net.Conn) { conns[0].Close() }, scrcpy.ErrEnded, "read video: "},
		{"control cut", func(_ *screendtest.Phone, _ *scrcpy.Session, conns []net.Conn) { conns[1].Close() }, scrcpy.ErrEnded, "the scrcpy server ended"},
		{"encoder", func(p *screendtest.Phone, s *scrcpy.Session, _ []net.Conn) {
			p.Server.Source.(*screendtest.Phone).Copy("break")
			s.ResetVideo()
		}, scrcpy.ErrEncoder, "Capture/encoding error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				phone.Server.Faults = func() screend.Faults {
					text, _ := phone.Clipboard()
					return screend.Faults{EncoderBroken: text == "break"}
				}
				l := phone.Link()
				var conns []net.Conn
				link := &damaged{Link: l, onDial: func(conn net.Conn) net.Conn { conns = append(conns, conn); return conn }}
				s, err := scrcpy.Start(t.Context(), link, options(true))
				if err != nil {
					t.Fatal(err)
				}
				first(t, s)
				c.lose(phone, s, conns)
				for err == nil {
					_, err = s.ReadPacket()
				}
				<-s.Done()
				if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) || err != s.Err() {
					t.Errorf("read: %v\nErr:  %v\nwant %v with %q", err, s.Err(), c.kind, c.text)
				}
				if err := s.Press(3, 0); err != s.Err() {
					t.Errorf("press: %v", err)
				}
				if err := s.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
				clean(t, l)
			})
		})
	}
}

// TestGarbage: a stream that is not the protocol ends the session instead of being believed.
func TestGarbage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Faults = func() screend.Faults {
			return screend.Faults{Tamper: func(p *screend.Tampering) {
				if p.N == 1 {
					p.Packet.Data = nil // a length of zero
				}
			}}
		}
		s := open(t, phone.Link(), options(true))
		next(t, s)
		_, err := s.ReadPacket()
		if _, ok := errors.AsType[*scrcpy.ProtocolError](err); !ok {
			t.Errorf("got %v", err)
		}
	})
}

// stuck is a connection whose writes block until it is closed.
type stuck struct {
	net.Conn
	deadline time.Time
}

func (s *stuck) SetWriteDeadline(t time.Time) error { s.deadline = t; return nil }

func (s *stuck) Write([]byte) (int, error) {
	time.Sleep(time.Until(s.deadline))
	return 0, os.ErrDeadlineExceeded
}

// TestStuckControl: a control socket that takes nothing more ends the session within its limit.
func TestStuckControl(t *testing.T) {
	bubble(t, func(t *testing.T) {
		l := screendtest.New(small).Link()
		n := 0
		link := &damaged{Link: l, onDial: func(c net.Conn) net.Conn {
			if n++; n == 2 {
				return &stuck{Conn: c}
			}
			return c
		}}
		s, err := scrcpy.Start(t.Context(), link, options(true))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := s.Press(3, 0); !errors.Is(err, scrcpy.ErrTimeout) {
			t.Errorf("got %v", err)
		}
		if d := time.Since(began); d > 3*time.Second {
			t.Errorf("it took %v", d)
		}
		s.Close()
		clean(t, l)
	})
}

// TestHangingServer: a server that neither ends with its sockets nor with its stream is killed.
func TestHangingServer(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Timing.Meta = time.Hour
		l := phone.Link()
		l.Deaf = true
		o := options(true)
		o.Extra = []string{"audio=true"} // a third socket that we never open: the server waits for it for ever
		_, err := scrcpy.Start(t.Context(), l, o)
		if !errors.Is(err, scrcpy.ErrTimeout) {
			t.Errorf("got %v", err)
		}
		clean(t, l)
		if cmd := l.Commands(); !strings.HasPrefix(cmd[len(cmd)-1], "pkill -f '[s]cid=") {
			t.Errorf("commands %q", cmd)
		}
	})
}

func TestTwoSessions(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		l := phone.Link()
		a, b := open(t, l, options(true)), open(t, l, options(true))
		first(t, a)
		first(t, b)
		a.Close()
		phone.Paint(image.Rect(0, 0, 8, 8), color.RGBA{R: 255, A: 255})
		next(t, b)
		if b.Err() != nil {
			t.Errorf("one session's end ended the other: %v", b.Err())
		}
	})
}

func TestServerFile_DV21(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "scrcpy-server")
	if _, err := scrcpy.Server(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if err := os.WriteFile(path, []byte("another file"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := scrcpy.Server(path)
	if bad, ok := errors.AsType[*scrcpy.ServerFileError](err); !ok || bad.Path != path || len(bad.Got) != 64 {
		t.Errorf("another file: %v", err)
	}
	if _, err := scrcpy.Start(t.Context(), screendtest.New(small).Link(), scrcpy.Options{ServerFile: path}); err == nil {
		t.Error("started with another file")
	}
	if _, err := scrcpy.Server(t.TempDir()); err == nil {
		t.Error("a folder was taken")
	}
	jar, err := scrcpy.Server("")
	if errors.Is(err, scrcpy.ErrNoServerFile) {
		t.Skip("the server file is not there: run make setup")
	}
	if err != nil || len(jar) != 90164 {
		t.Errorf("embedded: %d bytes, %v", len(jar), err)
	}
}
