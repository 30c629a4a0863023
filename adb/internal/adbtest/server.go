//go:build unix

package adbtest

import (
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Server is a small adb server for phones on loopback ports: enough for every request of package adb.
type Server struct {
	Addr string

	t        testing.TB
	l        net.Listener
	work     sync.WaitGroup
	mu       sync.Mutex
	next     int
	phones   []*served
	trackers map[net.Conn]bool
	clients  map[net.Conn]bool
	forwards map[string]*forward
	closing  bool
}

type served struct {
	serial string
	id     int
	host   *Host
}

func (p *served) online() bool {
	select {
	case <-p.host.Done():
		return false
	default:
		return true
	}
}

type forward struct {
	serial, local, remote string
	l                     net.Listener
}

// StartServer runs a server until the test ends.
func StartServer(t testing.TB) *Server {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		Addr: l.Addr().String(), t: t, l: l,
		trackers: map[net.Conn]bool{}, clients: map[net.Conn]bool{}, forwards: map[string]*forward{},
	}
	s.work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.clients[c] = true
			s.mu.Unlock()
			s.work.Go(func() { s.client(c) })
		}
	})
	t.Cleanup(s.close)
	return s
}

func (s *Server) close() {
	s.l.Close()
	s.mu.Lock()
	s.closing = true
	for _, f := range s.forwards {
		f.l.Close()
	}
	for c := range s.clients {
		c.Close()
	}
	phones := s.phones
	s.mu.Unlock()
	for _, p := range phones {
		p.host.Close()
	}
	s.work.Wait()
}

// client serves one socket.
func (s *Server) client(c net.Conn) {
	defer func() {
		c.Close()
		s.mu.Lock()
		delete(s.clients, c)
		delete(s.trackers, c)
		s.mu.Unlock()
	}()
	var phone *served
	for {
		request, err := wire.ReadText(c)
		if err != nil || request == "" {
			return
		}
		if phone != nil {
			s.service(c, phone, request)
			return
		}
		target, isSwitch := strings.CutPrefix(request, "host:tport:serial:")
		if !isSwitch {
			s.hostRequest(c, request)
			return
		}
		p, err := s.find(target)
		if err != nil {
			fail(c, err.Error())
			return
		}
		phone = p
		okay(c, string([]byte{byte(p.id), 0, 0, 0, 0, 0, 0, 0}))
	}
}

func okay(c io.Writer, more string) { io.WriteString(c, "OKAY"+more) }
func fail(c io.Writer, text string) { c.Write(wire.AppendText([]byte("FAIL"), text)) }
func text(c io.Writer, text string) { c.Write(wire.AppendText([]byte("OKAY"), text)) }

func (s *Server) service(c net.Conn, p *served, service string) {
	stream, err := p.host.Open(service)
	if err != nil {
		fail(c, err.Error())
		return
	}
	okay(c, "")
	Splice(stream, c)
}

// hostRequest answers requests to the server itself.
func (s *Server) hostRequest(c net.Conn, request string) {
	switch verb, rest, _ := strings.Cut(strings.TrimPrefix(request, "host:"), ":"); {
	case verb == "version":
		text(c, "0029")
	case verb == "devices" || verb == "devices-l":
		text(c, s.list(verb == "devices-l"))
	case verb == "track-devices":
		s.track(c)
	case verb == "connect":
		text(c, s.connect(rest))
	case verb == "disconnect":
		s.disconnect(c, rest)
	case verb == "reconnect-offline":
		text(c, "")
	case verb == "list-forward":
		text(c, s.listForward())
	case strings.HasPrefix(request, "host-serial:"), strings.HasPrefix(request, "host-transport-id:"):
		s.phoneRequest(c, request)
	default:
		fail(c, "unknown host service")
	}
}

// phoneRequest answers "host-serial:SERIAL:…" and "host-transport-id:N:…".
func (s *Server) phoneRequest(c net.Conn, request string) {
	for _, p := range s.snapshot() {
		for _, prefix := range []string{"host-serial:" + p.serial + ":", fmt.Sprintf("host-transport-id:%d:", p.id)} {
			what, ok := strings.CutPrefix(request, prefix)
			if !ok {
				continue
			}
			switch {
			case !p.online() && what != "wait-for-any-disconnect":
				fail(c, "device offline")
			case what == "features":
				_, features, _ := strings.Cut(p.host.Banner, "features=")
				text(c, features)
			case strings.HasPrefix(what, "wait-for-any-"):
				okay(c, "")
				s.waitFor(c, p, strings.TrimPrefix(what, "wait-for-any-"))
			case strings.HasPrefix(what, "forward:"):
				s.forward(c, p, strings.TrimPrefix(what, "forward:"))
			case strings.HasPrefix(what, "killforward:"):
				s.killForward(c, strings.TrimPrefix(what, "killforward:"))
			default:
				fail(c, "unknown host service")
			}
			return
		}
	}
	fail(c, "device not found")
}

