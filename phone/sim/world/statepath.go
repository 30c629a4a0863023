package world

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// keys splits a path of the state.
func keys(path string) []string {
	sep := "."
	if strings.Contains(path, "/") {
		sep = "/"
	}
	var out []string
	for k := range strings.SplitSeq(path, sep) {
		if k != "" {
			out = append(out, k)
		}
	}
	return out
}

// pick finds a value in a JSON document. Keys are compared without regard to case where nothing fits exactly.
func pick(doc json.RawMessage, path []string) (json.RawMessage, error) {
	for i, key := range path {
		var object map[string]json.RawMessage
		if json.Unmarshal(doc, &object) == nil && object != nil {
			name, ok := fit(object, key)
			if !ok {
				return nil, fmt.Errorf("%w: there is no %s", ErrSnapshot, strings.Join(path[:i+1], "/"))
			}
			doc = object[name]
			continue
		}
		var list []json.RawMessage
		n, err := strconv.Atoi(key)
		if json.Unmarshal(doc, &list) != nil || err != nil || n < 0 || n >= len(list) {
			return nil, fmt.Errorf("%w: there is no %s", ErrSnapshot, strings.Join(path[:i+1], "/"))
		}
		doc = list[n]
	}
	return doc, nil
}

// put replaces a value in a JSON document; the last key may be a new one.
func put(doc json.RawMessage, path []string, value json.RawMessage) (json.RawMessage, error) {
	if len(path) == 0 {
		return value, nil
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(doc, &object) == nil {
		if object == nil {
			object = map[string]json.RawMessage{}
		}
		name, ok := fit(object, path[0])
		if !ok {
			name = path[0]
			if len(path) > 1 {
				return nil, fmt.Errorf("%w: there is no %s", ErrSnapshot, path[0])
			}
		}
		inner, err := put(object[name], path[1:], value)
		if err != nil {
			return nil, err
		}
		object[name] = inner
		return marshal(object)
	}
	var list []json.RawMessage
	n, err := strconv.Atoi(path[0])
	if json.Unmarshal(doc, &list) != nil || err != nil || n < 0 || n >= len(list) {
		return nil, fmt.Errorf("%w: there is no %s", ErrSnapshot, path[0])
	}
	if list[n], err = put(list[n], path[1:], value); err != nil {
		return nil, err
	}
	return marshal(list)
}

func marshal(v any) (json.RawMessage, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	return b, nil
}

// fit finds a key.
func fit(object map[string]json.RawMessage, key string) (string, bool) {
	if _, ok := object[key]; ok {
		return key, true
	}
	for k := range object {
		if strings.EqualFold(k, key) {
			return k, true
		}
	}
	return "", false
}
