package adbd_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/internal/adbtest"
	"github.com/handset-agent/handset/adb/internal/wire"
)

// talk sends bytes to a sync: stream and returns all that comes back.
func talk(t *testing.T, h *adbtest.Host, parts ...[]byte) string {
	t.Helper()
	s := open(t, h, "sync:")
	var sent bytes.Buffer
	for _, p := range parts {
		sent.Write(p)
	}
	go s.Write(append(sent.Bytes(), wire.AppendSyncHead(nil, wire.SyncQuit, 0)...))
	return all(t, s)
}

func request(id, text string) []byte  { return wire.AppendSyncRequest(nil, id, text) }
func head(id string, n uint32) []byte { return wire.AppendSyncHead(nil, id, n) }
func failure(text string) string      { return string(request(wire.SyncFail, text)) }

func TestSync_Requests_A7(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	p.Files.Put("/data/local/tmp/f", []byte("abc"), time.Unix(9, 0))
	h := host(t, p)
	flags := binary.LittleEndian.AppendUint32
	stat := string(wire.AppendStat1(nil, wire.SyncStat, wire.Stat{Mode: 0o100644, Size: 3, Mtime: 9}))
	nothing := string(wire.AppendStat1(nil, wire.SyncStat, wire.Stat{}))
	data := append(head(wire.SyncData, 2), "xy"...)
	okay, done := string(head(wire.SyncOkay, 0)), string(head(wire.SyncDone, 0))
	for _, c := range []struct {
		name string
		sent [][]byte
		want string
	}{
		{"stat", [][]byte{request("STAT", "/data/local/tmp/f")}, stat},
		{"many requests on a stream", [][]byte{request("STAT", "/nosuch"), request("STAT", "/data/local/tmp/f")}, nothing + stat},
		{"stat v2 of nothing", [][]byte{request("STA2", "/nosuch")}, string(wire.AppendStat2(nil, "STA2", wire.Stat{Err: 2}))},
		{"lstat v2 of the unreadable", [][]byte{request("LST2", "/data/secret/x")}, string(wire.AppendStat2(nil, "LST2", wire.Stat{Err: 13}))},
		{"list of nothing", [][]byte{request("LIST", "/nosuch")}, string(wire.AppendDentDone(nil, false))},
		{"list v2 of the unreadable", [][]byte{request("LIS2", "/data/secret")}, string(wire.AppendDentDone(nil, true))},
		{"recv", [][]byte{request("RECV", "/data/local/tmp/f")}, string(head("DATA", 3)) + "abc" + done},
		{"recv v2", [][]byte{request("RCV2", "/data/local/tmp/f"), head("RCV2", 0)}, string(head("DATA", 3)) + "abc" + done},
		{"recv v2 compressed", [][]byte{request("RCV2", "/data/local/tmp/f"), head("RCV2", 4)}, failure("unknown flags: 4")},
		{"recv of nothing", [][]byte{request("RECV", "/nosuch")}, failure("open failed: No such file or directory")},
		{"send and stat", [][]byte{request("SEND", "/data/local/tmp/g,33188"), data, data, head("DONE", 7), request("STAT", "/data/local/tmp/g")},
			okay + string(wire.AppendStat1(nil, "STAT", wire.Stat{Mode: 0o100644, Size: 4, Mtime: 7}))},
		{"send v2", [][]byte{request("SND2", "/data/local/tmp/g"), flags(head("SND2", 0o100600), 0), data, head("DONE", 7)}, okay},
		{"send v2 compressed", [][]byte{request("SND2", "/data/local/tmp/z"), flags(head("SND2", 0o100600), 2), data, head("DONE", 7)}, failure("unknown flags: 2")},
		{"a comma in the name", [][]byte{request("SEND", "/data/local/tmp/a,b,33188"), head("DONE", 7), request("STAT", "/data/local/tmp/a,b")},
			okay + string(wire.AppendStat1(nil, "STAT", wire.Stat{Mode: 0o100644, Mtime: 7}))},
		{"send without mode", [][]byte{request("SEND", "/data/local/tmp/h"), data, head("DONE", 7)}, failure("missing , in ID_SEND")},
		{"send to a read-only place", [][]byte{request("SEND", "/system/x,33188"), data, data, head("DONE", 7)}, failure("couldn't create file: Read-only file system")},
		{"send below a file", [][]byte{request("SEND", "/data/local/tmp/f/x,33188"), data, head("DONE", 7)}, failure("secure_mkdirs failed: Not a directory")},
		{"send of rubbish", [][]byte{request("SEND", "/data/local/tmp/i,33188"), request("WHAT", "x")}, failure("invalid data message")},
		{"too much data at once", [][]byte{request("SEND", "/data/local/tmp/i,33188"), head("DATA", 65537)}, failure("oversize data message")},
		{"a long path", [][]byte{request("STAT", strings.Repeat("x", 1025))}, failure("path too long")},
		{"unknown", [][]byte{request("NOPE", "x")}, failure("unknown command 45504f4e")},
	} {
		if got := talk(t, h, c.sent...); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	if names := p.Files.Names("/data/local/tmp/i"); len(names) != 0 {
		t.Errorf("a broken push left %q", names)
	}
}

func TestSync_OldPhone(t *testing.T) {
	t.Parallel()
	h := host(t, phone(t, func(p *adbtest.Phone) { p.Banner.Features = []string{} }))
	for _, id := range []string{"STA2", "LST2", "LIS2", "SND2", "RCV2"} {
		if got := talk(t, h, request(id, "/")); !strings.HasPrefix(got, "FAIL") || !strings.Contains(got, "unknown command") {
			t.Errorf("%s: %q", id, got)
		}
	}
}

// A host that is told FAIL while it still sends must be able to send all of it.
func TestSync_RefusedPushIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	h := host(t, phone(t, nil))
	s := open(t, h, "sync:")
	s.Write(request("SEND", "/system/x,33188"))
	head8 := make([]byte, 8)
	if _, err := io.ReadFull(s, head8); err != nil || string(head8[:4]) != "FAIL" {
		t.Fatalf("got %q, %v", head8, err)
	}
	block := append(head("DATA", wire.SyncMaxData), make([]byte, wire.SyncMaxData)...)
	for range 40 {
		if _, err := s.Write(block); err != nil {
			t.Fatalf("the phone stopped reading: %v", err)
		}
	}
	s.Write(head("DONE", 1))
	if got := all(t, s); got != "couldn't create file: Read-only file system" {
		t.Errorf("got %q", got)
	}
}

