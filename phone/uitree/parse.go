package uitree

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone"
)

// maxDepth bounds how deep nodes may nest. Android itself draws nothing near that deep.
const maxDepth = 500

// Parse reads the output of a dump: the hierarchy with whatever noise stands before and after it. It takes
// "uiautomator dump" of every release, Appium's page source (elements named by their class), trees with several roots and
// missing attributes, a byte-order mark, and character references beyond the BMP, also as surrogate pairs.
//
// Without a whole hierarchy the error is a *phone.TreeError whose reason comes from what the phone printed. A hierarchy that
// stands beside a failure message is an older file and counts as that failure. One without any node is NullRoot.
func Parse(dump []byte) (*Tree, error) {
	body, err := Body(dump)
	if err != nil {
		return nil, err
	}
	p := parser{in: body, names: map[string]string{}}
	t, err := p.hierarchy()
	if err != nil {
		return nil, &phone.TreeError{Reason: phone.NoXML, Output: err.Error()}
	}
	if len(t.Roots) == 0 {
		return nil, &phone.TreeError{Reason: phone.NullRoot, Output: excerpt(dump)}
	}
	return t, nil
}

// Body is the last whole hierarchy in the output of a dump, from "<hierarchy" to "</hierarchy>" without the noise round it. It
// shares dump's memory. Failures are those of Parse, except that it does not look inside.
func Body(dump []byte) ([]byte, error) {
	body, before, after := cut(dump)
	if r := failure(before, after, body != nil); r != "" {
		return nil, &phone.TreeError{Reason: r, Output: excerpt(dump)}
	}
	if body == nil {
		return nil, &phone.TreeError{Reason: phone.NoXML, Output: excerpt(dump)}
	}
	return body, nil
}

var (
	openTag  = []byte("<hierarchy")
	closeTag = []byte("</hierarchy>")
)

// cut finds the last whole hierarchy and what stands round it. A "<" inside a value is always escaped, so the tags are real.
func cut(dump []byte) (body, before, after []byte) {
	end := bytes.LastIndex(dump, closeTag)
	if end < 0 {
		start := bytes.LastIndex(dump, openTag)
		if start < 0 {
			return nil, dump, nil
		}
		gt := bytes.IndexByte(dump[start:], '>')
		if gt < 1 || dump[start+gt-1] != '/' {
			return nil, dump[:start], nil
		}
		return dump[start : start+gt+1], dump[:start], dump[start+gt+1:]
	}
	start := bytes.LastIndex(dump[:end], openTag)
	if start < 0 {
		return nil, dump, nil
	}
	end += len(closeTag)
	return dump[start:end], dump[:start], dump[end:]
}

// failure sorts what the phone printed round the hierarchy (android-shell §7); "" when it tells of no failure.
func failure(before, after []byte, whole bool) phone.TreeReason {
	said := func(s string) bool { return bytes.Contains(before, []byte(s)) || bytes.Contains(after, []byte(s)) }
	switch {
	case said("could not get idle state"):
		return phone.NoIdleState
	case said("null root node"):
		return phone.NullRoot
	case said("already registered"):
		return phone.Killed
	case killed(before), !whole && killed(after):
		return phone.Killed
	}
	return ""
}

// killed reports the shell's word for a process that died by signal 9.
func killed(out []byte) bool {
	for line := range bytes.Lines(out) {
		line = bytes.TrimSpace(line)
		if bytes.Equal(line, []byte("Killed")) || bytes.HasSuffix(line, []byte(": Killed")) {
			return true
		}
	}
	return false
}

// excerpt is the first 500 bytes for an error, cut between characters.
func excerpt(b []byte) string {
	b = bytes.TrimSpace(b)
	if len(b) > 500 {
		b = b[:500]
		for len(b) > 0 && !utf8.RuneStart(b[len(b)-1]) {
			b = b[:len(b)-1]
		}
		if len(b) > 0 && b[len(b)-1] >= utf8.RuneSelf {
			b = b[:len(b)-1]
		}
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

var (
	errCut  = errors.New("the hierarchy is cut off in the middle of a tag")
	errDeep = fmt.Errorf("the hierarchy is deeper than %d levels", maxDepth)
)

// parser reads the small part of XML that dumps are written in.
type parser struct {
	in    []byte
	pos   int
	names map[string]string // classes, packages and ids repeat: each is kept once
}

// hierarchy reads the whole body. A closing tag closes the innermost open node whatever its name.
func (p *parser) hierarchy() (*Tree, error) {
	t := &Tree{}
	var open []*Node
	for {
		i := bytes.IndexByte(p.in[p.pos:], '<')
		if i < 0 {
			break
		}
		p.pos += i + 1
		switch rest := p.in[p.pos:]; {
		case bytes.HasPrefix(rest, []byte("!--")):
			p.skip("-->")
		case bytes.HasPrefix(rest, []byte("?")), bytes.HasPrefix(rest, []byte("!")):
			p.skip(">")
		case bytes.HasPrefix(rest, []byte("/")):
			p.skip(">")
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		default:
			n, closed, err := p.element(t)
			if err != nil {
				return nil, err
			}
			if n == nil {
				continue
			}
			if len(open) >= maxDepth {
				return nil, errDeep
			}
			if len(open) > 0 {
				n.Parent = open[len(open)-1]
				n.Parent.Children = append(n.Parent.Children, n)
			} else {
				t.Roots = append(t.Roots, n)
			}
			if !closed {
				open = append(open, n)
			}
		}
	}
	t.measure()
	return t, nil
}

// skip moves behind the next s, or to the end.
func (p *parser) skip(s string) {
	if i := bytes.Index(p.in[p.pos:], []byte(s)); i >= 0 {
		p.pos += i + len(s)
		return
	}
	p.pos = len(p.in)
}
