package feed

import (
	"context"
	"errors"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/agent"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func ev(session string, kind agent.Kind) agent.Event {
	return agent.Event{Session: session, Kind: kind}
}

// read takes events until n have come.
func read(t *testing.T, f *Feed, session string, after uint64, n int) []uint64 {
	t.Helper()
	var ids []uint64
	for e, err := range f.Subscribe(t.Context(), session, after) {
		if err != nil {
			t.Fatal(err)
		}
		if ids = append(ids, e.ID); len(ids) == n {
			break
		}
	}
	return ids
}

func TestReplayAndFilter(t *testing.T) {
	t.Parallel()
	f := new(Feed)
	for _, e := range []agent.Event{ev("a", agent.Started), ev("b", agent.Started), ev("a", agent.TextDelta), ev("a", agent.Completed)} {
		f.Publish(e)
	}
	for _, c := range []struct {
		name    string
		session string
		after   uint64
		want    []uint64
	}{
		{"all from the start, in order", "", 0, []uint64{1, 2, 3, 4}},
		{"one session", "a", 0, []uint64{1, 3, 4}},
		{"from where a reader left off", "", 2, []uint64{3, 4}},
	} {
		if got := read(t, f, c.session, c.after, len(c.want)); !slices.Equal(got, c.want) {
			t.Errorf("%s: ids %v, want %v", c.name, got, c.want)
		}
	}
}

// TestSlowReader: pieces of text may be missed, outcomes may not, and the writer never waits.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	f := new(Feed)
	const outcomes = keepOutcomes - 1
	for range outcomes {
		f.Publish(ev("a", agent.ToolFinished))
		for range 3 {
			f.Publish(ev("a", agent.TextDelta))
		}
	}
	f.Publish(ev("a", agent.Completed))
	seen, pieces := 0, 0
	for e, err := range f.Subscribe(t.Context(), "a", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == agent.TextDelta {
			pieces++
		} else {
			seen++
		}
		if e.Last() {
			break
		}
	}
	if seen != outcomes+1 || pieces >= 3*outcomes {
		t.Errorf("%d outcomes (want %d) and %d pieces of %d (want fewer)", seen, outcomes+1, pieces, 3*outcomes)
	}
}

func TestLiveAndCancel(t *testing.T) {
	t.Parallel()
	f := new(Feed)
	ctx, cancel := context.WithCancel(t.Context())
	got := make(chan agent.Kind, 1)
	end := make(chan error, 1)
	go func() {
		for e, err := range f.Subscribe(ctx, "", 0) {
			if err != nil {
				end <- err
				return
			}
			got <- e.Kind
		}
		end <- nil
	}()
	f.Publish(ev("a", agent.Note))
	if k := <-got; k != agent.Note {
		t.Errorf("got %s", k)
	}
	cancel()
	if err := <-end; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}
