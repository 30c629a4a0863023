package adb

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Conditions that callers branch on with errors.Is.
var (
	// ErrNoServer: nothing listens at the adb server's address, or it cannot be reached.
	ErrNoServer = errors.New("no adb server")
	// ErrNoBinary: the adb program was not found, so no server can be started.
	ErrNoBinary = errors.New("adb program not found")
	// ErrTimeout: the other side accepted the connection but did not answer in time.
	ErrTimeout = errors.New("no answer in time")
	// ErrConnectionLost: the connection ended in the middle of an exchange or of a command; nobody knows how it would have ended.
	ErrConnectionLost = errors.New("connection lost")
	// ErrRefused: the phone does not offer the service that was asked for.
	ErrRefused = errors.New("the phone refused the service")
	// ErrUnsupported: the adb server is too old (or too new) for the request.
	ErrUnsupported = errors.New("not supported by this adb server")
	// ErrAddrInUse: the local or remote end of a forward is taken.
	ErrAddrInUse = errors.New("address already in use")
	// ErrTooMuchOutput: a command printed more than Client.MaxOutput.
	ErrTooMuchOutput = errors.New("too much output")
	// ErrClosed: the process or stream was closed by its owner.
	ErrClosed = errors.New("closed")
	// ErrNoSpace: the phone's storage is full.
	ErrNoSpace = errors.New("no space left on the phone")
)

// SilentError is ErrTimeout with the one that kept silent.
type SilentError struct {
	Peer   string // in words
	Serial string // of the phone; empty: it was the server
}

func (e *SilentError) Error() string { return e.Peer + " is not answering: " + ErrTimeout.Error() }

func (e *SilentError) Unwrap() error { return ErrTimeout }

// FailError is a FAIL answer of the server that has no type of its own.
type FailError struct {
	Request string // what was asked, without secrets
	Message string // the server's words; may be empty
}

func (e *FailError) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("adb server refused %q", e.Request)
	}
	return fmt.Sprintf("adb server refused %q: %s", e.Request, firstLine(e.Message))
}

// StateError is a phone that is there but cannot be used now (DV-02).
type StateError struct {
	Serial string
	State  State
	Detail string // what the server adds, such as the udev advice
}

func (e *StateError) Error() string {
	name := "the device"
	if e.Serial != "" {
		name = fmt.Sprintf("device %q", e.Serial)
	}
	if e.State != StateNoPermissions {
		return name + " is " + e.State.adjective()
	}
	if e.Detail == "" {
		return "no permissions for " + name
	}
	return "no permissions for " + name + ": " + firstLine(e.Detail)
}

// Next is the next step for a person, one sentence.
func (e *StateError) Next() string { return e.State.Next() }

// NoDeviceError says that the phone asked for is not listed.
type NoDeviceError struct {
	Serial string       // what was asked for; empty: any phone
	Known  []DeviceInfo // what is listed instead, usable or not
}

func (e *NoDeviceError) Error() string {
	switch {
	case e.Serial != "" && len(e.Known) > 0:
		return fmt.Sprintf("no device %q; listed are %s", e.Serial, describe(e.Known))
	case e.Serial != "":
		return fmt.Sprintf("no device %q", e.Serial)
	case len(e.Known) > 0:
		return "no usable device; listed are " + describe(e.Known)
	}
	return "no device is connected"
}

// Next is the next step for a person, one sentence.
func (e *NoDeviceError) Next() string {
	if e.Serial == "" && len(e.Known) == 0 {
		return "Plug in a phone with USB debugging switched on, connect one by its address, or start a simulated phone."
	}
	if e.Serial == "" {
		return "Make one of the listed phones usable: accept its USB debugging dialog, reconnect it, or restart it."
	}
	return "Check the serial against the list of devices, and plug the phone in or connect to its address."
}

// ManyDevicesError says that a serial is needed because several phones could be meant (DV-03).
type ManyDevicesError struct{ Devices []DeviceInfo }

func (e *ManyDevicesError) Error() string {
	if len(e.Devices) == 0 {
		return "more than one device is connected"
	}
	return "more than one device is connected: " + describe(e.Devices)
}

