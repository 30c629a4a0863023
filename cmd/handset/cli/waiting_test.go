package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/cmd/handset/text"
)

// TestWaiting_KeepsStillWhileAQuestionStands: a line that tells of a wait never breaks into a question.
func TestWaiting_KeepsStillWhileAQuestionStands(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := &program{txt: text.For("en")}
	g := &waiting{p: p, w: &out}
	g.begin("run.waiting_model")
	p.talking.hold()
	g.tell(g.since)
	p.talking.release()
	if out.Len() > 0 {
		t.Errorf("said %q while a question stood", out.String())
	}
	g.tell(g.since)
	if !strings.Contains(out.String(), "waiting for the model") {
		t.Errorf("said %q afterwards", out.String())
	}
	out.Reset()
	g.tell(g.since.Add(-time.Second)) // a wait that has ended meanwhile
	if out.Len() > 0 {
		t.Errorf("told of an old wait: %q", out.String())
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"one two three", 7, "one two|three"}, {"unbroken", 4, "unbr|oken"}, {"any", 0, "any"}, {"你好世界", 4, "你好|世界"},
		{"two\nlines", 20, "two|lines"}, {"界", 1, "界"},
	} {
		if got := strings.Join(lines(c.in, c.width), "|"); got != c.want {
			t.Errorf("lines(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}
