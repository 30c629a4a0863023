package act

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
)

// pairs are the argument names of each point a tool takes, and the names under which models send the whole point instead.
type pairs []struct {
	x, y  string
	alias []string
}

var (
	onePoint  = pairs{{"x", "y", []string{"point", "coordinate", "coordinates", "position", "bbox", "box"}}}
	twoPoints = pairs{
		{"x1", "y1", []string{"start", "from", "start_point", "coordinate", "start_box"}},
		{"x2", "y2", []string{"end", "to", "end_point", "coordinate2", "end_box"}},
	}
)

// repair reads points that came in another form (model-providers §10): [x,y], "x,y", {"x":…,"y":…}, a box of four numbers
// (its middle), under one of the alias names or as the x argument with y missing.
func (ps pairs) repair(args map[string]any) []string {
	var notes []string
	for _, p := range ps {
		if _, there := args[p.y]; there {
			continue
		}
		for _, name := range append([]string{p.x}, p.alias...) {
			x, y, ok := readPoint(args[name], 0)
			if !ok {
				continue
			}
			delete(args, name)
			args[p.x], args[p.y] = number(x), number(y)
			notes = append(notes, fmt.Sprintf("%q was read as the point (%v,%v)", name, x, y))
			break
		}
	}
	return notes
}

// readPoint reads one value as a point; four numbers are a box.
func readPoint(v any, depth int) (x, y float64, ok bool) {
	if depth > 2 {
		return 0, 0, false
	}
	switch t := v.(type) {
	case string:
		return fromNumbers(strings.FieldsFunc(t, func(r rune) bool { return strings.ContainsRune("[](){}<>, \t", r) }))
	case map[string]any:
		if len(t) == 1 {
			for inner := range maps.Values(t) {
				return readPoint(inner, depth+1)
			}
		}
		return fromNumbers([]string{fmt.Sprint(t["x"]), fmt.Sprint(t["y"])})
	case []any:
		words := make([]string, len(t))
		for i, e := range t {
			words[i] = fmt.Sprint(e)
		}
		return fromNumbers(words)
	}
	return 0, 0, false
}

// fromNumbers takes two numbers as a point and four as a box.
func fromNumbers(words []string) (x, y float64, ok bool) {
	if len(words) != 2 && len(words) != 4 {
		return 0, 0, false
	}
	n := make([]float64, len(words))
	for i, w := range words {
		f, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return 0, 0, false
		}
		n[i] = f
	}
	if len(n) == 4 {
		return (n[0] + n[2]) / 2, (n[1] + n[3]) / 2, true
	}
	return n[0], n[1], true
}

func number(f float64) json.Number { return json.Number(strconv.FormatFloat(f, 'f', -1, 64)) }
