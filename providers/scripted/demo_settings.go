package scripted

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// maxBacks is how often a way that leads nowhere is left by the back key.
const maxBacks = 4

// walk looks for something in the settings.
type walk struct {
	what string                       // for messages
	hit  func(s *screen) (item, bool) // is it here?
	path []string                     // menus that may lead there, the outer ones first
}

var between = regexp.MustCompile(`(?i)\s*,\s*(?:and\s+)?|\s+and\s+`)

// switchTasks are one task for each thing named. A name may itself hold "and" ("Always show time and info"): it is cut only where a
// part of it is known.
func switchTasks(said, state string) []task {
	names := between.Split(said, -1)
	if !slices.ContainsFunc(names, func(n string) bool { _, known := findSubject(switches, n); return known }) {
		names = []string{said}
	}
	var out []task
	for _, name := range names {
		switch bare(name) {
		case "", "it", "them", "this", "that", "phone", "device", "everything", "all":
			return nil
		}
		out = append(out, setSwitch(name, strings.EqualFold(state, "on")))
	}
	return out
}

// setSwitch turns something on or off and proves it by a fresh look.
func setSwitch(said string, on bool) task {
	return func(p *pilot) (string, error) {
		sub, known := findSubject(switches, said)
		_, it, err := p.findSwitch(sub, known)
		if err != nil {
			return "", err
		}
		name := it.subject()
		if it.on == on {
			return fmt.Sprintf("%s was already %s", name, state(on)), nil
		}
		if it.disabled {
			return "", cannotf("the switch %s is greyed out", it.shown())
		}
		for try := 1; try <= 2; try++ {
			if _, _, err = p.tap(it); err != nil {
				return "", err
			}
			s, err := p.confirm(sub)
			if err != nil {
				return "", err
			}
			if now, ok := sub.toggleOn(s); ok && now.on == on {
				return fmt.Sprintf("%s is %s now", name, state(on)), nil
			} else if ok {
				it = now
			}
		}
		return "", cannotf("I tapped %s, but it still shows %s", it.shown(), state(!on))
	}
}

// confirm looks again after a tap on a switch, and answers the question that some switches ask.
func (p *pilot) confirm(sub subject) (*screen, error) {
	s, err := p.look("I check what the switch shows now.")
	if err != nil {
		return nil, err
	}
	if _, there := sub.toggleOn(s); there {
		return s, nil
	}
	if b, ok := s.exactly(tappable, "OK", "Turn on", "Turn off", "Allow", "Continue", "Got it", "Yes", "Agree"); ok {
		if _, _, err = p.tap(b); err != nil {
			return nil, err
		}
		return p.look("I check what the switch shows now.")
	}
	return s, nil
}

