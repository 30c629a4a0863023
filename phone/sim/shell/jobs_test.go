package shell

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// until polls for a state, for a bounded time.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for limit := time.Now().Add(40 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("waited in vain for ", what)
		}
	}
}

func TestJobs(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, c := range []struct{ name, line, out string }{
		{"wait gives the status", `(exit 3) & wait $!; echo $?`, "3\n"},
		{"wait for all", `sleep 0.02 & sleep 0.01 & wait; echo done`, "done\n"},
		{"killed by a signal", `sleep 100 & kill $!; wait $!; echo $?`, "143\n"},
		{"killed for good", `sleep 100 & kill -9 $!; wait $!; echo $?`, "137\n"},
		{"a loop that calls nothing", `while :; do x=1; done & kill $!; wait $!; echo $?`, "143\n"},
		{"the shell itself", `sh -c 'kill $$; echo no'; echo $?`, "143\n"},
		{"variables stay inside", `x=1; { x=2; } & wait; echo $x`, "1\n"},
		{"shown by ps", `sleep 98 & ps -o PID,ARGS | grep -c "^ *$! *sleep 98"; kill $!`, "1\n"},
		{"found by name", `n=97; sleep $n & pidof sleep | grep -c "\b$!\b"; pkill -f 'sleep [9]7'; wait $!; echo $?`, "1\n143\n"},
		{"pkill does not kill its own line", `pkill -f '[D]eviceServer'; echo alive`, "alive\n"},
		{"a pipe in the background", `echo hi | cat > jb & wait; cat jb`, "hi\n"},
		{"exec in a job", `(exec sleep 96) & kill $!; wait $!; echo $?`, "143\n"},
		{"functions", `f() { echo in $1; }; f a & wait`, "in a\n"},
		{"a child of a child", `sh -c 'sleep 0.01 & wait $!; echo $?'`, "0\n"},
		{"pipes are not held by readers that left", `yes | head -1; echo $?`, "y\n0\n"},
		{"nohup", `nohup echo x`, "x\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			d.Serve(t.Context(), Session{Line: c.line, Dir: "/data/local/tmp", Stdout: &out, Stderr: &errs})
			if out.String() != c.out || errs.Len() > 0 {
				t.Errorf("%s\n got %q, stderr %q\nwant %q", c.line, out.String(), errs.String(), c.out)
			}
		})
	}
}

// TestPkillKillsItsOwnLine: a pattern that the line itself holds ends the line's shell, as on a phone.
func TestPkillKillsItsOwnLine(t *testing.T) {
	t.Parallel()
	if out, _, status := sh(t, open(t), `pkill -f 'Device[S]erver'; echo DeviceServer`); out != "" || status != 143 {
		t.Errorf("%q %d", out, status)
	}
}

// TestJobOutlivesItsSession: a job with its output redirected goes on when the session has ended (B10).
func TestJobOutlivesItsSession(t *testing.T) {
	t.Parallel()
	d := open(t)
	out, _, status := sh(t, d, `(sleep 0.2; echo late > /data/local/tmp/late) >/dev/null 2>&1 & echo started`)
	if out != "started\n" || status != 0 {
		t.Fatalf("%q %d", out, status)
	}
	if _, err := d.read("/data/local/tmp/late"); err == nil {
		t.Error("the session waited for its job")
	}
	await(t, "the job", func() bool { b, err := d.read("/data/local/tmp/late"); return err == nil && string(b) == "late\n" })
}

// TestJobHoldsTheStream: without a redirection the stream stays open until the job has ended.
func TestJobHoldsTheStream(t *testing.T) {
	t.Parallel()
	out, _, _ := sh(t, open(t), `(sleep 0.05; echo late) & echo first`)
	if out != "first\nlate\n" {
		t.Errorf("%q", out)
	}
}

