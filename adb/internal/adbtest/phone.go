//go:build unix

package adbtest

import (
	"context"
	"errors"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
)

// Phone is an adbd with files in memory and the workstation's sh for a shell.
type Phone struct {
	*adbd.Device
	Files *MemFS
	Addr  string

	stop     func()
	mu       sync.Mutex
	abstract map[string]net.Listener
	services []string // names the Service handler saw
	Install  func(r io.Reader, args []string) string
}

// NewPhone makes a phone that does not listen yet.
func NewPhone() *Phone {
	p := &Phone{Files: NewMemFS(), abstract: map[string]net.Listener{}}
	p.Device = &adbd.Device{
		Banner:  adbd.Banner{Product: "simprod", Model: "Sim Phone", Device: "simdev"},
		Files:   p.Files,
		Shell:   RunShell,
		Dial:    p.dial,
		Listen:  p.listen,
		Service: p.service,
	}
	return p
}

// Start serves the phone on a loopback port until the test ends.
func (p *Phone) Start(t testing.TB) *Phone {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return p.StartOn(t, l)
}

// StartOn serves the phone on l until the test ends.
func (p *Phone) StartOn(t testing.TB, l net.Listener) *Phone {
	p.Addr = l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Serve(ctx, l)
	}()
	p.stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(p.stop)
	return p
}

// Stop takes the phone off its port and waits; it cannot be started again.
func (p *Phone) Stop() { p.stop() }

// RunShell runs a command with sh in a process group of its own; its ctx ends the group.
func RunShell(ctx context.Context, s *adbd.Session) int {
	args := []string{"-c", s.Command}
	if s.Command == "" {
		args = []string{"-s"}
	}
	cmd := exec.Command("/bin/sh", args...)
	cmd.Stdout, cmd.Stderr = s.Stdout, s.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return 127
	}
	if err := cmd.Start(); err != nil {
		return 127
	}
	go func() {
		io.Copy(stdin, s.Stdin)
		stdin.Close()
	}()
	group := -cmd.Process.Pid
	stop := context.AfterFunc(ctx, func() {
		syscall.Kill(group, syscall.SIGHUP)
		time.AfterFunc(5*time.Second, func() { syscall.Kill(group, syscall.SIGKILL) }) // a test that failed must end
	})
	defer stop()
	cmd.Wait()
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

// dial reaches abstract sockets of this phone and ports of the workstation.
func (p *Phone) dial(ctx context.Context, spec string) (net.Conn, error) {
	var d net.Dialer
	if port, ok := strings.CutPrefix(spec, "tcp:"); ok {
		return d.DialContext(ctx, "tcp", "127.0.0.1:"+port)
	}
	p.mu.Lock()
	l := p.abstract[spec]
	p.mu.Unlock()
	if l == nil {
		return nil, syscall.ECONNREFUSED
	}
	return d.DialContext(ctx, "tcp", l.Addr().String())
}

// listen opens a port, or an abstract socket that stands for one.
func (p *Phone) listen(spec string) (net.Listener, error) {
	if port, ok := strings.CutPrefix(spec, "tcp:"); ok {
		return net.Listen("tcp", "127.0.0.1:"+port)
	}
	if !strings.HasPrefix(spec, "localabstract:") {
		return nil, errors.New("unknown socket specification")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		p.mu.Lock()
		p.abstract[spec] = l
		p.mu.Unlock()
	}
	return l, err
}

// ListenAbstract opens an abstract socket on the phone, for forwards.
func (p *Phone) ListenAbstract(t testing.TB, name string) net.Listener {
	l, err := p.listen("localabstract:" + name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// DialAbstract dials an abstract socket of the phone, as a program on it would.
func (p *Phone) DialAbstract(name string) (net.Conn, error) {
	return p.dial(context.Background(), "localabstract:"+name)
}

// Services lists the names of the services beyond shell, sync and sockets that hosts asked for.
func (p *Phone) Services() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.services...)
}

func (p *Phone) service(_ context.Context, name string, c io.ReadWriter) error {
	p.mu.Lock()
	p.services = append(p.services, name)
	p.mu.Unlock()
	switch {
	case strings.HasPrefix(name, "tcpip:"):
		io.WriteString(c, "restarting in TCP mode port: "+strings.TrimPrefix(name, "tcpip:")+"\n")
	case strings.HasPrefix(name, "abb_exec:package\x00install\x00") && p.Install != nil:
		io.WriteString(c, p.Install(c, strings.Split(name, "\x00")[2:]))
	default:
		return adbd.ErrRefused
	}
	return nil
}