func state(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// askSwitch tells whether something is on.
func askSwitch(said string) task {
	return func(p *pilot) (string, error) {
		sub, known := findSubject(switches, said)
		_, it, err := p.findSwitch(sub, known)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s is %s", it.subject(), state(it.on)), nil
	}
}

// subject is what a switch switches: "Bluetooth" for "Use Bluetooth".
func (it item) subject() string { return strings.TrimPrefix(it.name, "Use ") }

// toggleOn is the switch of a subject on a screen.
func (sub subject) toggleOn(s *screen) (item, bool) {
	return s.exactly(item.toggle, sub.labels...)
}

func (p *pilot) findSwitch(sub subject, known bool) (*screen, item, error) {
	w := walk{what: sub.labels[0], hit: sub.toggleOn, path: sub.path}
	if known {
		return p.walk(w)
	}
	return p.searchSettings(w)
}

// walk opens the settings and goes through the menus that may lead to what is looked for: those that show, then those further down;
// back when a way leads nowhere.
func (p *pilot) walk(w walk) (*screen, item, error) {
	s, _, err := p.open("Settings")
	if err != nil {
		return nil, item{}, err
	}
	tried, scrolled := map[string]bool{}, map[string]bool{}
	entered := map[string]bool{} // pages on the way; the one where the settings were left, and those above it, are none
	for backs := 0; ; {
		if it, ok := w.hit(s); ok {
			return s, it, nil
		}
		if s, err = p.clearSearch(s); err != nil {
			return nil, item{}, err
		}
		if hop, ok := w.hop(s, tried); ok {
			tried[fold(hop.name)] = true
			if s, _, err = p.tap(hop); err != nil {
				return nil, item{}, err
			}
			entered[s.title] = true
			continue
		}
		if (s.top() || entered[s.title]) && !scrolled[s.title] {
			scrolled[s.title] = true
			now, found, err := p.searchPage(s, w, tried)
			if err != nil {
				return nil, item{}, err
			}
			s = now
			if found {
				continue
			}
		}
		if backs++; backs > maxBacks || s.top() && backs > 1 {
			return nil, item{}, cannotf("I found no %s in the settings", w.what)
		}
		if s, err = p.press("That is not here; I go back.", "back"); err != nil {
			return nil, item{}, err
		}
		if !strings.Contains(s.pkg, "settings") {
			if s, _, err = p.open("Settings"); err != nil {
				return nil, item{}, err
			}
		}
	}
}

// top reports whether a screen is the first page of the settings: it says so, or it lists what only that page does.
func (s *screen) top() bool {
	if fold(s.title) == "settings" {
		return true
	}
	n := 0
	for _, it := range s.items {
		if firstPage[fold(it.name)] && tappable(it) {
			n++
		}
	}
	return n >= 3
}

var firstPage = map[string]bool{
	"network internet": true, "connections": true, "connected devices": true, "apps": true, "notifications": true, "battery": true, "storage": true,
	"sound vibration": true, "display": true, "accessibility": true, "security privacy": true, "location": true, "system": true, "about phone": true,
}

// hop is the deepest menu of the path that shows here and was not tried yet.
func (w walk) hop(s *screen, tried map[string]bool) (item, bool) {
	for i := len(w.path) - 1; i >= 0; i-- {
		if it, ok := s.exactly(func(it item) bool { return tappable(it) && !it.toggle() }, w.path[i]); ok && !tried[fold(it.name)] {
			return it, true
		}
	}
	return item{}, false
}

// searchPage scrolls a page, to its end and then to its beginning at most, until the switch or a menu shows.
func (p *pilot) searchPage(s *screen, w walk, tried map[string]bool) (*screen, bool, error) {
	return p.sweep(s, func(s *screen) bool {
		_, hit := w.hit(s)
		_, hop := w.hop(s, tried)
		return hit || hop
	})
}

// sweep scrolls down until ok or the page's end, then up until ok or its beginning.
func (p *pilot) sweep(s *screen, ok func(*screen) bool) (*screen, bool, error) {
	const most = 5
	for _, down := range []bool{true, false} {
		for range most {
			if ok(s) {
				return s, true, nil
			}
			now, err := p.swipe(s, down)
			if err != nil {
				return nil, false, err
			}
			still := now.same(s)
			if s = now; still {
				break
			}
		}
	}
	return s, ok(s), nil
}

// searchSettings finds what no table knows through the search field of the settings.
func (p *pilot) searchSettings(w walk) (*screen, item, error) {
	s, _, err := p.open("Settings")
	if err != nil {
		return nil, item{}, err
	}
	for backs := 0; ; {
		if it, ok := w.hit(s); ok {
			return s, it, nil
		}
		field, ok := s.searchField()
		if ok {
			if s, err = p.typeInto(field, w.what); err != nil {
				return nil, item{}, err
			}
			break
		}
		if s.top() { // the field has been scrolled away
			now, found, err := p.sweep(s, func(s *screen) bool { _, ok := s.searchField(); return ok })
			if err != nil {
				return nil, item{}, err
			}
			if s = now; found {
				continue
			}
		}
		if backs >= maxBacks {
			return nil, item{}, cannotf("I do not know the setting %q, and found no search field in the settings", w.what)
		}
		backs++
		if s, err = p.press("I go back to where the settings can be searched.", "back"); err != nil {
			return nil, item{}, err
		}
	}
	row := func(it item) bool { return tappable(it) && it.role != "field" && !it.toggle() }
	found, ok := s.named(row, "Use "+w.what, w.what)
	if !ok {
		return nil, item{}, cannotf("the settings know nothing called %q", w.what)
	}
	for range 2 { // what was found may be a row that leads on
		if s, _, err = p.tap(found); err != nil {
			return nil, item{}, err
		}
		w.path = []string{w.what}
		if s, _, err = p.searchPage(s, w, nil); err != nil {
			return nil, item{}, err
		}
		if it, ok := w.hit(s); ok {
			return s, it, nil
		}
		if found, ok = s.exactly(row, w.what); !ok {
			break
		}
	}
	return nil, item{}, cannotf("%q is in the settings, but I see no switch for it", w.what)
}

// searchField is a field, or a thing to tap, that is called search.
func (s *screen) searchField() (item, bool) {
	for _, it := range s.items {
		if it.id != "" && it.role == "field" && strings.Contains(fold(it.name+" "+it.caption+" "+it.value), "search") {
			return it, true
		}
	}
	return item{}, false
}

// clearSearch empties a search field that still holds words, since only what fits them shows.
func (p *pilot) clearSearch(s *screen) (*screen, error) {
	f, ok := s.searchField()
	if !ok || f.value == "" || strings.Contains(fold(f.value), "search") {
		return s, nil
	}
	now, _, err := p.typeWords("I clear the search field.", f, "")
	return now, err
}

// openPage opens a page of the settings by its name.
func openPage(said string) task {
	return func(p *pilot) (string, error) {
		name := cleanName(said)
		sub, known := findSubject(append(switches, levels...), said)
		path := []string{name}
		if known {
			path = append(sub.path, sub.labels...)
		}
		want := append([]string{name}, sub.labels...)
		s, _, err := p.walk(walk{what: name, path: path, hit: func(s *screen) (item, bool) {
			for _, w := range want {
				if fold(s.title) == fold(w) {
					return item{}, true
				}
			}
			return item{}, false
		}})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("the page %s is open", s.title), nil
	}
}
