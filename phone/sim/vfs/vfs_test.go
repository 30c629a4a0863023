package vfs

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"testing"
	"time"
)

var (
	now   = time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	shell = Cred{UID: 2000, GIDs: []int{2000, 1023}}
	other = Cred{UID: 10001, GIDs: []int{10001}}
)

// small makes a tree like a phone's in miniature.
func small() *Tree {
	t := New(func() time.Time { return now })
	t.Put("/system/bin/sh", Entry{Mode: 0o755, Data: []byte("ELF")})
	t.AddMount(&Mount{Source: "/dev/block/dm-5", Point: "/data", Type: "f2fs", Size: 1 << 20}, 0o771, 1000, 1000)
	t.Put("/data/local/tmp", Entry{Mode: fs.ModeDir | 0o771, UID: 2000, GID: 2000})
	t.Put("/data/secret", Entry{Mode: 0o600, UID: 1000, GID: 1000, Data: []byte("s")})
	t.AddMount(&Mount{Source: "/dev/fuse", Point: "/storage/emulated", Type: "fuse", Emulated: true}, 0o770, 0, 1023)
	t.Put("/storage/emulated/0", Entry{Mode: fs.ModeDir | 0o770})
	t.Put("/sdcard", Entry{Target: "/storage/self/primary"})
	t.Put("/storage/self/primary", Entry{Target: "/storage/emulated/0"})
	t.Put("/dev/null", Entry{Mode: fs.ModeDevice | fs.ModeCharDevice | 0o666, Special: "null"})
	t.Put("/proc/uptime", Entry{Mode: 0o444, Gen: func() []byte { return []byte("1.0 2.0\n") }})
	t.Put("/loop", Entry{Target: "/loop"})
	return t
}

