package sse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// ErrTooLarge: a line, or the data of one event, is longer than the reader allows.
var ErrTooLarge = errors.New("event too large")

// lines cuts a byte stream at LF, CR LF or a lone CR (S1). A CR ends its line at once: whether an LF belongs to it is only looked
// at when the next line is asked for, so that no line waits for a byte that may never come.
type lines struct {
	r      *bufio.Reader
	max    int
	skipLF bool
	buf    []byte
}

// next returns one line without its end. ended is false for a last line that the stream's end cut off; with such a line the error
// is nil, and the end is reported by the call after it. The bytes are valid until the next call. Nothing is decoded, so a
// character that two reads share is whole again here (S11).
func (l *lines) next() (line []byte, ended bool, err error) {
	l.buf = l.buf[:0]
	for {
		chunk, err := l.fill()
		if err != nil {
			if err == io.EOF && len(l.buf) > 0 {
				return l.buf, false, nil
			}
			return nil, false, err
		}
		if l.skipLF {
			l.skipLF = false
			if chunk[0] == '\n' {
				_, _ = l.r.Discard(1)
				continue
			}
		}
		i := bytes.IndexAny(chunk, "\r\n")
		part := chunk
		if i >= 0 {
			part = chunk[:i]
		}
		if len(l.buf)+len(part) > l.max {
			return nil, false, ErrTooLarge
		}
		l.buf = append(l.buf, part...)
		if i < 0 {
			_, _ = l.r.Discard(len(chunk))
			continue
		}
		l.skipLF = chunk[i] == '\r'
		_, _ = l.r.Discard(i + 1)
		return l.buf, true, nil
	}
}

// fill returns what is buffered, reading once when nothing is.
func (l *lines) fill() ([]byte, error) {
	if l.r.Buffered() == 0 {
		if _, err := l.r.Peek(1); err != nil {
			return nil, err
		}
	}
	return l.r.Peek(l.r.Buffered())
}
