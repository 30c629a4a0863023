package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/handset-agent/handset/adb"
)

// ADBServer is a real adb server of our own on a free loopback port, with keys of its own in a folder of its own. It disturbs no
// other server, and ends with Close.
type ADBServer struct {
	Addr string // host:port
	cmd  *exec.Cmd
	dir  string
	gone chan struct{}
}

// StartADBServer runs the adb program as a private server and waits until it answers.
func StartADBServer(ctx context.Context, env func(string) string) (*ADBServer, error) {
	binary, err := adb.FindBinary(env)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "handset-adb-")
	if err != nil {
		return nil, err
	}
	addr, err := freeAddr()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	cmd := exec.Command(binary, "-L", "tcp:localhost:"+port, "nodaemon", "server")
	cmd.Env = append(os.Environ(), "HOME="+dir, "ANDROID_USER_HOME="+filepath.Join(dir, ".android"), "TMPDIR="+dir,
		"ADB_LOCAL_TRANSPORT_MAX_PORT=5554", "ADB_MDNS_AUTO_CONNECT=0", "ADB_MDNS=0", "ADB_USB=0")
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", binary, err), os.RemoveAll(dir))
	}
	s := &ADBServer{Addr: addr, cmd: cmd, dir: dir, gone: make(chan struct{})}
	go func() {
		defer close(s.gone)
		_ = cmd.Wait()
	}()
	if err := s.ready(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// freeAddr is a loopback address nobody listens on at the moment.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// ready asks for the version until the server answers, at most ten seconds.
func (s *ADBServer) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c := &adb.Client{Network: "tcp", Addr: s.Addr}
	for {
		_, err := c.Version(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-s.gone:
			return fmt.Errorf("the adb server ended at once: %s", s.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("private adb server: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Close ends the server and removes its folder.
func (s *ADBServer) Close() error {
	_ = s.cmd.Process.Kill()
	<-s.gone
	return os.RemoveAll(s.dir)
}
