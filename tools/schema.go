package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Schema is the part of JSON Schema that tools use (draft 2020-12: type, properties, required, additionalProperties, items,
// enum, minimum, maximum, default, description).
type Schema struct {
	Types       []string // "object", "string", "number", "integer", "boolean", "array", "null"; empty allows anything
	Description string
	Props       []Prop // of an object, in the order written
	Open        bool   // an object that allows properties beyond Props
	Items       *Schema
	Enum        []string // of strings
	Min, Max    *float64 // of numbers, inclusive
	MaxLen      int      // of strings, in characters; zero: no limit
	Default     json.RawMessage
}

// Prop is one property of an object.
type Prop struct {
	Name     string
	Required bool
	Schema   *Schema
}

// Prop finds a property by its exact name.
func (s *Schema) Prop(name string) (Prop, bool) {
	i := slices.IndexFunc(s.Props, func(p Prop) bool { return p.Name == name })
	if i < 0 {
		return Prop{}, false
	}
	return s.Props[i], true
}

// allows reports whether values of the JSON type are allowed; a "number" allows integers.
func (s *Schema) allows(kind string) bool {
	return len(s.Types) == 0 || slices.Contains(s.Types, kind) || kind == "integer" && slices.Contains(s.Types, "number")
}

// SchemaOf derives the schema of a params struct. A field is named by its json tag and described by these tags:
//
//	desc:"…"       what it is, for the model
//	min:"0"        smallest value of a number
//	max:"100"      greatest value of a number, longest text of a string in characters
//	enum:"a,b"     the only values of a string
//	default:"300"  what an absent value counts as; the field is then optional
//
// A field without a default is required unless its json tag says omitempty. Fields are strings, booleans, integers, floats,
// slices of those, and pointers to those (always optional). It panics on anything else: a params struct is written once, and a
// test builds every tool.
func SchemaOf[P any]() *Schema {
	t := reflect.TypeFor[P]()
	s := &Schema{Types: []string{"object"}}
	for i := range t.NumField() {
		f := t.Field(i)
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			panic(fmt.Sprintf("tools: field %s.%s has no json name", t, f.Name))
		}
		def, hasDef := f.Tag.Lookup("default")
		p := Prop{Name: name, Schema: fieldSchema(t, f)}
		p.Required = !hasDef && !strings.Contains(opts, "omitempty") && f.Type.Kind() != reflect.Pointer
		if hasDef {
			p.Schema.Default = defaultJSON(p.Schema, def)
		}
		s.Props = append(s.Props, p)
	}
	return s
}

// fieldSchema is the schema of one field with its tags.
func fieldSchema(t reflect.Type, f reflect.StructField) *Schema {
	s := typeSchema(t, f.Type)
	s.Description = f.Tag.Get("desc")
	if e := f.Tag.Get("enum"); e != "" {
		s.Enum = strings.Split(e, ",")
	}
	number := func(tag string) *float64 {
		v, ok := f.Tag.Lookup(tag)
		if !ok {
			return nil
		}
		n, err := strconv.ParseFloat(v, 64)
		if err != nil {
			panic(fmt.Sprintf("tools: field %s.%s: %s is no number", t, f.Name, tag))
		}
		return &n
	}
	s.Min, s.Max = number("min"), number("max")
	if s.Types[0] == "string" && s.Max != nil {
		s.MaxLen, s.Max = int(*s.Max), nil
	}
	return s
}

// typeSchema maps a Go type to a JSON type.
func typeSchema(in, t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Pointer:
		return typeSchema(in, t.Elem())
	case reflect.String:
		return &Schema{Types: []string{"string"}}
	case reflect.Bool:
		return &Schema{Types: []string{"boolean"}}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return &Schema{Types: []string{"integer"}}
	case reflect.Float64:
		return &Schema{Types: []string{"number"}}
	case reflect.Slice:
		return &Schema{Types: []string{"array"}, Items: typeSchema(in, t.Elem())}
	}
	panic(fmt.Sprintf("tools: params %s: type %s has no schema", in, t))
}

func defaultJSON(s *Schema, def string) json.RawMessage {
	if s.Types[0] == "string" {
		return jsonOf(def)
	}
	return json.RawMessage(def)
}

// MarshalJSON writes the schema with its properties in order.
func (s *Schema) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	sep := "{"
	put := func(key string, v any) {
		b.WriteString(sep + strconv.Quote(key) + ":")
		b.Write(jsonOf(v))
		sep = ","
	}
	switch {
	case len(s.Types) == 1:
		put("type", s.Types[0])
	case len(s.Types) > 1:
		put("type", s.Types)
	}
	if s.Description != "" {
		put("description", s.Description)
	}
	if len(s.Enum) > 0 {
		put("enum", s.Enum)
	}
	if s.Min != nil {
		put("minimum", *s.Min)
	}
	if s.Max != nil {
		put("maximum", *s.Max)
	}
	if s.MaxLen > 0 {
		put("maxLength", s.MaxLen)
	}
	if s.Items != nil {
		put("items", s.Items)
	}
	if len(s.Default) > 0 {
		put("default", s.Default)
	}
	if slices.Contains(s.Types, "object") {
		put("properties", props(s.Props))
		if req := s.required(); len(req) > 0 {
			put("required", req)
		}
		if !s.Open {
			put("additionalProperties", false)
		}
	}
	if sep == "{" {
		b.WriteString(sep)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// props writes an object whose keys keep their order.
type props []Prop

// MarshalJSON writes the properties as one object.
func (ps props) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range ps {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(jsonOf(p.Name))
		b.WriteByte(':')
		b.Write(jsonOf(p.Schema))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (s *Schema) required() []string {
	var out []string
	for _, p := range s.Props {
		if p.Required {
			out = append(out, p.Name)
		}
	}
	return out
}

// shape shows what arguments should look like: {"x": number, "y": number, "times"?: integer}.
func (s *Schema) shape() string {
	parts := make([]string, len(s.Props))
	for i, p := range s.Props {
		opt := "?"
		if p.Required {
			opt = ""
		}
		kind := strings.Join(p.Schema.Types, " or ")
		if len(p.Schema.Enum) > 0 {
			kind = strings.Join(p.Schema.Enum, " | ")
		}
		parts[i] = fmt.Sprintf("%q%s: %s", p.Name, opt, kind)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
