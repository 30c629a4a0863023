package openai

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

var (
	errStalled = errors.New("nothing arrived")
	errEnough  = errors.New("the answer is complete")
)

// watch cancels a call when nothing arrives for too long (E13). It only counts while somebody waits for bytes: a slow consumer is
// not the server's silence.
type watch struct {
	cancel context.CancelCauseFunc
	mu     sync.Mutex
	limit  time.Duration
	cause  error
	timer  *time.Timer
}

func newWatch(cancel context.CancelCauseFunc) *watch { return &watch{cancel: cancel} }

// allow sets the longest silence from the next wait on, and what running over it means.
func (w *watch) allow(d time.Duration, cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit, w.cause = d, cause
}

// begin starts to count, end stops it.
func (w *watch) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	cause := w.cause
	w.timer = time.AfterFunc(w.limit, func() { w.cancel(cause) })
}

func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}

// body reads an answer under a watch. After the first byte the allowed silence is idle.
type body struct {
	r     io.Reader
	w     *watch
	idle  time.Duration
	begun bool
}

func (b *body) Read(p []byte) (int, error) {
	b.w.begin()
	n, err := b.r.Read(p)
	b.w.end()
	if n > 0 && !b.begun {
		b.begun = true
		b.w.allow(b.idle, errStalled)
	}
	return n, err
}
