package adb_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
)

// v1 makes a phone without shell v2.
func v1(p *adbtest.Phone) { p.Banner.Features = []string{} }

func TestShell_DV06(t *testing.T) {
	cases := []struct {
		name, command          string
		stdout, stderr, merged string // merged: what a phone without shell v2 gives
		exit                   int
	}{
		{"output", "echo hi", "hi\n", "", "hi\n", 0},
		{"no output", "true", "", "", "", 0},
		{"exit status", "exit 7", "", "", "", 7},
		{"both outputs", "echo out; echo err >&2; exit 3", "out\n", "err\n", "out\nerr\n", 3},
		{"no line end", "printf x", "x", "", "x", 0},
		{"stdin is at its end", "cat; echo done", "done\n", "", "done\n", 0},
		{"killed", "kill -9 $$", "", "", "Killed\n", 137},
		{"comment at the end", "echo a # b", "a\n", "", "a\n", 0},
		{"quotes", `echo 'a  b' "c'd" \"`, "a  b c'd \"\n", "", "a  b c'd \"\n", 0},
		{"several lines", "echo a\necho b", "a\nb\n", "", "a\nb\n", 0},
		{"colons", "echo a:b:c", "a:b:c\n", "", "a:b:c\n", 0},
		{"binary", `printf '\000\001\377\r\n'`, "\x00\x01\xff\r\n", "", "\x00\x01\xff\r\n", 0},
	}
	check := func(t *testing.T, d *adb.Device, merged bool) {
		for _, c := range cases {
			out, err := d.Shell(soon(t), c.command)
			stdout, stderr := c.stdout, c.stderr
			if merged {
				stdout, stderr = c.merged, ""
			}
			if err != nil || string(out.Stdout) != stdout || string(out.Stderr) != stderr || out.Exit != c.exit {
				t.Errorf("%s: got %q, %q, exit %d, %v; want %q, %q, exit %d", c.name, out.Stdout, out.Stderr, out.Exit, err, stdout, stderr, c.exit)
			}
		}
	}
	t.Run("v2", func(t *testing.T) {
		withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) { check(t, d, false) })
	})
	t.Run("v1", func(t *testing.T) {
		withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) { check(t, d, true) }, v1)
	})
}

func TestShell_BigOutput(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		out, err := d.Shell(soon(t), "yes 0123456789 | head -n 1000000")
		if err != nil || len(out.Stdout) != 11_000_000 {
			t.Errorf("got %d bytes, %v", len(out.Stdout), err)
		}
	})
}

func TestShell_OutputLimit(t *testing.T) {
	for name, change := range map[string][]func(*adbtest.Phone){"v2": nil, "v1": {v1}} {
		t.Run(name, func(t *testing.T) {
			onServers(t, func(t *testing.T, c *adb.Client) {
				c.MaxOutput = 1000
				d, _ := connect(t, c, change...)
				if out, err := d.Shell(soon(t), "head -c 1000 /dev/zero"); err != nil || len(out.Stdout) != 1000 {
					t.Errorf("at the limit: %d bytes, %v", len(out.Stdout), err)
				}
				out, err := d.Shell(soon(t), "yes")
				if !errors.Is(err, adb.ErrTooMuchOutput) || len(out.Stdout) > 1000 {
					t.Errorf("over the limit: %d bytes, %v", len(out.Stdout), err)
				}
			})
		})
	}
}

func TestShell_MissingExitPacketIsALostConnection(t *testing.T) {
	for name, change := range map[string][]func(*adbtest.Phone){"v2": nil, "v1": {v1}} {
		t.Run(name, func(t *testing.T) {
			withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
				started := filepath.Join(t.TempDir(), "started")
				go func() {
					adbtest.Eventually(t, "the command to start", exists(started))
					p.Disconnect()
				}()
				out, err := d.Shell(soon(t), "echo half; touch "+started+"; sleep 20")
				if !errors.Is(err, adb.ErrConnectionLost) {
					t.Errorf("got %q, exit %d, %v; want ErrConnectionLost", out.Stdout, out.Exit, err)
				}
			}, change...)
		})
	}
}

