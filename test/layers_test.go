package test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/handset-agent/handset/"

// allowed lists, for each package, the packages of this module that it may import. A name ending in /… stands for the package
// and all below it. A new package needs a row here, and a reason.
var allowed = map[string][]string{
	// words
	"phone":        nil,
	"phone/uitree": {"phone"},
	"phone/dump":   nil, // what Android's commands print, read: tools need it as much as phone/device does
	"providers":    nil,

	// wire: nothing of ours but their own parts
	"adb":                        {"adb/internal/…"},
	"adb/internal/wire":          nil,
	"adb/internal/…":             {"adb", "adb/adbd", "adb/internal/…"},
	"adb/adbd":                   {"adb/internal/…"},
	"scrcpy":                     {"scrcpy/h264"},
	"scrcpy/h264":                nil,
	"scrcpy/video":               {"scrcpy", "scrcpy/h264"},                        // packets in, newest picture out; the decoder is injected
	"scrcpy/av":                  {"scrcpy", "scrcpy/h264", "scrcpy/video"},        // the one cgo package
	"scrcpy/screend":             {"scrcpy", "scrcpy/h264", "scrcpy/fixture/clip"}, // what its encoders of other codecs show
	"scrcpy/fixture/…":           {"scrcpy", "scrcpy/…"},                           // painted screens and recorded clips, for tests and measurements
	"scrcpy/screend/screendtest": {"scrcpy/screend"},                               // a phone in memory, for tests

	// core
	"tools":      {"phone", "phone/uitree"},
	"agent":      {"tools", "providers", "phone"},
	"agent/gate": {"tools"},
	"agent/feed": {"agent"},

	// adapters
	"db":                   {"agent", "providers", "phone", "tools"},
	"phone/device/journal": nil, // what was changed on phones, on disk; knows no phone
	"phone/device":         {"phone", "phone/uitree", "phone/dump", "phone/device/journal", "adb", "scrcpy", "scrcpy/video", "scrcpy/av"},
	"phone/phonetest":      {"phone", "phone/uitree"},
	"providers/openai":     {"providers", "providers/internal/…"},
	"providers/scripted":   {"providers", "providers/internal/…"},
	"providers/internal/…": {"providers"},
	"tools/internal/…":     {"tools", "phone", "phone/uitree"}, // a phone for tests
	"tools/act":            {"tools", "phone", "phone/uitree"},
	"tools/apps":           {"tools", "phone", "phone/uitree"},
	"tools/device":         {"tools", "phone", "phone/uitree"},
	"tools/see":            {"tools", "phone", "phone/uitree"},
	"tools/sh":             {"tools", "phone", "phone/uitree"},

	// the simulated phone: a toolkit, a world made with it, apps in the world, files and a shell over both, the phone made of all,
	// and the wire in front of it
	"phone/sim/view":            nil,
	"phone/sim/vfs":             nil,
	"phone/sim/fault":           nil, // what goes wrong and when; who plays a part of the phone asks it
	"phone/sim/world":           {"phone", "phone/sim/view", "phone/sim/fault"},
	"phone/sim/apps":            {"phone", "phone/sim/world", "phone/sim/view", "phone/sim/fault"},
	"phone/sim/apps/custom":     {"phone/sim/world", "phone/sim/view"}, // apps out of files that users write or capture
	"phone/sim/apk":             nil,
	"phone/sim/shell":           {"phone/sim/world", "phone/sim/vfs", "phone/sim/apk", "phone/sim/fault"},
	"phone/sim":                 {"phone", "phone/uitree", "phone/sim/…"},
	"phone/sim/serve/mobilecli": nil, // helpers that other programs bring to a phone, each over an interface of its own
	"phone/sim/serve/yadb":      nil,
	"phone/sim/serve/uia2":      nil, // the HTTP API of the uiautomator2 server; reads the screen through an interface of its own
	"phone/sim/serve":           {"phone/sim", "phone/sim/…", "adb/adbd", "scrcpy/screend", "scrcpy/h264"},
	"phone/sim/sheet":           {"phone/sim", "phone/sim/…"}, // small pictures of every app, for people
	"phone/sim/control":         {"phone/sim/…"},              // the local socket through which running phones are looked into and changed

	// wiring and fronts
	"cmd/handset":        {"cmd/handset/cli"},
	"cmd/handset/config": nil,
	"cmd/handset/text":   nil,
	"cmd/handset/app": {"cmd/handset/config", "adb", "agent", "agent/…", "db", "phone", "phone/device", "phone/device/journal", "phone/uitree", "providers", "providers/openai",
		"scrcpy", "scrcpy/av", "tools", "tools/…"},
	"cmd/handset/bench":       {"…"},                                                                                                                        // measures every layer
	"cmd/handset/drill":       {"cmd/handset/app", "cmd/handset/config", "adb", "agent/gate", "phone", "phone/device", "phone/sim", "phone/sim/…", "tools"}, // knows both sides: what handset says, and what is so
	"cmd/handset/bench/codec": {"scrcpy", "scrcpy/…"},
	// sim and demo, and with them the scripted model, are the only commands that know of the simulation
	"cmd/handset/cli": {"cmd/handset/…", "agent", "agent/gate", "phone", "phone/device", "phone/uitree", "scrcpy", "scrcpy/av", "tools",
		"phone/sim", "phone/sim/serve", "phone/sim/control", "phone/sim/sheet", "phone/sim/apps", "phone/sim/apps/custom", "phone/sim/world", "phone/sim/fault", "providers/scripted"},
	"test":       nil,
	"test/peers": nil, // drives the command as others do
}

