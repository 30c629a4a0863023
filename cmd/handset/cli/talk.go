package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
)

// talk writes log records as a person reads them: "handset: message key=value".
type talk struct {
	mu    *sync.Mutex
	w     io.Writer
	level slog.Level
	attrs []slog.Attr
}

func newTalk(w io.Writer, level slog.Level) *talk {
	return &talk{mu: new(sync.Mutex), w: w, level: level}
}

// Enabled implements slog.Handler.
func (t *talk) Enabled(_ context.Context, l slog.Level) bool { return l >= t.level }

// Handle implements slog.Handler.
func (t *talk) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	b.WriteString("handset: " + r.Message)
	add := func(a slog.Attr) bool {
		fmt.Fprintf(&b, " %s=%v", a.Key, a.Value)
		return true
	}
	for _, a := range t.attrs {
		add(a)
	}
	r.Attrs(add)
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := fmt.Fprintln(t.w, b.String())
	return err
}

// WithAttrs implements slog.Handler.
func (t *talk) WithAttrs(attrs []slog.Attr) slog.Handler {
	c := *t
	c.attrs = append(c.attrs[:len(c.attrs):len(c.attrs)], attrs...)
	return &c
}

// WithGroup implements slog.Handler; groups are not shown.
func (t *talk) WithGroup(string) slog.Handler { return t }
