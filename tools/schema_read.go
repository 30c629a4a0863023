package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// maxSchemaDepth bounds nested schemas.
const maxSchemaDepth = 16

// ParseSchema reads the JSON form of a schema. Keywords beyond the subset are passed over; a schema without a type allows
// anything. The order of properties is kept.
func ParseSchema(raw json.RawMessage) (*Schema, error) {
	s, err := parseSchema(raw, 0)
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	return s, nil
}

func parseSchema(raw json.RawMessage, depth int) (*Schema, error) {
	if depth > maxSchemaDepth {
		return nil, fmt.Errorf("deeper than %d levels", maxSchemaDepth)
	}
	var w struct {
		Type        json.RawMessage `json:"type"`
		Description string          `json:"description"`
		Properties  json.RawMessage `json:"properties"`
		Required    []string        `json:"required"`
		Additional  json.RawMessage `json:"additionalProperties"`
		Items       json.RawMessage `json:"items"`
		Enum        []any           `json:"enum"`
		Minimum     *float64        `json:"minimum"`
		Maximum     *float64        `json:"maximum"`
		MaxLength   int             `json:"maxLength"`
		Default     json.RawMessage `json:"default"`
	}
	if err := json.Unmarshal(raw, &w); err != nil {
		return nil, err
	}
	s := &Schema{Description: w.Description, Min: w.Minimum, Max: w.Maximum, MaxLen: w.MaxLength, Default: w.Default,
		Open: string(bytes.TrimSpace(w.Additional)) != "false"}
	if err := parseTypes(w.Type, s); err != nil {
		return nil, err
	}
	for _, e := range w.Enum {
		if word, ok := e.(string); ok {
			s.Enum = append(s.Enum, word)
		}
	}
	if len(w.Items) > 0 && w.Items[0] == '{' {
		items, err := parseSchema(w.Items, depth+1)
		if err != nil {
			return nil, fmt.Errorf("items: %w", err)
		}
		s.Items = items
	}
	return s, parseProps(w.Properties, w.Required, s, depth)
}

func parseTypes(raw json.RawMessage, s *Schema) error {
	if len(raw) == 0 {
		return nil
	}
	if raw[0] == '[' {
		return json.Unmarshal(raw, &s.Types)
	}
	s.Types = []string{""}
	return json.Unmarshal(raw, &s.Types[0])
}

// parseProps walks the properties with a token reader, because a map would lose their order.
func parseProps(raw json.RawMessage, required []string, s *Schema, depth int) error {
	if len(raw) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return fmt.Errorf("properties: not an object")
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		var sub json.RawMessage
		if err := dec.Decode(&sub); err != nil && err != io.EOF {
			return err
		}
		ps, err := parseSchema(sub, depth+1)
		if err != nil {
			return fmt.Errorf("property %s: %w", name, err)
		}
		s.Props = append(s.Props, Prop{Name: name, Required: slices.Contains(required, name), Schema: ps})
	}
	return nil
}