// oneHome lists libraries that exactly one directory may know, by the beginning of their import path.
var oneHome = map[string]string{
	"gorm.io/":              "db",
	"github.com/glebarez/":  "db",
	"github.com/spf13/":     "cmd/handset/cli",
	"mvdan.cc/sh/v3/interp": "phone/sim/shell",
	"github.com/go-text/":   "phone/sim/view",
}

type listed struct {
	ImportPath, Name, Doc string
	Imports               []string
	CgoFiles              []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Imports,CgoFiles", "./...")
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for dec.More() {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// rule finds the row of a package.
func rule(pkg string) ([]string, bool) {
	if r, ok := allowed[pkg]; ok {
		return r, true
	}
	for dir := path.Dir(pkg); dir != "."; dir = path.Dir(dir) {
		if r, ok := allowed[dir+"/…"]; ok {
			return r, true
		}
	}
	return nil, false
}

func fits(pattern, pkg string) bool {
	below, wild := strings.CutSuffix(pattern, "…")
	return pattern == pkg || wild && strings.HasPrefix(pkg, below)
}

// TestLayers holds the arrows of the design: each package imports only what its row allows.
func TestLayers(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, module)
		may, ok := rule(pkg)
		if !ok {
			t.Errorf("%s has no row in the table of layers", pkg)
			continue
		}
		for _, imp := range p.Imports {
			ours, is := strings.CutPrefix(imp, module)
			if is && !slices.ContainsFunc(may, func(pattern string) bool { return fits(pattern, ours) }) {
				t.Errorf("%s must not import %s", pkg, ours)
			}
		}
	}
}

// TestOneHome: a library with its own way of thinking is known in one directory, and cgo in one package.
func TestOneHome(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, module)
		for _, imp := range p.Imports {
			for prefix, home := range oneHome {
				if strings.HasPrefix(imp, prefix) && pkg != home {
					t.Errorf("%s imports %s, which belongs to %s alone", pkg, imp, home)
				}
			}
		}
		if len(p.CgoFiles) > 0 && pkg != "scrcpy/av" {
			t.Errorf("%s uses cgo, which belongs to scrcpy/av alone", pkg)
		}
	}
}

// TestPackageComments: every package says what it is.
func TestPackageComments(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", strings.TrimPrefix(p.ImportPath, module))
		}
	}
}

// TestTopLevel: Go code lives in the folders of the design and nowhere else.
func TestTopLevel(t *testing.T) {
	t.Parallel()
	homes := []string{"cmd", "agent", "adb", "scrcpy", "phone", "providers", "tools", "db", "skills", "test"}
	for _, p := range packages(t) {
		top, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, module), "/")
		if !slices.Contains(homes, top) {
			t.Errorf("Go code in %s: the top level holds %s and nothing else", top, strings.Join(homes, ", "))
		}
	}
}