func exists(name string) func() bool {
	return func() bool { _, err := os.Stat(name); return err == nil }
}

func TestShell_CancelReturnsAtOnce_F013(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, err := d.Shell(ctx, "sleep 20")
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 3*time.Second {
			t.Errorf("got %v after %v", err, time.Since(start))
		}
	})
}

func TestRun_KillsOnThePhone_DV09(t *testing.T) {
	for name, change := range map[string][]func(*adbtest.Phone){"v2": nil, "v1": {v1}} {
		t.Run(name, func(t *testing.T) {
			withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
				file := filepath.Join(t.TempDir(), "pid")
				ctx, cancel := context.WithCancel(t.Context())
				go func() {
					adbtest.Eventually(t, "the command to start", exists(file))
					cancel()
				}()
				out, err := d.Run(ctx, "echo begun; trap '' HUP; echo $$ >"+file+".x; mv "+file+".x "+file+"; while :; do sleep 0.01; done")
				// Without shell v2 the shell around the command adds that it was terminated.
				if !errors.Is(err, context.Canceled) || !strings.HasPrefix(string(out.Stdout), "begun\n") {
					t.Errorf("got %q, %v", out.Stdout, err)
				}
				b, _ := os.ReadFile(file)
				pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
				if err != nil {
					t.Fatal(err)
				}
				adbtest.Eventually(t, "the command to be gone", func() bool { return syscall.Kill(pid, 0) != nil })
				out, err = d.Run(soon(t), "echo whole; exit 4")
				if err != nil || string(out.Stdout) != "whole\n" || out.Exit != 4 {
					t.Errorf("undisturbed: got %q, exit %d, %v", out.Stdout, out.Exit, err)
				}
			}, change...)
		})
	}
}

func TestExec_Binary_DV06(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		r, err := d.Exec(soon(t), `printf '\211PNG\r\n\032\n\000'; echo e >&2`)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		all, err := io.ReadAll(r)
		if err != nil || string(all) != "\x89PNG\r\n\x1a\n\x00e\n" {
			t.Errorf("got %q, %v", all, err)
		}
	})
}

func TestExec_ContextAndClose(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := d.Exec(ctx, "echo a; sleep 20")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r, make([]byte, 2)); err != nil {
			t.Fatal(err)
		}
		cancel()
		if _, err := r.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
			t.Errorf("after cancel: %v", err)
		}
		r.Close()
		r, err = d.Exec(t.Context(), "sleep 20")
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		if _, err := r.Read(make([]byte, 1)); !errors.Is(err, adb.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	})
}

func TestProcess(t *testing.T) {
	for name, change := range map[string][]func(*adbtest.Phone){"v2": nil, "v1": {v1}} {
		t.Run(name, func(t *testing.T) {
			withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
				proc, err := d.Start(soon(t), `read a; echo "got $a"; read b; echo "and $b"; exit 5`)
				if err != nil {
					t.Fatal(err)
				}
				defer proc.Close()
				io.WriteString(proc.Stdin, "one\ntwo\n")
				out, err := io.ReadAll(proc.Stdout)
				if err != nil || string(out) != "got one\nand two\n" {
					t.Errorf("stdout %q, %v", out, err)
				}
				if errs, err := io.ReadAll(proc.Stderr); err != nil || len(errs) != 0 {
					t.Errorf("stderr %q, %v", errs, err)
				}
				if exit, err := proc.Wait(); exit != 5 || err != nil {
					t.Errorf("exit %d, %v", exit, err)
				}
			}, change...)
		})
	}
}

func TestProcess_StdinEndAndSplitOutputs(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		proc, err := d.Start(soon(t), "wc -c; echo problem >&2")
		if err != nil {
			t.Fatal(err)
		}
		defer proc.Close()
		go func() {
			proc.Stdin.Write(bytes.Repeat([]byte("x"), 3<<20))
			proc.Stdin.Close()
		}()
		out, _ := io.ReadAll(proc.Stdout) // stderr waits unread
		errs, _ := io.ReadAll(proc.Stderr)
		if strings.TrimSpace(string(out)) != "3145728" || string(errs) != "problem\n" {
			t.Errorf("got %q and %q", out, errs)
		}
	})
}

