package world

import (
	"image"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/view"
)

// Options says what phone to make. The zero value is the default profile with no apps but the system's own parts.
type Options struct {
	Profile Profile // zero: Pixel()
	Seed    int64   // serial number, hashes, process numbers and wallpaper follow from it
	// Now is the phone's wall clock (status bar, dates, log). Nil means time.Now. Animations, long presses and idle waiting
	// run on the runtime's own clock, so that testing/synctest controls them.
	Now func() time.Time
	// DumpStartup is how long a UI dump takes before it looks at the screen, as the start of uiautomator does on a phone.
	DumpStartup time.Duration
	// IdleWindow is how long the UI must stand still before it is dumped; zero means 1 s.
	IdleWindow time.Duration
	Apps       []AppDef // the launcher's among them
	// Faults is how the phone misbehaves. Nil: not at all, until World.Faults switches one on.
	Faults *fault.Set
}

// World is one simulated phone. All methods may be called from any goroutine.
type World struct {
	mu     sync.Mutex
	opts   Options
	prof   Profile
	rng    *rand.Rand
	booted time.Time // runtime clock
	t      time.Time // runtime clock at the last advance
	closed bool
	done   chan struct{} // closed by Close
	zone   *time.Location

	settings map[string]map[string]string
	props    map[string]string
	pkgs     map[string]*pkg
	kept     map[string]any // data of packages removed without it
	procs    map[int]*Process
	nextPID  int
	nextUID  int
	nextTask int

	tasks        []*task // the front one first
	home         *task
	panel        panelState // what the display is like
	power        powerState
	guard        guardState
	ime          imeState
	shade        shadeState
	battery      batteryState
	sound        soundState
	notes        []*Notification // the newest first
	clip         clipState
	content      contentState
	files        Files
	refreshAt    time.Time // when a screen asked to be built again
	refreshQuiet bool
	call         Call
	logs         logState
	toasts       []toast
	input        inputState
	screen       screenState
	windows      systemWindows
	ghosts       []ghost
	alerts       []*dialog // the system's own dialogs, the top one last
	split        splitState
	faults       faultState

	hardware

	watchers, logWatchers, clipWatchers watchers
	timer                               *time.Timer
	running                             sync.WaitGroup // a timer function under way
}

// New makes a phone that has just finished booting and shows its home screen.
func New(o Options) *World {
	w := &World{
		opts: o, prof: o.Profile, settings: map[string]map[string]string{}, pkgs: map[string]*pkg{}, procs: map[int]*Process{},
		rng: rand.New(rand.NewPCG(uint64(o.Seed), 0x68616e64)), booted: time.Now(), nextUID: 10150, nextTask: 1,
		done: make(chan struct{}),
	}
	if w.opts.Now == nil {
		w.opts.Now = time.Now
	}
	w.clock.base, w.opts.Now = w.opts.Now, w.clock.now
	w.modem = newModem()
	if w.opts.IdleWindow == 0 {
		w.opts.IdleWindow = time.Second
	}
	if w.prof.Name == "" {
		w.prof = Pixel()
	}
	if w.opts.Faults == nil {
		w.opts.Faults = fault.New(o.Seed)
	}
	w.t = w.booted
	w.timer = time.AfterFunc(time.Hour, w.tick)
	w.timer.Stop()
	w.boot()
	w.heedFaults()
	return w
}

// boot sets everything up in the order a phone does.
func (w *World) boot() {
	w.panel = panelState{natural: w.prof.Size, density: w.prof.Density, unique: uniqueDisplayID, state: "DEFAULT"}
	if n := len(w.prof.Panels); n > 1 {
		w.panel.state, w.panel.unique = "OPENED", w.prof.Panels[n-1].UniqueID
	}
	w.bootProps()
	w.zone = w.loadZone(w.props["persist.sys.timezone"])
	w.bootSettings()
	w.bootProcesses()
	w.power = powerState{awake: true, panel: true, lastWake: w.t}
	w.guard.kind = LockSwipe
	w.bootBattery()
	w.bootSound()
	w.bootPackages()
	w.bootContent()
	w.bootWindows()
	w.bootNotifications()
	w.goHome()
	w.ghosts = nil
	w.screen.lastUI = w.booted
	w.changed()
}

// Close stops the world's timers and wakes everybody who waits. It may be called more than once.
func (w *World) Close() error {
	w.mu.Lock()
	if !w.closed {
		close(w.done)
	}
	w.closed = true
	w.timer.Stop()
	w.screen.frame.forget()
	w.watchers.signal()
	w.logWatchers.signal()
	w.clipWatchers.signal()
	w.mu.Unlock()
	w.running.Wait()
	return nil
}

// enter takes the lock and lets the time that has passed take effect.
func (w *World) enter() {
	w.mu.Lock()
	w.advance(time.Now())
}

// leave tells watchers of what changed, plans the next timer and gives the lock back.
func (w *World) leave() {
	if w.screen.note {
		w.screen.note = false
		w.emit() // now, so that animations begin when they were caused and not when somebody looks
		w.watchers.signal()
	}
	w.plan()
	w.mu.Unlock()
}

// Uptime is the time since boot, including sleep.
func (w *World) Uptime() time.Duration { return time.Since(w.booted) + bootAge }

// bootAge is how long the phone had been up when the world began: a phone is never found in its first second.
const bootAge = 42 * time.Second

// Now is the phone's wall clock in its time zone.
func (w *World) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.wall()
}

func (w *World) wall() time.Time { return w.opts.Now().In(w.zone) }

func (w *World) loadZone(name string) *time.Location {
	if z, err := time.LoadLocation(name); err == nil {
		return z
	}
	return time.UTC
}

// changed notes that what the screen shows may differ from now on.
func (w *World) changed() {
	w.screen.stale, w.screen.note, w.screen.quiet = true, true, false
}

// hash makes the hexadecimal identity of a new object.
func (w *World) hash() string {
	const digits = "0123456789abcdef"
	b := make([]byte, 7)
	for i := range b {
		b[i] = digits[w.rng.IntN(16)]
	}
	if b[0] == '0' {
		b[0] = 'f'
	}
	return string(b)
}

// metrics are those of the display as it is.
func (w *World) metrics() view.Metrics {
	return view.Metrics{Density: float64(w.panel.dpi()) / 160, FontScale: w.fontScale(), RTL: w.rtl(), Bold: w.getInt("secure", "font_weight_adjustment", 0) >= 300}
}

// bounds is the display in its current orientation.
func (w *World) bounds() image.Rectangle { return image.Rectangle{Max: w.panel.size()} }
