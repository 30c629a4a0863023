package scrcpy

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	keptLines = 200
	maxLine   = 4096 // bytes; the rest of a longer line is dropped
)

// Trouble is a condition that the server reported while the session went on.
type Trouble struct {
	Kind error // ErrInputRefused, ErrEncoder, ErrUntypable …
	Line string
	At   time.Time // when the line was read; the server repeats ErrInputRefused at most every 3 s
}

// signs tell a condition from a line of the server's output, which is the only place where it explains itself. The
// first match counts.
var signs = []struct {
	text string
	kind error
}{
	{"INJECT_EVENTS permission", ErrInputRefused},
	{"does not match the client", ErrVersion},
	{"Missing client version", ErrVersion},
	{"Address already in use", ErrInUse},
	{"Could not inject char", ErrUntypable},
	{"Capture/encoding error", ErrEncoder},
	{"Video encoder '", ErrEncoder},
	{"Could not create display", ErrDisplay},
	{"Controller error", ErrControl},
	{"Connection refused", ErrTunnel},
	{"Invalid key=value pair", ErrOption},
	{"No enum constant", ErrOption},
	{"Invalid crop size", ErrOption},
	{"exceeds the input area", ErrOption},
	{"Crop must contains", ErrOption},
	{"Unknown orientation", ErrOption},
	{"Empty capture orientation", ErrOption},
	{"Invalid display IME policy", ErrOption},
	{"ClassNotFoundException", ErrAborted},
}

// classify returns the condition a line tells of, nil for talk.
func classify(line string) error {
	if strings.TrimSpace(line) == "Aborted" {
		return ErrAborted
	}
	msg, isError := strings.CutPrefix(line, "[server] ERROR: ")
	if isError && strings.HasPrefix(msg, "Display ") && strings.HasSuffix(msg, " not found") {
		return ErrDisplay
	}
	if isError && strings.HasSuffix(msg, " not supported") {
		return ErrOption
	}
	for _, s := range signs {
		if strings.Contains(line, s.text) && (s.kind != ErrEncoder || isError) {
			return s.kind
		}
	}
	return nil
}

// logs keeps what the server prints.
type logs struct {
	gone context.Context // ends with the output, that is, with the server
	end  context.CancelFunc

	mu       sync.Mutex
	lines    []string
	troubles map[error]Trouble // the newest of each kind

	marks marks
}

func newLogs() *logs {
	l := &logs{troubles: map[error]Trouble{}}
	l.marks.init()
	l.gone, l.end = context.WithCancel(context.Background())
	return l
}

// read takes lines until the output ends.
func (l *logs) read(r io.Reader) {
	defer l.end()
	br := bufio.NewReaderSize(r, maxLine)
	for {
		line, err := br.ReadSlice('\n')
		if len(line) > 0 {
			l.add(strings.TrimRight(string(line), "\r\n"))
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = br.ReadSlice('\n')
		}
		if err != nil {
			return
		}
	}
}

func (l *logs) add(line string) {
	if line == "" {
		return
	}
	line = strings.ToValidUTF8(line, "\uFFFD")
	if l.marks.take(line) {
		return
	}
	kind := classify(line)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == keptLines {
		l.lines = append(l.lines[:0], l.lines[1:]...)
	}
	l.lines = append(l.lines, line)
	if kind != nil {
		l.troubles[kind] = Trouble{Kind: kind, Line: line, At: time.Now()}
	}
}

func (l *logs) last() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.lines...)
}

func (l *logs) trouble(kind error) (Trouble, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.troubles[kind]
	return t, ok
}

// passing are troubles that do not end a session.
var passing = map[error]bool{ErrInputRefused: true, ErrUntypable: true}

// explain makes an error of how a session ended: the newest line that tells of an end names the kind.
func (l *logs) explain(op string, cause error) *ServerError {
	e := &ServerError{Op: op, Kind: ErrEnded, Log: l.last(), Err: cause}
	for i := len(e.Log) - 1; i >= 0; i-- {
		if kind := classify(e.Log[i]); kind != nil && !passing[kind] {
			e.Kind = kind
			break
		}
	}
	return e
}
