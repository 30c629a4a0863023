package app

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNumbers_F009: what a file holds is only a help; a damaged one begins anew and harms nothing.
func TestNumbers_F009(t *testing.T) {
	for name, held := range map[string]string{"none": "", "null": "null", "damaged": `{"a":"b",`, "other": `[1]`} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data", "phones.json")
			if held != "" {
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(held), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			(&numbers{path: path}).learn("192.0.2.7:5555", "R5")
			if got := (&numbers{path: path}).of("192.0.2.7:5555"); got != "R5" {
				t.Errorf("the phone at the address is %q", got)
			}
		})
	}
}
