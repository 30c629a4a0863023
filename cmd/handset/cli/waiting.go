package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// talking keeps what is said on stderr apart: while a question stands there nothing else is written.
type talking struct {
	mu    sync.Mutex // held while a line is written, and for as long as a question stands
	asked sync.Mutex // one question at a time

	reached chan struct{} // the printer has come to the question; nil: no printer runs
}

// catchUp waits, not for long, until everything said before a question is printed.
func (t *talking) catchUp() {
	if t.reached == nil {
		return
	}
	select {
	case <-t.reached:
	case <-time.After(500 * time.Millisecond):
	}
}

// hold begins a question, release ends it.
func (t *talking) hold() {
	t.asked.Lock()
	t.mu.Lock()
}

func (t *talking) release() {
	t.mu.Unlock()
	t.asked.Unlock()
}

// Waits are told when they last: on a terminal in a line that goes away again, in a pipe as a plain line now and then.
const (
	waitShown = time.Second
	waitPlain = 10 * time.Second
)

// waiting tells on stderr that the model is being waited for.
type waiting struct {
	p        *program
	w        io.Writer
	terminal bool
	stop     chan struct{}
	done     chan struct{}
	once     sync.Once

	mu    sync.Mutex
	since time.Time // zero: nothing is waited for
	key   string
	shown bool
}

// startWaiting starts the teller; end stops it.
func (p *program) startWaiting() *waiting {
	g := &waiting{p: p, w: p.Err, terminal: isTerminal(p.Err), stop: make(chan struct{}), done: make(chan struct{})}
	go g.run()
	return g
}

func (g *waiting) run() {
	defer close(g.done)
	every := waitPlain
	if g.terminal {
		every = waitShown
	}
	tick := time.NewTicker(every / 10)
	defer tick.Stop()
	told := time.Time{}
	for {
		select {
		case <-g.stop:
			return
		case now := <-tick.C:
			g.mu.Lock()
			since := g.since
			g.mu.Unlock()
			if since.IsZero() || now.Sub(since) < every || now.Sub(told) < every {
				continue
			}
			told = now
			g.tell(since)
		}
	}
}

// tell writes the line unless a question stands there.
func (g *waiting) tell(since time.Time) {
	if !g.p.talking.mu.TryLock() {
		return
	}
	defer g.p.talking.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.since != since {
		return
	}
	text := "  " + g.p.txt.T(g.key, int(time.Since(since).Seconds()))
	if g.terminal {
		fmt.Fprint(g.w, "\r\033[K"+text)
		g.shown = true
		return
	}
	fmt.Fprintln(g.w, text)
}

// begin says what is waited for from now on.
func (g *waiting) begin(key string) {
	if g == nil {
		return
	}
	g.clear()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since, g.key = time.Now(), key
}

// clear ends the wait and takes its line away.
func (g *waiting) clear() {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since = time.Time{}
	if g.shown {
		fmt.Fprint(g.w, "\r\033[K")
		g.shown = false
	}
}

// end stops the teller and waits for it.
func (g *waiting) end() {
	if g == nil {
		return
	}
	g.once.Do(func() { close(g.stop) })
	<-g.done
	g.clear()
}
