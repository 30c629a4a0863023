package phonetest

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// rotation turns the phone by its settings and checks that frames turn with it and old aims are void.
func (s suite) rotation(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	ns := []string{"accelerometer_rotation", "user_rotation"}
	old := map[string]string{}
	for _, k := range ns {
		old[k] = strings.TrimSpace(sh(t, p, "settings", "get", "system", k))
	}
	t.Cleanup(func() {
		for _, k := range []string{"user_rotation", "accelerometer_rotation"} {
			if old[k] != "null" {
				p.Shell(context.WithoutCancel(t.Context()), "settings", "put", "system", k, old[k])
			}
		}
	})
	sh(t, p, "settings", "put", "system", "accelerometer_rotation", "0")
	sh(t, p, "settings", "put", "system", "user_rotation", "1")
	var g *phone.Frame
	await(t, "the display to turn", func() (bool, string) {
		g = frame(t, p)
		return g.Size == image.Pt(f.Size.Y, f.Size.X), fmt.Sprint(g.Size)
	})
	if g.Rotation != 1 || g.Seq <= f.Seq {
		t.Errorf("turned: rotation %d, number %d after %d", g.Rotation, g.Seq, f.Seq)
	}
	if err := p.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(10, 10))); !errors.Is(err, phone.ErrStaleView) {
		t.Errorf("aimed at the upright picture: %v, want ErrStaleView", err)
	}
	if err := p.Gesture(t.Context(), phone.Tap(g.Size, image.Pt(g.Size.X/2, g.Size.Y/2)).AimedAt(g)); err != nil {
		t.Errorf("aimed at the turned picture: %v", err)
	}
	sh(t, p, "settings", "put", "system", "user_rotation", "3") // half a turn: the same size
	await(t, "the display to turn by half", func() (bool, string) {
		h := frame(t, p)
		return h.Rotation == 3 && h.Size == g.Size, fmt.Sprint(h.Rotation, h.Size)
	})
	if err := p.Gesture(t.Context(), phone.Tap(g.Size, image.Pt(10, 10)).AimedAt(g)); !errors.Is(err, phone.ErrStaleView) {
		t.Errorf("aimed at the picture before the half turn: %v, want ErrStaleView", err)
	}
	sh(t, p, "settings", "put", "system", "user_rotation", "0")
	await(t, "the display to turn back", func() (bool, string) {
		g = frame(t, p)
		return g.Size == f.Size, fmt.Sprint(g.Size)
	})
	if g.Rotation != 0 {
		t.Errorf("turned back: rotation %d", g.Rotation)
	}
}

