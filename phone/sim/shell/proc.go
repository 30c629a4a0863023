package shell

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

// signal is the cause of a context that kill ended.
type signal int

func (s signal) Error() string { return "signal " + strconv.Itoa(int(s)) }

// Signals that commands send.
const (
	sigHUP  signal = 1
	sigINT  signal = 2
	sigKILL signal = 9
	sigPIPE signal = 13
	sigTERM signal = 15
)

// killed gives the exit status of what ended with ctx.
func killed(ctx context.Context) int {
	if s, ok := context.Cause(ctx).(signal); ok {
		return 128 + int(s)
	}
	return 128 + int(sigHUP)
}

// process is one command that runs, as ps shows it.
type process struct {
	pid, ppid int
	args      []string
	started   time.Time
	tty       bool
	kill      context.CancelCauseFunc
}

// procTable numbers the processes the shell starts; the world numbers its own.
type procTable struct {
	mu   sync.Mutex
	next int
	live map[int]*process
}

// firstPID is above the numbers of the world's processes.
const firstPID = 12000

func (t *procTable) init() { t.next, t.live = firstPID, map[int]*process{} }

func (t *procTable) number() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next++; t.next > 32000 {
		t.next = firstPID
	}
	return t.next
}

func (t *procTable) add(p *process) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.live[p.pid] = p
}

// drop removes p unless another process took over its number.
func (t *procTable) drop(p *process) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.live[p.pid] == p {
		delete(t.live, p.pid)
	}
}

func (t *procTable) get(pid int) *process {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.live[pid]
}

func (t *procTable) list() []*process {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]*process, 0, len(t.live))
	for _, p := range t.live {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *process) int { return a.pid - b.pid })
	return out
}

// Proc is what a command works with. Stdout is gathered and written when the command ends, or by Flush.
type Proc struct {
	Args   []string // the name it was called by first
	Dir    string   // working directory, absolute
	Stdin  io.Reader
	Stdout *Output
	Stderr io.Writer
	PID    int

	d    *Device
	env  []string // NAME=value
	con  *console
	sh   *script // the shell that started it
	in   stdio   // the streams as a nested command would get them
	ppid int
	live bool // it minded a signal and ended by itself
}

// caught reports whether the command may end in its own way: nothing ended it, or a signal that it minds, as an interrupt.
func (p *Proc) caught(ctx context.Context) bool {
	if s, ok := context.Cause(ctx).(signal); ok && s != sigINT && s != sigHUP {
		return false
	}
	p.live = true
	return true
}

// stdio is a command's streams before buffering.
type stdio struct {
	src  *source
	file *os.File
	out  io.Writer
	err  io.Writer
}

// Output gathers what a command prints and remembers when nobody reads it any more.
type Output struct {
	*bufio.Writer
	err error
}

func newOutput(w io.Writer) *Output { return &Output{Writer: bufio.NewWriterSize(w, 32<<10)} }

// Flush writes out what was gathered. An error means that the reader is gone.
func (o *Output) Flush() error {
	if err := o.Writer.Flush(); err != nil && o.err == nil {
		o.err = err
	}
	return o.err
}

// Printf prints to standard output.
func (p *Proc) Printf(format string, a ...any) { fmt.Fprintf(p.Stdout, format, a...) }

// Println prints a line to standard output.
func (p *Proc) Println(s string) {
	_, _ = p.Stdout.WriteString(s)
	_ = p.Stdout.WriteByte('\n')
}

// Errf prints to standard error, after what was printed to standard output so far.
func (p *Proc) Errf(format string, a ...any) {
	_ = p.Stdout.Flush()
	fmt.Fprintf(p.Stderr, format, a...)
}

// fail prints "name: text" to standard error and returns 1, as toybox commands do.
func (p *Proc) fail(format string, a ...any) int {
	p.Errf("%s: %s\n", path.Base(p.Args[0]), fmt.Sprintf(format, a...))
	return 1
}

// Getenv reads the environment.
func (p *Proc) Getenv(name string) string {
	for _, kv := range slices.Backward(p.env) {
		if k, v, ok := strings.Cut(kv, "="); ok && k == name {
			return v
		}
	}
	return ""
}

// abs makes name absolute, keeping a trailing slash.
func (p *Proc) abs(name string) string { return absolute(p.Dir, name) }

func absolute(dir, name string) string {
	if name == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(dir, "/") + "/" + name
}

func (p *Proc) stat(name string) (vfs.Info, error)  { return p.d.Files.Stat(shellCred, p.abs(name)) }
func (p *Proc) lstat(name string) (vfs.Info, error) { return p.d.Files.Lstat(shellCred, p.abs(name)) }

// open opens name for reading: a file, a device, or for "-" the standard input.
func (p *Proc) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.Stdin), nil
	}
	f, err := p.openFlags(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// create opens name for writing, truncated.
func (p *Proc) create(name string) (io.WriteCloser, error) {
	return p.openFlags(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

func (p *Proc) openFlags(name string, flag int, perm fs.FileMode) (io.ReadWriteCloser, error) {
	w := opener{d: p.d, con: p.con, stdin: p.Stdin, stdout: p.Stdout, stderr: p.Stderr, dir: p.Dir}
	return w.open(name, flag, perm)
}

// readFile reads all of a file or device, up to 64 MiB.
func (p *Proc) readFile(name string) ([]byte, error) {
	f, err := p.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 64<<20))
}

// Run runs another command with the same streams and returns its status: what xargs, env, timeout and the like are made of.
func (p *Proc) Run(ctx context.Context, args []string) int {
	_ = p.Stdout.Flush()
	return p.d.exec(ctx, spawn{args: args, dir: p.Dir, env: p.env, in: p.in, con: p.con, sh: p.sh, ppid: p.PID}, "")
}

func atoi(s string, def int) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return def
}
