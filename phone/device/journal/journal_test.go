package journal

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func text(s string) *string { return &s }

func begin(t *testing.T, j *Journal, c Change) int {
	t.Helper()
	id, err := j.Begin(c)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// crash lets the file go as the end of the program does.
func crash(j *Journal) { j.f.Close() }

func files(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestRecover_DV43_F066(t *testing.T) {
	dir := t.TempDir()
	a := New(dir)
	first := begin(t, a, Change{Phone: "P", Kind: Setting, Name: "global/x", Old: text("0"), Ours: []string{"7"}})
	second := begin(t, a, Change{Phone: "P", Kind: Clipboard, Old: text("")})
	other := begin(t, a, Change{Phone: "Q", Kind: File, Name: "/data/local/tmp/f"})
	if err := a.Also(second, "h1"); err != nil {
		t.Fatal(err)
	}
	if err := a.Done(first); err != nil {
		t.Fatal(err)
	}
	third := begin(t, a, Change{Phone: "P", Kind: File, Name: "g"})
	_, _ = other, third

	b := New(dir)
	none := func(Change) error { t.Error("undone while its program runs"); return nil }
	if err := b.Recover("P", none); err != nil {
		t.Fatal(err)
	}
	crash(a)
	var got []Change
	fails := true
	undo := func(c Change) error {
		got = append(got, c)
		if c.Kind == Clipboard && fails {
			return errors.New("no session")
		}
		return nil
	}
	if err := b.Recover("P", undo); err == nil || !strings.Contains(err.Error(), "no session") {
		t.Errorf("a failed undo gives %v", err)
	}
	want := []Change{{Phone: "P", Kind: File, Name: "g"}, {Phone: "P", Kind: Clipboard, Old: text(""), Ours: []string{"h1"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("undone %+v\nwant %+v", got, want)
	}
	got, fails = nil, false
	if err := b.Recover("P", undo); err != nil || len(got) != 1 || got[0].Kind != Clipboard {
		t.Errorf("the second time: %+v, %v", got, err)
	}
	if len(files(t, dir)) != 1 {
		t.Errorf("files %q: what belongs to another phone must stay", files(t, dir))
	}
	if err := b.Recover("Q", undo); err != nil || len(files(t, dir)) != 0 {
		t.Errorf("%v, files %q", err, files(t, dir))
	}
}

func TestCloseKeepsWhatIsOpen_DV43(t *testing.T) {
	dir := t.TempDir()
	j := New(dir)
	if err := j.Close(); err != nil || len(files(t, dir)) != 0 {
		t.Fatalf("a journal without changes: %v, %q", err, files(t, dir))
	}
	_ = begin(t, j, Change{Phone: "P", Kind: File, Name: "f"})
	if len(j.Open("P")) != 1 || len(j.Open("Q")) != 0 {
		t.Errorf("open: %v", j.Open("P"))
	}
	if info, err := os.Stat(files(t, dir)[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := j.Close(); err != nil || len(files(t, dir)) != 1 {
		t.Errorf("close: %v, %q", err, files(t, dir))
	}
	j = New(dir)
	id := begin(t, j, Change{Phone: "P", Kind: File, Name: "f"})
	if err := j.Done(id); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil || len(files(t, dir)) != 1 {
		t.Errorf("close: %v, %q", err, files(t, dir))
	}
}

func TestNothingIsWritten(t *testing.T) {
	j := New(filepath.Join(t.TempDir(), "file"))
	if err := os.WriteFile(j.dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Begin(Change{Phone: "P"}); err == nil || len(j.Open("P")) != 0 {
		t.Errorf("a change that could not be noted: %v, open %v", err, j.Open("P"))
	}
	m := &Journal{}
	id := begin(t, m, Change{Phone: "P"})
	if len(m.Open("P")) != 1 || m.Done(id) != nil || len(m.Open("P")) != 0 || m.Recover("P", nil) != nil || m.Close() != nil {
		t.Error("a journal in memory")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"id":1,"change":{"phone":"P","kind":"file","name":"f"}}` + "\n" + `{"id":1,"ours":"x"}` + "\n" + `{"id":1,"done":true}` + "\n{\"id\":2,\"ch")
	f.Fuzz(func(t *testing.T, s string) {
		for _, e := range read(strings.NewReader(s)) {
			if n := strings.Count(s, "{"); n == 0 {
				t.Errorf("%+v out of nothing", e)
			}
		}
	})
}
