package scripted

import (
	"fmt"
	"strconv"
	"strings"
)

// openApp starts an app and proves what is in front.
func openApp(said string) task {
	name := unquote(said)
	return func(p *pilot) (string, error) {
		s, _, err := p.open(name)
		if err != nil {
			return "", err
		}
		if !p.has("get_foreground_app") {
			return fmt.Sprintf("%s is open (the screen is of %s)", name, s.pkg), nil
		}
		front, err := p.call("I check what is in front.", "get_foreground_app", nil)
		if err != nil {
			return "", err
		}
		if s.pkg != "" && !strings.Contains(front, s.pkg) {
			return "", cannotf("I opened %s, but in front is: %s", name, firstLine(front))
		}
		return fmt.Sprintf("%s is open (%s is in front)", name, s.pkg), nil
	}
}

// pressKey presses a system key.
func pressKey(key string) task {
	return func(p *pilot) (string, error) {
		s, err := p.press("I press "+strings.ReplaceAll(key, "_", " ")+".", key)
		if err != nil {
			return "", err
		}
		where := s.title
		if where == "" {
			where = s.pkg
		}
		return fmt.Sprintf("%s was pressed; the screen shows %s now", strings.ReplaceAll(key, "_", " "), where), nil
	}
}

func screenshot(p *pilot) (string, error) {
	r, err := p.call("I take a screenshot.", "take_screenshot", nil)
	if err != nil {
		return "", err
	}
	low := strings.ToLower(r)
	if !strings.Contains(low, "saved") && !strings.Contains(low, ".png") && !strings.Contains(low, "picture") {
		return "", cannotf("the screenshot did not work: %s", firstLine(r))
	}
	return "a screenshot was taken: " + strings.TrimSuffix(firstLine(r), "."), nil
}

// tapWords taps what shows some words, scrolling to it when it is not on the screen.
func tapWords(said string) task {
	name := unquote(said)
	return func(p *pilot) (string, error) {
		s, err := p.look("I look for “" + name + "”.")
		if err != nil {
			return "", err
		}
		it, ok := s.named(tappable, name)
		if !ok {
			if s, err = p.reach(s, name); err != nil {
				return "", err
			}
			if it, ok = s.named(tappable, name); !ok {
				return "", cannotf("nothing on the screen that is called %q can be tapped", name)
			}
		}
		now, result, err := p.tap(it)
		if err != nil {
			return "", err
		}
		if strings.Contains(result, "nothing on the screen changed") {
			return "", cannotf("I tapped %s, but nothing on the screen changed", it.shown())
		}
		return fmt.Sprintf("%s was tapped; the screen shows %s now", it.shown(), now.where()), nil
	}
}

func (s *screen) where() string {
	if s.title != "" {
		return "“" + s.title + "”"
	}
	return s.pkg
}

// reach scrolls until some words show. In the settings, which open where they were left, it goes back and tries again.
func (p *pilot) reach(s *screen, words string) (*screen, error) {
	for backs := 0; ; backs++ {
		var err error
		if s, err = p.clearSearch(s); err != nil {
			return nil, err
		}
		if s.says(words) {
			return s, nil
		}
		r, err := p.call("I scroll to “"+words+"”.", "ua_scroll_to", map[string]any{"text": words})
		if err != nil {
			return nil, err
		}
		if now := parseScreen(r); now != nil && now.says(words) {
			return now, nil
		}
		if backs == 2 || !strings.Contains(s.pkg, "settings") || s.top() {
			return nil, cannotf("I found no %q on this page", words)
		}
		if s, err = p.press("That is not here; I go back.", "back"); err != nil {
			return nil, err
		}
	}
}

func scrollTo(said string) task {
	name := unquote(said)
	return func(p *pilot) (string, error) {
		s, err := p.look("I look for “" + name + "”.")
		if err != nil {
			return "", err
		}
		if !s.says(name) {
			if _, err := p.reach(s, name); err != nil {
				return "", err
			}
		}
		return fmt.Sprintf("“%s” shows on the screen", name), nil
	}
}

func scrollDown(p *pilot) (string, error) {
	s, err := p.look("I look at the screen.")
	if err != nil {
		return "", err
	}
	now, err := p.swipe(s, true)
	if err != nil {
		return "", err
	}
	if now.same(s) {
		return "", cannotf("the page does not move any further")
	}
	return "the page was scrolled down", nil
}

// typeText types into the field that has the focus, or the only one there is.
func typeText(said string) task {
	text := unquote(said)
	return func(p *pilot) (string, error) {
		s, err := p.look("I look for a text field.")
		if err != nil {
			return "", err
		}
		var field item
		n := 0
		for _, it := range s.items {
			if it.role == "field" {
				n++
				if field.id == "" || it.focused && !field.focused {
					field = it
				}
			}
		}
		if n == 0 {
			return "", cannotf("there is no text field on the screen")
		}
		if n > 1 && !field.focused {
			return "", cannotf("there are %d text fields on the screen and none has the focus", n)
		}
		if _, err := p.typeInto(field, text); err != nil {
			return "", err
		}
		return fmt.Sprintf("the field holds “%s”", shorten(text)), nil
	}
}

