package test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every captured output has a case of its own: its name stands in a test of one of the packages that read outputs.
func TestEveryCapturedFileHasACase(t *testing.T) {
	var sources strings.Builder
	for _, dir := range []string{"adb", "phone/device", "phone/dump", "phone/uitree"} {
		files, err := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d tests, %v", dir, len(files), err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			sources.Write(b)
		}
	}
	for _, folder := range []string{"shell", "hierarchies"} {
		entries, err := fs.ReadDir(os.DirFS(filepath.Join("..", "..", "shared", "data")), folder)
		if err != nil {
			t.Skipf("NOTICE: captured outputs are not here: %v", err)
		}
		for _, e := range entries {
			if e.Name() != "README.md" && !strings.Contains(sources.String(), `"`+e.Name()+`"`) {
				t.Errorf("%s/%s has no case", folder, e.Name())
			}
		}
	}
}
