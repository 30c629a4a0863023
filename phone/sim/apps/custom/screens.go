package custom

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

func (a *app) readScreens(n *yaml.Node) error {
	return pairs(n, func(name string, v *yaml.Node) error {
		if len(a.screens) >= mostScreens {
			return wrong(v, "there are more than %d screens", mostScreens)
		}
		s := &screen{name: name}
		a.screens[name] = s
		var xml, pic *yaml.Node
		err := object(v, fields{
			"title":    text(&s.title),
			"elements": func(n *yaml.Node) error { return a.readElements(n, &s.elements) },
			"capture":  func(n *yaml.Node) error { xml = n; return nil },
			"picture":  func(n *yaml.Node) error { pic = n; return nil },
			"on":       func(n *yaml.Node) error { return each(n, func(k *yaml.Node) error { return a.readTrigger(k, s) }) },
		})
		switch {
		case err != nil:
			return err
		case xml == nil && (pic != nil || len(s.on) > 0):
			return wrong(v, "\"picture\" and \"on\" belong to a screen with \"capture\"")
		case xml == nil && s.elements == nil:
			return wrong(v, "the screen %q needs \"elements\" or \"capture\"", name)
		case xml != nil && (s.elements != nil || s.title != ""):
			return wrong(v, "the screen %q has a capture, which leaves no room for elements and title", name)
		case xml != nil:
			return a.readCapture(s, xml, pic)
		}
		return nil
	})
}

func (a *app) readTrigger(n *yaml.Node, s *screen) error {
	t := &trigger{at: n}
	s.on = append(s.on, t)
	err := object(n, fields{"id": text(&t.id), "text": text(&t.text), "desc": text(&t.desc), "do": func(n *yaml.Node) error { return a.readActions(n, &t.do) }})
	if err == nil && t.id+t.text+t.desc == "" {
		return wrong(n, "\"id\", \"text\" or \"desc\" must say which node is meant")
	}
	return err
}

// kinds are the keys that say what an element is.
var kinds = []string{"text", "button", "field", "switch", "check", "image", "row", "divider", "space"}

func (a *app) readElements(n *yaml.Node, to *[]*element) error {
	*to = []*element{}
	return each(n, func(k *yaml.Node) error {
		e := &element{}
		f := fields{
			"id": text(&e.id), "hint": text(&e.hint), "label": text(&e.label), "size": number(&e.size, 6, 96), "bold": flag(&e.bold), "password": flag(&e.password), "number": flag(&e.number),
			"when": a.condition(&e.when), "do": func(n *yaml.Node) error { return a.readActions(n, &e.do) },
		}
		for _, kind := range kinds {
			f[kind] = func(v *yaml.Node) error { return a.readKind(e, kind, v) }
		}
		if err := object(k, f); err != nil {
			return err
		}
		if e.kind == "" {
			return wrong(k, "an element needs one of: %s", strings.Join(kinds, ", "))
		}
		*to = append(*to, e)
		return nil
	})
}

func (a *app) readKind(e *element, kind string, v *yaml.Node) error {
	if e.kind != "" {
		return wrong(v, "an element is one thing: %s or %s", e.kind, kind)
	}
	e.kind, e.value = kind, v.Value
	switch kind {
	case "row":
		return a.readElements(v, &e.children)
	case "image":
		m, err := a.picture(v)
		e.picture = m
		return err
	case "space":
		return number(&e.size, 0, 2000)(v)
	case "field", "switch", "check":
		if _, ok := a.state[v.Value]; !ok {
			return wrong(v, "there is no variable %q; name it under \"state\", before \"screens\"", v.Value)
		}
	}
	return text(&e.value)(v)
}

func (a *app) readActions(n *yaml.Node, to *[]*action) error {
	return each(n, func(k *yaml.Node) error {
		x := &action{set: map[string]string{}, add: map[string]string{}}
		*to = append(*to, x)
		return object(k, fields{
			"when": a.condition(&x.when), "toast": text(&x.toast), "back": flag(&x.back), "stop": flag(&x.stop), "set": a.changes(x.set), "add": a.changes(x.add),
			"go": func(n *yaml.Node) error {
				a.goes = append(a.goes, gone{n, n.Value})
				return text(&x.toGo)(n)
			},
		})
	})
}

// changes reads new values of variables.
func (a *app) changes(m map[string]string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return pairs(n, func(k string, v *yaml.Node) error {
			if _, ok := a.state[k]; !ok {
				return wrong(v, "there is no variable %q", k)
			}
			m[k] = v.Value
			return nil
		})
	}
}

// condition reads "x", "!x", "x == value" or "x != value".
func (a *app) condition(to *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		name, _, _ := splitCondition(n.Value)
		if _, ok := a.state[name]; !ok {
			return wrong(n, "the condition %q names no variable of \"state\"", n.Value)
		}
		return text(to)(n)
	}
}

// splitCondition takes a condition apart: a bare name is compared with nothing, zero and false.
func splitCondition(s string) (name, value string, equal bool) {
	for _, op := range []string{"==", "!="} {
		if l, r, ok := strings.Cut(s, op); ok {
			return strings.TrimSpace(l), strings.Trim(strings.TrimSpace(r), `"'`), op == "=="
		}
	}
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "!"); ok {
		return strings.TrimSpace(rest), "\x00", true
	}
	return s, "\x00", false
}

// holds reports whether a condition is true; an empty one is.
func holds(cond string, vars map[string]string) bool {
	if cond == "" {
		return true
	}
	name, value, equal := splitCondition(cond)
	if value == "\x00" {
		return slices.Contains([]string{"", "0", "false"}, vars[name]) == equal
	}
	return (vars[name] == value) == equal
}
