package serve

import (
	"context"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/shell"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/scrcpy/screend"
)

// device is one phone with its adbd and its scrcpy server.
type device struct {
	phone   *sim.Phone
	sockets *sockets
	adbd    *adbd.Device
	screen  *screend.Server
	set     *fault.Set
	away    time.Duration // after a reboot

	faults  atomic.Pointer[adbd.Faults]
	trouble atomic.Pointer[screend.Faults]

	life    context.Context // of this phone: ends with the rack, or when the phone is killed
	die     context.CancelFunc
	helpers sync.WaitGroup // what the console started
	token   string         // of the console
	stopped atomic.Bool    // the whole phone stands still

	apps     []world.AppDef // of virtual displays too
	serial   string
	virtuals atomic.Int64 // virtual displays made so far

	mu        sync.Mutex
	restart   context.CancelFunc // ends the listening of now
	automated func()             // ends the instrumentation of now
	absence   time.Duration      // how long the next one stays away
	// Of the console:
	finger       finger
	redirections []redirection
	snapshots    map[string][]byte
}

const rebootTime = time.Second

// scrcpyClass is the Java class of the scrcpy server.
const scrcpyClass = "com.genymobile.scrcpy.Server"

func newDevice(o Options, profile world.Profile, seed int64, l net.Listener) *device {
	d := &device{sockets: newSockets(), away: o.RebootTime, token: o.ConsoleToken, apps: o.Apps, serial: l.Addr().String()}
	if d.away == 0 {
		d.away = rebootTime
	}
	port := 0
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		port = a.Port
	}
	d.phone = sim.New(sim.Options{
		Profile: profile, Seed: seed, Now: o.Now, Serial: l.Addr().String(), Apps: o.Apps, DumpStartup: o.DumpStartup, IdleWindow: o.IdleWindow,
		Shell: shell.Options{AppProcess: d.appProcess, Instrument: d.instrument, Encoder: newRecorder, Dial: d.sockets.dial, Listen: d.sockets.listen, Reboot: func(string) { d.reboot() }, AdbPort: port},
	})
	d.screen = &screend.Server{
		Source: phoneSource{source{d.phone.World()}, d}, Encoders: encoders(d.phone.World()), Listen: func(name string) (net.Listener, error) { return d.sockets.listen("localabstract:" + name) },
		Dial: func(ctx context.Context, name string) (net.Conn, error) {
			return d.sockets.dial(ctx, "localabstract:"+name)
		},
		JarExists: d.jarExists, RemoveJar: func(path string) { _ = d.phone.Device().Files.Remove(shell.Cred(), path) },
		Faults: func() screend.Faults { return *orZero(d.trouble.Load()) }, Timing: o.Timing,
	}
	w := d.phone.World()
	d.set = w.Faults()
	d.adbd = &adbd.Device{
		Banner: adbd.Banner{
			Product: w.Prop("ro.product.name"), Model: w.Prop("ro.product.model"), Device: w.Prop("ro.product.device"),
			Features: append(append([]string(nil), adbd.DefaultFeatures...), "abb_exec"),
		},
		Shell: d.shell, Files: files{d.phone.Device().Files}, Dial: d.sockets.dial, Listen: d.sockets.listen, Service: d.service,
		Faults: d.linkFaults,
	}
	return d
}

func orZero[T any](p *T) *T {
	if p == nil {
		return new(T)
	}
	return p
}

// SetFaults makes the transport misbehave from now on; the zero value heals it.
func (s Served) SetFaults(f adbd.Faults) { s.device.faults.Store(&f) }

// SetScreenFaults makes the scrcpy server misbehave from now on; the zero value heals it.
func (s Served) SetScreenFaults(f screend.Faults) { s.device.trouble.Store(&f) }

// Disconnect closes the transports of all hosts, as a lost network does. They may come back at once.
func (s Served) Disconnect() { s.device.adbd.Disconnect() }

// serve accepts hosts until ctx ends; a reboot takes the phone away for a while.
func (d *device) serve(ctx context.Context, l net.Listener) {
	addr := l.Addr().(*net.TCPAddr)
	var minder sync.WaitGroup
	defer minder.Wait()
	minder.Go(func() { d.mind(ctx) })
	for {
		now, restart := context.WithCancel(ctx)
		d.mu.Lock()
		d.restart = restart
		d.mu.Unlock()
		_ = d.adbd.Serve(now, l) // it ends with its context; any other end is handled as a restart
		restart()
		for l = nil; l == nil; {
			if !sleep(ctx, d.absent()) {
				return
			}
			l, _ = listen(ctx, addr.IP.String(), addr.Port)
		}
	}
}

// goAway ends the listening and keeps the phone off the wire for a while.
func (d *device) goAway(t time.Duration) {
	d.mu.Lock()
	d.absence = t
	restart := d.restart
	d.mu.Unlock()
	if restart != nil {
		restart()
	}
}

// stop makes the phone stand still, or go on: it answers no host meanwhile.
func (d *device) stop(on bool) {
	d.stopped.Store(on)
	d.adbd.Disconnect()
}

// absent is how long the phone stays away this time.
func (d *device) absent() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.absence
	d.absence = 0
	if t == 0 {
		t = d.away
	}
	return t
}

// sleep waits for t and reports whether ctx is still alive.
func sleep(ctx context.Context, t time.Duration) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// reboot ends all apps and goes off the wire for a while.
func (d *device) reboot() {
	w := d.phone.World()
	for _, t := range w.Tasks() {
		w.RemoveTask(t.ID)
	}
	d.mu.Lock()
	restart := d.restart
	d.mu.Unlock()
	if restart != nil {
		time.AfterFunc(rebootGrace, restart)
	}
}

// rebootGrace lets the answer to the reboot reach the host.
const rebootGrace = 50 * time.Millisecond

func (d *device) close() error {
	d.sockets.close()
	return d.phone.Close()
}

// shell runs one command of a host.
func (d *device) shell(ctx context.Context, s *adbd.Session) int {
	d.phone.World().Note(world.Event{Kind: "command", Text: s.Command})
	d.slowly(ctx)
	return d.phone.Device().Serve(ctx, shell.Session{
		Line: s.Command, Stdin: s.Stdin, Stdout: s.Stdout, Stderr: s.Stderr, TTY: s.PTY || s.Exec || !s.V2, Interactive: s.PTY && s.Command == "",
		Interrupt: s.Interrupt, Term: s.Term,
	})
}

// flushing passes a log line on at once.
type flushing struct{ out *shell.Output }

func (f flushing) Write(b []byte) (int, error) {
	n, err := f.out.Write(b)
	if ferr := f.out.Flush(); err == nil {
		err = ferr
	}
	return n, err
}

// jarExists looks for the server's file among the paths of a class path.
func (d *device) jarExists(classpath string) bool {
	for p := range strings.SplitSeq(classpath, ":") {
		if i, err := d.phone.Device().Files.Stat(shell.Cred(), p); err == nil && i.Mode().IsRegular() && i.Bytes > 0 {
			return true
		}
	}
	return false
}
