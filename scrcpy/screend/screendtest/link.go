package screendtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// Link is a way to the phone as package scrcpy wants it. Set the fields before use.
type Link struct {
	Phone *Phone
	// NoReverse refuses reverse rules; BrokenReverse accepts them, but connections through them lead nowhere.
	NoReverse, BrokenReverse bool
	// Deaf keeps the server running when its stream is hung up, as a raw exec stream does.
	Deaf bool

	mu       sync.Mutex
	commands []string
	reverses map[string]string
	local    string
	running  sync.WaitGroup
}

// Link returns a new way to the phone.
func (p *Phone) Link() *Link { return &Link{Phone: p, reverses: map[string]string{}} }

// Push implements scrcpy.Link.
func (l *Link) Push(_ context.Context, r io.Reader, size int64, to string, _ fs.FileMode, _ time.Time, _ func(done, total int64)) error {
	b, err := io.ReadAll(r)
	if err == nil && int64(len(b)) != size {
		err = fmt.Errorf("%d bytes announced, %d came", size, len(b))
	}
	if err == nil {
		l.Phone.files.write(to, b)
	}
	return err
}

// Files lists the phone's files.
func (l *Link) Files() []string { return l.Phone.files.list() }

// Commands lists the command lines run so far.
func (l *Link) Commands() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.commands)
}

// Reverses lists the reverse rules.
func (l *Link) Reverses() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.reverses))
}

// Local is where the last reverse rule led to.
func (l *Link) Local() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.local
}

// Wait blocks until all commands have ended.
func (l *Link) Wait() { l.running.Wait() }

// Exec implements scrcpy.Link.
func (l *Link) Exec(ctx context.Context, command string) (io.ReadCloser, error) {
	l.mu.Lock()
	l.commands = append(l.commands, command)
	l.mu.Unlock()
	life, kill := context.WithCancel(ctx)
	if l.Deaf {
		life, kill = context.WithCancel(context.WithoutCancel(ctx))
	}
	r, w := io.Pipe()
	l.running.Go(func() {
		defer kill()
		defer w.Close()
		for part := range strings.SplitSeq(command, "; ") {
			l.run(life, part, w)
		}
	})
	s := &stream{PipeReader: r, kill: kill}
	if l.Deaf {
		s.kill = func() {}
		l.Phone.files.onKill(kill)
	}
	context.AfterFunc(ctx, func() { s.Close() })
	return s, nil
}

// stream is the output of a command; closing it hangs up.
type stream struct {
	*io.PipeReader
	kill func()
}

func (s *stream) Close() error {
	s.kill()
	return s.PipeReader.Close()
}

// run knows the commands of a client.
func (l *Link) run(ctx context.Context, command string, w io.Writer) {
	words := strings.Fields(command)
	f := &l.Phone.files
	switch {
	case len(words) == 2 && words[0] == "sha256sum":
		if b, ok := f.read(words[1]); ok {
			fmt.Fprintf(w, "%x  %s\n", sha256.Sum256(b), words[1])
		}
	case len(words) == 3 && words[0] == "rm":
		f.remove(words[2])
	case words[0] == "pkill":
		f.killAll()
	case len(words) > 3 && words[1] == "app_process":
		l.Phone.Server.Run(ctx, words[4:], strings.TrimPrefix(words[0], "CLASSPATH="), w, w)
	default:
		fmt.Fprintf(w, "sh: %s: inaccessible or not found\n", words[0])
	}
}

// DialLocal implements scrcpy.Link.
func (l *Link) DialLocal(ctx context.Context, name string) (net.Conn, error) {
	return l.Phone.sockets.dial(ctx, name)
}

// Reverse implements scrcpy.Link.
func (l *Link) Reverse(_ context.Context, remote, local string) error {
	if l.NoReverse {
		return errors.New("more than one transport")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reverses[remote], l.local = local, local
	name := strings.TrimPrefix(remote, "localabstract:")
	addr := "127.0.0.1:" + strings.TrimPrefix(local, "tcp:")
	l.Phone.sockets.reverse(name, func(ctx context.Context) (net.Conn, error) {
		if l.BrokenReverse {
			ours, theirs := net.Pipe()
			return ours, theirs.Close()
		}
		var d net.Dialer
		return d.DialContext(ctx, "tcp", addr)
	})
	return nil
}

// KillReverse implements scrcpy.Link.
func (l *Link) KillReverse(_ context.Context, remote string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.reverses[remote]; !ok {
		return errors.New("listener not found")
	}
	delete(l.reverses, remote)
	l.Phone.sockets.reverse(strings.TrimPrefix(remote, "localabstract:"), nil)
	return nil
}
