package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/handset-agent/handset/phone/sim/serve"
)

// Server answers for the phones of a rack.
type Server struct {
	phones    map[string]*target
	l         net.Listener
	record    string
	temporary string
	ctx       context.Context //nolint:containedctx // ends with Close
	end       context.CancelFunc
	wg        sync.WaitGroup
}

// target is one phone and what is being recorded of it.
type target struct {
	serve.Served

	mu        sync.Mutex
	recording *recording
}

// served counts the servers of this process, so that each has files of its own.
var served atomic.Int64

// Serve opens the socket of a rack's phones in dir, which is made when it is missing.
func Serve(dir string, rack *serve.Rack) (*Server, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("control socket: %w", err)
	}
	n := served.Add(1)
	s := &Server{phones: map[string]*target{}, record: recordPath(dir, n)}
	var r record
	for _, p := range rack.Phones() {
		i := p.Phone.Info()
		s.phones[p.Addr] = &target{Served: p}
		r.Phones = append(r.Phones, Phone{
			Serial: p.Serial, Addr: p.Addr, Console: p.Console, Profile: p.Phone.World().Profile().Name, Android: i.Android, Model: i.Model,
		})
	}
	var err error
	if r.Socket, s.temporary, err = socketPath(dir); err != nil {
		return nil, err
	}
	if n > 1 && s.temporary == "" {
		r.Socket = r.Socket[:len(r.Socket)-len(".sock")] + fmt.Sprintf("-%d.sock", n)
	}
	_ = os.Remove(r.Socket) // of a killed program that had our number
	if s.l, err = net.Listen("unix", r.Socket); err != nil {
		return nil, errors.Join(fmt.Errorf("control socket: %w", err), s.tidy())
	}
	if err := os.Chmod(r.Socket, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("control socket: %w", err), s.l.Close(), s.tidy())
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.wg.Go(s.accept)
	if err := writeRecord(s.record, r); err != nil {
		return nil, errors.Join(fmt.Errorf("control socket: %w", err), s.Close())
	}
	return s, nil
}

func writeRecord(path string, r record) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	tmp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
	if err := os.WriteFile(tmp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// Close ends recordings and the socket.
func (s *Server) Close() error {
	s.end()
	_ = s.l.Close()
	s.wg.Wait()
	var errs []error
	for _, t := range s.phones {
		_, err := t.stopRecording()
		if !errors.Is(err, errNotRecording) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, s.tidy())...)
}

func (s *Server) tidy() error {
	err := os.Remove(s.record)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if s.temporary != "" {
		err = errors.Join(err, os.RemoveAll(s.temporary))
	}
	return err
}

func (s *Server) accept() {
	for {
		c, err := s.l.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) || s.ctx.Err() != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
			continue
		}
		s.wg.Go(func() {
			defer c.Close()
			defer context.AfterFunc(s.ctx, func() { _ = c.Close() })()
			_ = c.SetDeadline(time.Now().Add(callTime))
			s.serve(c)
		})
	}
}

// serve answers one request. A connection that says nothing only asked whether we are there.
func (s *Server) serve(c net.Conn) {
	var r Request
	if err := json.NewDecoder(io.LimitReader(c, maxMessage)).Decode(&r); err != nil {
		return
	}
	var a answer
	result, err := s.do(r)
	if err == nil {
		a.Result, err = json.Marshal(result)
	}
	if err != nil {
		a = answer{Error: err.Error()}
	}
	b, err := json.Marshal(a)
	if err != nil {
		return
	}
	_, _ = c.Write(append(b, '\n'))
}

func (s *Server) do(r Request) (any, error) {
	t := s.phones[r.Phone]
	if t == nil {
		return nil, fmt.Errorf("%w: %s", ErrUnknown, r.Phone)
	}
	op := ops[r.Op]
	if op == nil {
		return nil, fmt.Errorf("a simulated phone of this release does not know %q", r.Op)
	}
	return op(s, t, r)
}
