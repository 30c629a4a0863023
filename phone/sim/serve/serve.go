// Package serve puts simulated phones on the wire: each listens as adbd does, so that any adb server can connect to it, and
// answers shell commands, file transfers, forwards, reverses and the scrcpy server.
package serve

import (
	"context"
	"errors"
)

// Options says which phones to serve. The zero value is one phone on a free port of 127.0.0.1.
type Options struct {
	Count   int    // how many phones; zero means one
	Host    string // address to listen on; empty means 127.0.0.1
	Port    int    // port of the first phone, the others follow in steps of two; zero means free ports
	Profile string // empty: the default profile
	Seed    int64  // phone number i gets Seed+i
}

// Rack is a set of phones that are being served.
type Rack struct{}

// Served is one phone of a rack.
type Served struct {
	Addr string // host:port, as for adb connect
}

// Start listens for every phone and serves them until ctx ends or Close is called. A port that is taken is an error that
// names it; then nothing is left running.
func Start(ctx context.Context, o Options) (*Rack, error) { return nil, errors.ErrUnsupported }

// Phones lists the phones in the order of their numbers.
func (r *Rack) Phones() []Served { return nil }

// Close ends every transport and waits for everything that was started.
func (r *Rack) Close() error { return nil }