// typeInto types into a field and makes sure that it arrived.
func (p *pilot) typeInto(field item, text string) (*screen, error) {
	now, r, err := p.typeWords("I type “"+shorten(text)+"”.", field, text)
	switch {
	case err != nil:
		return nil, err
	case strings.Contains(r, "not what was sent"):
		return nil, cannotf("the text did not arrive as it was sent: %s", firstLine(r))
	case !strings.Contains(r, "The field holds") && !now.says(head(text)):
		return nil, cannotf("I typed, but the text does not show on the screen")
	}
	return now, nil
}

// typeWords puts text in place of what a field holds.
func (p *pilot) typeWords(say string, field item, text string) (*screen, string, error) {
	args := map[string]any{"text": text}
	if field.id != "" && p.can("ua_type", "element") {
		args["element"] = field.id
	} else if !field.focused {
		if _, _, err := p.tap(field); err != nil {
			return nil, "", err
		}
	}
	r, err := p.call(say, "ua_type", args)
	if err != nil {
		return nil, "", err
	}
	now := parseScreen(r)
	if now == nil {
		return nil, "", cannotf("typing did not work: %s", firstLine(r))
	}
	return now, r, nil
}

// head is the beginning of a text, as much as a list of notes would show of it.
func head(s string) string {
	s = strings.TrimSpace(s)
	line, _, _ := strings.Cut(s, "\n")
	if r := []rune(line); len(r) > 40 {
		return string(r[:40])
	}
	return line
}

// writeNote makes a new note and proves that the list shows it.
func writeNote(said string) task {
	text := unquote(said)
	return func(p *pilot) (string, error) {
		s, err := p.openFirst("Notes", "Keep Notes", "Keep")
		if err != nil {
			return "", err
		}
		add := []string{"New note", "Add note", "Create note", "Create a note", "New text note", "Take a note", "Create", "New", "Add", "Compose"}
		b, ok := s.exactly(tappable, add...)
		for backs := 0; !ok && backs < 2; backs++ {
			if s, err = p.press("I go back to the list of notes.", "back"); err != nil {
				return "", err
			}
			b, ok = s.exactly(tappable, add...)
		}
		if !ok {
			return "", cannotf("I see nothing to make a new note with")
		}
		if s, _, err = p.tap(b); err != nil {
			return "", err
		}
		field, ok := s.noteField()
		if !ok {
			return "", cannotf("I see no field to write the note into")
		}
		if s, err = p.typeInto(field, text); err != nil {
			return "", err
		}
		if done, ok := s.exactly(tappable, "Save", "Done", "OK"); ok {
			s, _, err = p.tap(done)
		} else {
			s, err = p.press("I go back, which saves the note.", "back")
		}
		if err != nil {
			return "", err
		}
		if !s.says(head(text)) {
			if s, err = p.look("I check that the note is there."); err != nil {
				return "", err
			}
		}
		if !s.says(head(text)) {
			return "", cannotf("the note was typed, but I do not see it in the list of notes")
		}
		return fmt.Sprintf("the note “%s” is saved; the list of notes shows it", shorten(text)), nil
	}
}

// openFirst opens the first of several apps that exists.
func (p *pilot) openFirst(names ...string) (*screen, error) {
	var first error
	for _, n := range names {
		s, _, err := p.open(n)
		if _, no := err.(cannot); !no {
			return s, err
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// noteField is the field for the text of a note: not its title, not a search field.
func (s *screen) noteField() (item, bool) {
	var spare item
	for _, it := range s.items {
		if it.role != "field" {
			continue
		}
		switch name := fold(it.name + " " + it.caption); {
		case strings.Contains(name, "search"):
		case strings.Contains(name, "title"):
			spare = it
		default:
			return it, true
		}
	}
	return spare, spare.role != ""
}

func waitSeconds(said string) task {
	n, err := strconv.Atoi(said)
	if err != nil || n < 1 {
		return nil
	}
	return func(p *pilot) (string, error) {
		if _, err := p.call(fmt.Sprintf("I wait %d seconds.", n), "wait", map[string]any{"seconds": n}); err != nil {
			return "", err
		}
		return fmt.Sprintf("%d seconds have passed", n), nil
	}
}

// describe lists what the screen shows.
func describe(p *pilot) (string, error) {
	s, err := p.look("I look at the screen.")
	if err != nil {
		return "", err
	}
	var names []string
	for _, it := range s.items {
		if it.name != "" && it.role != "list" && len(names) < 20 {
			names = append(names, it.name)
		}
	}
	return fmt.Sprintf("the screen %s shows: %s", s.where(), strings.Join(names, ", ")), nil
}
