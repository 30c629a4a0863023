package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mattn/go-runewidth"
	"golang.org/x/term"
)

// document prints one JSON document, indented for people.
func (p *program) document(v any) error {
	enc := json.NewEncoder(p.Out)
	enc.SetEscapeHTML(false)
	if isTerminal(p.Out) {
		enc.SetIndent("", "  ")
	}
	return enc.Encode(v)
}

// line prints one JSON object on a line of its own.
func (p *program) line(v any) {
	enc := json.NewEncoder(p.Out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
}

// say tells a person something on stderr.
func (p *program) say(key string, args ...any) { fmt.Fprintln(p.Err, p.txt.T(key, args...)) }

// columns is how wide lines for people may be: the terminal's width, or no limit where none reads.
func (p *program) columns() int {
	if f, ok := p.Out.(*os.File); ok && p.person() {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return 0
}

// wrapped prints text behind head, its further lines below the first, within the terminal's width.
func (p *program) wrapped(head, text string) {
	width := p.columns() - runewidth.StringWidth(head)
	indent := "\n" + strings.Repeat(" ", runewidth.StringWidth(head))
	if width < 24 { // no terminal, or one too narrow to hang text behind the head
		indent, width = "\n    ", max(p.columns()-4, 0)
	}
	fmt.Fprintln(p.Out, strings.TrimRight(head+strings.Join(lines(text, width), indent), " "))
}

// lines breaks text into lines of at most width columns, between words where it can. A width of 0 breaks nothing.
func lines(text string, width int) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		for width > 0 && runewidth.StringWidth(line) > width {
			head := runewidth.Truncate(line, width, "")
			if i := strings.LastIndexByte(head, ' '); i > len(head)/3 && line[len(head)] != ' ' {
				head = head[:i]
			}
			if head == "" {
				break
			}
			out = append(out, head)
			line = strings.TrimLeft(line[len(head):], " ")
		}
		out = append(out, line)
	}
	return out
}

// table prints rows: aligned for a person, separated by tabs for a pipe (where the header is left out).
func (p *program) table(header []string, rows [][]string) error {
	if !p.person() {
		for _, r := range rows {
			fmt.Fprintln(p.Out, strings.Join(r, "\t"))
		}
		return nil
	}
	w := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(header, "\t"))
	for _, r := range rows {
		fmt.Fprintln(w, strings.Join(r, "\t"))
	}
	return w.Flush()
}

// clip cuts s to the columns of a terminal.
func clip(s string, columns int) string {
	s = strings.Join(strings.Fields(s), " ")
	return runewidth.Truncate(s, columns, "…")
}

// short writes a duration as people read it: 42 ms, 1.3 s.
func short(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// progress writes "what 42 %" to a terminal's stderr once a long transfer has taken over a second.
type progress struct {
	w       io.Writer
	what    string
	started time.Time
	last    time.Time
	shown   bool
}

func (p *program) progress(what string) *progress {
	w := io.Writer(nil)
	if isTerminal(p.Err) {
		w = p.Err
	}
	return &progress{w: w, what: what, started: time.Now()}
}

func (g *progress) update(done, total int64) {
	now := time.Now()
	if g.w == nil || now.Sub(g.started) < time.Second || now.Sub(g.last) < 100*time.Millisecond {
		return
	}
	g.last, g.shown = now, true
	if total > 0 {
		fmt.Fprintf(g.w, "\r%s %d %% ", g.what, done*100/total)
	} else {
		fmt.Fprintf(g.w, "\r%s %.1f MB ", g.what, float64(done)/1e6)
	}
}

func (g *progress) done() {
	if g.shown {
		fmt.Fprint(g.w, "\r\033[K")
	}
}
