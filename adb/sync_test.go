package adb_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/adb/internal/adbtest"
)

// onSyncVersions runs a test with the long and the short forms of the file protocol.
func onSyncVersions(t *testing.T, f func(t *testing.T, d *adb.Device, p *adbtest.Phone)) {
	t.Run("v2", func(t *testing.T) { withPhone(t, f) })
	t.Run("v1", func(t *testing.T) {
		withPhone(t, f, func(p *adbtest.Phone) { p.Banner.Features = []string{"shell_v2"} })
	})
}

// noise is n bytes that do not repeat at any power of two.
func noise(n int) []byte {
	block := make([]byte, min(n, 65521))
	rand.New(rand.NewSource(1)).Read(block)
	return bytes.Repeat(block, n/max(1, len(block))+1)[:n]
}

func TestPushPull_50MB(t *testing.T) {
	all := noise(50 << 20)
	onSyncVersions(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		data := all
		if !p.Banner.Has("sendrecv_v2") {
			data = all[:8<<20] // the same path but for the requests
		}
		sum := sha256.Sum256(data)
		var last, calls int64
		progress := func(done, total int64) {
			if done < last || total != int64(len(data)) {
				t.Fatalf("progress %d of %d after %d", done, total, last)
			}
			last, calls = done, calls+1
		}
		mtime := time.Unix(1_700_000_000, 0)
		if err := d.Push(t.Context(), bytes.NewReader(data), int64(len(data)), "/data/local/tmp/new dir/big", 0o640, mtime, progress); err != nil {
			t.Fatal(err)
		}
		if last != int64(len(data)) || calls < 100 {
			t.Errorf("progress ended at %d after %d calls", last, calls)
		}
		got, _ := p.Files.Get("/data/local/tmp/new dir/big")
		if sha256.Sum256(got) != sum {
			t.Error("the phone holds other bytes")
		}
		info, err := d.Stat(soon(t), "/data/local/tmp/new dir/big")
		if err != nil || info.Size != int64(len(data)) || info.Mode != 0o640 || !info.ModTime.Equal(mtime) || info.Name != "big" {
			t.Errorf("stat gave %+v, %v", info, err)
		}
		last = 0
		hash := sha256.New()
		if err := d.Pull(t.Context(), "/data/local/tmp/new dir/big", hash, progress); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(hash.Sum(nil), sum[:]) {
			t.Error("pulled other bytes")
		}
	})
}

func TestPush_Sizes(t *testing.T) {
	onSyncVersions(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		for _, n := range []int{0, 1, 65527, 65528, 65529, 131056, 131057} {
			for _, size := range []int64{int64(n), -1} {
				data := noise(n)
				if err := d.Push(soon(t), bytes.NewReader(data), size, "/data/local/tmp/f", 0, time.Time{}, nil); err != nil {
					t.Errorf("%d bytes: %v", n, err)
				}
				var back bytes.Buffer
				if err := d.Pull(soon(t), "/data/local/tmp/f", &back, nil); err != nil || !bytes.Equal(back.Bytes(), data) {
					t.Errorf("%d bytes: pulled %d, %v", n, back.Len(), err)
				}
			}
		}
	})
}

func TestPush_Failures(t *testing.T) {
	cases := []struct {
		name, to string
		is       error
		text     string
	}{
		{"read-only", "/system/x", fs.ErrPermission, "Read-only file system"},
		{"read-only parent", "/system/new/x", fs.ErrPermission, "Read-only file system"},
		{"no permission", "/data/secret/x", fs.ErrPermission, "Permission denied"},
		{"a directory", "/data/local/tmp", nil, "Is a directory"},
		{"storage full", "/data/local/tmp/full", adb.ErrNoSpace, "No space left on device"},
		{"long path", "/" + strings.Repeat("x", 1024), fs.ErrInvalid, "path too long"},
		{"NUL in the path", "/data/local/tmp/a\x00b", fs.ErrInvalid, "NUL"},
		{"no path", "", fs.ErrInvalid, "empty"},
	}
	data := noise(3 << 20)
	onSyncVersions(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		p.Files.Room = 1 << 20
		for _, c := range cases {
			err := d.Push(soon(t), bytes.NewReader(data), int64(len(data)), c.to, 0o644, time.Time{}, nil)
			file, typed := errors.AsType[*adb.FileError](err)
			if !typed || file.Op != "push" || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s: got %v", c.name, err)
			}
		}
		if out, err := d.Shell(soon(t), "echo alive"); err != nil || string(out.Stdout) != "alive\n" {
			t.Errorf("afterwards: %q, %v", out.Stdout, err)
		}
	})
}

