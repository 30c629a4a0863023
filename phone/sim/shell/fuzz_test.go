package shell

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// FuzzLine runs lines: none may panic, hang beyond its time, or leave a process.
func FuzzLine(f *testing.F) {
	for _, s := range []string{"echo hi | cat", "for i in 1 2; do echo $i & done; wait", "x=$(ls /); echo ${x:1:2}", "trap 'echo $$' EXIT; exit 3", "f() { f; }", "cat <<E\n$x\nE",
		"ps -A | grep -c .", "sed -n '/a/,$p' /system/etc/hosts", "find / -maxdepth 2 -name 's*'", "printf '%5.2f|%s' 1 a b", "eval 'a=(1 2)'; echo ${a[@]}", "time true", "[ -O / ]", "read a b c; echo $b"} {
		f.Add(s)
	}
	w := world.New(world.Options{Seed: 1})
	d := New(w, Options{})
	f.Cleanup(func() { _ = d.Close(); _ = w.Close() })
	f.Fuzz(func(t *testing.T, line string) {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		done := make(chan struct{})
		go func() {
			defer close(done)
			d.Run(ctx, line, strings.NewReader("some input\n"), io.Discard, io.Discard)
		}()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Fatalf("%q goes on", line)
		}
		for _, p := range d.procs.list() {
			p.kill(sigKILL)
		}
	})
}

// FuzzSed parses and runs scripts.
func FuzzSed(f *testing.F) {
	for _, s := range []string{"s/a/b/g", "/x/,/y/{p;d}", "$!N;s/\\n/ /", "y/abc/xyz/", "2q", "1,3!s/\\(a\\)\\(b\\)/\\2\\1/2p", "/a/I,+2d", "i\\ text"} {
		f.Add(s, "a b\nab x\ny\n")
	}
	f.Fuzz(func(t *testing.T, script, text string) {
		p := sedParser{src: script}
		prog, err := p.block(false)
		if err != nil || len(text) > 1000 {
			return
		}
		(&sed{prog: prog, out: &bytes.Buffer{}}).run([]byte(text))
	})
}

// FuzzPOSIX checks that what is taken as an expression means one to Go too.
func FuzzPOSIX(f *testing.F) {
	for _, s := range []string{`a\{2,3\}`, `[[:alpha:]]*`, `^\(x\|y\)$`, `*a`, `[]a]`, `a+b?`, `\<w\>`} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, expr string, extended bool) {
		out, err := fromPOSIX(expr, extended)
		if err != nil {
			return
		}
		if re, err := regexp.Compile(out); err == nil {
			re.MatchString("abc xyz")
		}
	})
}