// FuzzTransport feeds a phone with whatever a host may send after its hello.
func FuzzTransport(f *testing.F) {
	msg := func(m wire.Message) []byte { return append(m.AppendHeader(nil, false), m.Data...) }
	openSync := msg(wire.Message{Command: wire.OPEN, Arg0: 1, Data: []byte("sync:\x00")})
	f.Add(append(openSync, msg(wire.Message{Command: wire.WRTE, Arg0: 1, Arg1: 1, Data: request("STAT", "/")})...))
	f.Add(append(openSync, msg(wire.Message{Command: wire.WRTE, Arg0: 1, Arg1: 1, Data: request("SEND", "/a,33188")})...))
	f.Add(msg(wire.Message{Command: wire.OPEN, Arg0: 1, Data: []byte("reverse:forward:localabstract:a;tcp:1\x00")}))
	f.Add(msg(wire.Message{Command: wire.OPEN, Arg0: 1, Data: []byte("shell,v2,pty:x\x00")}))
	f.Fuzz(func(t *testing.T, b []byte) {
		p := adbtest.NewPhone()
		p.Shell, p.Dial, p.Listen = nil, nil, nil
		ours, theirs := net.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.ServeConn(ctx, theirs)
		}()
		go io.Copy(io.Discard, ours)
		ours.SetDeadline(time.Now().Add(5 * time.Second))
		ours.Write(msg(wire.Message{Command: wire.CNXN, Arg0: wire.Version, Arg1: wire.MaxPayload, Data: []byte("host::")}))
		ours.Write(b)
		ours.Close()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Fatal("the phone does not let go of a host that is gone")
		}
	})
}