// TestHangUpEndsTheForeground: ending the context ends what runs in front, also a loop, a wait, a pipe and a read.
func TestHangUpEndsTheForeground(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, line := range []string{"sleep 100", "while true; do sleep 100; done", "sleep 100 & wait", "sleep 100 | cat", "cat", "read x", "logcat", "yes", "tail -f /system/etc/hosts"} {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		done := make(chan int, 1)
		go func() { done <- d.Run(ctx, line, r, io.Discard, io.Discard) }()
		await(t, line+" to run", func() bool {
			for _, p := range d.procs.list() {
				if strings.Contains(strings.Join(p.args, " "), line) {
					return true
				}
			}
			return false
		})
		cancel()
		select {
		case status := <-done:
			if status != 129 {
				t.Errorf("%s: status %d", line, status)
			}
		case <-time.After(40 * time.Second):
			t.Fatalf("%s goes on", line)
		}
		_ = w.Close()
	}
}

func TestCloseEndsJobs(t *testing.T) {
	t.Parallel()
	d := open(t)
	sh(t, d, `while true; do sleep 50; done >/dev/null 2>&1 & sleep 60 >/dev/null 2>&1 &`)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if left := d.procs.list(); len(left) > 0 {
		t.Errorf("%d processes left, one is %v", len(left), left[0].args)
	}
}

func TestInterruptEndsALine(t *testing.T) {
	t.Parallel()
	d := open(t)
	interrupt := make(chan struct{}, 1)
	done := make(chan int, 1)
	go func() {
		done <- d.Serve(t.Context(), Session{Line: "sleep 100; echo no", TTY: true, Interrupt: interrupt})
	}()
	await(t, "sleep", func() bool { return len(d.procs.list()) == 2 })
	interrupt <- struct{}{}
	if status := <-done; status != 130 {
		t.Errorf("status %d", status)
	}
}

// terminal is a person at a pty: lines typed, and all that was printed.
type terminal struct {
	in  *io.PipeWriter
	out bytes.Buffer
	mu  chan struct{}
}

func (m *terminal) Write(b []byte) (int, error) {
	m.mu <- struct{}{}
	defer func() { <-m.mu }()
	return m.out.Write(b)
}

func (m *terminal) has(s string) bool {
	m.mu <- struct{}{}
	defer func() { <-m.mu }()
	return strings.Contains(m.out.String(), s)
}

func TestInteractive(t *testing.T) {
	t.Parallel()
	d := open(t)
	r, w := io.Pipe()
	m := &terminal{in: w, mu: make(chan struct{}, 1)}
	interrupt := make(chan struct{}, 1)
	done := make(chan int, 1)
	go func() {
		done <- d.Serve(t.Context(), Session{Stdin: r, Stdout: m, Interactive: true, Interrupt: interrupt})
	}()
	step := func(line, want string) {
		t.Helper()
		if line != "" {
			_, _ = io.WriteString(w, line+"\n")
		}
		await(t, want, func() bool { return m.has(want) })
	}
	step("", "shiba:/ $ ")
	step("cd /sdcard", "shiba:/sdcard $ ")
	step("nosuch", "/system/bin/sh: nosuch: inaccessible or not found\n127|shiba:/sdcard $ ")
	step("for i in 1 2", "> ")
	step("do echo n$i; done", "n1\nn2\n")
	step("echo )", "syntax error: unexpected ')'\n1|shiba:/sdcard $ ")
	_, _ = io.WriteString(w, "sleep 100\n")
	await(t, "sleep", func() bool { return len(d.procs.list()) == 2 })
	interrupt <- struct{}{}
	step("", "130|shiba:/sdcard $ ")
	step("echo > /dev/tty direct", "shiba:/sdcard $ ")
	_, _ = io.WriteString(w, "exit 5\n")
	if status := <-done; status != 5 {
		t.Errorf("status %d", status)
	}
	_ = w.Close()
}

// TestAFaultEndsOnlyItsCommand: a command that panics ends as one that crashed.
func TestAFaultEndsOnlyItsCommand(t *testing.T) {
	t.Parallel()
	w := open(t).w
	d := New(w, Options{AppProcess: func(context.Context, *Proc, string, []string) (int, bool) { panic("broken") }})
	defer d.Close()
	out, errs, _ := sh(t, d, "app_process / x; echo $?; logcat -d -s libc | grep -c broken")
	if out != "139\n1\n" || errs != "Segmentation fault\n" {
		t.Errorf("%q %q", out, errs)
	}
}
