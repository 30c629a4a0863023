// Package serve puts simulated phones on the wire: each listens as adbd does, so that any adb server can connect to it, and
// answers shell commands, file transfers, forwards, reverses and the scrcpy server, all on one phone/sim.Phone.
//
// Nothing runs while nobody is connected: an idle phone costs one goroutine that waits in Accept.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/scrcpy/screend"
)

// Options says which phones to serve. The zero value is one phone of the default profile on a free port of 127.0.0.1.
type Options struct {
	Count   int            // how many phones; zero means one
	Host    string         // address to listen on; empty means 127.0.0.1
	Port    int            // of the first phone, the others follow in steps of two; zero means free ports
	Profile string         // name of a profile of phone/sim/world; empty means the default
	Custom  *world.Profile // a profile that is not built in; wins over Profile
	Seed    int64          // phone number i gets Seed+i
	Now     func() time.Time
	Apps    []world.AppDef // nil: every app
	// DumpStartup and IdleWindow are the times of a UI dump, see sim.Options.
	DumpStartup, IdleWindow time.Duration
	// Timing holds the delays of the scrcpy server.
	Timing screend.Timing
	// RebootTime is how long a phone stays away after reboot:; zero means one second.
	RebootTime time.Duration
}

// Rack is a set of phones that are being served.
type Rack struct {
	phones []Served
	end    context.CancelFunc
	wg     sync.WaitGroup
	once   sync.Once
	err    error
}

// Start listens for every phone and serves them until ctx ends or Close is called. A port that is taken is an error that
// names it; then nothing is left running.
func Start(ctx context.Context, o Options) (*Rack, error) {
	if o.Count < 0 || o.Port < 0 || o.Port > 65535 {
		return nil, fmt.Errorf("serve: count %d or port %d is out of range", o.Count, o.Port)
	}
	var profile world.Profile // zero: the default
	if o.Custom != nil {
		profile = *o.Custom
	} else if o.Profile != "" {
		var err error
		if profile, err = world.FindProfile(o.Profile); err != nil {
			return nil, fmt.Errorf("serve: %w", err)
		}
	}
	ctx, end := context.WithCancel(ctx)
	r := &Rack{end: end}
	for i := range max(1, o.Count) {
		port := o.Port
		if port > 0 {
			port += 2 * i
		}
		l, err := listen(ctx, o.Host, port)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		d := newDevice(o, profile, o.Seed+int64(i), l)
		r.phones = append(r.phones, Served{Addr: l.Addr().String(), Phone: d.phone, device: d})
		r.wg.Go(func() { d.serve(ctx, l) })
	}
	return r, nil
}

func listen(ctx context.Context, host string, port int) (net.Listener, error) {
	if host == "" {
		host = "127.0.0.1"
	}
	var lc net.ListenConfig
	addr := net.JoinHostPort(host, strconv.Itoa(port))
	l, err := lc.Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("listen on %s: port %d is already in use: %w", addr, port, syscall.EADDRINUSE)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return l, nil
}

// Phones lists the phones in the order of their numbers.
func (r *Rack) Phones() []Served { return r.phones }

// Close ends every transport and waits for everything that was started.
func (r *Rack) Close() error {
	r.once.Do(func() {
		r.end()
		r.wg.Wait()
		for _, p := range r.phones {
			if err := p.device.close(); err != nil {
				r.err = errors.Join(r.err, fmt.Errorf("close %s: %w", p.Addr, err))
			}
		}
	})
	return r.err
}

// Served is one phone of a rack.
type Served struct {
	Addr  string // host:port, as for adb connect
	Phone *sim.Phone

	device *device
}
