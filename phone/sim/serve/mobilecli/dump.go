package mobilecli

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"time"
)

// flags are the attributes of a node that are true or false.
var flags = []string{"checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected"}

// dump is the hierarchy in the helper's own shape.
func (s *Server) dump(ctx context.Context, wait time.Duration) (any, error) {
	tree, err := s.Phone.Tree(ctx, wait)
	if err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	d := xml.NewDecoder(bytes.NewReader(tree))
	root := map[string]any{}
	open := []map[string]any{root}
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			roots, _ := root["children"].([]any)
			return map[string]any{"hierarchy": roots}, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the hierarchy: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if t.Name.Local != "node" {
				continue
			}
			parent := open[len(open)-1]
			siblings, _ := parent["children"].([]any)
			n := node(t.Attr, len(siblings))
			parent["children"] = append(siblings, n)
			open = append(open, n)
		case xml.EndElement:
			if t.Name.Local == "node" {
				open = open[:len(open)-1]
			}
		}
	}
}

func node(attrs []xml.Attr, index int) map[string]any {
	value := map[string]string{}
	for _, a := range attrs {
		value[a.Name.Local] = a.Value
	}
	n := map[string]any{"index": index, "visible": true}
	for _, key := range []string{"class", "package", "text", "hint", "content-desc", "resource-id"} {
		n[key] = value[key]
	}
	for _, key := range flags {
		n[key] = value[key] == "true"
	}
	var l, t, r, b int
	_, _ = fmt.Sscanf(value["bounds"], "[%d,%d][%d,%d]", &l, &t, &r, &b)
	n["rect"] = map[string]int{"x": l, "y": t, "width": r - l, "height": b - t}
	return n
}
