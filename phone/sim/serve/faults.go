package serve

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/scrcpy/screend"
)

// The defaults of what a fault's value tells.
const (
	defaultDelay     = 100 * time.Millisecond
	defaultSlowShell = 3 * time.Second
	defaultStormLife = 200 * time.Millisecond
	defaultAway      = time.Second
	defaultKilledAt  = 30 // packets
	defaultFrozenAt  = 2  // packets: the configuration and the first picture
	defaultVersion   = "2.7"
)

// linkFaults is how the transport misbehaves now: what was set by hand, and the phone's rules.
func (d *device) linkFaults() adbd.Faults {
	f := *orZero(d.faults.Load())
	f.Delay, f.Greet, f.Open = d.delay, d.greet, d.open
	return f
}

func (d *device) delay() time.Duration {
	s := d.set
	var t time.Duration
	if r, hit := s.Hit(fault.LinkLatency); hit {
		t += r.Duration(defaultDelay)
	}
	if r, hit := s.Hit(fault.LinkJitter); hit {
		if most := r.Duration(defaultDelay); most > 0 {
			t += rand.N(most) //nolint:gosec // a delay
		}
	}
	return t
}

func (d *device) greet() adbd.Greeting {
	if _, hit := d.set.Hit(fault.LinkOffline); hit || d.stopped.Load() {
		return adbd.GreetSilent
	}
	if _, hit := d.set.Hit(fault.LinkUnauthorized); hit {
		return adbd.GreetUnauthorized
	}
	return adbd.GreetAsEver
}

func (d *device) open(service string) adbd.Opening {
	var o adbd.Opening
	if r, hit := d.set.Hit(fault.LinkDrop); hit {
		o.DropAfter = r.Number(0)
		o.Drop = o.DropAfter <= 0
	}
	if tunnel(service) {
		_, o.Refuse = d.set.Hit(fault.TunnelRefused)
	}
	return o
}

// tunnel reports whether a service is a socket of the phone, or asks for one of the host.
func tunnel(service string) bool {
	kind, rest, _ := strings.Cut(service, ":")
	switch kind {
	case "tcp", "local", "localabstract", "localreserved", "localfilesystem":
		return true
	case "reverse":
		return strings.HasPrefix(rest, "forward:")
	}
	return false
}

// selfActing are the faults of the link that take effect without a host's doing.
var selfActing = []fault.Name{fault.LinkOffline, fault.LinkUnauthorized, fault.LinkDrop, fault.LinkRestart, fault.LinkStorm}

// mind makes faults of the link take effect when they come into force and when they end. It costs nothing while none is on.
func (d *device) mind(ctx context.Context) {
	changed, stop := d.set.Watch()
	defer stop()
	was := map[fault.Name]bool{}
	for {
		storm := d.turn(was)
		wake := time.NewTimer(time.Hour)
		if next := d.set.Next(selfActing...); !next.IsZero() {
			wake.Reset(time.Until(next))
		}
		if storm > 0 {
			wake.Reset(storm)
		}
		select {
		case <-changed:
		case <-wake.C:
		case <-ctx.Done():
			wake.Stop()
			return
		}
		wake.Stop()
	}
}

// turn does what is due and returns the time until the next blow of a storm, zero without one.
func (d *device) turn(was map[fault.Name]bool) time.Duration {
	begins := func(n fault.Name) (fault.Rule, bool) {
		r, on := d.set.Active(n)
		before := was[n]
		was[n] = on
		return r, on && !before
	}
	for _, n := range []fault.Name{fault.LinkOffline, fault.LinkUnauthorized} {
		before := was[n]
		if _, begun := begins(n); begun || before && !was[n] {
			d.adbd.Disconnect() // the next greeting tells
		}
	}
	if _, begun := begins(fault.LinkDrop); begun {
		if _, hit := d.set.Hit(fault.LinkDrop); hit {
			d.adbd.Disconnect()
		}
	}
	if _, begun := begins(fault.LinkRestart); begun {
		if r, hit := d.set.Hit(fault.LinkRestart); hit {
			d.goAway(r.Duration(defaultAway))
		}
	}
	r, on := d.set.Active(fault.LinkStorm)
	if !on {
		return 0
	}
	if was[fault.LinkStorm] {
		if _, hit := d.set.Hit(fault.LinkStorm); hit {
			d.adbd.Disconnect()
		}
	}
	was[fault.LinkStorm] = true
	return max(r.Duration(defaultStormLife), time.Millisecond)
}

