package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Times of a call.
const (
	dialTime = 2 * time.Second
	callTime = 2 * time.Minute
)

// List finds the running phones whose programs use dir, by address. Files that a killed program left are taken away.
func List(ctx context.Context, dir string) ([]Phone, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list simulated phones: %w", err)
	}
	var out []Phone
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		r, err := readRecord(path)
		if err != nil {
			continue // being written or taken away
		}
		if !alive(ctx, r.Socket) {
			_ = os.Remove(path)
			_ = os.Remove(r.Socket)
			continue
		}
		for _, p := range r.Phones {
			p.socket, p.PID = r.Socket, pidOf(e.Name())
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b Phone) int { return strings.Compare(a.Addr, b.Addr) })
	return out, nil
}

func readRecord(path string) (record, error) {
	var r record
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	return r, err
}

func alive(ctx context.Context, socket string) bool {
	c, err := dial(ctx, socket)
	if err != nil {
		return false
	}
	_ = c.Close()
	return true
}

func dial(ctx context.Context, socket string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTime}
	return d.DialContext(ctx, "unix", socket)
}

// Choose finds the phone of a name: its serial, its address or its port. The empty name is the only one that runs. The error is
// ErrNone, ErrUnknown or ErrMany.
func Choose(phones []Phone, name string) (Phone, error) {
	if len(phones) == 0 {
		return Phone{}, ErrNone
	}
	for _, p := range phones {
		_, port, _ := net.SplitHostPort(p.Addr)
		if name != "" && (name == p.Serial || name == p.Addr || name == port) {
			return p, nil
		}
	}
	switch {
	case name != "":
		return Phone{}, fmt.Errorf("%w: %s", ErrUnknown, name)
	case len(phones) > 1:
		return Phone{}, ErrMany
	}
	return phones[0], nil
}

// Call asks a phone that List found. A refusal is an error with the phone's words.
func (p Phone) Call(ctx context.Context, r Request) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	c, err := dial(ctx, p.socket)
	if err != nil {
		return nil, fmt.Errorf("call simulated phone: %w", err)
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	r.Phone = p.Addr
	b, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("call simulated phone: %w", err)
	}
	if _, err := c.Write(append(b, '\n')); err != nil {
		return nil, fmt.Errorf("call simulated phone: %w", err)
	}
	var a answer
	err = json.NewDecoder(io.LimitReader(bufio.NewReader(c), maxMessage)).Decode(&a)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("call simulated phone: %w", context.Cause(ctx))
	case err != nil:
		return nil, fmt.Errorf("call simulated phone: it gave no answer: %w", err)
	case a.Error != "":
		return nil, errors.New(a.Error)
	}
	return a.Result, nil
}
