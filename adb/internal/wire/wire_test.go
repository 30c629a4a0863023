package wire

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The examples of adb-protocol B2 and B4.
func TestMessage_Vectors(t *testing.T) {
	cases := []struct {
		name string
		m    Message
		sum  bool
		head string
	}{
		{"CNXN", Message{CNXN, Version, MaxPayload, []byte("device::ro.product.name=sim;ro.product.model=S;ro.product.device=s;features=shell_v2,cmd")}, true,
			"43 4e 58 4e 01 00 00 01 00 00 10 00 58 00 00 00 52 21 00 00 bc b1 a7 b1"},
		{"OPEN", Message{OPEN, 10, 0, []byte("shell,v2,TERM=xterm,raw:echo hi\x00")}, false,
			"4f 50 45 4e 0a 00 00 00 00 00 00 00 20 00 00 00 00 00 00 00 b0 af ba b1"},
		{"OKAY", Message{OKAY, 1, 10, nil}, false, "4f 4b 41 59 01 00 00 00 0a 00 00 00 00 00 00 00 00 00 00 00 b0 b4 be a6"},
		{"WRTE", Message{WRTE, 1, 10, []byte("\x01\x03\x00\x00\x00hi\n")}, false,
			"57 52 54 45 01 00 00 00 0a 00 00 00 08 00 00 00 00 00 00 00 a8 ad ab ba"},
		{"CLSE", Message{CLSE, 1, 10, nil}, false, "43 4c 53 45 01 00 00 00 0a 00 00 00 00 00 00 00 00 00 00 00 bc b3 ac ba"},
	}
	for _, c := range cases {
		head := c.m.AppendHeader(nil, c.sum)
		if !bytes.Equal(head, unhex(t, c.head)) {
			t.Errorf("%s: got % x, want %s", c.name, head, c.head)
		}
		got, err := ReadMessage(bytes.NewReader(append(head, c.m.Data...)), MaxPayload)
		if err != nil || got.Command != c.m.Command || got.Arg0 != c.m.Arg0 || got.Arg1 != c.m.Arg1 || !bytes.Equal(got.Data, c.m.Data) {
			t.Errorf("%s: read back %v, %v", c.name, got, err)
		}
	}
}