func TestPush_LeavesNoHalfFile(t *testing.T) {
	onSyncVersions(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		broken := errors.New("source broke")
		ctx, cancel := context.WithCancel(t.Context())
		cases := []struct {
			name string
			ctx  context.Context
			r    io.Reader
			size int64
			want error
		}{
			{"source fails", soon(t), io.MultiReader(bytes.NewReader(noise(300<<10)), iotest.ErrReader(broken)), -1, broken},
			{"source too short", soon(t), bytes.NewReader(noise(1000)), 2000, nil},
			{"source too long", soon(t), bytes.NewReader(noise(3000)), 2000, nil},
			{"cancelled", ctx, io.MultiReader(bytes.NewReader(noise(300<<10)), readerFunc(func([]byte) (int, error) {
				cancel()
				return 0, errors.New("never asked for")
			})), -1, context.Canceled},
		}
		for _, c := range cases {
			err := d.Push(c.ctx, c.r, c.size, "/data/local/tmp/half", 0, time.Time{}, nil)
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%s: got %v", c.name, err)
			}
			adbtest.Eventually(t, c.name+": the half file to go", func() bool { return len(p.Files.Names("/data/local/tmp/half")) == 0 })
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestPush_SymbolicLink(t *testing.T) {
	onSyncVersions(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		err := d.Push(soon(t), strings.NewReader("/data/local"), -1, "/data/local/tmp/link", fs.ModeSymlink|0o777, time.Time{}, nil)
		info, statErr := p.Files.Lstat("/data/local/tmp/link")
		if err != nil || statErr != nil || info.Mode != 0o120777 {
			t.Errorf("got %o, %v, %v", info.Mode, err, statErr)
		}
	})
}

func TestPull_Failures(t *testing.T) {
	onSyncVersions(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		for from, want := range map[string]error{"/nosuch": fs.ErrNotExist, "/data/secret/x": fs.ErrPermission, "/data/local": nil} {
			err := d.Pull(soon(t), from, io.Discard, nil)
			file, typed := errors.AsType[*adb.FileError](err)
			if !typed || file.Op != "pull" || want != nil && !errors.Is(err, want) {
				t.Errorf("%s: got %v", from, err)
			}
		}
		err := d.Pull(soon(t), "/nosuch", io.Discard, func(int64, int64) {})
		if file, typed := errors.AsType[*adb.FileError](err); !typed || file.Op != "pull" || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("with progress: got %v", err)
		}
		p.Files.Put("/data/local/tmp/f", noise(1<<20), time.Time{})
		full := errors.New("disk full")
		if err := d.Pull(soon(t), "/data/local/tmp/f", writerFunc(func([]byte) (int, error) { return 0, full }), nil); !errors.Is(err, full) {
			t.Errorf("our side fails: got %v", err)
		}
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestStat(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		big := time.Unix(1<<33, 0)
		p.Files.Put("/data/local/tmp/f", []byte("abc"), big)
		info, err := d.Stat(soon(t), "/data/local/tmp/f")
		if err != nil || info.Size != 3 || info.Mode != 0o644 || !info.ModTime.Equal(big) {
			t.Errorf("a file: %+v, %v", info, err)
		}
		if info, err := d.Stat(soon(t), "/sdcard"); err != nil || !info.Mode.IsDir() {
			t.Errorf("a link to a directory: %+v, %v", info, err)
		}
		if _, err := d.Stat(soon(t), "/nosuch"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("missing: %v", err)
		}
		if _, err := d.Stat(soon(t), "/data/secret/x"); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("unreadable: %v", err)
		}
	})
}

func TestList(t *testing.T) {
	onSyncVersions(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		p.Files.Put("/data/local/tmp/ä 1", []byte("abc"), time.Unix(5, 0))
		p.Files.Put("/data/local/tmp/b", nil, time.Unix(6, 0))
		list, err := d.List(soon(t), "/data/local/tmp")
		if err != nil || len(list) != 2 || list[0].Name != "b" || list[1].Name != "ä 1" || list[1].Size != 3 || list[1].ModTime.Unix() != 5 {
			t.Errorf("got %+v, %v", list, err)
		}
		if list, err := d.List(soon(t), "/storage"); err != nil || len(list) != 0 {
			t.Errorf("empty: %+v, %v", list, err)
		}
		if _, err := d.List(soon(t), "/nosuch"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("missing: %v", err)
		}
		if _, err := d.List(soon(t), "/data/local/tmp/b"); err == nil || !strings.Contains(err.Error(), "Not a directory") {
			t.Errorf("a file: %v", err)
		}
	})
}

func TestPull_LostPhoneIsNoShortFile(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		p.Files.Put("/data/local/tmp/f", noise(32<<20), time.Time{})
		var once bool
		err := d.Pull(soon(t), "/data/local/tmp/f", writerFunc(func(b []byte) (int, error) {
			if !once {
				once = true
				p.Disconnect()
			}
			return len(b), nil
		}), nil)
		if !errors.Is(err, adb.ErrConnectionLost) {
			t.Errorf("got %v", err)
		}
	})
}