// sessionServer is the scrcpy server of one session, with the session's faults. Ending the session through kill makes it end as a
// killed process does.
func (d *device) sessionServer(kill func()) *screend.Server {
	s := *d.screen
	f := &session{d: d, kill: kill}
	if r, hit := d.set.Hit(fault.ScrcpyVersion); hit {
		f.version = defaultVersion
		if r.Value != "" {
			f.version = r.Value
		}
	}
	if r, hit := d.set.Hit(fault.ScrcpyKilled); hit {
		f.killAt = max(r.Number(defaultKilledAt), 1)
	}
	_, f.noFirst = d.set.Hit(fault.StreamNoFirst)
	s.Faults = f.faults
	return &s
}

// session is what goes wrong in one run of the scrcpy server.
type session struct {
	d       *device
	kill    func()
	version string
	killAt  int64
	noFirst bool

	mu      sync.Mutex
	packets int64 // sent
	freeze  int64 // how many there are when the stream freezes; zero while nothing is decided
}

// spared is a stream that a rule of some probability left alone.
const spared = -1

func (s *session) faults() screend.Faults {
	f := *orZero(s.d.trouble.Load())
	f.Tamper = chain(f.Tamper, s.packet)
	f.EncodeFails, f.InjectFails = s.encodeFails, s.injectFails
	if r, on := s.d.set.Active(fault.EncoderError); on && r.Value != "" {
		f.EncoderMaxSide = int(r.Number(0))
	}
	f.Version = s.version
	f.NoFirstFrame = f.NoFirstFrame || s.noFirst && s.d.set.Lasts(fault.StreamNoFirst)
	f.Silent = f.Silent || s.frozen()
	return f
}

// frozen reports whether the stream stands still: it froze at some packet, and those that were still to come are out.
func (s *session) frozen() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.d.set.Lasts(fault.StreamFrozen) {
		s.freeze = 0
		return false
	}
	if s.freeze == 0 {
		r, hit := s.d.set.Hit(fault.StreamFrozen)
		s.freeze = spared
		if hit {
			s.freeze = max(s.packets+r.Number(defaultFrozenAt), 1)
		}
	}
	return s.freeze != spared && s.packets >= s.freeze
}

// packet counts a packet on its way out.
func (s *session) packet(t *screend.Tampering) {
	s.mu.Lock()
	s.packets++
	n := s.packets
	s.mu.Unlock()
	if s.killAt > 0 && n >= s.killAt {
		t.Drop = true
		s.kill()
	}
}

func chain(a, b func(*screend.Tampering)) func(*screend.Tampering) {
	if a == nil {
		return b
	}
	return func(t *screend.Tampering) { a(t); b(t) }
}

// encodeFails is asked for each picture. A rule with a value is told as EncoderMaxSide, which the server's own downsizing can cure.
func (s *session) encodeFails() bool {
	if r, on := s.d.set.Active(fault.EncoderError); !on || r.Value != "" {
		return false
	}
	_, hit := s.d.set.Hit(fault.EncoderError)
	return hit
}

// injectFails tells whether the phone refuses what is injected: by a fault, or as its maker's switch is off.
func (s *session) injectFails() bool {
	_, hit := s.d.set.Hit(fault.InputRefused)
	return hit || !s.d.phone.World().InjectionAllowed()
}

// errKilled ends a session as a signal does.
var errKilled = errors.New("killed")

// statusKilled is the exit status of a process that SIGKILL ended.
const statusKilled = 137

// slowly waits as long as a command is slow to begin.
func (d *device) slowly(ctx context.Context) {
	if r, hit := d.set.Hit(fault.ShellSlow); hit {
		sleep(ctx, r.Duration(defaultSlowShell))
	}
}
