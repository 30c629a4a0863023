package adbd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"sync"
	"time"
)

// ErrRefused is returned by a handler for a service it does not offer: the host sees "closed".
var ErrRefused = errors.New("service refused")

// Device is the phone's side of the adb transport. Its zero value accepts hosts and refuses every service; the fields are
// handlers and must not change once Serve or ServeConn was called. Many hosts may be connected at once.
type Device struct {
	Banner Banner

	// Shell runs shell:, shell,v2: and exec: services and returns the exit status (128+n for signal n). Its ctx ends when the
	// host is gone: a second after the host closed the stream, at the handler's next write, or with the transport. A
	// command that should go on in the background takes a context of its own. Output is gathered for about 2 ms.
	Shell func(ctx context.Context, s *Session) int

	// Files answers sync:.
	Files FileSystem

	// Dial opens a socket on the phone for the targets of adb forward: tcp:N, localabstract:NAME, localfilesystem:PATH,
	// local:, localreserved:, dev:, vsock:, jdwp:PID.
	Dial func(ctx context.Context, spec string) (net.Conn, error)

	// Listen opens a listener on the phone for adb reverse: tcp:N (0: any port) or localabstract:NAME.
	Listen func(spec string) (net.Listener, error)

	// Service answers everything else: reboot:, root:, remount:, tcpip:N, abb_exec:…, framebuffer:, jdwp, track-jdwp, … The
	// name has no trailing NUL; the arguments of abb: and abb_exec: are separated by NULs. The stream is accepted at the
	// first Read or Write, or by returning nil; ErrRefused before that refuses it.
	Service func(ctx context.Context, name string, c io.ReadWriter) error

	// Auth lets hosts in. Nil: everybody, as with ro.adb.secure=0.
	Auth *Auth

	// Faults tells how the phone misbehaves now; it is asked at each handshake, open and send. Nil: not at all.
	Faults func() Faults

	mu        sync.Mutex
	conns     map[*conn]struct{}
	count     int                         // hosts so far
	listeners map[string]*reverseListener // of adb reverse, by what they listen at
}

// Banner is what the phone says of itself in its CNXN message. No value may hold a colon, semicolon or equals sign.
type Banner struct {
	Type                   string   // "device" when empty; "recovery", "sideload", "bootloader", …
	Product, Model, Device string   // ro.product.name, .model, .device
	Features               []string // nil: DefaultFeatures
}

// DefaultFeatures are the features this package implements by itself. A phone whose Service handler answers abb_exec: adds
// "abb_exec" (and "abb"). What a banner does not announce is not served.
var DefaultFeatures = []string{"shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "fixed_push_symlink_timestamp", "sendrecv_v2"}

// Session is one command started by a host.
type Session struct {
	Command string // everything after the first colon; one line for sh. Empty: a shell that reads its script or lines from Stdin
	V2      bool   // shell v2: Stderr is separate and the exit status is sent
	Exec    bool   // exec: raw bytes, Stderr is Stdout
	PTY     bool   // a terminal: Stdin gives edited lines, input is echoed, output's \n becomes \r\n, Stderr is Stdout
	Term    string // TERM, or empty

	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Resize         <-chan WindowSize // the terminal's sizes as they come; the newest only. Nil without a pty
	Interrupt      <-chan struct{}   // ^C on a terminal. Nil without a pty
}

// WindowSize is a terminal's size in characters and pixels.
type WindowSize struct{ Rows, Cols, X, Y int }

// Faults is how a phone misbehaves. The zero value is a healthy one.
type Faults struct {
	Silent         bool                      // accepts connections and never answers: listed as offline
	Unauthorized   bool                      // asks for a key and never says yes
	Latency        time.Duration             // pause before each message to the host
	BytesPerSecond int64                     // limit of what is sent to a host; 0 means none
	DropAfter      int64                     // closes the transport after so many payload bytes to a host; 0 means never
	Refuse         func(service string) bool // answers CLSE to these services

	Delay func() time.Duration         // further pause before a message to the host, asked for each
	Greet func() Greeting              // how a host that says hello is met, asked once each time
	Open  func(service string) Opening // what happens to a service that a host opens, asked once each time
}

// Greeting is how a phone meets a host.
type Greeting int

// The ways to meet a host.
const (
	GreetAsEver       Greeting = iota // as the other fields of Faults say
	GreetSilent                       // no answer: the host lists the phone as offline
	GreetUnauthorized                 // no key of the host is good enough
)

// Opening is what happens when a host opens a service. The zero value is that it opens.
type Opening struct {
	Refuse    bool
	Drop      bool  // the transport closes
	DropAfter int64 // the transport closes after so many more payload bytes to the host, if not 0
}

// Auth decides about hosts by their RSA keys (adb-protocol B3).
type Auth struct {
	// Known returns the public keys accepted before, as in adbkey.pub ("base64 comment"). Nil: none.
	Known func() []string
	// Ask shows the dialog for a key that is not known and returns when the person has decided; it must return when ctx ends.
	// Nil or false: the host stays unauthorized.
	Ask func(ctx context.Context, key string) bool
}

// FileSystem is what sync: works on. Names are absolute as the host sent them. Errors are sent as the C library's words when
// errors.As finds a syscall.Errno or errors.Is an fs.Err…, else by their own text.
type FileSystem interface {
	Stat(name string) (FileInfo, error)      // follows symbolic links
	Lstat(name string) (FileInfo, error)     // does not
	ReadDir(name string) ([]FileInfo, error) // lstat of each entry; "." and ".." are added by this package
	Open(name string) (io.ReadCloser, error)
	MkdirAll(name string) error // the missing parents of a pushed file
	// Create begins a new file in place of an old one. perm holds the permission bits.
	Create(name string, perm uint32) (Upload, error)
	Symlink(target, name string) error
}

// Upload is a file being pushed: exactly one of Close and Abort ends it.
type Upload interface {
	io.Writer
	Close(mtime time.Time) error // keep it
	Abort()                      // remove it
}

// FileInfo is one file as stat(2) tells it.
type FileInfo struct {
	Name                string
	Mode                uint32 // st_mode: type and permission bits (0100644, 040755, 0120777)
	Size                int64
	UID, GID, Nlink     uint32
	Dev, Ino            uint64
	Atime, Mtime, Ctime time.Time
}

// hosts are the transports of all connected hosts.
func (d *Device) hosts() []*conn {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.conns))
}

func (d *Device) add(t *conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.conns == nil {
		d.conns = make(map[*conn]struct{})
	}
	d.conns[t] = struct{}{}
	d.count++
	t.name = fmt.Sprintf("host-%d", d.count)
}

func (d *Device) remove(t *conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.conns, t)
}

// Disconnect closes the transports of all connected hosts, as a phone that restarts adbd or loses its network does. It does not
// wait for them.
func (d *Device) Disconnect() {
	for _, t := range d.hosts() {
		t.hangUp()
	}
}
