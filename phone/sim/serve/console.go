package serve

import (
	"bufio"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"
)

// The ports of emulators: consoles on even ones from firstConsole.
const (
	firstConsole = 5554
	lastConsole  = 5554 + 2*255
)

// listenPair takes a console's port and the adb port above it. With search it goes on to the next pair that is free; it returns
// the console's port.
func listenPair(ctx context.Context, host string, at int, search bool) (console, adb net.Listener, port int, err error) {
	if at%2 != 0 {
		return nil, nil, at, fmt.Errorf("listen: an emulator's console has an even port, not %d", at)
	}
	for ; at <= 65534; at += 2 {
		if console, err = listen(ctx, host, at); err == nil {
			if adb, err = listen(ctx, host, at+1); err == nil {
				return console, adb, at, nil
			}
			_ = console.Close()
		}
		if !search || at >= lastConsole || !errors.Is(err, syscall.EADDRINUSE) {
			break
		}
	}
	return nil, nil, at, err
}

// Limits of a console.
const (
	consoleLine  = 8 << 10
	consoleIdle  = 10 * time.Minute
	consoleWrite = 10 * time.Second
	consoleMost  = 32 // connections at once
)

// serveConsole answers connections until ctx ends.
func (d *device) serveConsole(ctx context.Context, l net.Listener) {
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	var talks sync.WaitGroup
	defer talks.Wait()
	room := make(chan struct{}, consoleMost)
	for {
		c, err := l.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) || !sleep(ctx, 50*time.Millisecond) {
				return
			}
			continue
		}
		select {
		case room <- struct{}{}:
			talks.Go(func() {
				defer func() { <-room }()
				d.talk(ctx, c)
			})
		default:
			_ = c.Close()
		}
	}
}

// talk is one connection to the console.
func (d *device) talk(ctx context.Context, c net.Conn) {
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	defer c.Close()
	t := &console{d: d, ctx: ctx, c: c, open: d.token == ""}
	if !t.open {
		t.print("Android Console: Authentication required")
		t.print("Android Console: type 'auth <auth_token>' to authenticate")
		t.print("Android Console: you can find your <auth_token> in ")
		t.print("'" + tokenFile + "'")
	} else {
		t.print("Android Console: type 'help' for a list of commands")
	}
	t.print("OK")
	lines := bufio.NewScanner(c)
	lines.Buffer(nil, consoleLine)
	for !t.over && t.flush() == nil {
		_ = c.SetReadDeadline(time.Now().Add(consoleIdle))
		if !lines.Scan() {
			return
		}
		t.line(strings.TrimRight(lines.Text(), "\r"))
	}
	_ = t.flush()
	if t.dying {
		d.die()
	}
}

// tokenFile is where adb looks for the token.
const tokenFile = "~/.emulator_console_auth_token"

// console is one talk: what was said and what is to be answered.
type console struct {
	d    *device
	ctx  context.Context //nolint:containedctx // of the one connection
	c    net.Conn
	out  strings.Builder
	open bool // authenticated
	over bool

	dying bool // the phone ends when the answer is out
}

func (t *console) print(line string) { t.out.WriteString(line + "\r\n") }

func (t *console) flush() error {
	_ = t.c.SetWriteDeadline(time.Now().Add(consoleWrite))
	_, err := io.WriteString(t.c, t.out.String())
	t.out.Reset()
	return err
}

// koError is a refusal; its text follows "KO: ".
type koError string

func (e koError) Error() string { return string(e) }

// line answers one line: its output, then OK, or KO with the reason.
func (t *console) line(text string) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), words[0]))
	err := t.run(words[0], rest)
	switch {
	case t.over:
	case err != nil:
		t.print("KO: " + err.Error())
	default:
		t.print("OK")
	}
}

func (t *console) run(name, rest string) error {
	switch name {
	case "auth":
		return t.auth(rest)
	case "quit", "exit":
		t.over = true
		return nil
	case "ping":
		t.print("I am alive!")
		return nil
	case "help", "h", "?":
		return t.help(rest)
	}
	c := find(consoleCommands(), name)
	if c == nil || !t.open && name != "avd" {
		return koError("unknown command, try 'help'")
	}
	if !t.open && !strings.HasPrefix(rest, "name") {
		return koError("unknown command, try 'help'")
	}
	return t.dispatch(c, rest)
}

func (t *console) auth(token string) error {
	switch {
	case token == "":
		return koError("missing authentication token")
	case t.d.token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(t.d.token)) != 1:
		return koError("authentication token does not match " + tokenFile)
	}
	t.open = true
	t.print("Android Console: type 'help' for a list of commands")
	return nil
}

// command is one of the console's commands, or a group of them.
type command struct {
	name, help string
	subs       []command
	run        func(t *console, rest string) error
}

func find(list []command, name string) *command {
	for i := range list {
		if list[i].name == name {
			return &list[i]
		}
	}
	return nil
}

// dispatch goes down to the command that the words name.
func (t *console) dispatch(c *command, rest string) error {
	if c.subs == nil {
		return c.run(t, rest)
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		if c.run != nil {
			return c.run(t, "")
		}
		t.list(c)
		return koError("missing sub-command")
	}
	sub := find(c.subs, words[0])
	if sub == nil {
		t.list(c)
		return koError("bad sub-command")
	}
	return t.dispatch(sub, strings.TrimSpace(strings.TrimPrefix(rest, words[0])))
}

// list prints the commands of a group.
func (t *console) list(c *command) {
	t.print(c.help)
	t.print("")
	t.print("available sub-commands:")
	for _, s := range c.subs {
		t.print(fmt.Sprintf("   %s %-15s  %s", c.name, s.name, s.help))
	}
	t.print("")
}

func (t *console) help(rest string) error {
	words := strings.Fields(rest)
	if len(words) == 0 {
		t.print("Android console commands:")
		t.print("")
		t.print(fmt.Sprintf("    %-16s %s", "help|h|?", "print a list of commands"))
		for _, c := range consoleCommands() {
			if t.open || c.name == "avd" {
				t.print(fmt.Sprintf("    %-16s %s", c.name, c.help))
			}
		}
		for _, c := range [][2]string{{"auth", "user authentication for the emulator console"}, {"ping", "check if the emulator is alive"}, {"quit|exit", "quit control session"}} {
			t.print(fmt.Sprintf("    %-16s %s", c[0], c[1]))
		}
		t.print("")
		t.print("try 'help <command>' for command-specific help")
		return nil
	}
	list := consoleCommands()
	var c *command
	for _, w := range words {
		if c = find(list, w); c == nil {
			return koError("unknown command, try 'help'")
		}
		list = c.subs
	}
	if c.subs != nil {
		t.list(c)
		return nil
	}
	t.print(c.help)
	return nil
}
