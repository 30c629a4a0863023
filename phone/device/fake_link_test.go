package device

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb"
)

type fakeListener struct {
	p     *fakePhone
	name  string
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func (p *fakePhone) listen(name string) (net.Listener, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sockets[name] != nil {
		return nil, errors.New("Address already in use")
	}
	l := &fakeListener{p: p, name: name, conns: make(chan net.Conn), done: make(chan struct{})}
	p.sockets[name] = l.conns
	return l, nil
}

func (l *fakeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *fakeListener) Close() error {
	l.once.Do(func() {
		close(l.done)
		l.p.mu.Lock()
		delete(l.p.sockets, l.name)
		l.p.mu.Unlock()
	})
	return nil
}

func (l *fakeListener) Addr() net.Addr { return &net.UnixAddr{Name: "@" + l.name, Net: "unix"} }

func (p *fakePhone) dial(ctx context.Context, name string) (net.Conn, error) {
	p.mu.Lock()
	local, ok := p.reverses["localabstract:"+name]
	p.mu.Unlock()
	if !ok {
		return nil, errors.New("Connection refused")
	}
	var d net.Dialer
	return d.DialContext(ctx, "tcp", "127.0.0.1:"+strings.TrimPrefix(local, "tcp:"))
}

func (p *fakePhone) Serial() string { return "fake-1" }

func (p *fakePhone) alive(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return &adb.NoDeviceError{Serial: "fake-1"}
	}
	return nil
}

func (p *fakePhone) Present(ctx context.Context) error { return p.alive(ctx) }

func (p *fakePhone) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	if err := p.alive(ctx); err != nil {
		return err
	}
	io.Copy(io.Discard, r)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files[to] = true
	return nil
}

func (p *fakePhone) Pull(context.Context, string, io.Writer, func(done, total int64)) error {
	return fs.ErrNotExist
}

func (p *fakePhone) Stat(context.Context, string) (adb.FileInfo, error) {
	return adb.FileInfo{}, fs.ErrNotExist
}

func (p *fakePhone) List(context.Context, string) ([]adb.FileInfo, error) { return nil, fs.ErrNotExist }

func (p *fakePhone) Install(context.Context, io.Reader, int64, ...string) error { return nil }

func (p *fakePhone) DialLocal(ctx context.Context, name string) (net.Conn, error) {
	if err := p.alive(ctx); err != nil {
		return nil, err
	}
	p.mu.Lock()
	conns := p.sockets[name]
	p.mu.Unlock()
	if conns == nil {
		return nil, adb.ErrRefused
	}
	a, b := net.Pipe()
	select {
	case conns <- b:
		return a, nil
	case <-ctx.Done():
		a.Close()
		return nil, context.Cause(ctx)
	}
}

func (p *fakePhone) Open(context.Context, string) (net.Conn, error) { return nil, adb.ErrRefused }

func (p *fakePhone) Reverse(ctx context.Context, remote, local string) error {
	if err := p.alive(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reverses[remote] = local
	return nil
}

func (p *fakePhone) KillReverse(ctx context.Context, remote string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.reverses, remote)
	return nil
}

func (p *fakePhone) Exec(ctx context.Context, command string) (io.ReadCloser, error) {
	if err := p.alive(ctx); err != nil {
		return nil, err
	}
	if !strings.Contains(command, "app_process") {
		out, err := p.Shell(ctx, command)
		return io.NopCloser(strings.NewReader(string(out.Stdout) + string(out.Stderr))), err
	}
	p.mu.Lock()
	p.commands = append(p.commands, command)
	broken := p.noServer
	p.mu.Unlock()
	if broken {
		return io.NopCloser(strings.NewReader("Aborted\n")), nil
	}
	run, rest, _ := strings.Cut(command, "; ")
	words := strings.Fields(run)
	jar := strings.TrimPrefix(words[0], "CLASSPATH=")
	i := slices.Index(words, "com.genymobile.scrcpy.Server")
	life, kill := context.WithCancel(context.Background())
	r, w := io.Pipe()
	p.mu.Lock()
	p.nextProc++
	id := p.nextProc
	p.procs[id] = kill
	p.mu.Unlock()
	p.wg.Go(func() {
		p.server.Run(life, words[i+1:], jar, w, w)
		if rest != "" {
			p.Shell(context.Background(), rest)
		}
		w.Close()
		kill()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.procs, id)
	})
	stop := context.AfterFunc(ctx, func() { kill(); r.Close() })
	return &fakeExec{r, func() { stop(); kill() }}, nil
}

