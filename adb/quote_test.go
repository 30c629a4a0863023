package adb

import (
	"bytes"
	"math/rand"
	"os/exec"
	"strings"
	"testing"
)

// words has sh print each of its words behind a NUL.
func words(t *testing.T, line string) []string {
	t.Helper()
	cmd := exec.Command("sh", "-c", `for w in `+line+`; do printf '%s\0' "$w"; done`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("sh on %q: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

func TestQuote_DV07(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		argv []string
		want string
	}{
		{[]string{"ls", "-l", "/sdcard"}, "ls -l /sdcard"},
		{[]string{"echo", ""}, "echo ''"},
		{[]string{"echo", "it's"}, `echo 'it'\''s'`},
		{[]string{"echo", "a b", "$HOME", "~", "#x", "*", "a\nb"}, "echo 'a b' '$HOME' '~' '#x' '*' 'a\nb'"},
		{[]string{"if", "if"}, "'if' if"},
		{[]string{"A=b", "x"}, "'A=b' x"},
		{[]string{"a\x00b"}, "ab"},
		{nil, ""},
	} {
		if got := Quote(c.argv...); got != c.want {
			t.Errorf("%q: got %s, want %s", c.argv, got, c.want)
		}
	}
}

func TestQuote_EveryByteThroughARealShell_DV07(t *testing.T) {
	t.Parallel()
	var argv []string
	var all []byte
	for b := 1; b < 256; b++ {
		all = append(all, byte(b))
		argv = append(argv, string([]byte{byte(b)}), "x"+string([]byte{byte(b)})+"y", string([]byte{byte(b), byte(b)}))
	}
	argv = append(argv, string(all), "")
	rnd := rand.New(rand.NewSource(7))
	for range 300 {
		w := make([]byte, 1+rnd.Intn(20))
		for i := range w {
			w[i] = byte(1 + rnd.Intn(255))
		}
		argv = append(argv, string(w))
	}
	argv = append(argv, "", "end")
	got := words(t, Quote(append([]string{"first"}, argv...)...))[1:]
	if len(got) != len(argv) {
		t.Fatalf("%d words became %d", len(argv), len(got))
	}
	for i := range argv {
		if got[i] != argv[i] {
			t.Errorf("%q became %q", argv[i], got[i])
		}
	}
}

func TestQuote_CommandPosition(t *testing.T) {
	t.Parallel()
	for word := range reserved {
		out, err := exec.Command("sh", "-c", Quote(word, "x")+" 2>/dev/null; echo $?").Output()
		if err != nil || !bytes.HasSuffix(out, []byte("127\n")) && word != "time" {
			t.Errorf("%q is not read as a command: %q, %v", word, out, err)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("a b", "it's")
	f.Add("", "\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		line := Quote("first", a, b)
		if strings.ContainsRune(line, 0) {
			t.Fatal("a NUL went through")
		}
		want := []string{"first", strings.ReplaceAll(a, "\x00", ""), strings.ReplaceAll(b, "\x00", "")}
		if got := unquote(line); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
			t.Errorf("%q became %q", want, got)
		}
	})
}

// unquote reads a line as a POSIX shell does, for lines without anything but words, single quotes and backslashes.
func unquote(line string) []string {
	var out []string
	var word []byte
	started, quoted := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			quoted, started = !quoted, true
		case quoted:
			word = append(word, c)
		case c == '\\':
			i++
			word, started = append(word, line[i]), true
		case c == ' ':
			if started {
				out = append(out, string(word))
			}
			word, started = nil, false
		default:
			word, started = append(word, c), true
		}
	}
	if started {
		out = append(out, string(word))
	}
	return out
}
