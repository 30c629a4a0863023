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

	mu    sync.Mutex
	wake  sync.Cond
	line  []byte // being edited
	ready []byte // complete lines
	ends  int    // how many times ^D was given on an empty line, not yet read
	hung  bool
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

// Write takes keys from the host. It never waits for the command.
func (t *terminal) Write(keys []byte) (int, error) {
	t.mu.Lock()
	var echo []byte
	for _, key := range keys {
		echo = t.key(echo, key)
	}
	t.wake.Broadcast()
	t.mu.Unlock()
	if len(echo) > 0 {
		t.screen.Write(echo)
	}
	return len(keys), nil
}

// key acts on one key and appends what the screen shows of it.
func (t *terminal) key(echo []byte, key byte) []byte {
	switch key {
	case '\r', '\n':
		t.finishLine('\n')
		return append(echo, "\r\n"...)
	case ctrlC, ctrlBack:
		t.line = t.line[:0]
		select {
		case t.interrupt <- struct{}{}:
		default:
		}
		return append(echo, '^', key|0x40, '\r', '\n')
	case ctrlD:
		if len(t.line) == 0 {
			t.ends++
			return echo
		}
		t.finishLine()
		return echo
	case backspace, del:
		return t.erase(echo, 1)
	case ctrlU:
		return t.erase(echo, utf8.RuneCount(t.line))
	case ctrlW:
		word := bytes.TrimRight(t.line, " ")
		start := bytes.LastIndexByte(word, ' ') + 1
		return t.erase(echo, utf8.RuneCount(t.line[start:]))
	}
	if len(t.line) >= maxLine {
		return append(echo, '\a')
	}
	t.line = append(t.line, key)
	if key < ' ' && key != '\t' {
		return append(echo, '^', key|0x40)
	}
	return append(echo, key)
}

// finishLine hands the line to the command.
func (t *terminal) finishLine(end ...byte) {
	if len(t.ready) < 1<<20 { // a command that does not read loses input, as with a full kernel buffer
		t.ready = append(append(t.ready, t.line...), end...)
	}
	t.line = t.line[:0]
}

// erase takes n characters off the line.
func (t *terminal) erase(echo []byte, n int) []byte {
	for ; n > 0 && len(t.line) > 0; n-- {
		_, size := utf8.DecodeLastRune(t.line)
		control := size == 1 && t.line[len(t.line)-1] < ' ' && t.line[len(t.line)-1] != '\t'
		t.line = t.line[:len(t.line)-size]
		echo = append(echo, "\b \b"...)
		if control {
			echo = append(echo, "\b \b"...)
		}
	}
	return echo
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
