package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// runsPrograms are the files that may start programs of the workstation, and what they start.
var runsPrograms = map[string]string{
	"adb/start_unix.go":             "adb, to start its server",
	"adb/start_other.go":            "adb, to start its server",
	"adb/private.go":                "adb, a server of our own",
	"adb/internal/adbtest/phone.go": "a shell that stands for the phone's, in tests",
	"adb/internal/adbtest/real.go":  "adb, in tests",
	"cmd/handset/app/fasttree.go":   "npm, to fetch the uiautomator2 server",
	"cmd/handset/cli/setupphone.go": "npm, to fetch the uiautomator2 server",
	"cmd/handset/bench/phone.go":    "what is measured",
	"cmd/handset/bench/rack.go":     "what is measured",
	"cmd/handset/bench/process.go":  "what is measured",
}

// TestNoHostShell_F016: no command for a phone goes through a shell of the workstation, whose rules differ from system to system.
// Programs are started by few files, and never by a shell.
func TestNoHostShell_F016(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"os/exec"` }) {
			return nil
		}
		seen++
		if runsPrograms[name] == "" {
			t.Errorf("%s starts programs: say here what, or go without", name)
		}
		if strings.HasPrefix(name, "adb/internal/adbtest/") || name == "adb/start_unix.go" {
			return nil // the one stands for a phone, the other sets a server free with a command that never changes
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && slices.Contains([]string{`"sh"`, `"/bin/sh"`, `"bash"`, `"/bin/bash"`, `"cmd"`, `"cmd.exe"`, `"powershell"`}, l.Value) {
				t.Errorf("%s starts the shell %s", name, l.Value)
			}
			return true
		})
		return nil
	})
	if err != nil || seen == 0 {
		t.Fatalf("%d files start programs, %v", seen, err)
	}
}
