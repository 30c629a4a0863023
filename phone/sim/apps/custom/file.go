package custom

import (
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // pictures of screens and elements
	_ "image/png"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// app is a file that was read.
type app struct {
	dir, pkg, label, version, start string
	labels                          map[string]string
	color                           view.Color
	secure                          bool
	state                           map[string]string
	screens                         map[string]*screen
	goes                            []gone // where actions lead, checked when all is read
}

// gone is a screen that an action leads to.
type gone struct {
	at *yaml.Node
	to string
}

// screen is one screen: elements, or a capture.
type screen struct {
	name, title string
	elements    []*element
	capture     *capture
	on          []*trigger
}

// element is one thing on a screen; exactly one kind of it.
type element struct {
	kind, value            string // "text" and the text, "field" and the variable, …
	id, hint, label, when  string
	size                   float64
	bold, password, number bool
	children               []*element
	do                     []*action
	picture                *image.RGBA
}

// action is one step of what a tap does.
type action struct {
	when, toGo, toast string
	set, add          map[string]string
	back, stop        bool
}

// trigger is a node of a captured screen that does something.
type trigger struct {
	id, text, desc string
	do             []*action
	at             *yaml.Node
}

const (
	mostFile    = 1 << 20
	mostPicture = 64 << 20
	mostScreens = 200
)

var packageName = regexp.MustCompile(`^[a-zA-Z][\w]*(\.[a-zA-Z][\w]*)+$`)

// Load reads an app from a YAML or JSON file. Errors wrap ErrFile when the file is to blame.
func Load(path string) (world.AppDef, error) {
	b, err := readFile(path, mostFile)
	if err != nil {
		return world.AppDef{}, err
	}
	a, err := parse(b, filepath.Dir(path))
	if err != nil {
		return world.AppDef{}, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	return a.def(), nil
}

func readFile(path string, most int64) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if st.IsDir() || st.Size() > most {
		return nil, fmt.Errorf("%w: %s is a folder or larger than %d MB", ErrFile, path, most>>20)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return b, nil
}

func parse(b []byte, dir string) (*app, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(b, &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, &lineError{1, "the file is empty"}
	}
	root, count := doc.Content[0], 0
	if err := bounded(root, 0, &count); err != nil {
		return nil, err
	}
	a := &app{dir: dir, version: "1.0", color: view.RGB(0x50707a), state: map[string]string{}, labels: map[string]string{}, screens: map[string]*screen{}}
	var start *yaml.Node
	err := object(root, fields{
		"package": func(n *yaml.Node) error {
			if !packageName.MatchString(n.Value) {
				return wrong(n, "%q is no package name such as com.example.visit", n.Value)
			}
			a.pkg = n.Value
			return nil
		},
		"label": text(&a.label), "version": text(&a.version), "secure": flag(&a.secure),
		"labels": keep(a.labels), "state": keep(a.state),
		"color": func(n *yaml.Node) error {
			v, err := strconv.ParseUint(strings.TrimPrefix(n.Value, "#"), 16, 24)
			if err != nil || len(n.Value) != 7 {
				return wrong(n, "a colour such as \"#2f6f6b\" is needed here, not %q", n.Value)
			}
			a.color = view.RGB(uint32(v))
			return nil
		},
		"start":   func(n *yaml.Node) error { start = n; a.start = n.Value; return nil },
		"screens": a.readScreens,
	})
	switch {
	case err != nil:
		return nil, err
	case a.pkg == "":
		return nil, wrong(root, "the key \"package\" is missing")
	case a.label == "":
		return nil, wrong(root, "the key \"label\" is missing")
	case len(a.screens) == 0:
		return nil, wrong(root, "the key \"screens\" is missing")
	case start == nil:
		return nil, wrong(root, "the key \"start\" is missing")
	case a.screens[a.start] == nil:
		return nil, wrong(start, "there is no screen %q", a.start)
	}
	for _, g := range a.goes {
		if a.screens[g.to] == nil {
			return nil, wrong(g.at, "there is no screen %q", g.to)
		}
	}
	return a, nil
}

// keep reads the texts of a mapping into m.
func keep(m map[string]string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return pairs(n, func(k string, v *yaml.Node) error {
			var s string
			err := text(&s)(v)
			m[k] = s
			return err
		})
	}
}

// picture reads a picture beside the file.
func (a *app) picture(n *yaml.Node) (*image.RGBA, error) {
	path := filepath.Join(a.dir, n.Value)
	f, err := os.Open(path)
	if err != nil {
		return nil, wrong(n, "%v", err)
	}
	defer f.Close()
	c, _, err := image.DecodeConfig(f)
	if err != nil || c.Width*c.Height*4 > mostPicture {
		return nil, wrong(n, "%s is no PNG or JPEG, or too large", n.Value)
	}
	if _, err := f.Seek(0, 0); err != nil {
		return nil, wrong(n, "%v", err)
	}
	m, _, err := image.Decode(f)
	if err != nil {
		return nil, wrong(n, "%s: %v", n.Value, err)
	}
	out := image.NewRGBA(image.Rect(0, 0, c.Width, c.Height))
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out, nil
}
