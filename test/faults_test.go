package test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// open are rows of the device layer that have no test yet, and why.
var open = map[string]string{
	"F-023": "phones are leased within one process; a lease that other processes see, with an age and an end, comes with the fleet",
	"F-025": "comes with the web view",
}

var (
	faultRow  = regexp.MustCompile(`^\| (F-\d{3}b?) \|`)
	faultName = regexp.MustCompile(`F\d{3}b?`)
	testName  = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// Every fault of the sections A to E that can be provoked here has a test that names it.
func TestEveryFaultHasATest(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("..", "..", "shared", "faults.md"))
	if err != nil {
		t.Skipf("NOTICE: the table of faults is not here: %v", err)
	}
	provoked := namedInTests(t)
	section := ""
	for line := range strings.Lines(string(table)) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			section = name[:1]
		}
		m := faultRow.FindStringSubmatch(line)
		if m == nil || section < "A" || section > "E" || strings.Contains(line, "phone only") {
			continue
		}
		_, waits := open[m[1]]
		switch has := provoked[strings.Replace(m[1], "-", "", 1)]; {
		case !has && !waits:
			t.Errorf("no test names %s: %s", m[1], strings.TrimSpace(line))
		case has && waits:
			t.Errorf("%s has a test: take it off the list of open rows", m[1])
		}
	}
}

// namedInTests collects the ids of faults in the names of test functions.
func namedInTests(t *testing.T) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		b, err := os.ReadFile(path)
		for _, m := range testName.FindAllStringSubmatch(string(b), -1) {
			for _, id := range faultName.FindAllString(m[1], -1) {
				ids[id] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