func TestMessage_Bad(t *testing.T) {
	good := append(Message{WRTE, 1, 2, []byte("abc")}.AppendHeader(nil, false), "abc"...)
	flip := func(at int, to byte) []byte {
		b := bytes.Clone(good)
		b[at] = to
		return b
	}
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"nothing":          {nil, io.EOF},
		"half a header":    {good[:10], io.ErrUnexpectedEOF},
		"half the data":    {good[:25], io.ErrUnexpectedEOF},
		"no data":          {good[:24], io.ErrUnexpectedEOF},
		"wrong magic":      {flip(20, 0), ErrMalformed},
		"wrong command":    {flip(0, 0), ErrMalformed},
		"over the limit":   {flip(12, 101), ErrMalformed},
		"4 GiB":            {flip(15, 0xff), ErrMalformed},
		"one below a byte": {flip(12, 4), io.ErrUnexpectedEOF},
	} {
		if _, err := ReadMessage(bytes.NewReader(c.b), 100); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func TestRequest(t *testing.T) {
	if b, ok := AppendRequest(nil, "host:version"); !ok || string(b) != "000chost:version" {
		t.Errorf("got %q", b)
	}
	for _, n := range []int{0, 0x10000} {
		if _, ok := AppendRequest(nil, strings.Repeat("x", n)); ok {
			t.Errorf("%d bytes were framed", n)
		}
	}
	if b, ok := AppendRequest(nil, strings.Repeat("x", 0xffff)); !ok || string(b[:4]) != "ffff" {
		t.Errorf("the longest: %q", b[:4])
	}
}

func TestStatus(t *testing.T) {
	for in, want := range map[string]struct {
		ok   bool
		text string
		bad  error
	}{
		"OKAY":           {true, "", nil},
		"FAIL0006closed": {false, "closed", nil},
		"FAIL0000":       {false, "", nil},
		"FAIL00":         {false, "", io.ErrUnexpectedEOF},
		"FAIL":           {false, "", io.ErrUnexpectedEOF},
		"":               {false, "", io.EOF},
		"OK":             {false, "", io.ErrUnexpectedEOF},
		"HTTP/1.1":       {false, "", ErrMalformed},
		"FAIL0x10":       {false, "", ErrMalformed},
	} {
		ok, text, err := ReadStatus(strings.NewReader(in))
		if ok != want.ok || text != want.text || !errors.Is(err, want.bad) {
			t.Errorf("%q: got %v, %q, %v", in, ok, text, err)
		}
	}
}

// The examples of adb-protocol A7.
func TestSync_Vectors(t *testing.T) {
	if got := AppendSyncRequest(nil, SyncStat, "/sdcard"); !bytes.Equal(got, unhex(t, "53544154 07000000 2f736463617264")) {
		t.Errorf("STAT: % x", got)
	}
	if got := AppendSyncRequest(nil, SyncSend, "/data/local/tmp/a,33188"); !bytes.HasPrefix(got, unhex(t, "53454e44 17000000")) {
		t.Errorf("SEND: % x", got)
	}
	if n := len(AppendStat2(nil, SyncStat2, Stat{})); n != 72 {
		t.Errorf("STA2 is %d bytes, want 72", n)
	}
	if n := len(AppendDentDone(nil, true)); n != 4+72 {
		t.Errorf("DONE of LIS2 is %d bytes, want 76", n)
	}
	if n := len(AppendDentDone(nil, false)); n != 4+16 {
		t.Errorf("DONE of LIST is %d bytes, want 20", n)
	}
}

func TestDent(t *testing.T) {
	s := Stat{Dev: 1, Ino: 1 << 40, Mode: 0o100644, Nlink: 2, UID: 3, GID: 4, Size: 5 << 32, Atime: -6, Mtime: 7 << 33, Ctime: 8}
	got, name, done, err := ReadDent(bytes.NewReader(AppendDent(nil, true, s, "ä b")), true)
	if got != s || name != "ä b" || done || err != nil {
		t.Errorf("long: %+v, %q, %v, %v", got, name, done, err)
	}
	got, name, _, err = ReadDent(bytes.NewReader(AppendDent(nil, false, s, "x")), false)
	if want := (Stat{Mode: 0o100644}); got != want || name != "x" || err != nil {
		t.Errorf("short, numbers cut to 32 bits: %+v, %q, %v", got, name, err)
	}
	for _, long := range []bool{true, false} {
		if _, _, done, err := ReadDent(bytes.NewReader(AppendDentDone(nil, long)), long); !done || err != nil {
			t.Errorf("end: %v, %v", done, err)
		}
	}
	if _, _, _, err := ReadDent(strings.NewReader("DATA"+strings.Repeat("x", 80)), true); !errors.Is(err, ErrMalformed) {
		t.Errorf("another id: %v", err)
	}
	huge := AppendDent(nil, false, s, "x")
	huge[19] = 0xff
	if _, _, _, err := ReadDent(bytes.NewReader(huge), false); !errors.Is(err, ErrMalformed) {
		t.Errorf("a name of 4 GiB: %v", err)
	}
}

func TestFileMode(t *testing.T) {
	for unix, want := range map[uint32]fs.FileMode{
		0o100644: 0o644, 0o040771: fs.ModeDir | 0o771, 0o120777: fs.ModeSymlink | 0o777, 0o140600: fs.ModeSocket | 0o600,
		0o010600: fs.ModeNamedPipe | 0o600, 0o060660: fs.ModeDevice | 0o660, 0o020666: fs.ModeDevice | fs.ModeCharDevice | 0o666,
		0o104755: fs.ModeSetuid | 0o755, 0o102755: fs.ModeSetgid | 0o755, 0o041777: fs.ModeDir | fs.ModeSticky | 0o777,
	} {
		if got := FileMode(unix); got != want {
			t.Errorf("%o: got %v, want %v", unix, got, want)
		}
		if got := UnixMode(want); got != unix {
			t.Errorf("%v: got %o, want %o", want, got, unix)
		}
	}
}

func TestWindowSize(t *testing.T) {
	b := WindowSize(30, 100, 0, 0)
	if string(b) != "30x100,0x0\x00" || len(b) != 11 {
		t.Errorf("got %q", b)
	}
	if r, c, x, y, err := ParseWindowSize(b); r != 30 || c != 100 || x != 0 || y != 0 || err != nil {
		t.Errorf("got %d %d %d %d %v", r, c, x, y, err)
	}
	for _, bad := range []string{"", "30", "30x100", "ax1,0x0", "-1x1,0x0", "70000x1,0x0", strings.Repeat("1", 100)} {
		if _, _, _, _, err := ParseWindowSize([]byte(bad)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzMessage(f *testing.F) {
	f.Add(append(Message{WRTE, 1, 2, []byte("abc")}.AppendHeader(nil, true), "abc"...))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := ReadMessage(bytes.NewReader(b), 1<<16)
		if err != nil {
			return
		}
		again := append(m.AppendHeader(nil, false), m.Data...)
		same := append(bytes.Clone(b[:16]), 0, 0, 0, 0) // the check field is not read
		same = append(same, b[20:HeaderSize+len(m.Data)]...)
		if !bytes.Equal(again, same) {
			t.Errorf("% x became % x", same, again)
		}
		_ = m.String()
	})
}

func FuzzStatus(f *testing.F) {
	f.Add([]byte("OKAY"))
	f.Add([]byte("FAIL0003abc"))
	f.Fuzz(func(t *testing.T, b []byte) {
		ok, text, err := ReadStatus(bytes.NewReader(b))
		if err == nil && !ok && !bytes.HasPrefix(b[8:], []byte(text)) {
			t.Errorf("%q gave %q", b, text)
		}
	})
}

func FuzzShellPackets(f *testing.F) {
	f.Add(AppendShellPacket(nil, ShellStdout, []byte("hi")))
	f.Add(AppendShellPacket(nil, ShellResize, WindowSize(1, 2, 3, 4)))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		for {
			id, n, err := ReadShellHeader(r)
			if err != nil {
				return
			}
			if n > MaxShellPacket {
				t.Fatalf("a packet of %d bytes", n)
			}
			data, _ := io.ReadAll(io.LimitReader(r, int64(n)))
			if id == ShellResize {
				if rows, cols, x, y, err := ParseWindowSize(data); err == nil && rows|cols|x|y > 0xffff {
					t.Errorf("window %d %d %d %d", rows, cols, x, y)
				}
			}
		}
	})
}

func FuzzSync(f *testing.F) {
	f.Add(AppendDent(nil, true, Stat{Mode: 1}, "name"), true)
	f.Add(AppendDent(nil, false, Stat{Mode: 1}, "name"), false)
	f.Add(AppendSyncRequest(nil, SyncFail, "no"), false)
	f.Fuzz(func(t *testing.T, b []byte, long bool) {
		s, name, done, err := ReadDent(bytes.NewReader(b), long)
		if err == nil && !done {
			again := AppendDent(nil, long, s, name)
			if !bytes.HasPrefix(b, again) {
				t.Errorf("% x became % x", b, again)
			}
		}
		r := bytes.NewReader(b)
		if head, err := ReadSyncHead(r); err == nil {
			if text, err := ReadSyncFail(r, head.N); err == nil && len(text) != int(head.N) {
				t.Errorf("%d bytes of %d", len(text), head.N)
			}
		}
	})
}
