package scripted

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// maxSteps is how many calls demo makes for one goal.
const maxSteps = 40

// errNext: the plan needs the result of a call that has not been made yet.
var errNext = errors.New("a call comes next")

// cannot is a reason, in words for a person, why a task was not done.
type cannot struct{ why string }

func (c cannot) Error() string { return c.why }

func cannotf(format string, a ...any) error { return cannot{fmt.Sprintf(format, a...)} }

// nextCall is the call to play now.
type nextCall struct{ say, name, args string }

// pilot runs a plan over recorded results.
type pilot struct {
	goal  string
	tools map[string]json.RawMessage // schema by name
	past  []string                   // results of the calls made so far, in order
	at    int
	next  *nextCall
}

// call makes the plan's next call: it gives the recorded result, or notes the call as what comes next and returns errNext.
func (p *pilot) call(say, name string, args map[string]any) (string, error) {
	if !p.has(name) {
		return "", cannotf("I need the tool %s for this, and it is not offered", name)
	}
	if p.at < len(p.past) {
		p.at++
		return p.past[p.at-1], nil
	}
	if p.at >= maxSteps {
		return "", cannotf("I gave up after %d steps", maxSteps)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return "", cannotf("the arguments of %s cannot be written: %v", name, err)
	}
	if args == nil {
		raw = []byte("{}")
	}
	p.next = &nextCall{say, name, string(raw)}
	return "", errNext
}

func (p *pilot) has(tool string) bool {
	_, ok := p.tools[tool]
	return ok
}

// can reports whether a tool takes an argument of this name.
func (p *pilot) can(tool, arg string) bool {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(p.tools[tool], &schema) != nil {
		return false
	}
	_, ok := schema.Properties[arg]
	return ok
}

// act makes a call whose result holds the screen as it is afterwards. When it holds none, a look is taken; when the result says
// that nothing was done, that is why the task cannot go on.
func (p *pilot) act(say, name string, args map[string]any) (*screen, string, error) {
	result, err := p.call(say, name, args)
	if err != nil {
		return nil, "", err
	}
	if s := parseScreen(result); s != nil {
		return s, result, nil
	}
	if declined(result) {
		return nil, result, cannotf("%s did not work: %s", name, firstLine(result))
	}
	s, err := p.look("I look at the screen.")
	return s, result, err
}

// declined reports a result that tells of no delivered action.
func declined(result string) bool {
	low := strings.ToLower(result)
	return !strings.Contains(low, "delivered") && !strings.HasPrefix(low, "opened")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return shorten(line)
}

// look reads the screen, a second time when it could not be read.
func (p *pilot) look(say string) (*screen, error) {
	result, err := p.call(say, "ui_dump", nil)
	if err != nil {
		return nil, err
	}
	if s := parseScreen(result); s != nil {
		return s, nil
	}
	again, err := p.call("The screen could not be read; I look again.", "ui_dump", nil)
	if err != nil {
		return nil, err
	}
	if s := parseScreen(again); s != nil {
		return s, nil
	}
	return nil, cannotf("the screen cannot be read: %s", firstLine(again))
}

// tap presses an element: by its id where the tool takes one, else where it lies.
func (p *pilot) tap(it item) (*screen, string, error) {
	say := "I tap " + it.shown() + "."
	switch point := p.has("ua_tap"); {
	case point && it.id != "" && p.can("ua_tap", "element"):
		return p.act(say, "ua_tap", map[string]any{"element": it.id})
	case point && it.located:
		return p.act(say, "ua_tap", map[string]any{"x": it.x, "y": it.y})
	}
	return p.act(say, "ua_tap_text", map[string]any{"text": it.name})
}

func (p *pilot) press(say, key string) (*screen, error) {
	s, _, err := p.act(say, "ua_press", map[string]any{"key": key})
	return s, err
}

// swipe moves the content by a third of the screen, in its upper half, where no keyboard lies.
func (p *pilot) swipe(s *screen, down bool) (*screen, error) {
	if s.w == 0 || s.h == 0 {
		return nil, cannotf("the size of the screen is not known")
	}
	say, from, to := "I scroll down.", s.h/2, s.h/5
	if !down {
		say, from, to = "I scroll up.", to, from
	}
	now, _, err := p.act(say, "ua_swipe", map[string]any{"x1": s.w / 2, "y1": from, "x2": s.w / 2, "y2": to})
	return now, err
}

// open starts an app and returns its screen.
func (p *pilot) open(app string) (*screen, string, error) {
	result, err := p.call("I open "+app+".", "open_app", map[string]any{"app": app})
	if err != nil {
		return nil, "", err
	}
	if !strings.Contains(strings.ToLower(result), "opened") {
		return nil, result, cannotf("%s cannot be opened: %s", app, firstLine(result))
	}
	if s := parseScreen(result); s != nil {
		return s, result, nil
	}
	s, err := p.look("I look at the screen.")
	return s, result, err
}