func write(t *Tree, c Cred, p, text string) error {
	f, err := t.Open(c, p, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return err
}

func read(t *Tree, c Cred, p string) (string, error) {
	f, err := t.Open(c, p, os.O_RDONLY, 0)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(f)
	return string(b), err
}

func TestOneFileByTwoNames(t *testing.T) {
	t.Parallel()
	tr := small()
	if err := write(tr, shell, "/sdcard/a.txt", "hello"); err != nil {
		t.Fatal(err)
	}
	a, err1 := tr.Stat(shell, "/sdcard/a.txt")
	b, err2 := tr.Stat(shell, "/storage/emulated/0/a.txt")
	if err1 != nil || err2 != nil || a.Ino != b.Ino || a.Bytes != 5 || !a.Mtime.Equal(now) {
		t.Errorf("%+v %v\n%+v %v", a, err1, b, err2)
	}
	if a.UID != EmulatedUID || a.Bits != 0o660 {
		t.Errorf("shared storage gives %d %v", a.UID, a.Bits)
	}
	if p, err := tr.Realpath(shell, "/sdcard/a.txt"); p != "/storage/emulated/0/a.txt" || err != nil {
		t.Errorf("realpath: %q %v", p, err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tr := small()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(write(tr, shell, "/data/local/tmp/f", "x"))
	must(tr.Mkdir(shell, "/data/local/tmp/d", 0o700))
	must(write(tr, shell, "/data/local/tmp/d/g", "x"))
	for name, c := range map[string]struct {
		got  error
		want Errno
	}{
		"read only mount":        {write(tr, shell, "/system/x", ""), EROFS},
		"read only, existing":    {write(tr, Root, "/system/bin/sh", ""), EROFS},
		"not ours to write in":   {write(tr, shell, "/data/x", ""), EACCES},
		"not ours to read":       {second(read(tr, shell, "/data/secret")), EACCES},
		"not ours to enter":      {second(read(tr, other, "/data/local/tmp/d/g")), EACCES},
		"missing":                {second(read(tr, shell, "/data/local/tmp/none")), ENOENT},
		"missing folder":         {write(tr, shell, "/data/local/tmp/none/f", ""), ENOENT},
		"a file as folder":       {second(read(tr, shell, "/data/local/tmp/f/x")), ENOTDIR},
		"trailing slash":         {second(tr.Stat(shell, "/data/local/tmp/f/")), ENOTDIR},
		"writing a folder":       {write(tr, shell, "/data/local/tmp/d", ""), EISDIR},
		"a loop":                 {second(read(tr, shell, "/loop")), ELOOP},
		"a device":               {second(read(tr, shell, "/dev/null")), ENXIO},
		"mkdir again":            {tr.Mkdir(shell, "/data/local/tmp/d", 0o777), EEXIST},
		"rmdir full":             {tr.Rmdir(shell, "/data/local/tmp/d"), ENOTEMPTY},
		"unlink a folder":        {tr.Remove(shell, "/data/local/tmp/d"), EISDIR},
		"another file system":    {tr.Rename(shell, "/data/local/tmp/f", "/sdcard/f"), EXDEV},
		"a folder into itself":   {tr.Rename(shell, "/data/local/tmp/d", "/data/local/tmp/d/e"), EINVAL},
		"chmod of another's":     {tr.Chmod(shell, "/data/secret", 0o777), EPERM},
		"chown":                  {tr.Chown(shell, "/data/local/tmp/f", 0, 0), EPERM},
		"list without the right": {second(tr.ReadDir(shell, "/data")), EACCES},
		"link of a folder":       {tr.Link(shell, "/data/local/tmp/d", "/data/local/tmp/e"), EPERM},
		"the root":               {tr.Rmdir(Root, "/"), EBUSY},
	} {
		if Number(c.got) != c.want {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
	if !errors.Is(ENOENT, fs.ErrNotExist) || !errors.Is(EACCES, fs.ErrPermission) || !errors.Is(EEXIST, fs.ErrExist) {
		t.Error("errors do not match those of io/fs")
	}
}

func second[T any](_ T, err error) error { return err }

func TestNames(t *testing.T) {
	t.Parallel()
	tr := small()
	const dir = "/data/local/tmp/"
	steps := []error{
		write(tr, shell, dir+"a", "1"), tr.Link(shell, dir+"a", dir+"b"), tr.Symlink(shell, "a", dir+"l"), write(tr, shell, dir+"l", "2"),
		tr.Rename(shell, dir+"a", dir+"c"), write(tr, shell, dir+"d", "old"), tr.Rename(shell, dir+"c", dir+"d"),
		tr.MkdirAll(shell, dir+"x/y/z", 0o755), tr.Chmod(shell, dir+"d", 0o640), tr.Chtimes(shell, dir+"d", now.Add(time.Hour), now.Add(time.Hour)),
	}
	for i, err := range steps {
		if err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
	}
	if s, err := read(tr, shell, dir+"b"); s != "2" || err != nil {
		t.Errorf("the other name holds %q %v", s, err)
	}
	d, err := tr.Stat(shell, dir+"d")
	if err != nil || d.Links != 2 || d.Bits != 0o640 || !d.Mtime.Equal(now.Add(time.Hour)) {
		t.Errorf("%+v %v", d, err)
	}
	if _, err := tr.Stat(shell, dir+"l"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a broken link: %v", err)
	}
	if target, err := tr.Readlink(shell, dir+"l"); target != "a" || err != nil {
		t.Errorf("readlink: %q %v", target, err)
	}
	list, err := tr.ReadDir(shell, dir)
	var names []string
	for _, i := range list {
		names = append(names, i.Base)
	}
	if err != nil || len(names) != 4 || names[0] != "b" || names[3] != "x" {
		t.Errorf("%v %v", names, err)
	}
}

func TestContents(t *testing.T) {
	t.Parallel()
	tr := small()
	tr.AddMount(&Mount{Source: "x", Point: "/big", Type: "ext4"}, 0o777, 0, 0)
	f, err := tr.Open(shell, "/big/f", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 3*chunk+777)
	for i := range data {
		data[i] = byte(i * 7)
	}
	for at := 0; at < len(data); at += 1000 {
		if _, err := f.Write(data[at:min(len(data), at+1000)]); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = f.Seek(0, io.SeekStart)
	if err := sameAs(f, data); err != nil {
		t.Error(err)
	}
	if err := f.Truncate(chunk + 5); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(chunk + 10); err != nil {
		t.Fatal(err)
	}
	want := append(bytes.Clone(data[:chunk+5]), make([]byte, 5)...)
	if got, _ := tr.Bytes("/big/f"); !bytes.Equal(got, want) {
		t.Error("what was cut off came back")
	}
	a, err := tr.Open(shell, "/big/f", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(a, "end")
	if got, _ := tr.Bytes("/big/f"); !bytes.HasSuffix(got, []byte("end")) || len(got) != chunk+13 {
		t.Errorf("%d bytes after appending", len(got))
	}
	if s, err := read(tr, shell, "/proc/uptime"); s != "1.0 2.0\n" || err != nil {
		t.Errorf("%q %v", s, err)
	}
}

func sameAs(r io.Reader, want []byte) error {
	got, err := io.ReadAll(r)
	if err == nil && !bytes.Equal(got, want) {
		err = errors.New("contents differ")
	}
	return err
}

var _ fs.FileInfo = Info{}

func TestFullMount(t *testing.T) {
	t.Parallel()
	tr := small()
	m := tr.MountOf("/data/local/tmp")
	if err := write(tr, shell, "/data/local/tmp/big", string(make([]byte, 1<<20))); !errors.Is(err, ENOSPC) {
		t.Errorf("filling the disk: %v", err)
	}
	used := m.Used()
	if err := write(tr, shell, "/data/local/tmp/half", string(make([]byte, 1<<19))); err != nil {
		t.Fatal(err)
	}
	if m.Used() != used+1<<19 {
		t.Errorf("used %d, want %d", m.Used(), used+1<<19)
	}
	open, err := tr.Open(shell, "/data/local/tmp/half", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	tr.Purge("/data/local/tmp/half")
	if b, err := io.ReadAll(open); len(b) != 1<<19 || err != nil {
		t.Errorf("an open file lost its contents: %d bytes, %v", len(b), err)
	}
	_, _ = io.WriteString(open, "more")
	if m.Used() != used {
		t.Errorf("after removal %d, want %d", m.Used(), used)
	}
}

// FuzzPaths checks that no path leads to a panic or out of the tree.
func FuzzPaths(f *testing.F) {
	for _, p := range []string{"/", "", "/..", "/sdcard/../..", "//a//b/", "/data/local/tmp/./x", "/loop/x"} {
		f.Add(p, p)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		tr := small()
		_ = tr.MkdirAll(shell, a, 0o777)
		_ = write(tr, shell, b, "x")
		_ = tr.Rename(shell, a, b)
		_ = tr.Symlink(shell, a, b)
		_ = tr.Remove(shell, a)
		_, _ = tr.ReadDir(shell, b)
		if p, err := tr.Realpath(shell, a); err == nil && (p == "" || p[0] != '/') {
			t.Errorf("realpath of %q is %q", a, p)
		}
		if s, err := read(tr, Root, "/system/bin/sh"); s != "ELF" || err != nil {
			t.Errorf("the system changed: %q %v", s, err)
		}
	})
}

// TestHolesTakeNoMemory: a file may be as long as its mount allows, memory is taken only for what was written.
func TestHolesTakeNoMemory(t *testing.T) {
	t.Parallel()
	tr := small()
	tr.AddMount(&Mount{Source: "x", Point: "/big", Type: "ext4", Size: 1 << 40}, 0o777, 0, 0)
	before := tr.memory.Load()
	f, err := tr.Open(shell, "/big/f", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(1 << 33); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(1<<33-3, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(f, "end")
	b := make([]byte, 8)
	if n, err := f.ReadAt(b, 1<<33-8); n != 8 || err != nil || string(b) != "\x00\x00\x00\x00\x00end" {
		t.Errorf("%q %d %v", b, n, err)
	}
	if used := tr.memory.Load() - before; used > 2*chunk {
		t.Errorf("%d bytes of memory", used)
	}
	if err := f.Truncate(1<<40 + 1); !errors.Is(err, ENOSPC) {
		t.Errorf("longer than the mount: %v", err)
	}
	if err := tr.Remove(shell, "/big/f"); err != nil || tr.memory.Load() != before {
		t.Errorf("%v, %d bytes of memory kept", err, tr.memory.Load()-before)
	}
}
