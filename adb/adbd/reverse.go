package adbd

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// reverseMap is our copy of the list an adb server keeps of each transport: what may be opened towards it. The server changes
// its list when it passes a reverse: service on to the phone, whatever comes of it, and ends itself, with all its phones, when the
// phone opens anything that is not in the list byte for byte (adb-protocol B5).
type reverseMap struct {
	mu      sync.Mutex
	targets map[string]string // what the phone listens at → what is dialled on the host
}

// follow does what the server did with the list when it sent the service. Called in the order in which services arrive.
func (r *reverseMap) follow(service string) {
	verb, ok := strings.CutPrefix(service, "reverse:")
	if !ok {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if pair, ok := strings.CutPrefix(verb, "forward:"); ok {
		pair, norebind := strings.CutPrefix(pair, "norebind:")
		listen, target, ok := strings.Cut(pair, ";")
		if _, taken := r.targets[listen]; !ok || norebind && taken {
			return
		}
		if r.targets == nil {
			r.targets = make(map[string]string)
		}
		r.targets[listen] = target
	} else if listen, ok := strings.CutPrefix(verb, "killforward:"); ok {
		delete(r.targets, listen)
	} else if verb == "killforward-all" {
		clear(r.targets)
	}
}

func (r *reverseMap) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.targets)
}

// allows reports whether target is in the list.
func (r *reverseMap) allows(target string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.targets {
		if t == target {
			return true
		}
	}
	return false
}

// mayOpen is the one place that decides whether the phone may open target towards the host of t on behalf of l: the target is not
// empty, l is live and was made for exactly this host and target, and the host's own list holds the very bytes.
func (t *conn) mayOpen(l *reverseListener, target string) bool {
	t.d.mu.Lock()
	live := t.d.listeners[l.spec] == l && l.host == t && l.target == target
	t.d.mu.Unlock()
	return live && validTarget(target) && t.reverse.allows(target)
}

// validTarget accepts only what a server can dial and what passes through an OPEN unchanged.
func validTarget(target string) bool {
	kind, rest, ok := strings.Cut(target, ":")
	if !ok || rest == "" || len(target) >= 1024 || strings.ContainsAny(target, ";\x00") {
		return false
	}
	switch kind {
	case "tcp", "local", "localabstract", "localreserved", "localfilesystem":
		return true
	}
	return false
}

// reverseListener is one listener of adb reverse. All hosts see it; its connections go to the host that asked for it.
type reverseListener struct {
	spec   string // as listed and killed: with the real port
	target string
	host   *conn
	l      net.Listener
}

// serveReverse answers reverse: services on their stream (adb-protocol A9).
func (t *conn) serveReverse(s *stream, verb string) {
	var answer []byte
	switch {
	case strings.HasPrefix(verb, "forward:"):
		answer = t.forwardReverse(strings.TrimPrefix(verb, "forward:"))
	case strings.HasPrefix(verb, "killforward:"):
		spec := strings.TrimPrefix(verb, "killforward:")
		answer = reverseResult("", t.d.killReverse(func(l *reverseListener) bool { return l.spec == spec }) > 0,
			fmt.Sprintf("listener '%s' not found", spec))
	case verb == "killforward-all":
		t.d.killReverse(func(*reverseListener) bool { return true })
		answer = reverseResult("", true, "")
	case verb == "list-forward":
		answer = wire.AppendText(nil, t.d.listReverse())
	default:
		s.refuse()
		return
	}
	s.Write(answer)
}

// reverseResult writes OKAY with an optional port, or FAIL with a message.
func reverseResult(port string, ok bool, message string) []byte {
	if !ok {
		return wire.AppendText([]byte("FAIL"), message)
	}
	if port == "" {
		return []byte("OKAY")
	}
	return wire.AppendText([]byte("OKAY"), port)
}

