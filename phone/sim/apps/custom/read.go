package custom

import (
	"errors"
	"fmt"
	"strconv"

	"gopkg.in/yaml.v3"
)

// ErrFile is a file that makes no app. The message names the file, the line and the reason.
var ErrFile = errors.New("not an app")

// lineError is a reason with its place.
type lineError struct {
	line int
	text string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.text) }

func wrong(n *yaml.Node, format string, args ...any) error {
	return &lineError{n.Line, fmt.Sprintf(format, args...)}
}

const (
	mostNodes = 50000
	mostNest  = 60
)

// bounded refuses documents that aliases make endless, or so large that nobody wrote them by hand.
func bounded(n *yaml.Node, depth int, count *int) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if *count++; *count > mostNodes || depth > mostNest {
		return wrong(n, "more than %d values, or nested more than %d deep", mostNodes, mostNest)
	}
	for _, k := range n.Content {
		if err := bounded(k, depth+1, count); err != nil {
			return err
		}
	}
	return nil
}

// fields are what a mapping may hold, with what reads each value.
type fields map[string]func(*yaml.Node) error

// object reads a mapping; an unknown or repeated key is an error.
func object(n *yaml.Node, f fields) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.MappingNode {
		return wrong(n, "a mapping of keys and values is needed here")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		read := f[k.Value]
		switch {
		case read == nil:
			return wrong(k, "unknown key %q", k.Value)
		case seen[k.Value]:
			return wrong(k, "%q is there twice", k.Value)
		}
		seen[k.Value] = true
		if err := read(n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// each reads a list.
func each(n *yaml.Node, read func(*yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return wrong(n, "a list is needed here")
	}
	for _, k := range n.Content {
		if err := read(k); err != nil {
			return err
		}
	}
	return nil
}

// pairs reads a mapping with keys of the user's own.
func pairs(n *yaml.Node, read func(key string, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return wrong(n, "a mapping of keys and values is needed here")
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if err := read(n.Content[i].Value, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func text(to *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode {
			return wrong(n, "a text is needed here")
		}
		*to = n.Value
		return nil
	}
}

func flag(to *bool) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		v, err := strconv.ParseBool(n.Value)
		if err != nil || n.Kind != yaml.ScalarNode {
			return wrong(n, "true or false is needed here, not %q", n.Value)
		}
		*to = v
		return nil
	}
}

func number(to *float64, least, most float64) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		v, err := strconv.ParseFloat(n.Value, 64)
		if err != nil || v < least || v > most {
			return wrong(n, "a number from %g to %g is needed here, not %q", least, most, n.Value)
		}
		*to = v
		return nil
	}
}
