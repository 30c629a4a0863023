package adb

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Forward is one forwarding: connections to Local are carried to Remote. For a reverse one, Remote listens on the phone and Local is
// dialled on the computer of the adb server.
type Forward struct {
	Serial        string // for a reverse one: a name adbd gives the transport
	Local, Remote string // such as "tcp:8080", "localabstract:name"
}

// Forward makes the server listen at local ("tcp:0" picks a free port, F-027) and carry connections to remote on the phone. It returns the
// port that was picked, or zero when the server did not tell. A local end in use, also by another phone's forward, is ErrAddrInUse: it
// is never taken over. All forwards of a phone vanish when it goes offline.
func (d *Device) Forward(ctx context.Context, local, remote string) (port int, err error) {
	if err := checkSpecs(local, remote); err != nil {
		return 0, err
	}
	l, err := d.request(ctx, "forward:norebind:"+local+";"+remote)
	if err != nil {
		return 0, fmt.Errorf("forward %s to %s: %w", local, remote, err)
	}
	defer l.Close()
	return readPort(ctx, l, d.client)
}

// readPort reads the port that may follow the second status; some servers close instead.
func readPort(ctx context.Context, l *link, c *Client) (port int, err error) {
	err = l.exchange(ctx, c.timeout(), func() error {
		text, err := wire.ReadText(l)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		port, err = strconv.Atoi(text)
		return err
	})
	return port, err
}

// KillForward stops listening at local. Unknown ones give a *FailError.
func (d *Device) KillForward(ctx context.Context, local string) error {
	l, err := d.request(ctx, "killforward:"+local)
	if err != nil {
		return fmt.Errorf("remove forward %s: %w", local, err)
	}
	return l.Close()
}

// Forwards lists this phone's forwards.
func (d *Device) Forwards(ctx context.Context) ([]Forward, error) {
	text, err := d.client.query(ctx, "host:list-forward")
	if err != nil {
		return nil, fmt.Errorf("list forwards: %w", err)
	}
	var own []Forward
	for _, f := range parseForwards(text) {
		if f.Serial == d.serial {
			own = append(own, f)
		}
	}
	return own, nil
}

// Reverse makes the phone listen at remote ("tcp:7000", "localabstract:name") and carry connections to local on the computer of the adb
// server. One that exists is replaced.
func (d *Device) Reverse(ctx context.Context, remote, local string) error {
	if err := checkSpecs(remote, local); err != nil {
		return err
	}
	l, err := d.reverse(ctx, "reverse:forward:"+remote+";"+local, true)
	if err != nil {
		return fmt.Errorf("reverse %s to %s: %w", remote, local, err)
	}
	return l.Close()
}

// KillReverse makes the phone stop listening at remote.
func (d *Device) KillReverse(ctx context.Context, remote string) error {
	l, err := d.reverse(ctx, "reverse:killforward:"+remote, true)
	if err != nil {
		return fmt.Errorf("remove reverse %s: %w", remote, err)
	}
	return l.Close()
}

// Reverses lists what the phone carries back, for all computers connected to it.
func (d *Device) Reverses(ctx context.Context) ([]Forward, error) {
	l, err := d.reverse(ctx, "reverse:list-forward", false)
	if err != nil {
		return nil, fmt.Errorf("list reverses: %w", err)
	}
	defer l.Close()
	var text string
	err = l.exchange(ctx, d.client.timeout(), func() (err error) {
		text, err = wire.ReadText(l)
		return err
	})
	list := parseForwards(text)
	for i, f := range list {
		list[i].Local, list[i].Remote = f.Remote, f.Local
	}
	return list, err
}

// reverse opens a reverse: service, which is answered by the phone itself: with a status of its own when result is true.
func (d *Device) reverse(ctx context.Context, service string, result bool) (*link, error) {
	l, err := d.open(ctx, service)
	if err != nil || !result {
		return l, err
	}
	if err := l.exchange(ctx, d.client.timeout(), func() error { return l.status(service) }); err != nil {
		return nil, err
	}
	return l, nil
}

// checkSpecs refuses ends that would not be read as one: a server keeps a list of the pairs it saw and ends itself when a phone opens
// anything else, so nothing ambiguous is ever sent.
func checkSpecs(listen, dial string) error {
	for _, spec := range []string{listen, dial} {
		kind, rest, ok := strings.Cut(spec, ":")
		if !ok || kind == "" || rest == "" || strings.ContainsAny(spec, ";\x00\n") || kind == "norebind" {
			return fmt.Errorf("forward end %q: use tcp:PORT, localabstract:NAME or localfilesystem:PATH", spec)
		}
	}
	return nil
}

// parseForwards reads lines "SERIAL LOCAL REMOTE"; the serial may hold blanks, the ends do not.
func parseForwards(text string) []Forward {
	var out []Forward
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		right := strings.LastIndexByte(line, ' ')
		if right <= 0 {
			continue
		}
		left := strings.LastIndexByte(line[:right], ' ')
		if left <= 0 {
			continue
		}
		out = append(out, Forward{Serial: line[:left], Local: line[left+1 : right], Remote: line[right+1:]})
	}
	return out
}