// forwardReverse makes a listener, or points one that exists at a new target.
func (t *conn) forwardReverse(pair string) []byte {
	rest, norebind := strings.CutPrefix(pair, "norebind:")
	spec, target, ok := strings.Cut(rest, ";")
	if !ok || spec == "" || !validTarget(target) {
		return reverseResult("", false, "bad forward: "+pair)
	}
	if t.d.Listen == nil {
		return reverseResult("", false, "cannot bind listener: Operation not supported")
	}
	d := t.d
	d.mu.Lock()
	old := d.listeners[spec]
	if old != nil && norebind {
		d.mu.Unlock()
		return reverseResult("", false, "cannot rebind existing socket")
	}
	if old != nil && old.host == t {
		d.replaceReverse(&reverseListener{spec: spec, target: target, host: t, l: old.l})
		d.mu.Unlock()
		return reverseResult("", true, "")
	}
	d.mu.Unlock()
	if old != nil {
		d.killReverse(func(l *reverseListener) bool { return l == old })
	}
	l, err := d.Listen(spec)
	if err != nil {
		return reverseResult("", false, "cannot bind listener: "+errText(err))
	}
	made := &reverseListener{spec: spec, target: target, host: t, l: l}
	port := made.port()
	d.mu.Lock()
	if d.listeners[made.spec] != nil || t.alive.Err() != nil {
		d.mu.Unlock()
		l.Close()
		return reverseResult("", false, "cannot bind listener: Address already in use")
	}
	d.replaceReverse(made)
	d.mu.Unlock()
	t.work.Go(func() { t.acceptReverse(made.spec, l) })
	return reverseResult(port, true, "")
}

// port gives the port of a tcp: listener, and puts it into the spec in place of 0.
func (l *reverseListener) port() string {
	if !strings.HasPrefix(l.spec, "tcp:") {
		return ""
	}
	addr, ok := l.l.Addr().(*net.TCPAddr)
	if !ok {
		return strings.TrimPrefix(l.spec, "tcp:")
	}
	port := strconv.Itoa(addr.Port)
	if l.spec == "tcp:0" {
		l.spec = "tcp:" + port
	}
	return port
}

// replaceReverse registers l. The device is locked.
func (d *Device) replaceReverse(l *reverseListener) {
	if d.listeners == nil {
		d.listeners = make(map[string]*reverseListener)
	}
	d.listeners[l.spec] = l
}

// killReverse closes the listeners that fit and tells how many.
func (d *Device) killReverse(fits func(*reverseListener) bool) int {
	d.mu.Lock()
	var dead []*reverseListener
	for spec, l := range d.listeners {
		if fits(l) {
			dead = append(dead, l)
			delete(d.listeners, spec)
		}
	}
	d.mu.Unlock()
	for _, l := range dead {
		l.l.Close()
	}
	return len(dead)
}

// dropReverse closes the listeners of one host, as when its transport ends.
func (d *Device) dropReverse(t *conn) {
	d.killReverse(func(l *reverseListener) bool { return l.host == t })
}

// listReverse writes lines "NAME LISTEN TARGET".
func (d *Device) listReverse() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	lines := make([]string, 0, len(d.listeners))
	for spec, l := range d.listeners {
		lines = append(lines, l.host.name+" "+spec+" "+l.target+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// acceptReverse takes connections until the listener is closed. The OPENs leave in the order of the connections: a peer may tell
// its connections apart by nothing else.
func (t *conn) acceptReverse(spec string, l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			t.d.killReverse(func(r *reverseListener) bool { return r.spec == spec && r.l == l })
			return
		}
		if s, ok := t.openReverse(spec); ok {
			t.work.Go(func() { t.carryReverse(s, c) })
		} else {
			c.Close()
		}
	}
}

// openReverse asks the host to open a stream for one connection.
func (t *conn) openReverse(spec string) (*stream, bool) {
	t.d.mu.Lock()
	l := t.d.listeners[spec]
	t.d.mu.Unlock()
	if l == nil || !t.isOnline() {
		return nil, false
	}
	s, ok := t.newStream(0)
	if !ok {
		return nil, false
	}
	s.accepted.Do(func() {}) // the host accepts this one, not we
	target := l.target
	if !t.mayOpen(l, target) || t.send(wire.Message{Command: wire.OPEN, Arg0: s.id, Data: append([]byte(target), 0)}) != nil {
		s.end()
		s.close()
		return nil, false
	}
	return s, true
}

// openTime is how long a host may take to answer an OPEN.
const openTime = 10 * time.Second

// carryReverse waits for the host's answer and then carries bytes both ways.
func (t *conn) carryReverse(s *stream, c net.Conn) {
	defer s.close()
	timer := time.NewTimer(openTime)
	defer timer.Stop()
	select {
	case <-s.credit:
		s.credit <- struct{}{} // the host's OKAY allows one WRTE
		splice(s, c)
	case <-s.gone:
		c.Close()
	case <-timer.C:
		c.Close()
	}
}
