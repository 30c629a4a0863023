package dump

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// LogEntry is one entry of "logcat -B".
type LogEntry struct {
	PID, TID int
	At       time.Time
	Buffer   int  // 0 main, 1 radio, 2 events, 3 system, 4 crash
	UID      int  // -1 where the header has none
	Priority byte // 2 verbose … 7 fatal; 0 for an event
	Tag      string
	Message  string
	Event    uint32 // tag number of an event
	Payload  []byte // of an event: typed values
}

// Bounds of a log entry: the header of the newest release has 28 bytes, and a payload at most 4,068.
const (
	minHeader, maxHeader = 20, 256
	maxPayload           = 64 << 10
	eventBuffer          = 2
)

// ErrLog is binary log output that cannot be read on.
var ErrLog = errors.New("malformed log entry")

// FromTerminal undoes what the terminal of a shell did to binary output: every line feed became a carriage return and a line feed.
// Only a shell without the shell protocol (Android 6 and older, or an old adbd) has one.
func FromTerminal(out []byte) []byte { return bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n")) }

// LogReader reads the entries of "logcat -B".
type LogReader struct{ r *bufio.Reader }

// NewLogReader reads from r.
func NewLogReader(r io.Reader) *LogReader { return &LogReader{bufio.NewReader(r)} }

// Next returns the next entry; io.EOF after the last whole one.
func (l *LogReader) Next() (LogEntry, error) {
	var size [4]byte
	if _, err := io.ReadFull(l.r, size[:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return LogEntry{}, fmt.Errorf("%w: cut off", ErrLog)
		}
		return LogEntry{}, err
	}
	payload, header := int(binary.LittleEndian.Uint16(size[:])), int(binary.LittleEndian.Uint16(size[2:]))
	if header == 0 {
		header = minHeader // the oldest form has padding here
	}
	if header < minHeader || header > maxHeader || payload > maxPayload {
		return LogEntry{}, fmt.Errorf("%w: header of %d and payload of %d bytes", ErrLog, header, payload)
	}
	b := make([]byte, header-4+payload)
	if _, err := io.ReadFull(l.r, b); err != nil {
		return LogEntry{}, fmt.Errorf("%w: cut off", ErrLog)
	}
	return entry(b[:header-4], b[header-4:]), nil
}

func entry(header, payload []byte) LogEntry {
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(header[4*i:]) }
	e := LogEntry{PID: int(word(0)), TID: int(word(1)), At: time.Unix(int64(word(2)), int64(word(3))).UTC(), UID: -1}
	if len(header) >= 20 {
		e.Buffer = int(word(4))
	}
	if len(header) >= 24 {
		e.UID = int(word(5))
	}
	if e.Buffer == eventBuffer {
		if len(payload) >= 4 {
			e.Event, e.Payload = binary.LittleEndian.Uint32(payload), payload[4:]
		}
		return e
	}
	if len(payload) == 0 {
		return e
	}
	e.Priority = payload[0]
	tag, message, _ := bytes.Cut(payload[1:], []byte{0})
	e.Tag, e.Message = string(tag), string(bytes.TrimRight(message, "\x00"))
	return e
}
