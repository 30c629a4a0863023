package device

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device/journal"
	"github.com/handset-agent/handset/scrcpy"
)

// Waits of the clipboard.
const (
	readClip    = 2 * time.Second        // for the answer to a question; an empty clipboard is not answered for at all
	answerTime  = 200 * time.Millisecond // from the phone having handled the question to its answer
	pasteSettle = 700 * time.Millisecond // from the last paste to putting the clipboard back
)

// clips remembers what the clipboard held before handset pasted through it.
type clips struct {
	mu      sync.Mutex
	held    *string     // what to put back; nil when nothing was changed
	note    int         // of the restore journal
	r       *running    // the session it was read through
	timer   *time.Timer // puts it back
	pending sync.WaitGroup
	filled  atomic.Bool // SetClipboard put a text there, and read it back
}

// keep reads the clipboard before the first of several pastes.
func (c *clips) keep(ctx context.Context, d *Device, r *running) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
	if c.held != nil {
		return nil
	}
	text, err := r.clipboard(ctx)
	if err != nil {
		return err
	}
	if c.note, err = d.begin(journal.Clipboard, "", &text); err != nil {
		return err
	}
	c.held, c.r = &text, r
	return nil
}

// pasting notes what the clipboard is about to be set to.
func (c *clips) pasting(d *Device, text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil {
		return nil
	}
	return d.journal.Also(c.note, fingerprint(text))
}

// stop keeps the timer from firing; the caller holds mu.
func (c *clips) stop() {
	if c.timer != nil && c.timer.Stop() {
		c.pending.Done()
	}
	c.timer = nil
}

// restoreLater puts the clipboard back once the last paste is certainly over.
func (c *clips) restoreLater(d *Device) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
	c.pending.Add(1)
	c.timer = time.AfterFunc(pasteSettle, func() {
		defer c.pending.Done()
		ctx, cancel := context.WithTimeout(d.life, closeTime)
		defer cancel()
		if err := c.restore(ctx, d); err != nil {
			d.log.DebugContext(ctx, "clipboard not restored", "error", err)
		}
	})
}

// restore puts the clipboard back now, through the session that is there now.
func (c *clips) restore(ctx context.Context, d *Device) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil {
		return nil
	}
	text, r := *c.held, d.sup.peek()
	if r == nil {
		r = c.r // its error tells what became of it
	}
	c.held = nil
	if err := r.sess.SetClipboard(ctx, text, false); err != nil {
		return fmt.Errorf("put the clipboard back: %w", err)
	}
	d.done(c.note)
	return nil
}

// flush restores at once what waits to be restored.
func (c *clips) flush(ctx context.Context, d *Device) error {
	c.mu.Lock()
	c.stop()
	c.mu.Unlock()
	c.pending.Wait()
	err := c.restore(ctx, d)
	if errors.Is(err, scrcpy.ErrClosed) || errors.Is(err, scrcpy.ErrEnded) {
		return nil // with the session the way to the clipboard is gone, and so may be the phone
	}
	return err
}

// clipboard reads the clipboard. One that is empty or holds no text is "": the phone does not answer then. It is known to be so
// when the phone has handled what was sent after the question and still no answer came.
func (r *running) clipboard(ctx context.Context) (string, error) {
	bounded, cancel := context.WithTimeout(ctx, readClip)
	defer cancel()
	type answer struct {
		text string
		err  error
	}
	got := make(chan answer, 1)
	go func() { // ends soon after bounded
		text, err := r.sess.Clipboard(bounded)
		got <- answer{text, err}
	}()
	_, first := r.fence(bounded) // may have overtaken the question
	_, second := r.fence(bounded)
	if first && second {
		time.AfterFunc(answerTime, cancel)
	}
	a := <-got
	switch {
	case a.err == nil:
		return a.text, nil
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case errors.Is(a.err, scrcpy.ErrNoText), bounded.Err() != nil && r.sess.Err() == nil:
		return "", nil
	}
	return "", a.err
}

// Clipboard returns the text of the clipboard, "" when it is empty or holds something else. It needs the scrcpy session.
func (d *Device) Clipboard(ctx context.Context) (string, error) {
	r, err := d.clipSession(ctx, "read clipboard")
	if err != nil {
		return "", err
	}
	if err := d.clips.flush(ctx, d); err != nil {
		return "", d.fail(ctx, "read clipboard", err)
	}
	text, err := r.clipboard(ctx)
	if err == nil && text == "" && d.clips.filled.Load() {
		return "", fmt.Errorf("read clipboard: %w: it gives nothing, and held a text that was set before", phone.ErrClipboard)
	}
	return text, d.fail(ctx, "read clipboard", err)
}

// SetClipboard sets the clipboard and reads it back: an acknowledgement alone does not mean that the phone kept the text (F-077). One
// that did not gives phone.ErrClipboard. It needs the scrcpy session.
func (d *Device) SetClipboard(ctx context.Context, s string) error {
	r, err := d.clipSession(ctx, "set clipboard")
	if err != nil {
		return err
	}
	if err := d.clips.flush(ctx, d); err != nil {
		return d.fail(ctx, "set clipboard", err)
	}
	d.clips.filled.Store(false)
	if err := r.sess.SetClipboard(ctx, s, false); err != nil {
		return d.fail(ctx, "set clipboard", err)
	}
	switch got, err := r.clipboard(ctx); {
	case err != nil:
		return d.fail(ctx, "read clipboard back", err)
	case got != s:
		return fmt.Errorf("set clipboard: %w: read back, it is not what was set", phone.ErrClipboard)
	}
	d.clips.filled.Store(s != "")
	return nil
}

// clipSession returns the session; without one the shell has no way to the clipboard.
func (d *Device) clipSession(ctx context.Context, op string) (*running, error) {
	r, err := d.control(ctx, op)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, fmt.Errorf("%s: without the scrcpy server: %w", op, phone.ErrUnsupported)
	}
	return r, nil
}