func TestProcess_UnreadOutputAndClose(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		proc, err := d.Start(t.Context(), "yes")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(proc.Stdout, make([]byte, 4<<20)); err != nil {
			t.Fatal(err)
		}
		proc.Close()
		if _, err := proc.Wait(); !errors.Is(err, adb.ErrClosed) {
			t.Errorf("Wait after Close: %v", err)
		}
		if _, err := proc.Stdin.Write([]byte("x")); !errors.Is(err, adb.ErrClosed) {
			t.Errorf("Write after Close: %v", err)
		}
	})
}

func TestShell_FeaturesFollowThePhone(t *testing.T) {
	t.Parallel()
	c := &adb.Client{Addr: adbtest.StartReal(t).Addr}
	d, p := connect(t, c)
	if _, err := d.Shell(soon(t), "true"); err != nil {
		t.Fatal(err)
	}
	p.Stop()
	l, err := net.Listen("tcp", p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	older := adbtest.NewPhone()
	v1(older)
	older.StartOn(t, l) // the server connects again by itself and keeps the transport id
	var out adb.Output
	adbtest.Eventually(t, "the older phone to answer", func() bool {
		out, err = d.Shell(soon(t), "echo a; echo b >&2")
		return err == nil
	})
	if string(out.Stdout) != "a\nb\n" {
		t.Errorf("got %q, %q", out.Stdout, out.Stderr)
	}
}

func TestStartPTY(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		proc, err := d.StartPTY(soon(t), "", "xterm-256color")
		if err != nil {
			t.Fatal(err)
		}
		defer proc.Close()
		if err := proc.Resize(40, 120); err != nil {
			t.Error(err)
		}
		r := bufio.NewReader(proc.Stdout)
		if line, err := r.ReadString('\n'); err != nil || line != "xterm-256color 40x120\r\n" {
			t.Errorf("got %q, %v", line, err)
		}
		io.WriteString(proc.Stdin, "hello\r")
		out, err := io.ReadAll(r)
		if err != nil || string(out) != "hello\r\nread hello\r\n" {
			t.Errorf("got %q, %v", out, err)
		}
		if exit, err := proc.Wait(); exit != 6 || err != nil {
			t.Errorf("exit %d, %v", exit, err)
		}
	}, func(p *adbtest.Phone) {
		p.Shell = func(_ context.Context, s *adbd.Session) int {
			size := <-s.Resize
			fmt.Fprintf(s.Stdout, "%s %dx%d\n", s.Term, size.Rows, size.Cols)
			line, _ := bufio.NewReader(s.Stdin).ReadString('\n')
			fmt.Fprintf(s.Stdout, "read %s", line)
			return 6
		}
	})
}

func TestShell_PhoneThatDoesNotAnswer_F018(t *testing.T) {
	onServers(t, func(t *testing.T, c *adb.Client) {
		c.Timeout = 300 * time.Millisecond
		var stuck atomic.Bool
		d, _ := connect(t, c, func(p *adbtest.Phone) {
			p.Faults = func() adbd.Faults {
				if stuck.Load() {
					return adbd.Faults{Latency: time.Hour}
				}
				return adbd.Faults{}
			}
		})
		stuck.Store(true)
		_, err := d.Shell(t.Context(), "true")
		if !errors.Is(err, adb.ErrTimeout) || !strings.Contains(err.Error(), "device \""+d.Serial()+"\" is not answering") {
			t.Errorf("got %v", err)
		}
		if _, err := c.Devices(soon(t)); err != nil {
			t.Errorf("the list: %v", err)
		}
	})
}

func BenchmarkShell(b *testing.B) {
	p := adbtest.NewPhone()
	p.Shell = func(context.Context, *adbd.Session) int { return 0 }
	p.Start(b)
	c := &adb.Client{Addr: adbtest.StartReal(b).Addr}
	if _, err := c.Connect(b.Context(), p.Addr); err != nil {
		b.Fatal(err)
	}
	d := c.Device(p.Addr)
	for b.Loop() {
		if _, err := d.Shell(b.Context(), "true"); err != nil {
			b.Fatal(err)
		}
	}
}
