package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strconv"
)

// New makes a tool of a spec and a function that takes a params struct (see [SchemaOf] for its tags). Without a schema in the
// spec the schema is derived from P. Fields that a call leaves out hold their defaults.
//
// A tool is one file: the params struct, the function, and its description in a sibling .md file that is embedded.
func New[P any](s Spec, do func(ctx context.Context, p P) (Result, error)) Tool {
	schema := SchemaOf[P]()
	if s.Schema == nil {
		s.Schema = jsonOf(schema)
	}
	s.Description = string(bytes.TrimSpace([]byte(s.Description)))
	return tool[P]{s, do}
}

type tool[P any] struct {
	spec Spec
	do   func(ctx context.Context, p P) (Result, error)
}

func (t tool[P]) Spec() Spec { return t.spec }

func (t tool[P]) Call(ctx context.Context, c Call) (Result, error) {
	p := defaults[P]()
	if len(c.Args) > 0 {
		if err := json.Unmarshal(c.Args, &p); err != nil {
			return Failf(CodeBadArguments, "", "%s: arguments: %v", t.spec.Name, err), nil
		}
	}
	r, err := t.do(ctx, p)
	if r.Status == "" && err == nil {
		r.Status = OK
	}
	return r, err
}

// defaults is a P whose fields hold the values of their default tags.
func defaults[P any]() P {
	var p P
	v := reflect.ValueOf(&p).Elem()
	for i := range v.NumField() {
		def, ok := v.Type().Field(i).Tag.Lookup("default")
		if !ok {
			continue
		}
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(def)
		case reflect.Bool:
			f.SetBool(def == "true")
		case reflect.Int, reflect.Int32, reflect.Int64:
			n, _ := strconv.ParseInt(def, 10, 64)
			f.SetInt(n)
		case reflect.Float64:
			n, _ := strconv.ParseFloat(def, 64)
			f.SetFloat(n)
		}
	}
	return p
}
