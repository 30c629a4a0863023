package cli

import (
	"context"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
)

// expectation is an end state that a goal's words promise, and the command that shows it.
type expectation struct {
	what    string
	command string
	want    *regexp.Regexp // of the command's whole output
}

// checked is an expectation and what the phone said.
type checked struct {
	expectation
	got string
}

func (c checked) ok() bool { return c.want.MatchString(c.got) }

// switches are the settings a goal may name, with what a phone says when they are on and off.
var switches = []struct {
	words   *regexp.Regexp
	what    string
	command string
	on, off string
}{
	{regexp.MustCompile(`wi-?fi|wlan`), "Wi-Fi", "settings get global wifi_on", "1", "0"},
	{regexp.MustCompile(`bluetooth`), "Bluetooth", "settings get global bluetooth_on", "1", "0"},
	{regexp.MustCompile(`dark (theme|mode)`), "dark theme", "cmd uimode night", "Night mode: yes", "Night mode: no"},
}

var (
	clauses = regexp.MustCompile(`[,;.]| and | then `)
	onWord  = regexp.MustCompile(`\b(on|enable|activate)\b`)
	offWord = regexp.MustCompile(`\b(off|disable|deactivate)\b`)
	noteSay = regexp.MustCompile(`(?i)\bnote\b.*?\b(?:saying|that says|with the text|reading)\b:?\s*["“]?([^"”]+)`)
)

// expectations reads from a goal what can be checked afterwards. Parts that say nothing checkable are left out.
func expectations(goal string) []expectation {
	var out []expectation
	for _, clause := range clauses.Split(strings.ToLower(goal), -1) {
		for _, s := range switches {
			on, off := onWord.MatchString(clause), offWord.MatchString(clause)
			if !s.words.MatchString(clause) || on == off {
				continue
			}
			want := s.on
			if off {
				want = s.off
			}
			out = append(out, expectation{s.what, s.command, exactly(want)})
		}
	}
	if m := noteSay.FindStringSubmatch(goal); m != nil {
		text := strings.TrimSpace(m[1])
		out = append(out, expectation{fmt.Sprintf("note %q", text), "uiautomator dump /proc/self/fd/1", regexp.MustCompile(regexp.QuoteMeta(text))})
	}
	return out
}

func exactly(s string) *regexp.Regexp { return regexp.MustCompile(`^` + regexp.QuoteMeta(s) + `$`) }

// check asks the phone through adb, not through anything the run used.
func (s *stage) check(ctx context.Context, list []expectation) ([]checked, error) {
	out := make([]checked, len(list))
	for i, e := range list {
		var got strings.Builder
		if _, err := s.app.Shell(ctx, e.command, &got, io.Discard); err != nil {
			return nil, err
		}
		answer := html.UnescapeString(strings.TrimSpace(got.String()))
		if found := e.want.FindString(answer); found != "" {
			answer = found
		} else if len(answer) > 60 {
			answer = "-"
		}
		out[i] = checked{e, answer}
	}
	return out, nil
}
