package adbd_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
	"github.com/handset-agent/handset/adb/internal/wire"
)

// tinyShell prints a prompt, repeats each line in brackets, and knows "exit" and ^D.
func tinyShell(ctx context.Context, s *adbd.Session) int {
	lines := make(chan string)
	go func() {
		defer close(lines)
		r := bufio.NewReader(s.Stdin)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		io.WriteString(s.Stdout, "$ ")
		select {
		case line, ok := <-lines:
			if !ok {
				fmt.Fprintln(s.Stderr, "end")
				return 0
			}
			if line == "exit\n" {
				return 3
			}
			fmt.Fprintf(s.Stdout, "[%s]\n", strings.TrimSuffix(line, "\n"))
		case <-s.Interrupt:
			fmt.Fprintln(s.Stdout, "interrupted")
		case size := <-s.Resize:
			fmt.Fprintf(s.Stdout, "size %dx%d\n", size.Rows, size.Cols)
		case <-ctx.Done():
			return 129
		}
	}
}

// screen reads a terminal until it shows want.
func screen(t *testing.T, r io.Reader, v2 bool, want string) string {
	t.Helper()
	var shown strings.Builder
	deadline := time.AfterFunc(10*time.Second, func() { panic("the terminal does not show " + want) })
	defer deadline.Stop()
	for !strings.Contains(shown.String(), want) {
		var b [1]byte
		if !v2 {
			if _, err := io.ReadFull(r, b[:]); err != nil {
				t.Fatalf("ended at %q, want %q", shown.String(), want)
			}
			shown.Write(b[:])
			continue
		}
		id, n, err := wire.ReadShellHeader(r)
		if err != nil {
			t.Fatalf("ended at %q, want %q", shown.String(), want)
		}
		data := make([]byte, n)
		io.ReadFull(r, data)
		if id == wire.ShellExit {
			data = fmt.Appendf(nil, "<exit %d>", data[0])
		} else if id != wire.ShellStdout {
			t.Errorf("a terminal sent packet %d", id)
		}
		shown.Write(data)
	}
	return shown.String()
}

func TestTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, keys, shown string }{
		{"echo and line ends", "ab\r", "$ ab\r\n[ab]\r\n$ "},
		{"newline is Enter too", "ab\n", "$ ab\r\n[ab]\r\n$ "},
		{"backspace", "axb\x7f\x7fc\r", "$ axb\b \b\b \bc\r\n[ac]\r\n$ "},
		{"backspace at the start", "\x7fa\r", "$ a\r\n[a]\r\n$ "},
		{"backspace takes a whole character", "é\x7fe\r", "$ é\b \be\r\n[e]\r\n$ "},
		{"^U", "abc\x15d\r", "$ abc\b \b\b \b\b \bd\r\n[d]\r\n$ "},
		{"^W", "ab cd\x17e\r", "$ ab cd\b \b\b \be\r\n[ab e]\r\n$ "},
		{"^C drops the line", "abc\x03", "$ abc^C\r\ninterrupted\r\n$ "},
		{"^D on an empty line", "\x04", "$ end\r\n"},
		{"^D in a line hands it over", "ab\x04c\r", "$ abc\r\n[abc]\r\n$ "},
		{"a control character", "a\x01b\r", "$ a^Ab\r\n[a\x01b]\r\n$ "},
		{"two lines at once", "a\rb\r", "[a]\r\n$ "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := host(t, phone(t, func(p *adbtest.Phone) { p.Shell = tinyShell }))
			s := open(t, h, "shell:")
			screen(t, s, false, "$ ")
			io.WriteString(s, c.keys)
			if got := "$ " + screen(t, s, false, strings.TrimPrefix(c.shown, "$ ")); !strings.HasSuffix(got, c.shown) {
				t.Errorf("got %q, want %q", got, c.shown)
			}
			s.Close()
		})
	}
}

func TestTerminal_V2(t *testing.T) {
	t.Parallel()
	h := host(t, phone(t, func(p *adbtest.Phone) { p.Shell = tinyShell }))
	s := open(t, h, "shell,v2,TERM=xterm,pty:")
	screen(t, s, true, "$ ")
	s.Write(wire.AppendShellPacket(nil, wire.ShellResize, wire.WindowSize(30, 100, 0, 0)))
	screen(t, s, true, "size 30x100\r\n$ ")
	s.Write(wire.AppendShellPacket(nil, wire.ShellCloseStdin, nil)) // has no meaning on a terminal
	s.Write(wire.AppendShellPacket(nil, wire.ShellStdin, []byte("hi\r")))
	screen(t, s, true, "hi\r\n[hi]\r\n$ ")
	s.Write(wire.AppendShellPacket(nil, wire.ShellStdin, []byte("exit\r")))
	screen(t, s, true, "<exit 3>")
}

func TestTerminal_HangUp(t *testing.T) {
	t.Parallel()
	ended := make(chan int, 1)
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(ctx context.Context, s *adbd.Session) int {
			exit := tinyShell(ctx, s)
			ended <- exit
			return exit
		}
	}))
	s := open(t, h, "shell:")
	screen(t, s, false, "$ ")
	s.Close()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the shell did not notice that its terminal is gone")
	}
}
