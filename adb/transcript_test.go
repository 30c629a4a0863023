package adb_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/handset-agent/handset/adb"
)

// TestTranscripts plays the talks in testdata. A file holds any number of talks; each has the sections
//
//	-- NAME --       lines: "call" and its words; then "dial" and a name when the client must dial, "use" and a name to go back to
//	                 an earlier connection, "> what the client must send", "< what it gets" (both with Go's escapes), and "hang
//	                 up" to close; then "want" and the result
//
// Results are what render prints.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, talk := range archive.Files {
			t.Run(filepath.Base(file)+"/"+talk.Name, func(t *testing.T) {
				t.Parallel()
				play(t, strings.Split(strings.TrimSpace(string(talk.Data)), "\n"))
			})
		}
	}
}

// play runs one talk.
func play(t *testing.T, lines []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	words := strings.Split(strings.TrimPrefix(lines[0], "call "), "|")
	want := strings.TrimPrefix(lines[len(lines)-1], "want ")
	served := make(chan error, 1)
	go func() { served <- serveTalk(l, lines[1:len(lines)-1]) }()
	got := render(t, &adb.Client{Addr: l.Addr().String()}, words)
	got = strings.ReplaceAll(got, l.Addr().String(), "SERVER")
	if got != want {
		t.Errorf("result:\n got %s\nwant %s", got, want)
	}
	l.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// serveTalk is the server's part.
func serveTalk(l net.Listener, lines []string) error {
	var c net.Conn
	named := map[string]net.Conn{}
	defer func() {
		for _, c := range named {
			c.Close()
		}
	}()
	for _, line := range lines {
		kind, text, _ := strings.Cut(line, " ")
		bytes, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		if err != nil && kind != "hang" {
			return fmt.Errorf("%s: %w", line, err)
		}
		switch kind {
		case "dial":
			if c, err = l.Accept(); err != nil {
				return fmt.Errorf("the client did not dial: %w", err)
			}
			named[text+fmt.Sprint(len(named))] = c
			named[text] = c
		case "use":
			c = named[text]
		case ">":
			got := make([]byte, len(bytes))
			n, err := io.ReadFull(c, got)
			if string(got) != bytes {
				return fmt.Errorf("the client sent %q (%v), want %q", got[:n], err, bytes)
			}
		case "<":
			io.WriteString(c, bytes)
		case "hang":
			c.Close()
		default:
			return fmt.Errorf("what is %q", line)
		}
	}
	return nil
}

// render makes the call and prints what came of it.
func render(t *testing.T, c *adb.Client, words []string) string {
	ctx := soon(t)
	d := c.Device("S")
	var result any
	var err error
	switch words[0] {
	case "version":
		result, err = c.Version(ctx)
	case "devices":
		result, err = c.Devices(ctx)
	case "resolve":
		result, err = c.Resolve(ctx, words[1])
	case "connect":
		result, err = c.Connect(ctx, words[1])
	case "disconnect":
		err = c.Disconnect(ctx, words[1])
	case "pair":
		result, err = c.Pair(ctx, words[1], words[2])
	case "mdns":
		result, err = c.MDNSServices(ctx)
	case "track":
		for list, e := range c.Track(ctx) {
			if err = e; err != nil {
				break
			}
			result = fmt.Sprint(result, list)
		}
	case "shell":
		result, err = d.Shell(ctx, words[1])
	case "spaced shell":
		result, err = c.Device("adb-1 (2)._tcp").Shell(ctx, words[1])
	case "text":
		result, err = d.Text(ctx, words[1])
	case "open":
		_, err = d.Open(ctx, words[1])
	case "forward":
		result, err = d.Forward(ctx, words[1], words[2])
	case "odd forward":
		result, err = c.Device("a:b").Forward(ctx, words[1], words[2])
	case "killforward":
		err = d.KillForward(ctx, words[1])
	case "forwards":
		result, err = d.Forwards(ctx)
	case "reverse":
		err = d.Reverse(ctx, words[1], words[2])
	case "reverses":
		result, err = d.Reverses(ctx)
	case "wait":
		err = d.WaitFor(ctx, words[1])
	case "install":
		err = d.Install(ctx, strings.NewReader("apk!"), 4, words[1:]...)
	default:
		t.Fatalf("what is %q", words[0])
	}
	if err != nil {
		return kindOf(err) + ": " + err.Error()
	}
	if out, ok := result.(adb.Output); ok {
		return fmt.Sprintf("%q %q %d", out.Stdout, out.Stderr, out.Exit)
	}
	return strings.ReplaceAll(fmt.Sprintf("%+v", result), "\n", "↵")
}

// kindOf names the condition or type of an error.
func kindOf(err error) string {
	for name, sentinel := range map[string]error{
		"no server": adb.ErrNoServer, "timeout": adb.ErrTimeout, "lost": adb.ErrConnectionLost, "refused": adb.ErrRefused,
		"unsupported": adb.ErrUnsupported, "in use": adb.ErrAddrInUse,
	} {
		if errors.Is(err, sentinel) {
			return name
		}
	}
	if e, ok := errors.AsType[*adb.ConnectError](err); ok {
		return "connect " + string(e.Reason)
	}
	if e, ok := errors.AsType[*adb.StateError](err); ok {
		return "state " + string(e.State)
	}
	if e, ok := errors.AsType[*adb.NoDeviceError](err); ok {
		return fmt.Sprintf("no device %q", e.Serial)
	}
	if _, ok := errors.AsType[*adb.ManyDevicesError](err); ok {
		return "many"
	}
	if e, ok := errors.AsType[*adb.InstallError](err); ok {
		return "install " + e.Code
	}
	if _, ok := errors.AsType[*adb.FailError](err); ok {
		return "fail"
	}
	return "error"
}
