package shell

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/handset-agent/handset/phone/sim/vfs"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Options adapts a [Device] to what surrounds it. The zero value works.
type Options struct {
	// AppProcess runs a Java class as app_process does; ok is false for a class the phone does not have. Nil: there is none.
	AppProcess func(ctx context.Context, p *Proc, class string, args []string) (status int, ok bool)
	// Instrument runs a test runner that `am instrument` names and an installed package has; ok is false for one that cannot run
	// here. It returns when the run has ended, or at once without Wait, and with ctx in any case. Nil: none can.
	Instrument func(ctx context.Context, p *Proc, run Instrumentation) (status int, ok bool)
	// Encoder makes an encoder for screenrecord. Nil: the phone has none.
	Encoder func() VideoEncoder
	// Dial and Listen open sockets of the phone such as "tcp:7123". Nil: nobody listens, and nobody may.
	Dial   func(ctx context.Context, spec string) (net.Conn, error)
	Listen func(spec string) (net.Listener, error)
	// Reboot is called for `reboot` with its argument. Nil: nothing happens.
	Reboot func(target string)
	// Storage is the size of user storage in bytes; zero means 64 GiB.
	Storage int64
	// AdbPort is told by service.adb.tcp.port; zero leaves the property empty.
	AdbPort int
}

// Device is the command line of one phone. Use [New]; its methods may be called by many goroutines at once.
type Device struct {
	// Files is the phone's file tree.
	Files *vfs.Tree

	w    *world.World
	opts Options

	automation atomic.Bool // an instrumentation holds the one UiAutomation there is

	life    context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup // background jobs
	procs   procTable

	mu       sync.Mutex
	jobs     map[int]*job // by number, ended ones for a while too
	ended    []int        // numbers of ended jobs, oldest first
	sessions map[int]*installSession
	runners  runners
	rings    map[string]int64    // sizes of log buffers that were set
	splits   map[string][]string // further APKs of a package, by name
	kept     keptState           // what commands told services
	zoneName string              // the time zone that zone was loaded for
	zone     *time.Location      // nil when it is not known
}

// New makes the command line of w.
func New(w *world.World, o Options) *Device {
	if o.Storage == 0 {
		o.Storage = 64 << 30
	}
	life, end := context.WithCancel(context.Background())
	d := &Device{w: w, opts: o, life: life, end: end, jobs: map[int]*job{}, sessions: map[int]*installSession{}, runners: runners{}, rings: map[string]int64{}, splits: map[string][]string{}}
	d.procs.init()
	d.Files = d.buildTree()
	return d
}

// World is the phone behind the commands.
func (d *Device) World() *world.World { return d.w }

// Close ends all background jobs and waits for them.
func (d *Device) Close() error {
	d.end()
	d.running.Wait()
	return nil
}

// Session is one shell started by a host.
type Session struct {
	Line   string    // for sh -c; empty: the script or the lines typed come from Stdin
	Argv0  string    // $0; empty means /system/bin/sh
	Dir    string    // empty means /
	Stdin  io.Reader // nil reads as empty
	Stdout io.Writer // nil discards; must not be written to by others meanwhile
	Stderr io.Writer // nil joins Stdout
	// TTY says that /dev/tty can be opened: a pty, and exec: and shell v1 services.
	TTY bool
	// Interactive shows a prompt before each line. Interrupt gives a value for each ^C: it ends the line, or the whole session
	// when that runs one line.
	Interactive bool
	Interrupt   <-chan struct{}
	Term        string
}

// Run runs one line as `adb shell` does, without a terminal, and returns its exit status, 128+n when it was killed by signal n.
// Ending ctx hangs the line up; its background jobs go on.
func (d *Device) Run(ctx context.Context, line string, stdin io.Reader, stdout, stderr io.Writer) int {
	return d.Serve(ctx, Session{Line: line, Stdin: stdin, Stdout: stdout, Stderr: stderr})
}

// Serve runs a session and returns its exit status once the shell has ended and no background job holds its output any more.
func (d *Device) Serve(ctx context.Context, s Session) int {
	if s.Stdout == nil {
		s.Stdout = io.Discard
	}
	out := &locked{w: s.Stdout}
	errw := out
	if s.Stderr != nil && s.Stderr != s.Stdout {
		errw = &locked{w: s.Stderr}
	}
	con := &console{out: out, err: errw, tty: s.TTY || s.Interactive, term: s.Term, drained: make(chan struct{}, 1)}
	if s.Stdin != nil {
		con.in = newSource(s.Stdin)
	}
	sh := &script{
		d: d, con: con, stdin: con.in, out: out, err: errw, dir: s.Dir, env: d.environ(s.Term), name: s.Argv0,
		interactive: s.Interactive, interrupt: s.Interrupt, term: true,
	}
	sh.pid = d.procs.number()
	if s.Line != "" {
		sh.args = []string{"sh", "-c", s.Line}
		sh.text, sh.hasText = s.Line, true
	} else {
		sh.args = []string{"sh"}
		if s.Interactive {
			sh.args = []string{"-sh"}
		}
	}
	stop := sh.interruptible()
	status := sh.run(ctx)
	stop()
	con.wait(ctx)
	return status
}

