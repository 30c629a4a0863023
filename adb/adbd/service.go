package adbd

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
)

// serve runs one service until it ends.
func (t *conn) serve(s *stream, service string) {
	defer s.close()
	kind, rest, _ := strings.Cut(service, ":")
	words := strings.Split(kind, ",")
	switch {
	case words[0] == "shell" && len(words) > 1 && words[1] == "v2":
		if !t.d.Banner.Has("shell_v2") {
			s.refuse()
			return
		}
		t.serveShell(s, shellRequest(words[2:], rest))
	case kind == "shell":
		t.serveShell(s, Session{Command: rest, PTY: rest == ""})
	case kind == "exec":
		t.serveShell(s, Session{Command: rest, Exec: true})
	case service == "sync:":
		t.serveSync(s)
	case kind == "reverse":
		t.serveReverse(s, rest)
	case dialled[kind]:
		t.serveDial(s, service)
	default:
		t.serveOther(s, service)
	}
}

// dialled are the kinds of sockets adb forward can reach.
var dialled = map[string]bool{
	"tcp": true, "local": true, "localabstract": true, "localreserved": true, "localfilesystem": true, "dev": true, "vsock": true,
}

// serveDial connects the stream to a socket on the phone.
func (t *conn) serveDial(s *stream, spec string) {
	if t.d.Dial == nil {
		s.refuse()
		return
	}
	c, err := t.d.Dial(s.ctx, spec)
	if err != nil {
		s.refuse()
		return
	}
	s.accept()
	splice(s, c)
}

// serveOther leaves the service to the handler.
func (t *conn) serveOther(s *stream, service string) {
	if t.d.Service == nil {
		s.refuse()
		return
	}
	if err := t.d.Service(s.ctx, service, s); errors.Is(err, ErrRefused) {
		s.refuse()
		return
	}
	s.accept()
}

// spliceBuffer is how much is read from a socket at once.
const spliceBuffer = 64 << 10

// splice copies both ways until either side ends, and closes both. What the host sent before it closed reaches the socket.
func splice(s *stream, c net.Conn) {
	stop := context.AfterFunc(s.ctx, func() { c.Close() })
	defer stop()
	var in sync.WaitGroup
	in.Go(func() {
		io.Copy(c, plainReader{s})
		c.Close()
	})
	io.CopyBuffer(plainWriter{s}, plainReader{c}, make([]byte, spliceBuffer))
	s.close()
	in.Wait()
}

// plainReader and plainWriter hide the shortcuts of a socket, which would copy in smaller pieces.
type plainReader struct{ io.Reader }
type plainWriter struct{ io.Writer }
