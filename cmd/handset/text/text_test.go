package text

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var verb = regexp.MustCompile(`%(\[\d+\])?[a-zA-Z]`)

// TestInStep_IN01: both languages have the same keys and the same placeholders.
func TestInStep_IN01(t *testing.T) {
	t.Parallel()
	en, zh := For("en").entries, For("zh").entries
	for key, e := range en {
		z, ok := zh[key]
		if !ok {
			t.Errorf("%s: missing in Chinese", key)
			continue
		}
		if a, b := placeholders(e), placeholders(z); !slices.Equal(a, b) {
			t.Errorf("%s: placeholders %v in English, %v in Chinese", key, a, b)
		}
	}
	for key := range zh {
		if _, ok := en[key]; !ok {
			t.Errorf("%s: missing in English", key)
		}
	}
}

func placeholders(s string) []string {
	v := verb.FindAllString(strings.ReplaceAll(s, "%%", ""), -1)
	slices.Sort(v)
	return v
}

// TestKeysExist: every key the program names is in the catalogue, and every sentence is used.
func TestKeysExist(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	var families []string // beginnings that the program completes
	literal := regexp.MustCompile(`\b(?:T|N|say|demoSay|usage|failed)\("([a-z0-9_.]+)"(\s*\+)?`)
	quoted := regexp.MustCompile(`"([a-z0-9_]+(?:\.[a-z0-9_]+)+)"`)
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		for _, m := range literal.FindAllStringSubmatch(string(src), -1) {
			if m[2] != "" {
				families = append(families, m[1])
				continue
			}
			used[m[1]], used[m[1]+".one"] = true, true
			if !For("en").Has(m[1]) {
				t.Errorf("%s names the unknown key %q", path, m[1])
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(string(src), -1) {
			used[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range For("en").entries {
		completed := func(family string) bool { return strings.HasPrefix(key, family) }
		if !used[key] && !slices.ContainsFunc(families, completed) && !strings.HasPrefix(key, "exit.") {
			t.Errorf("nothing says %q", key)
		}
	}
}