// console is what the commands of one session share: its real streams, kept apart from redirections.
type console struct {
	in       *source // nil when there is no input
	out, err io.Writer
	tty      bool
	term     string

	mu      sync.Mutex
	held    int // background jobs that hold the output open
	drained chan struct{}
}

func (c *console) hold(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held += n; c.held == 0 {
		select {
		case c.drained <- struct{}{}:
		default:
		}
	}
}

// wait returns when no background job holds the session's output, or with ctx.
func (c *console) wait(ctx context.Context) {
	for {
		c.mu.Lock()
		n := c.held
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.drained:
		case <-ctx.Done():
			return
		}
	}
}

// locked lets several goroutines write to one stream.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// shellCred is the user shell with the groups its files need; /system/bin/id names them.
var shellCred = vfs.Cred{UID: shellUID, GIDs: []int{shellUID, 1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012, vfs.EmulatedGID}}

const shellUID = 2000

const defaultPath = "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin"

// environ is the environment adbd gives a shell.
func (d *Device) environ(term string) []string {
	if term == "" {
		term = "dumb"
	}
	return []string{
		"_=/system/bin/env", "ANDROID_ART_ROOT=/apex/com.android.art", "ANDROID_ASSETS=/system/app", "ANDROID_BOOTLOGO=1",
		"ANDROID_DATA=/data", "ANDROID_I18N_ROOT=/apex/com.android.i18n", "ANDROID_ROOT=/system", "ANDROID_STORAGE=/storage",
		"ANDROID_TZDATA_ROOT=/apex/com.android.tzdata", "ASEC_MOUNTPOINT=/mnt/asec",
		"BOOTCLASSPATH=/apex/com.android.art/javalib/core-oj.jar:/system/framework/framework.jar", "DOWNLOAD_CACHE=/data/cache",
		"EXTERNAL_STORAGE=/sdcard", "HOME=/", "HOSTNAME=" + d.w.Prop("ro.product.device"), "LOGNAME=shell", "PATH=" + defaultPath,
		"SHELL=/bin/sh", "SYSTEMSERVERCLASSPATH=/system/framework/services.jar", "TERM=" + term, "TMPDIR=/data/local/tmp", "USER=shell",
	}
}

// now is the phone's wall clock in its time zone.
func (d *Device) now() time.Time {
	t, name := d.w.Now(), d.w.Prop("persist.sys.timezone")
	d.mu.Lock()
	defer d.mu.Unlock()
	if name != d.zoneName {
		d.zoneName, d.zone = name, nil
		if loc, err := time.LoadLocation(name); err == nil {
			d.zone = loc
		}
	}
	if d.zone == nil {
		return t
	}
	return t.In(d.zone)
}

// hex makes a stable object hash of up to 7 digits from the parts, for records the world has no hash for.
func hex(parts ...string) string {
	h := uint32(2166136261)
	for _, b := range []byte(strings.Join(parts, "\x00")) {
		h = (h ^ uint32(b)) * 16777619
	}
	const digits = "0123456789abcdef"
	h &= 0x0fffffff
	var b [7]byte
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = digits[h&15]
		h >>= 4
	}
	return string(b[:])
}

// Cred is the user as whom everything that comes over adb reads and writes files.
func Cred() vfs.Cred { return shellCred }

// Exec runs one command by its words, without a shell between: what abb_exec: does.
func (d *Device) Exec(ctx context.Context, argv []string, stdin io.Reader, stdout, stderr io.Writer) int {
	con := &console{out: &locked{w: stdout}, err: &locked{w: stderr}, drained: make(chan struct{}, 1)}
	if stdin != nil {
		con.in = newSource(stdin)
	}
	sh := &script{d: d, con: con, name: "/system/bin/sh"}
	return d.exec(ctx, spawn{args: argv, dir: "/", env: d.environ(""), in: stdio{src: con.in, out: con.out, err: con.err}, con: con, sh: sh}, "")
}
