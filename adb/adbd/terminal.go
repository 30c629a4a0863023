package adbd

import (
	"bytes"
	"io"
	"sync"
	"unicode/utf8"
)

// terminal is the line discipline of a pty, as Linux has it by default: input is echoed and edited by line, \r becomes \n, ^C
// interrupts, ^D ends, and output's \n becomes \r\n. The host's own terminal is raw.
type terminal struct {
	screen    io.Writer // to the host
	interrupt chan struct{}
	line      []byte // being edited; used by Write only

	mu    sync.Mutex
	wake  sync.Cond
	ready []byte // complete lines
	ends  int    // how many times ^D was given on an empty line, not yet read
	hung  bool
}

// typed is what came of some keys.
type typed struct {
	echo      []byte // for the screen
	lines     []byte // for the command
	ends      int
	interrupt bool
}

const (
	ctrlC     = 0x03
	ctrlD     = 0x04
	backspace = 0x08
	ctrlU     = 0x15
	ctrlW     = 0x17
	ctrlBack  = 0x1c
	del       = 0x7f
	maxLine   = 4096 // as the kernel's
)

func newTerminal(screen io.Writer) *terminal {
	t := &terminal{screen: screen, interrupt: make(chan struct{}, 1)}
	t.wake.L = &t.mu
	return t
}

// Write takes keys from the host. The screen shows them before the command gets them, so that nothing it answers can come first.
func (t *terminal) Write(keys []byte) (int, error) {
	var in typed
	for _, key := range keys {
		t.key(&in, key)
	}
	if len(in.echo) > 0 {
		t.screen.Write(in.echo)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.ready) < 1<<20 { // a command that does not read loses input, as with a full kernel buffer
		t.ready = append(t.ready, in.lines...)
	}
	t.ends += in.ends
	if in.interrupt {
		select {
		case t.interrupt <- struct{}{}:
		default:
		}
	}
	t.wake.Broadcast()
	return len(keys), nil
}

// key acts on one key.
func (t *terminal) key(in *typed, key byte) {
	switch key {
	case '\r', '\n':
		in.echo = append(in.echo, "\r\n"...)
		t.finishLine(in, '\n')
		return
	case ctrlC, ctrlBack:
		t.line = t.line[:0]
		in.interrupt = true
		in.echo = append(in.echo, '^', key|0x40, '\r', '\n')
		return
	case ctrlD:
		if len(t.line) == 0 {
			in.ends++
		}
		t.finishLine(in)
		return
	case backspace, del:
		t.erase(in, 1)
		return
	case ctrlU:
		t.erase(in, utf8.RuneCount(t.line))
		return
	case ctrlW:
		word := bytes.TrimRight(t.line, " ")
		start := bytes.LastIndexByte(word, ' ') + 1
		t.erase(in, utf8.RuneCount(t.line[start:]))
		return
	}
	if len(t.line) >= maxLine {
		in.echo = append(in.echo, '\a')
		return
	}
	t.line = append(t.line, key)
	if isControl(key) {
		in.echo = append(in.echo, '^', key|0x40)
		return
	}
	in.echo = append(in.echo, key)
}

// isControl reports a key that is shown as ^X.
func isControl(key byte) bool { return key < ' ' && key != '\t' }

// finishLine hands the line over.
func (t *terminal) finishLine(in *typed, end ...byte) {
	in.lines = append(append(in.lines, t.line...), end...)
	t.line = t.line[:0]
}

// erase takes n characters off the line.
func (t *terminal) erase(in *typed, n int) {
	for ; n > 0 && len(t.line) > 0; n-- {
		_, size := utf8.DecodeLastRune(t.line)
		wide := isControl(t.line[len(t.line)-1])
		t.line = t.line[:len(t.line)-size]
		in.echo = append(in.echo, "\b \b"...)
		if wide {
			in.echo = append(in.echo, "\b \b"...)
		}
	}
}

// hangUp tells the command that the host is gone.
func (t *terminal) hangUp() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hung = true
	t.wake.Broadcast()
}

// input is what the command reads.
func (t *terminal) input() io.Reader { return terminalInput{t} }

// output is what the command writes to.
func (t *terminal) output() io.Writer { return terminalOutput{t.screen} }

type terminalInput struct{ t *terminal }

// Read gives at most one line, io.EOF for a ^D (a later Read goes on), and io.EOF for good after the host is gone.
func (in terminalInput) Read(p []byte) (int, error) {
	t := in.t
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.ready) == 0 && t.ends == 0 && !t.hung && len(p) > 0 {
		t.wake.Wait()
	}
	if len(t.ready) == 0 {
		if t.ends > 0 && len(p) > 0 {
			t.ends--
		}
		if len(p) == 0 {
			return 0, nil
		}
		return 0, io.EOF
	}
	n := len(t.ready)
	if end := bytes.IndexByte(t.ready, '\n'); end >= 0 {
		n = end + 1
	}
	n = copy(p, t.ready[:n])
	t.ready = append(t.ready[:0], t.ready[n:]...)
	return n, nil
}

type terminalOutput struct{ screen io.Writer }

// Write shows p with \n as \r\n.
func (out terminalOutput) Write(p []byte) (int, error) {
	if _, err := out.screen.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}
