package fault

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestNil(t *testing.T) {
	t.Parallel()
	var s *Set
	if _, hit := s.Hit(LinkDrop); hit || s.List() != nil || s.Off(LinkDrop) || !s.Next(LinkDrop).IsZero() {
		t.Error("a nil set has a fault")
	}
	s.Clear()
	_, stop := s.Watch()
	stop()
}

func TestTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := New(1)
		begin := time.Now()
		if err := s.On(ScreenOff, Rule{After: 5 * time.Second, For: 10 * time.Second}); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			at   time.Duration
			hit  bool
			next time.Duration
		}{{0, false, 5 * time.Second}, {4999 * time.Millisecond, false, 5 * time.Second}, {5 * time.Second, true, 15 * time.Second}, {14 * time.Second, true, 15 * time.Second}, {15 * time.Second, false, 0}} {
			time.Sleep(c.at - time.Since(begin))
			next := s.Next(ScreenOff, PopUp)
			if _, hit := s.Hit(ScreenOff); hit != c.hit {
				t.Errorf("after %v: hit %v", c.at, hit)
			}
			if want := begin.Add(c.next); c.next > 0 && !next.Equal(want) || c.next == 0 && !next.IsZero() {
				t.Errorf("after %v: next %v, want %v", c.at, next.Sub(begin), c.next)
			}
		}
	})
}

func TestCount(t *testing.T) {
	t.Parallel()
	s := New(1)
	if err := s.On(DumpKilled, Rule{Count: 2, Value: "x"}); err != nil {
		t.Fatal(err)
	}
	var got []bool
	for range 4 {
		r, hit := s.Hit(DumpKilled)
		if hit && r.Value != "x" {
			t.Error("the rule of the hit is lost")
		}
		got = append(got, hit)
	}
	if !slices.Equal(got, []bool{true, true, false, false}) {
		t.Errorf("got %v", got)
	}
	if !s.Lasts(DumpKilled) || s.Lasts(PopUp) {
		t.Error("a fault does not last as long as it is on")
	}
	if l := s.List(); len(l) != 1 || l[0].Hits != 2 || l[0].Active {
		t.Errorf("list: %+v", l)
	}
	if !s.Off(DumpKilled) || s.Off(DumpKilled) {
		t.Error("off does not tell whether it was on")
	}
}

// TestSeed asks for a fault alone and among others, and with another seed.
func TestSeed(t *testing.T) {
	t.Parallel()
	ask := func(seed int64, others bool) []bool {
		s := New(seed)
		for _, n := range All() {
			if n == LinkDrop || others {
				if err := s.On(n, Rule{Probability: 0.3}); err != nil {
					t.Fatal(err)
				}
			}
		}
		var got []bool
		for range 200 {
			if others {
				s.Hit(LinkLatency)
				s.Hit(PopUp)
			}
			_, hit := s.Hit(LinkDrop)
			got = append(got, hit)
		}
		return got
	}
	alone := ask(7, false)
	if !slices.Equal(alone, ask(7, true)) {
		t.Error("other faults changed the answers")
	}
	if slices.Equal(alone, ask(8, false)) {
		t.Error("another seed gave the same answers")
	}
	hits := 0
	for _, hit := range alone {
		if hit {
			hits++
		}
	}
	if hits < 40 || hits > 80 {
		t.Errorf("%d hits of 200 at p=0.3", hits)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Rule{
		"popup": {},
		"popup after=5s count=3 p=0.2 for=10s value=Rate this app = now": {5 * time.Second, 3, 0.2, 10 * time.Second, "Rate this app = now"},
		" popup  for=1m0s  count=1 ":                                     {Count: 1, For: time.Minute},
	} {
		n, r, err := Parse(text)
		if err != nil || n != PopUp || r != want {
			t.Errorf("%q: got %s %+v, %v", text, n, r, err)
		}
		if _, again, err := Parse(string(n) + " " + r.String()); err != nil || again != r {
			t.Errorf("%q does not come back from %q: %v", text, r, err)
		}
	}
	for text, want := range map[string]error{
		"": ErrUnknown, "nosuch": ErrUnknown, "popup p=2": ErrRule, "popup p=NaN": ErrRule, "popup p=0": ErrRule, "popup after=5": ErrRule, "popup count=-1": ErrRule,
		"popup size=3": ErrRule, "popup now": ErrRule, "link.latency value=fast": ErrRule, "disk.full value=1s": ErrRule,
	} {
		if _, _, err := Parse(text); !errors.Is(err, want) {
			t.Errorf("%q: got %v, want %v", text, err, want)
		}
	}
	if _, _, err := Parse("never_idle"); err == nil || err.Error() != `"never_idle": no such fault (there is dump.never-idle)` {
		t.Errorf("no suggestion: %v", err)
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	s := New(1)
	changed, stop := s.Watch()
	defer stop()
	for _, change := range []func(){func() { _ = s.On(Fold, Rule{}) }, func() { s.Off(Fold) }, s.Clear} {
		change()
		select {
		case <-changed:
		default:
			t.Error("not told of a change")
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("link.latency after=5s count=3 p=0.2 for=10s value=1s")
	f.Fuzz(func(t *testing.T, text string) {
		n, r, err := Parse(text)
		if err != nil {
			return
		}
		if n2, r2, err := Parse(string(n) + " " + r.String()); err != nil || n2 != n || r2 != r {
			t.Errorf("%q came back as %s %+v, %v", text, n2, r2, err)
		}
	})
}
