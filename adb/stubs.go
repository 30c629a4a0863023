package adb

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"net"
	"time"
)

var errStub = errors.New("not built yet")

// Address …
func Address(flag string, env func(string) string) (network, addr string, err error) {
	return "", "", errStub
}

// FindBinary …
func FindBinary(env func(string) string) (string, error) { return "", errStub }

func (c *Client) Ensure(ctx context.Context) error                         { return errStub }
func (c *Client) Version(ctx context.Context) (int, error)                 { return 0, errStub }
func (c *Client) Devices(ctx context.Context) ([]DeviceInfo, error)        { return nil, errStub }
func (c *Client) Track(ctx context.Context) iter.Seq2[[]DeviceInfo, error] { return nil }
func (c *Client) Connect(ctx context.Context, addr string) (serial string, err error) {
	return "", errStub
}
func (c *Client) Disconnect(ctx context.Context, addr string) error { return errStub }
func (c *Client) Pair(ctx context.Context, addr, code string) (guid string, err error) {
	return "", errStub
}
func (c *Client) ReconnectOffline(ctx context.Context) error              { return errStub }
func (c *Client) MDNSServices(ctx context.Context) ([]MDNSService, error) { return nil, errStub }
func (c *Client) Resolve(ctx context.Context, serial string) (DeviceInfo, error) {
	return DeviceInfo{}, errStub
}

// DeviceInfo is one line of the device list.
type DeviceInfo struct {
	Serial                 string // may hold blanks and colons
	State                  State
	Detail                 string // what follows the word in "no permissions (…)"
	DevPath                string // "usb:1-2"; empty for phones over the network
	Product, Model, Device string
	TransportID            int64
}

// MDNSService is one announcement the server saw on the network.
type MDNSService struct {
	Instance string // "adb-SERIAL-random"
	Type     string // "_adb-tls-connect._tcp", "_adb-tls-pairing._tcp" or "_adb._tcp"
	Addr     string // "ip:port"
}

// Quote joins argv into one line for the phone's shell.
func Quote(argv ...string) string { return "" }

// Output is what a command printed.
type Output struct {
	Stdout, Stderr []byte
	Exit           int // 128+n when killed by signal n
}

// Device is one phone.
type Device struct {
	client *Client
	serial string
}

func (d *Device) Serial() string                                        { return d.serial }
func (d *Device) Features(ctx context.Context) (map[string]bool, error) { return nil, errStub }

// Shell runs command (one line for the phone's sh; see Quote) with no stdin. ctx bounds the run.
func (d *Device) Shell(ctx context.Context, command string) (Output, error) { return Output{}, errStub }

// Run is Shell that kills the command and its children on the phone when ctx ends first (DV-09).
func (d *Device) Run(ctx context.Context, command string) (Output, error) { return Output{}, errStub }

// Start runs command with pipes. ctx bounds the whole life of the process.
func (d *Device) Start(ctx context.Context, command string) (*Process, error) { return nil, errStub }

// StartPTY runs command (empty: an interactive shell) on a terminal.
func (d *Device) StartPTY(ctx context.Context, command, term string) (*Process, error) {
	return nil, errStub
}

// Exec: raw combined output. ctx bounds the whole life of the stream.
func (d *Device) Exec(ctx context.Context, command string) (io.ReadCloser, error) {
	return nil, errStub
}

// Open opens a raw device service. ctx bounds the opening only.
func (d *Device) Open(ctx context.Context, service string) (net.Conn, error) { return nil, errStub }

// DialLocal dials an abstract unix socket on the phone. ctx bounds the dial only.
func (d *Device) DialLocal(ctx context.Context, abstractName string) (net.Conn, error) {
	return nil, errStub
}

// Text opens a service that answers with a short text (tcpip:5555, reboot:, root:) and returns it.
func (d *Device) Text(ctx context.Context, service string) (string, error) { return "", errStub }

func (d *Device) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	return errStub
}
func (d *Device) Pull(ctx context.Context, from string, w io.Writer, progress func(done, total int64)) error {
	return errStub
}
func (d *Device) Stat(ctx context.Context, path string) (FileInfo, error)  { return FileInfo{}, errStub }
func (d *Device) List(ctx context.Context, dir string) ([]FileInfo, error) { return nil, errStub }

// FileInfo is one file on the phone.
type FileInfo struct {
	Name    string
	Size    int64
	Mode    fs.FileMode
	ModTime time.Time
}

// Forward is one line of the forward or reverse list.
type Forward struct{ Serial, Local, Remote string }

func (d *Device) Forward(ctx context.Context, local, remote string) (port int, err error) {
	return 0, errStub
}
func (d *Device) KillForward(ctx context.Context, local string) error     { return errStub }
func (d *Device) Forwards(ctx context.Context) ([]Forward, error)         { return nil, errStub }
func (d *Device) Reverse(ctx context.Context, remote, local string) error { return errStub }
func (d *Device) KillReverse(ctx context.Context, remote string) error    { return errStub }
func (d *Device) Reverses(ctx context.Context) ([]Forward, error)         { return nil, errStub }
func (d *Device) WaitFor(ctx context.Context, state string) error         { return errStub }
func (d *Device) Install(ctx context.Context, r io.Reader, size int64, args ...string) error {
	return errStub
}

// Process is a running command.
type Process struct {
	Stdin          io.WriteCloser
	Stdout, Stderr io.Reader // Stderr is empty where the phone has no shell v2, and on a terminal
}

// Wait returns the exit status; unread output is thrown away. ErrConnectionLost when there was none.
func (p *Process) Wait() (int, error) { return 0, errStub }

// Resize tells the terminal's size.
func (p *Process) Resize(rows, cols int) error { return errStub }

// Close hangs up and waits for the goroutines.
func (p *Process) Close() error { return errStub }
