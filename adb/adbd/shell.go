package adbd

import (
	"bufio"
	"io"
	"strings"
	"sync"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// shellRequest reads the options of "shell,v2,…". Without a word for the kind, a command runs raw and an empty one on a terminal.
func shellRequest(options []string, command string) Session {
	r := Session{Command: command, V2: true, PTY: command == ""}
	for _, o := range options {
		switch {
		case o == "pty":
			r.PTY = true
		case o == "raw":
			r.PTY = false
		case strings.HasPrefix(o, "TERM="):
			r.Term = strings.TrimPrefix(o, "TERM=")
		}
	}
	return r
}

// serveShell runs a command and sends its exit status when the protocol has one.
func (t *conn) serveShell(s *stream, session Session) {
	if t.d.Shell == nil {
		s.refuse()
		return
	}
	s.accept()
	out := newGather(s)
	defer out.close()
	if session.V2 {
		runV2(t.d, s, &session, out)
	} else {
		runPlain(t.d, s, &session, out)
	}
}

// runPlain serves shell: and exec:, whose stream is the command's input and output as it is.
func runPlain(d *Device, s *stream, session *Session, out *gather) {
	w := plainOutput{out}
	if !session.PTY {
		session.Stdin, session.Stdout, session.Stderr = s, w, w
		d.Shell(s.ctx, session)
		return
	}
	tty := newTerminal(w)
	session.useTerminal(tty, nil)
	var in sync.WaitGroup
	in.Go(func() {
		io.Copy(tty, plainReader{s})
		tty.hangUp()
	})
	d.Shell(s.ctx, session)
	out.close()
	s.close() // wakes the copier
	tty.hangUp()
	in.Wait()
}

// runV2 serves shell v2: packets both ways, and the exit status at the end.
func runV2(d *Device, s *stream, session *Session, out *gather) {
	stdout := packetOutput{out, wire.ShellStdout}
	stdin, feed := io.Pipe()
	resize := make(chan WindowSize, 1)
	input := shellInput{write: feed, end: func() { feed.Close() }, resize: resize}
	session.Stdin, session.Stdout, session.Stderr = stdin, stdout, packetOutput{out, wire.ShellStderr}
	if session.PTY {
		tty := newTerminal(stdout)
		session.useTerminal(tty, resize)
		input.write, input.end, input.pty = tty, tty.hangUp, true
	}
	var in sync.WaitGroup
	in.Go(func() { input.read(s) })
	exit := d.Shell(s.ctx, session)
	out.packet(wire.ShellExit, []byte{byte(exit)})
	out.close()
	s.close()
	stdin.Close()
	input.end()
	in.Wait()
}

// useTerminal connects a session to its terminal.
func (session *Session) useTerminal(tty *terminal, resize <-chan WindowSize) {
	session.Stdin, session.Stdout, session.Stderr = tty.input(), tty.output(), tty.output()
	session.Interrupt, session.Resize = tty.interrupt, resize
}

// shellInput takes the packets of a host apart.
type shellInput struct {
	write  io.Writer // the command's stdin, or its terminal's keyboard
	end    func()    // nothing more comes
	pty    bool
	resize chan WindowSize
}

// read goes on until the host is gone. Input that the command does not want is read and dropped, so that it never holds up what
// comes behind it.
func (in *shellInput) read(r io.Reader) {
	defer in.end()
	br := bufio.NewReaderSize(r, 64<<10)
	for {
		id, n, err := wire.ReadShellHeader(br)
		if err != nil {
			return
		}
		data := io.LimitReader(br, int64(n))
		switch id {
		case wire.ShellStdin:
			io.Copy(in.write, data)
		case wire.ShellCloseStdin:
			if !in.pty {
				in.end()
			}
		case wire.ShellResize:
			in.resized(data)
		}
		if _, err := io.Copy(io.Discard, data); err != nil {
			return
		}
	}
}

// resized keeps the newest size for the command.
func (in *shellInput) resized(r io.Reader) {
	data, _ := io.ReadAll(io.LimitReader(r, 65))
	rows, cols, x, y, err := wire.ParseWindowSize(data)
	if err != nil {
		return
	}
	for _, full := range []bool{false, true} {
		if full {
			select {
			case <-in.resize:
			default:
			}
		}
		select {
		case in.resize <- WindowSize{rows, cols, x, y}:
			return
		default:
		}
	}
}

// plainOutput is output without a protocol.
type plainOutput struct{ g *gather }

func (o plainOutput) Write(p []byte) (int, error) { return o.g.plain(p) }

// packetOutput is output in shell v2 packets.
type packetOutput struct {
	g  *gather
	id byte
}

func (o packetOutput) Write(p []byte) (int, error) { return o.g.packet(o.id, p) }
