package adb

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
)

// Version reads the server's version number (41 in all servers since 2019). No version is refused: F-001.
func (c *Client) Version(ctx context.Context) (int, error) {
	text, err := c.query(ctx, "host:version")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(text, 16, 16)
	if err != nil {
		return 0, fmt.Errorf("adb server version %q: not a number", text)
	}
	return int(n), nil
}

// Ensure makes sure that a server answers. When nothing listens and the address is this computer's, it starts one with the
// adb program; ErrNoBinary when there is none. A server that listens is left alone whatever its version, and one that does not
// answer is reported (ErrTimeout), never stopped.
func (c *Client) Ensure(ctx context.Context) error {
	_, err := c.Version(ctx)
	if !errors.Is(err, ErrNoServer) || ctx.Err() != nil {
		return err
	}
	network, addr, _ := c.address()
	spec, local := serverSpec(network, addr)
	if !local {
		return err
	}
	binary := c.Binary
	if binary == "" {
		if binary, err = FindBinary(c.env); err != nil {
			return fmt.Errorf("%w at %s and none can be started: %w", ErrNoServer, addr, err)
		}
	}
	said, startErr := startServer(ctx, binary, spec, c.env)
	if _, err = c.Version(ctx); err == nil {
		return nil // ours, or one that somebody else started meanwhile
	}
	if ctx.Err() != nil {
		return ended(ctx)
	}
	if startErr == nil {
		return fmt.Errorf("start adb server with %s: %w", binary, err)
	}
	if said != "" {
		startErr = fmt.Errorf("%w: %s", startErr, firstLine(said))
	}
	return fmt.Errorf("%w at %s, and %s could not start one: %w", ErrNoServer, addr, binary, startErr)
}

// serverSpec gives the -L argument of a server for the address, and whether a server started here could listen on it.
func serverSpec(network, addr string) (spec string, local bool) {
	if network == "unix" {
		if name, ok := cutAt(addr); ok {
			return "localabstract:" + name, true
		}
		return "localfilesystem:" + addr, true
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", false
	}
	switch host {
	case "localhost", "127.0.0.1", "::1":
		return "tcp:localhost:" + port, true // the only spelling every server version listens on
	}
	return "", false
}

func cutAt(addr string) (string, bool) {
	if len(addr) > 0 && addr[0] == '@' {
		return addr[1:], true
	}
	return addr, false
}

// ReconnectOffline asks the server to connect its offline phones again (F-012).
func (c *Client) ReconnectOffline(ctx context.Context) error {
	_, err := c.query(ctx, "host:reconnect-offline")
	return err
}
