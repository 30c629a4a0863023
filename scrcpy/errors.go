package scrcpy

import (
	"errors"
	"fmt"
	"image"
	"strings"
)

// Conditions that callers branch on with errors.Is.
var (
	// ErrNoServerFile: the program holds no server file.
	ErrNoServerFile = errors.New(`this program was built without the scrcpy server: run "make setup" and build again, or set HANDSET_SCRCPY_SERVER to a copy of scrcpy-server 3.3.3`)
	// ErrClosed: the session was closed here.
	ErrClosed = errors.New("the scrcpy session is closed")
	// ErrEnded: the server or the way to it ended without a reason given.
	ErrEnded = errors.New("the scrcpy server ended")
	// ErrTunnel: the server could not be reached through the tunnel.
	ErrTunnel = errors.New("no connection through the tunnel")
	// ErrTimeout: a wait reached its limit.
	ErrTimeout = errors.New("timed out")
	// ErrNoAudio: the session carries no sound, as it was not asked for or the phone has none to give.
	ErrNoAudio = errors.New("no sound from the phone")
	// ErrNoVideo: the session was started without video.
	ErrNoVideo = errors.New("the scrcpy session has no video")
	// ErrNoText: the phone did not answer with its clipboard: it is empty or holds no text.
	ErrNoText = errors.New("the clipboard is empty or holds no text")
	// ErrTooLong: a text is longer than a message can be.
	ErrTooLong = errors.New("text too long")
)

// Conditions that the server reports in its log. They are the Kind of a ServerError or a Trouble.
var (
	// ErrInputRefused: injected input is refused until a second developer option is on; the session stays up.
	ErrInputRefused = errors.New(`the phone refuses injected input: enable "USB debugging (Security settings)" in its developer options and reboot it`)
	// ErrVersion: the server file is of another release than the client.
	ErrVersion = errors.New("the scrcpy server is of another version")
	// ErrAborted: app_process could not load the server file (missing or corrupt).
	ErrAborted = errors.New("the phone could not load the scrcpy server file")
	// ErrInUse: another session has the socket name.
	ErrInUse = errors.New("the scrcpy socket name is in use")
	// ErrOption: the server refuses an option.
	ErrOption = errors.New("the scrcpy server refuses an option")
	// ErrDisplay: the display does not exist or cannot be captured.
	ErrDisplay = errors.New("the display cannot be captured")
	// ErrEncoder: the video encoder is unknown or fails.
	ErrEncoder = errors.New("the phone's video encoder fails")
	// ErrControl: the server's controller died, for example because /dev/uhid is denied.
	ErrControl = errors.New("the scrcpy controller failed")
	// ErrUntypable: the phone's key map lacks a character.
	ErrUntypable = errors.New("the phone's key map lacks a character")
)

// ProtocolError is something on the wire that release 3.3.3 cannot have sent.
type ProtocolError struct{ What string }

func (e *ProtocolError) Error() string { return "scrcpy protocol: unexpected " + e.What }

// ServerFileError is a server file that is not the published one.
type ServerFileError struct {
	Path string // "embedded" for the file in the program
	Got  string // its SHA-256 in hex; "" when the file cannot be a server at all
	Want string
}

func (e *ServerFileError) Error() string {
	got := e.Got
	if got == "" {
		got = "not a small regular file"
	}
	return fmt.Sprintf("scrcpy server %s is not release %s: sha256 %s, want %s", e.Path, Version, got, e.Want)
}

// ServerError is a failure that the server's log explains.
type ServerError struct {
	Op   string   // "start scrcpy server" or "scrcpy session"
	Kind error    // one of the conditions above; ErrEnded when nothing fits
	Log  []string // the last lines, oldest first
	Err  error    // what was seen on this side, may be nil
}

func (e *ServerError) Error() string {
	s := e.Op + ": " + e.Kind.Error()
	if line := e.line(); line != "" {
		return s + " (" + line + ")"
	}
	if e.Err != nil {
		return s + ": " + e.Err.Error()
	}
	return s
}

// line is the first line that tells of an error.
func (e *ServerError) line() string {
	for _, l := range e.Log {
		if _, msg, ok := strings.Cut(l, "[server] ERROR: "); ok {
			return msg
		}
	}
	return ""
}

// Unwrap gives the condition and the cause.
func (e *ServerError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// StaleSizeError is a positional event aimed at a picture of another size than the stream has now. The server would
// drop it without a word, so it was not sent.
type StaleSizeError struct{ Aimed, Now image.Point }

func (e *StaleSizeError) Error() string {
	return fmt.Sprintf("aimed at a picture of %d×%d, but the stream is %d×%d now", e.Aimed.X, e.Aimed.Y, e.Now.X, e.Now.Y)
}
