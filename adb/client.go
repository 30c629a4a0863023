package adb

import (
	"os"
	"time"
)

// Client talks to one adb server. The zero value talks to the server the environment names (see [Address]). It holds no
// connection and may be used from many goroutines at once; do not change its fields after first use.
type Client struct {
	Network, Addr string                   // "tcp" or "unix"; empty: from Env
	Timeout       time.Duration            // limit of one exchange with the server or a phone; 0 means 5 s
	MaxOutput     int64                    // limit of what Device.Shell keeps; 0 means 64 MiB
	Binary        string                   // the adb program that starts a server; empty: FindBinary at need
	Env           func(name string) string // the environment; nil means os.Getenv
}

const (
	defaultTimeout   = 5 * time.Second
	defaultMaxOutput = 64 << 20
)

func (c *Client) timeout() time.Duration {
	if c.Timeout > 0 {
		return c.Timeout
	}
	return defaultTimeout
}

func (c *Client) maxOutput() int64 {
	if c.MaxOutput > 0 {
		return c.MaxOutput
	}
	return defaultMaxOutput
}

func (c *Client) env(name string) string {
	if c.Env != nil {
		return c.Env(name)
	}
	return os.Getenv(name)
}

// Device is a phone named by its serial. It does no I/O until a method is called.
func (c *Client) Device(serial string) *Device { return &Device{client: c, serial: serial} }