type fakeExec struct {
	*io.PipeReader
	stop func()
}

func (e *fakeExec) Close() error {
	e.stop()
	return e.PipeReader.Close()
}

func (p *fakePhone) Run(ctx context.Context, command string) (adb.Output, error) {
	return p.Shell(ctx, command)
}

func (p *fakePhone) Shell(ctx context.Context, command string) (adb.Output, error) {
	if err := p.alive(ctx); err != nil {
		return adb.Output{}, err
	}
	p.mu.Lock()
	p.commands = append(p.commands, command)
	answer := p.answer
	p.mu.Unlock()
	if answer != nil {
		if out, ok := answer(command); ok {
			return out, nil
		}
	}
	return p.canned(command), nil
}

func (p *fakePhone) canned(command string) adb.Output {
	p.mu.Lock()
	defer p.mu.Unlock()
	say := func(format string, a ...any) adb.Output { return adb.Output{Stdout: fmt.Appendf(nil, format, a...)} }
	focus := "com.example.notes/com.example.notes.Main"
	switch {
	case strings.HasPrefix(command, "getprop"):
		return say("[ro.serialno]: [FAKE01]\n[ro.product.manufacturer]: [Xiaomi]\n[ro.product.model]: [Fake]\n[ro.build.version.release]: [14]\n[ro.build.version.sdk]: [34]\n"+
			"Physical size: %dx%d\nPhysical density: 320\n", p.natural.X, p.natural.Y)
	case command == "screencap":
		p.draw()
		b := binary.LittleEndian.AppendUint32(nil, uint32(p.img.Rect.Dx()))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.img.Rect.Dy()))
		b = append(b, 1, 0, 0, 0, 1, 0, 0, 0)
		return adb.Output{Stdout: append(b, p.img.Pix...)}
	case strings.HasPrefix(command, "dumpsys power"):
		state := map[bool]string{true: "Awake", false: "Asleep"}[p.awake]
		return say("mWakefulness=%s\n@@policy@@\n  occluded=false\n  secure=false\n  mIsShowing=%t\n", state, p.locked)
	case strings.HasPrefix(command, "dumpsys window displays"):
		s := p.size()
		flags := ""
		if p.secure {
			flags = "SECURE "
		}
		return say("  Display: mDisplayId=0 (organized)\n    cur=%dx%d app=1x1\n  mCurrentFocus=Window{1a u0 %s}\n  mFocusedApp=ActivityRecord{2b u0 com.example.notes/.Main t1}\n    mRotation=%d\n"+
			"@@windows@@\n  Window #0 Window{1a u0 %s}:\n    mAttrs={ty=BASE\n      fl=%sSPLIT_TOUCH\n      pfl=X}\n", s.X, s.Y, focus, p.rotation, focus, flags)
	case strings.HasPrefix(command, "uiautomator dump"):
		return say(`<?xml version='1.0'?><hierarchy rotation="0"><node class="android.widget.EditText" text="%s" focused="true" bounds="[0,0][9,9]"/></hierarchy>UI hierchary dumped to: x`,
			strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", "\n", "&#10;").Replace(p.text))
	case strings.HasPrefix(command, "rm -f "):
		delete(p.files, strings.TrimPrefix(command, "rm -f "))
		return adb.Output{}
	case strings.HasPrefix(command, "wm dismiss-keyguard"):
		p.locked = false
		return adb.Output{}
	}
	return adb.Output{}
}
