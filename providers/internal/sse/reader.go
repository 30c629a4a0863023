package sse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// DefaultMax is the largest event in bytes unless a Reader is told otherwise.
const DefaultMax = 64 << 20

// Event is one dispatched event.
type Event struct {
	Name  string // the event field; "error" for a bare "error:" line; "" usually
	Data  []byte // data lines joined by newlines; the caller's to keep
	Ended bool   // false when the stream ended before the event's last line did
}

// Done is the data that ends a stream of chat completions.
func (e Event) Done() bool { return string(e.Data) == "[DONE]" }

// Reader reads events. Make one with NewReader.
type Reader struct {
	lines   lines
	max     int
	begun   bool
	name    string
	data    []byte
	have    bool
	bare    bool // the pending event began with a bare line and is not whole yet
	ended   bool
	queue   []Event
	stray   string
	failure error
}

// NewReader reads from r; max bounds a line and an event in bytes (zero or less: DefaultMax).
func NewReader(r io.Reader, max int) *Reader {
	if max <= 0 {
		max = DefaultMax
	}
	br, ok := r.(*bufio.Reader)
	if !ok {
		br = bufio.NewReaderSize(r, 32<<10)
	}
	return &Reader{lines: lines{r: br, max: max}, max: max, ended: true}
}

// Stray is the last line that was no field of the format, at most 200 bytes: often the words of a proxy that gave up.
func (r *Reader) Stray() string { return r.stray }

// Next returns the next event that carries data. It returns io.EOF at a clean end, ErrTooLarge, or the error of the source; an
// unfinished event before such an error is dropped, before a clean end it is dispatched (S9). Comments, pings, retry and id
// fields give no event (S6, S7, S8).
func (r *Reader) Next() (Event, error) {
	for {
		if len(r.queue) > 0 {
			e := r.queue[0]
			r.queue = r.queue[1:]
			return e, nil
		}
		if r.failure != nil {
			return Event{}, r.failure
		}
		line, ended, err := r.lines.next()
		if err != nil {
			if err == io.EOF {
				r.dispatch()
			}
			r.failure = err
			continue
		}
		r.ended = ended
		if !r.begun {
			r.begun = true
			line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")) // S2
		}
		if err := r.take(line); err != nil {
			r.failure = err
		}
	}
}

// take handles one line.
func (r *Reader) take(line []byte) error {
	if len(line) == 0 {
		r.dispatch()
		return nil
	}
	if r.bare || line[0] == '{' || line[0] == '[' { // S10: data without its field name, on one line or on several
		if err := r.addData(line); err != nil {
			return err
		}
		r.bare = !r.complete()
		return nil
	}
	if line[0] == ':' { // S6
		return nil
	}
	field, value, colon := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" ")) // S3: at most one space
	switch string(field) {
	case "data":
		return r.addData(value)
	case "event":
		if r.have { // S5: the next event begins without a blank line
			r.dispatch()
		}
		r.name = string(bytes.Clone(value))
	case "error": // S10
		r.dispatch()
		r.name = "error"
		if err := r.addData(value); err != nil {
			return err
		}
		r.dispatch()
	case "id", "retry": // S8
	default:
		if colon || len(bytes.TrimSpace(line)) > 0 {
			r.stray = string(line[:min(len(line), 200)])
		}
	}
	return nil
}

// addData appends one data line, first dispatching what is pending when the line plainly starts another event (S5).
func (r *Reader) addData(value []byte) error {
	if len(value) > 0 && value[0] == ':' { // S7
		return nil
	}
	if r.have && startsAnother(value) && r.complete() {
		name := r.name
		r.dispatch()
		r.name = name
	}
	if len(r.data)+1+len(value) > r.max {
		return ErrTooLarge
	}
	if r.have {
		r.data = append(r.data, '\n')
	}
	r.data = append(r.data, value...)
	r.have = true
	return nil
}

// dispatch queues the pending event, unless it is empty or a ping, and starts a new one.
func (r *Reader) dispatch() {
	name, data, have := r.name, r.data, r.have
	r.name, r.data, r.have, r.bare = "", nil, false, false
	if !have || len(bytes.TrimSpace(data)) == 0 || name == "ping" {
		return
	}
	r.queue = append(r.queue, Event{Name: name, Data: data, Ended: r.ended})
}

func startsAnother(line []byte) bool {
	return bytes.HasPrefix(line, []byte("{")) || bytes.HasPrefix(line, []byte("[")) // "[DONE]" as well
}

// complete reports whether the pending data is one whole JSON object or array. The last byte is looked at first: it spares reading
// a long unfinished value again and again.
func (r *Reader) complete() bool {
	b := bytes.TrimSpace(r.data)
	return len(b) > 0 && (b[len(b)-1] == '}' || b[len(b)-1] == ']') && json.Valid(b)
}