func (s *Server) snapshot() []*served {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*served(nil), s.phones...)
}

func (s *Server) find(serial string) (*served, error) {
	for _, p := range s.snapshot() {
		if p.serial == serial {
			if !p.online() {
				return nil, fmt.Errorf("device offline")
			}
			return p, nil
		}
	}
	return nil, fmt.Errorf("device '%s' not found", serial)
}

func (s *Server) list(long bool) string {
	var b strings.Builder
	for _, p := range s.snapshot() {
		state := "offline"
		if p.online() {
			state, _, _ = strings.Cut(p.host.Banner, ":")
		}
		if !long {
			fmt.Fprintf(&b, "%s\t%s\n", p.serial, state)
			continue
		}
		fmt.Fprintf(&b, "%-22s %s", p.serial, state)
		if p.online() {
			_, props, _ := strings.Cut(p.host.Banner, "::")
			for kv := range strings.SplitSeq(props, ";") {
				if k, v, _ := strings.Cut(kv, "="); strings.HasPrefix(k, "ro.product.") {
					k = strings.TrimPrefix(k, "ro.product.")
					if k == "name" {
						k = "product"
					}
					fmt.Fprintf(&b, " %s:%s", k, strings.ReplaceAll(v, " ", "_"))
				}
			}
		}
		fmt.Fprintf(&b, " transport_id:%d\n", p.id)
	}
	return b.String()
}

func (s *Server) connect(addr string) string {
	for _, p := range s.snapshot() {
		if p.serial == addr {
			return "already connected to " + addr
		}
	}
	h, err := DialHost(addr, 2*time.Second, nil)
	if err != nil {
		return "failed to connect to '" + addr + "': Connection refused"
	}
	s.mu.Lock()
	s.next++
	p := &served{serial: addr, id: s.next, host: h}
	s.phones = append(s.phones, p)
	s.mu.Unlock()
	s.work.Go(func() {
		<-h.Done()
		for _, b := range h.Broken() {
			s.t.Errorf("%s broke a rule: %s", addr, b)
		}
		s.changed()
	})
	s.changed()
	return "connected to " + addr
}

func (s *Server) disconnect(c net.Conn, addr string) {
	s.mu.Lock()
	var gone *served
	for i, p := range s.phones {
		if p.serial == addr {
			gone = p
			s.phones = append(s.phones[:i:i], s.phones[i+1:]...)
			break
		}
	}
	s.mu.Unlock()
	if gone == nil {
		fail(c, "no such device '"+addr+"'")
		return
	}
	gone.host.Close()
	s.changed()
	text(c, "disconnected "+addr)
}

// track sends lists until the client goes.
func (s *Server) track(c net.Conn) {
	okay(c, "")
	c.Write(wire.AppendText(nil, s.list(false)))
	s.mu.Lock()
	s.trackers[c] = true
	s.mu.Unlock()
	io.Copy(io.Discard, c)
}

func (s *Server) changed() {
	list := wire.AppendText(nil, s.list(false))
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.trackers {
		c.Write(list)
	}
}

func (s *Server) waitFor(c net.Conn, p *served, state string) {
	for {
		s.mu.Lock()
		closing := s.closing
		s.mu.Unlock()
		if closing {
			return
		}
		if p.online() == (state != "disconnect") {
			okay(c, "")
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (s *Server) forward(c net.Conn, p *served, pair string) {
	rest, norebind := strings.CutPrefix(pair, "norebind:")
	local, remote, _ := strings.Cut(rest, ";")
	s.mu.Lock()
	defer s.mu.Unlock()
	if norebind && s.forwards[local] != nil {
		okay(c, "")
		fail(c, "cannot rebind existing socket")
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strings.TrimPrefix(local, "tcp:"))
	if err != nil {
		okay(c, "")
		fail(c, "cannot bind listener: Address already in use")
		return
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	f := &forward{serial: p.serial, local: "tcp:" + port, remote: remote, l: l}
	s.forwards[f.local] = f
	s.work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.work.Go(func() {
				stream, err := p.host.Open(remote)
				if err != nil {
					c.Close()
					return
				}
				Splice(stream, c)
			})
		}
	})
	okay(c, "OKAY")
	c.Write(wire.AppendText(nil, port))
}

func (s *Server) killForward(c net.Conn, local string) {
	s.mu.Lock()
	f := s.forwards[local]
	delete(s.forwards, local)
	s.mu.Unlock()
	if f == nil {
		fail(c, "listener '"+local+"' not found")
		return
	}
	f.l.Close()
	okay(c, "OKAY")
}

func (s *Server) listForward() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, f := range s.forwards {
		fmt.Fprintf(&b, "%s %s %s\n", f.serial, f.local, f.remote)
	}
	return b.String()
}
