package adb

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// PrivateServer is a real adb server of our own on a free loopback port, with keys of its own in a folder of its own. It disturbs no
// other server, looks for no phone by itself, and ends with Close.
type PrivateServer struct {
	Addr string // host:port

	binary string
	cmd    *exec.Cmd
	dir    string
	gone   chan struct{}
}

// privateStart bounds how long a private server may take until it answers.
const privateStart = 10 * time.Second

// StartPrivateServer runs the adb program, found as [FindBinary] does, as a private server and waits until it answers.
func StartPrivateServer(ctx context.Context, env func(string) string) (*PrivateServer, error) {
	binary, err := FindBinary(env)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "handset-adb-")
	if err != nil {
		return nil, err
	}
	s := &PrivateServer{binary: binary, dir: dir, gone: make(chan struct{})}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := s.ready(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *PrivateServer) start() (err error) {
	if s.Addr, err = freeAddr(); err != nil {
		return err
	}
	s.cmd = exec.Command(s.binary, "-L", s.spec(), "nodaemon", "server")
	s.cmd.Env = s.Env()
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", s.binary, err)
	}
	go func() {
		defer close(s.gone)
		_ = s.cmd.Wait()
	}()
	return nil
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

func (s *PrivateServer) spec() string { return "tcp:localhost:" + s.Port() }

// Port is where the server listens.
func (s *PrivateServer) Port() string {
	_, port, _ := net.SplitHostPort(s.Addr)
	return port
}

// Home is the folder that the server and the programs of [PrivateServer.Command] have for their home.
func (s *PrivateServer) Home() string { return s.dir }

// Env is our own environment without a word about adb, and with the private server's: it makes the adb program talk to this server.
func (s *PrivateServer) Env() []string {
	own := slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "ADB_") || strings.HasPrefix(kv, "ANDROID_")
	})
	return append(own, "HOME="+s.dir, "ANDROID_USER_HOME="+filepath.Join(s.dir, ".android"), "TMPDIR="+s.dir, "ADB_SERVER_SOCKET="+s.spec(),
		"ADB_LOCAL_TRANSPORT_MAX_PORT=5554", "ADB_MDNS_AUTO_CONNECT=0", "ADB_MDNS=0", "ADB_USB=0")
}

// Command prepares a run of the adb program against the server.
func (s *PrivateServer) Command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.binary, args...)
	cmd.Env = s.Env()
	cmd.WaitDelay = privateStart
	return cmd
}

// Client is a client of the server.
func (s *PrivateServer) Client() *Client { return &Client{Network: "tcp", Addr: s.Addr} }

// Alive reports whether the server still runs.
func (s *PrivateServer) Alive() bool {
	select {
	case <-s.gone:
		return false
	default:
		return true
	}
}

// ready asks for the version until the server answers.
func (s *PrivateServer) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, privateStart)
	defer cancel()
	for {
		_, err := s.Client().Version(ctx)
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
func (s *PrivateServer) Close() error {
	_ = s.cmd.Process.Kill()
	<-s.gone
	return os.RemoveAll(s.dir)
}
