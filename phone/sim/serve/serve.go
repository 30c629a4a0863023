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
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
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
	// Emulator gives each phone the port pair of an emulator: its console on the even port, adb on the odd one above it. Port is
	// then the first console's; zero means the first pairs that are free from 5554 on.
	Emulator bool
	// ConsoleToken must be told to a console before anything else; empty lets everybody in.
	ConsoleToken string
	// Prepare is called for each phone before it is served, to load a snapshot or set what it is like.
	Prepare func(p *sim.Phone) error
}

// Rack is a set of phones that are being served.
type Rack struct {
	phones []Served
	end    context.CancelFunc
	done   chan struct{}
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
	r := &Rack{end: end, done: make(chan struct{})}
	if err := r.listen(ctx, o); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if err := r.boot(o, profile); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	for _, s := range r.phones {
		r.serve(ctx, s)
	}
	go func() {
		r.wg.Wait()
		close(r.done)
	}()
	return r, nil
}

// serve starts one phone.
func (r *Rack) serve(ctx context.Context, s Served) {
	d := s.device
	d.life, d.die = context.WithCancel(ctx)
	r.wg.Go(func() {
		defer s.shut()
		defer d.helpers.Wait()
		defer d.die()
		d.serve(d.life, s.adb)
	})
	if s.console != nil {
		r.wg.Go(func() { d.serveConsole(d.life, s.console) })
	}
}

// Done is closed when the last phone is off: after Close, or when each was killed through its console.
func (r *Rack) Done() <-chan struct{} { return r.done }

// listen takes the ports of all phones.
func (r *Rack) listen(ctx context.Context, o Options) error {
	next := o.Port
	if o.Emulator && next == 0 {
		next = firstConsole
	}
	for range max(1, o.Count) {
		s := Served{}
		var err error
		switch {
		case o.Emulator:
			s.console, s.adb, next, err = listenPair(ctx, o.Host, next, o.Port == 0)
		default:
			s.adb, err = listen(ctx, o.Host, next)
		}
		if err != nil {
			return err
		}
		if next > 0 {
			next += 2
		}
		s.Addr = s.adb.Addr().String()
		s.Serial = s.Addr
		if s.console != nil {
			s.Console = s.console.Addr().String()
			s.Serial = fmt.Sprintf("emulator-%d", port(s.console))
		}
		r.phones = append(r.phones, s)
	}
	return nil
}

// boot makes the phones, several at once.
func (r *Rack) boot(o Options, profile world.Profile) error {
	errs := make([]error, len(r.phones))
	var making sync.WaitGroup
	room := make(chan struct{}, runtime.NumCPU())
	for i := range r.phones {
		making.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			s := &r.phones[i]
			s.device = newDevice(o, profile, o.Seed+int64(i), s.adb)
			s.Phone = s.device.phone
			if o.Prepare != nil {
				errs[i] = o.Prepare(s.Phone)
			}
		})
	}
	making.Wait()
	return errors.Join(errs...)
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
			p.shut()
			if p.device == nil {
				continue
			}
			if err := p.device.close(); err != nil {
				r.err = errors.Join(r.err, fmt.Errorf("close %s: %w", p.Addr, err))
			}
		}
	})
	return r.err
}

// Served is one phone of a rack.
type Served struct {
	Addr    string // host:port, as for adb connect
	Serial  string // as the adb server lists it: Addr, or emulator-PORT
	Console string // host:port of the emulator's console; empty without one
	Phone   *sim.Phone

	device       *device
	adb, console net.Listener
}

// shut closes the listeners, for a phone that was never served too.
func (s Served) shut() {
	_ = s.adb.Close()
	if s.console != nil {
		_ = s.console.Close()
	}
}

// Announce tells the adb server at network and addr of the phones that have a console; it lists them as emulators.
func (r *Rack) Announce(ctx context.Context, network, addr string) error {
	for _, s := range r.phones {
		if s.console == nil {
			continue
		}
		if err := adbd.Announce(ctx, network, addr, port(s.adb)); err != nil {
			return fmt.Errorf("announce %s: %w", s.Serial, err)
		}
	}
	return nil
}

func port(l net.Listener) int {
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}
