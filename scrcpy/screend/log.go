package screend

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// level is the importance of a log line.
type level int

const (
	verbose level = iota
	debug
	info
	warn
	failure
)

var levelNames = []string{"VERBOSE", "DEBUG", "INFO", "WARN", "ERROR"}

// logger prints the lines of §11.1: warnings and errors to stderr, the rest to stdout.
type logger struct {
	mu             sync.Mutex
	stdout, stderr io.Writer
	least          level
}

func (l *logger) setLevel(least level) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.least = least
}

func (l *logger) printf(at level, format string, args ...any) {
	l.print(at, fmt.Sprintf(format, args...))
}

func (l *logger) print(at level, message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at < l.least {
		return
	}
	w := l.stdout
	if at >= warn {
		w = l.stderr
	}
	io.WriteString(w, "[server] "+levelNames[at]+": "+message+"\n")
}

// exception prints an error with a stack trace, as an exception that reaches a thread's end.
func (l *logger) exception(message string, e *javaError) {
	l.mu.Lock()
	defer l.mu.Unlock()
	io.WriteString(l.stderr, "[server] ERROR: "+message+"\n"+e.trace())
}

// javaError is an exception of the Java server: its class decides how it is told, its text is exact.
type javaError struct {
	class string
	text  string
}

func (e *javaError) Error() string { return e.text }

func (e *javaError) trace() string {
	var b strings.Builder
	b.WriteString(e.class)
	if e.text != "" {
		b.WriteString(": " + e.text)
	}
	b.WriteString("\n\tat com.genymobile.scrcpy.Server.main(Unknown Source)\n")
	return b.String()
}

func illegalArgument(format string, args ...any) *javaError {
	return &javaError{class: "java.lang.IllegalArgumentException", text: fmt.Sprintf(format, args...)}
}

func ioException(text string) *javaError { return &javaError{class: "java.io.IOException", text: text} }