// Next is the next step for a person, one sentence.
func (e *ManyDevicesError) Next() string { return "Name one of them by its serial." }

// ConnectError is a failed connect or pair; the server gives the reason only as text.
type ConnectError struct {
	Addr   string
	Reason ConnectReason
	Text   string // the server's words
}

// ConnectReason sorts the causes of a ConnectError.
type ConnectReason string

// The reasons of a ConnectError. A phone that wants its dialog accepted is a *StateError instead.
const (
	ConnectRefused  ConnectReason = "refused"    // nothing listens there
	ConnectSilent   ConnectReason = "silent"     // something listens, but it does not speak as a phone does
	ConnectResolve  ConnectReason = "resolve"    // unknown host name
	ConnectAddress  ConnectReason = "address"    // not an address
	ConnectPassword ConnectReason = "password"   // wrong pairing code
	ConnectOther    ConnectReason = "other"      // see Text
	ConnectNoRoute  ConnectReason = "no route"   // the network cannot reach it
	ConnectExpired  ConnectReason = "no pairing" // no pairing dialog is open at that address
)

func (e *ConnectError) Error() string {
	if e.Addr == "" {
		return "connect: " + firstLine(e.Text)
	}
	return fmt.Sprintf("connect to %s: %s", e.Addr, firstLine(e.Text))
}

// Next is the next step for a person, one sentence.
func (e *ConnectError) Next() string {
	switch e.Reason {
	case ConnectRefused:
		return "Check that debugging over the network is on and that the port is the one the phone shows now; it changes each time."
	case ConnectSilent:
		return "Check that the address is a phone's debugging port, then switch its debugging off and on again."
	case ConnectResolve, ConnectAddress:
		return "Give the address as host:port, for example 192.168.1.20:5555."
	case ConnectPassword:
		return "Open the pairing dialog again and use the code it shows now."
	case ConnectNoRoute:
		return "Check that the phone and this computer are on the same network."
	case ConnectExpired:
		return "Open \"Pair device with pairing code\" on the phone and use the address shown in that dialog."
	}
	return "Check the phone's debugging settings and try again."
}

// FileError is a failed file operation on the phone. errors.Is finds fs.ErrNotExist, fs.ErrPermission and ErrNoSpace in it.
type FileError struct {
	Op   string // "push", "pull", "stat" or "list"
	Path string
	Text string // the phone's words
	Err  error  // the condition, or nil when the text fits none
}

func (e *FileError) Error() string { return e.Op + " " + e.Path + ": " + firstLine(e.Text) }

func (e *FileError) Unwrap() error { return e.Err }

// newFileError sorts the phone's text (adb-protocol A7) into a condition.
func newFileError(op, path, text string) *FileError {
	e := &FileError{Op: op, Path: path, Text: text}
	switch {
	case strings.Contains(text, "No such file or directory"):
		e.Err = fs.ErrNotExist
	case strings.Contains(text, "Permission denied"), strings.Contains(text, "Operation not permitted"),
		strings.Contains(text, "Read-only file system"):
		e.Err = fs.ErrPermission
	case strings.Contains(text, "No space left on device"):
		e.Err = ErrNoSpace
	}
	return e
}

// InstallError is a package manager that refused an APK.
type InstallError struct {
	Code string // such as INSTALL_FAILED_INSUFFICIENT_STORAGE; empty when the answer had none
	Text string // the whole answer, at most 2 KiB
}

func (e *InstallError) Error() string {
	if e.Code != "" {
		return "install refused: " + e.Code
	}
	return "install refused: " + firstLine(e.Text)
}

// describe names devices with their states for an error text.
func describe(list []DeviceInfo) string {
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = fmt.Sprintf("%q (%s)", d.Serial, d.State)
		if d.Model != "" {
			parts[i] = fmt.Sprintf("%q (%s, %s)", d.Serial, d.Model, d.State)
		}
	}
	return strings.Join(parts, ", ")
}

func firstLine(s string) string {
	s = strings.TrimSpace(s)
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}
