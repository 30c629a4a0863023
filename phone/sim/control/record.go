package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/handset-agent/handset/phone/sim/world"
)

var errNotRecording = errors.New("nothing is being recorded of this phone")

// recording writes the journal of a phone to a file, an event a line.
type recording struct {
	path string
	end  context.CancelFunc
	done chan struct{}
	n    int
	err  error
}

// Recorded is what a recording came to.
type Recorded struct {
	Path   string `json:"path"`
	Events int    `json:"events"`
}

func (t *target) startRecording(s *Server, path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.recording != nil {
		return fmt.Errorf("this phone is being recorded to %s already", t.recording.path)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(s.ctx)
	r := &recording{path: path, end: end, done: make(chan struct{})}
	w := t.Phone.World()
	var last uint64
	if old := w.Journal(0); len(old) > 0 {
		last = old[len(old)-1].Seq
	}
	changed, stop := w.WatchJournal()
	t.recording = r
	go func() {
		defer close(r.done)
		defer stop()
		r.err = errors.Join(r.write(ctx, f, w, last, changed), f.Close())
	}()
	return nil
}

func (r *recording) write(ctx context.Context, f *os.File, w *world.World, last uint64, changed <-chan struct{}) error {
	out := bufio.NewWriter(f)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for over := false; !over; {
		select {
		case <-changed:
		case <-ctx.Done():
			over = true // with what came last
		}
		for _, e := range w.Journal(last) {
			last = e.Seq
			if err := enc.Encode(e); err != nil {
				return err
			}
			r.n++
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func (t *target) stopRecording() (Recorded, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.recording
	if r == nil {
		return Recorded{}, errNotRecording
	}
	t.recording = nil
	r.end()
	<-r.done
	return Recorded{r.path, r.n}, r.err
}
