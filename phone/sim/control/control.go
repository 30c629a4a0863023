// Package control lets other programs of the same user look into running simulated phones and change them: state, faults, clock,
// snapshots, records of what was done to them, and touches of a person's finger.
//
// A program that serves phones has one socket for all of them and a file that names it, both in a folder that only the user can
// read. A connection carries one request and one answer, each a JSON object on a line.
package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Conditions of a call.
var (
	ErrNone    = errors.New("no simulated phone is running")
	ErrUnknown = errors.New("no such simulated phone")
	ErrMany    = errors.New("more than one simulated phone is running")
)

// Phone is a running simulated phone.
type Phone struct {
	Serial  string `json:"serial"` // as the adb server lists it
	Addr    string `json:"addr"`   // host:port of adb
	Console string `json:"console,omitempty"`
	Profile string `json:"profile"`
	Android string `json:"android"`
	Model   string `json:"model"`
	PID     int    `json:"pid"` // of the program that serves it

	socket string
}

// Request is what is asked of a phone.
type Request struct {
	Op    string          `json:"op"`
	Phone string          `json:"phone"`           // its Addr
	Text  string          `json:"text,omitempty"`  // a path, a name, a rule, a time, a file
	Value json.RawMessage `json:"value,omitempty"` // what to set
}

// answer is what comes back.
type answer struct {
	Error  string          `json:"error,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// maxMessage bounds a request and an answer; a snapshot is the largest.
const maxMessage = 1 << 30

// record is the file that names a socket.
type record struct {
	Socket string  `json:"socket"`
	Phones []Phone `json:"phones"`
}

// longestSocket is the longest path that a socket's address holds everywhere.
const longestSocket = 100

// socketPath is where the program's socket is: in dir, or in a folder of its own when that path is too long.
func socketPath(dir string) (path, temporary string, err error) {
	path = filepath.Join(dir, strconv.Itoa(os.Getpid())+".sock")
	if len(path) <= longestSocket {
		return path, "", nil
	}
	if temporary, err = os.MkdirTemp("", "handset"); err != nil {
		return "", "", fmt.Errorf("control socket: %w", err)
	}
	return filepath.Join(temporary, "sim.sock"), temporary, nil
}

// recordPath is the file of a program that serves n-th in this process.
func recordPath(dir string, n int64) string {
	name := strconv.Itoa(os.Getpid())
	if n > 1 {
		name += "-" + strconv.FormatInt(n, 10)
	}
	return filepath.Join(dir, name+".json")
}

// pidOf reads the process number in a record's name.
func pidOf(name string) int {
	text, _, _ := strings.Cut(strings.TrimSuffix(name, ".json"), "-")
	pid, _ := strconv.Atoi(text)
	return pid
}