// swipe scrolls Settings up and checks that the content moved.
func (s suite) swipe(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	before := view(t, p)
	x, y := f.Size.X/2, f.Size.Y
	if err := p.Gesture(t.Context(), phone.Swipe(f.Size, image.Pt(x, y*7/10), image.Pt(x, y*3/10), 300*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	still(t, p)
	if d := uitree.Diff(before, view(t, p)); len(d) == 0 {
		t.Error("a swipe over Settings moved nothing")
	}
}

func (s suite) key(t *testing.T, p phone.Phone) {
	s.settings(t, p)
	press(t, p, phone.KeyHome)
	w, ok := p.(phone.Windows)
	if !ok {
		return
	}
	await(t, "home to be in front", func() (bool, string) {
		a, err := w.Foreground(t.Context())
		return err == nil && a.Package != "" && a.Package != s.o.Settings, fmt.Sprint(a, err)
	})
}

// field brings an empty text field into focus.
func (s suite) field(t *testing.T, p phone.Phone) {
	t.Helper()
	if s.o.TextField != nil {
		s.o.TextField(t.Context(), t, p)
		return
	}
	f := s.settings(t, p)
	m, err := view(t, p).Find(uitree.Query{Text: "search", Tappable: true})
	if err != nil {
		t.Fatalf("the search of Settings: %v", err)
	}
	tapAt(t, p, f, m)
	await(t, "the search field to have the focus", func() (bool, string) {
		text, err := uitree.ReadFocused(t.Context(), p.(phone.Tree))
		return err == nil, fmt.Sprint(text, err)
	})
}

// texts must arrive exactly.
var texts = []string{
	"hello world",
	`it's 100% "fun" ~ #1 & 你好 🙂`,
	"#a ~b %s $HOME `x` \\ ! * ( ) [ ] { } < > | ; : , . ? / = + - _ @ ^",
	"é ü ñ ç ß",
	"Ελληνικά Кириллица",
	"שלום",
	"👨‍👩‍👧 e\u0301",
	"  two blanks  ",
}

// text checks the round trip of text through a field and back from the tree.
func (s suite) text(t *testing.T, p phone.Phone) {
	if _, ok := p.(phone.Tree); !ok {
		t.Skip("this phone dumps no tree to read back from")
	}
	for _, want := range texts {
		t.Run(want, func(t *testing.T) {
			s.field(t, p)
			empty, err := uitree.ReadFocused(t.Context(), p.(phone.Tree))
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Text(t.Context(), want); err != nil {
				t.Fatal(err)
			}
			await(t, "the text to arrive", func() (bool, string) {
				got, err := uitree.ReadFocused(t.Context(), p.(phone.Tree))
				// A phone that shows its hint as text has it in an empty field.
				return err == nil && got == want, fmt.Sprintf("%q, %v (empty: %q)", got, err, empty)
			})
		})
	}
}

// textRefused checks that what no way carries is refused by name.
func (s suite) textRefused(t *testing.T, p phone.Phone) {
	err := p.Text(t.Context(), "a\x01b")
	if te, ok := errors.AsType[*phone.TextError](err); !ok || te.Part == "" || te.Why == "" {
		t.Errorf("a control character: %v, want *TextError", err)
	}
	if err := p.Text(t.Context(), ""); err != nil {
		t.Errorf("no text: %v", err)
	}
}

// power turns the screen off and on.
func (s suite) power(t *testing.T, p phone.Phone) {
	w, ok := p.(phone.Power)
	if !ok {
		t.Skip("this phone does not tell its power state")
	}
	state := func() (phone.PowerState, string) {
		st, err := w.PowerState(t.Context())
		return st, fmt.Sprintf("%+v, %v", st, err)
	}
	if st, now := state(); !st.On || st.Locked {
		t.Fatalf("the phone is not in use: %s", now)
	}
	still(t, p)
	press(t, p, phone.KeySleep)
	t.Cleanup(func() { w.Wake(context.WithoutCancel(t.Context())) })
	await(t, "the screen to go off", func() (bool, string) { st, now := state(); return !st.On, now })
	await(t, "an honest answer instead of a picture", func() (bool, string) {
		f, err := p.Frame(t.Context())
		np, ok := errors.AsType[*phone.NotAPicture](err)
		return ok && np.Reason == phone.ScreenOff && f == nil, fmt.Sprint(err)
	})
	st, err := w.Wake(t.Context())
	if err != nil || !st.On || st.Locked && !st.Secure {
		t.Fatalf("Wake: %+v, %v", st, err)
	}
	await(t, "a picture", func() (bool, string) { _, err := p.Frame(t.Context()); return err == nil, fmt.Sprint(err) })
}

// cancelled checks that nothing starts with a context that has ended, and that its error comes back.
func (s suite) cancelled(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	m := s.row(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range map[string]func() error{
		"Frame":   func() error { _, err := p.Frame(ctx); return err },
		"Settled": func() error { _, _, err := p.Settled(ctx, phone.Settle{}); return err },
		"Gesture": func() error { return p.Gesture(ctx, phone.Tap(f.Size, m.Point)) },
		"Key":     func() error { return p.Key(ctx, phone.Key{Code: phone.KeyHome}) },
		"Text":    func() error { return p.Text(ctx, "x") },
		"Shell":   func() error { _, err := p.Shell(ctx, "input", "keyevent", "3"); return err },
	} {
		began := time.Now()
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want context.Canceled", name, err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	still(t, p)
	if again := s.row(t, p); again.Text != m.Text {
		t.Errorf("the page changed from %q to %q", m.Text, again.Text)
	}
}

// cancelledGesture checks that a press that is broken off lifts its finger and does not count as a tap.
func (s suite) cancelledGesture(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	m := s.row(t, p)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	err := p.Gesture(ctx, phone.LongPress(f.Size, m.Point, within))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("a press that is broken off: %v", err)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	still(t, p)
	again := s.row(t, p)
	if again.Text != m.Text {
		t.Errorf("the page changed from %q to %q: the press counted as a tap", m.Text, again.Text)
	}
	// A finger that was left down would make this one a second finger.
	g := still(t, p)
	tapAt(t, p, g, again)
	if _, changed, err := p.Settled(t.Context(), phone.Settle{After: g.Seq, First: 2 * time.Second}); err != nil || !changed {
		t.Errorf("a tap after it: changed %v, %v", changed, err)
	}
}
