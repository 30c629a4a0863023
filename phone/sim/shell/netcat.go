package shell

import (
	"context"
	"io"
	"net"
	"strconv"
	"time"
)

// ncCommand is toybox's netcat on the phone's own loopback sockets. Any other net cannot be reached: the phone is alone.
func ncCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("+46Uuf:lLp:q:s:tw:W:z")
	if !ok {
		return 1
	}
	if f.has("l") || f.has("L") {
		return p.ncListen(ctx, f.str("p", ""))
	}
	if len(f.args) < 2 {
		return p.needs(2)
	}
	port, err := strconv.Atoi(f.args[1])
	switch here := f.args[0] == "localhost" || f.args[0] == "127.0.0.1" || f.args[0] == wifiAddress; {
	case err != nil || port <= 0 || port > 65535:
		return p.fail("bad port: %s", f.args[1])
	case !here && !p.d.wifiOn():
		return p.fail("connect: Network is unreachable")
	case !here:
		return p.fail("connect: No route to host")
	case p.d.opts.Dial == nil:
		return p.fail("connect: Connection refused")
	}
	c, err := p.d.opts.Dial(ctx, "tcp:"+strconv.Itoa(port))
	if err != nil {
		return p.fail("connect: Connection refused")
	}
	return p.netcat(ctx, c)
}

func (p *Proc) ncListen(ctx context.Context, port string) int {
	if p.d.opts.Listen == nil || port == "" {
		return p.fail("bind: Permission denied")
	}
	l, err := p.d.opts.Listen("tcp:" + port)
	if err != nil {
		return p.fail("bind: Address already in use")
	}
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	c, err := l.Accept()
	stop()
	_ = l.Close()
	if err != nil {
		return 1
	}
	return p.netcat(ctx, c)
}

// netcat carries both directions until the other end hangs up.
func (p *Proc) netcat(ctx context.Context, c net.Conn) int {
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_, _ = io.Copy(c, p.Stdin) // ends with the input, or with a connection that is closed
		if half, ok := c.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
	}()
	b := make([]byte, 32<<10)
	for {
		n, err := c.Read(b)
		if _, werr := p.Stdout.Write(b[:n]); werr != nil || err != nil {
			break
		}
		if p.Stdout.Flush() != nil {
			break
		}
	}
	_ = c.Close()
	const rest = 50 * time.Millisecond // for an input that has just ended
	select {
	case <-sent:
	case <-ctx.Done():
	case <-time.After(rest):
	}
	return 0
}
