package tools

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

type healParams struct {
	X     float64  `json:"x" min:"0" max:"100"`
	Count int      `json:"count" default:"3" min:"1" max:"10"`
	Text  string   `json:"text,omitempty" max:"40"`
	Deep  bool     `json:"deep,omitempty"`
	Mode  string   `json:"mode,omitempty" enum:"Fast,slow"`
	List  []string `json:"list,omitempty"`
	Nums  []int    `json:"nums,omitempty"`
}

// TestHeal_AH01_AH02_AH03_AH04 is the table of repairs: what a model writes, what the tool gets, what the model is told.
func TestHeal_AH01_AH02_AH03_AH04(t *testing.T) {
	t.Parallel()
	schema := SchemaOf[healParams]()
	for _, c := range []struct {
		name, in, want string
		note           string // part of the note; "-" for none
		problem        string // part of the problem
	}{
		{"plain", `{"x":1}`, `{"x":1}`, "-", ""},
		{"in a JSON string", `"{\"x\":1}"`, `{"x":1}`, "JSON string", ""},
		{"in a JSON string twice", `"\"{\\\"x\\\":1}\""`, `{"x":1}`, "JSON string", ""},
		{"prose round it", "Sure! Here:\n```json\n{\"x\":1}\n```", `{"x":1}`, "text round it", ""},
		{"cut off", `{"x":1`, ``, "", "no JSON object"},
		{"a list", `[1,2]`, ``, "", "no JSON object"},
		{"two objects", `{"x":1}{"x":2}`, ``, "", "no JSON object"},
		{"empty, but x is required", ``, ``, "", `"x" is missing`},

		{"key in capitals", `{"X":1}`, `{"x":1}`, `"X" was read as "x"`, ""},
		{"misspelt key", `{"x":1,"coumt":2}`, `{"count":2,"x":1}`, `"coumt" was read as "count"`, ""},
		{"key too far off", `{"x":1,"number":2}`, ``, "", `"number" is not an argument`},
		{"never onto a key that is there", `{"x":1,"text":"a","texts":"b"}`, ``, "", `"texts" is not an argument`},
		{"two keys want one place", `{"x":1,"texr":"a","texz":"b"}`, ``, "", "is not an argument"},
		{"a tie is not repaired", `{"x":1,"tede":true}`, ``, "", `"tede" is not an argument`},
		{"short keys are not guessed", `{"x":1,"y":2}`, ``, "", `"y" is not an argument`},

		{"number as text", `{"x":"12.5"}`, `{"x":12.5}`, "read as the number", ""},
		{"integer as text", `{"x":1,"count":"4"}`, `{"count":4,"x":1}`, "read as the number 4", ""},
		{"integer as whole float", `{"x":1,"count":4.0}`, `{"count":4,"x":1}`, "whole number", ""},
		{"integer as broken float", `{"x":1,"count":4.5}`, ``, "", `"count" must be integer from 1 to 10`},
		{"hexadecimal is no number", `{"x":"0x10"}`, ``, "", `"x" must be number`},
		{"a word is no number", `{"x":"left"}`, ``, "", "from 0 to 100, not string"},
		{"text from a number", `{"x":1,"text":42}`, `{"text":"42","x":1}`, "read as a text", ""},
		{"text from a truth value", `{"x":1,"text":true}`, `{"text":"true","x":1}`, "read as a text", ""},
		{"text from an object", `{"x":1,"text":{"a":[1]}}`, `{"text":"{\"a\":[1]}","x":1}`, "JSON text", ""},
		{"truth value from text", `{"x":1,"deep":"True"}`, `{"deep":true,"x":1}`, "read as true", ""},
		{"other text is no truth value", `{"x":1,"deep":"maybe"}`, ``, "", `"deep" must be boolean`},
		{"list of one", `{"x":1,"list":"a"}`, `{"list":["a"],"x":1}`, "list of one", ""},
		{"list as text", `{"x":1,"list":"[\"a\",\"b\"]"}`, `{"list":["a","b"],"x":1}`, "list in it", ""},
		{"items repaired", `{"x":1,"nums":["1",2]}`, `{"nums":[1,2],"x":1}`, "item 1", ""},
		{"number to list of numbers", `{"x":1,"nums":7}`, `{"nums":[7],"x":1}`, "list of one", ""},
		{"enum in another case", `{"x":1,"mode":"FAST"}`, `{"mode":"Fast","x":1}`, `"FAST" was read as "Fast"`, ""},
		{"not in the enum", `{"x":1,"mode":"warp"}`, ``, "", "one of Fast, slow"},
		{"null for an optional one", `{"x":1,"text":null}`, `{"x":1}`, "-", ""},
		{"null for a required one", `{"x":null}`, ``, "", `"x" must be number`},

		{"out of range_AH05", `{"x":101}`, ``, "", "from 0 to 100, not 101"},
		{"too long_AH05", `{"x":1,"text":"` + strings.Repeat("a", 41) + `"}`, ``, "", "at most 40 characters"},
		{"description is accepted_AH06", `{"x":1,"description":"tap it"}`, `{"x":1}`, "-", ""},
		{"other talk is left out and said", `{"x":1,"reason":"so"}`, `{"x":1}`, `"reason" is not needed`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, notes, problem := Repair(c.in, schema, nil)
			note := strings.Join(notes, "; ")
			if c.problem != "" {
				if !strings.Contains(problem, c.problem) {
					t.Errorf("problem %q, want %q in it", problem, c.problem)
				}
				return
			}
			if problem != "" || string(got) != c.want {
				t.Errorf("got %s (%s), want %s", got, problem, c.want)
			}
			if c.note == "-" && note != "" || c.note != "-" && !strings.Contains(note, c.note) {
				t.Errorf("note %q, want %q", note, c.note)
			}
		})
	}
}

func TestHealEmptyText_AH01(t *testing.T) {
	t.Parallel()
	type none struct {
		A string `json:"a,omitempty"`
	}
	for _, in := range []string{"", "  ", "null", "{}", `""`} {
		if got, _, problem := Repair(in, SchemaOf[none](), nil); problem != "" || string(got) != "{}" {
			t.Errorf("%q: %s %s, want {}", in, got, problem)
		}
	}
}

func TestHealQuotesWhatItCannotRead_AH01(t *testing.T) {
	t.Parallel()
	tool := guardedTool(t, Run{Gate: allowAll}, stub{spec: Spec{Name: "t", Schema: jsonOf(SchemaOf[healParams]())}, do: ok("")})
	r := call(t, tool, `{"x": `+strings.Repeat("1", 500))
	if r.Code != CodeBadArguments || strings.Count(r.Text, "1") > 130 || !strings.Contains(r.Text, `{"x": 111`) {
		t.Errorf("text %q must quote the first 120 characters", r.Text)
	}
	if !strings.Contains(r.Next, `"x": number`) || !strings.Contains(r.Next, `"count"?: integer`) {
		t.Errorf("next %q must show the right shape", r.Next)
	}
}

func TestSameBadCallEnds_F086(t *testing.T) {
	t.Parallel()
	tool := guardedTool(t, Run{Gate: allowAll}, stub{spec: Spec{Name: "t", Schema: jsonOf(SchemaOf[healParams]())}, do: ok("ran")})
	for i, want := range []Status{Failed, Failed, Failed, Denied, Denied} {
		if r := call(t, tool, `{"x": oops`); r.Status != want {
			t.Errorf("call %d: %s, want %s", i+1, r.Status, want)
		}
	}
	if r := call(t, tool, `{"x":1}`); r.Status != OK {
		t.Errorf("a good call afterwards: %s", r.Status)
	}
	if r := call(t, tool, `{"x": oops`); r.Status != Failed {
		t.Errorf("a bad call after a good one: %s, want the count to start over", r.Status)
	}
}

func TestStringOrArrayStays_AH03(t *testing.T) {
	t.Parallel()
	s, err := ParseSchema(json.RawMessage(`{"type":"object","properties":{"q":{"type":["string","array"]}},"additionalProperties":false}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{`{"q":"a"}`, `{"q":["a","b"]}`} {
		if got, notes, problem := Repair(in, s, nil); string(got) != in || len(notes) > 0 || problem != "" {
			t.Errorf("%s became %s (%q %s)", in, got, notes, problem)
		}
	}
}

func TestOwnRepairComesFirst(t *testing.T) {
	t.Parallel()
	own := func(args map[string]any) []string {
		args["x"] = args["point"]
		delete(args, "point")
		return []string{"own"}
	}
	got, notes, problem := Repair(`{"point":"7"}`, SchemaOf[healParams](), own)
	if string(got) != `{"x":7}` || problem != "" || !strings.Contains(notes[0], "own") {
		t.Errorf("%s %q %s", got, notes, problem)
	}
}

func TestSchemaRoundTrip(t *testing.T) {
	t.Parallel()
	first := jsonOf(SchemaOf[healParams]())
	parsed, err := ParseSchema(first)
	if err != nil {
		t.Fatal(err)
	}
	if second := jsonOf(parsed); string(first) != string(second) {
		t.Errorf("\n%s\n%s", first, second)
	}
	if !strings.Contains(string(first), `"required":["x"]`) || !strings.Contains(string(first), `"additionalProperties":false`) {
		t.Errorf("%s", first)
	}
}

func TestNewFillsDefaults(t *testing.T) {
	t.Parallel()
	var got healParams
	tool := New(Spec{Name: "t"}, func(_ context.Context, p healParams) (Result, error) { got = p; return Result{Text: "x"}, nil })
	r, err := tool.Call(t.Context(), Call{Args: json.RawMessage(`{"x":2}`)})
	if err != nil || r.Status != OK || got.Count != 3 || got.X != 2 {
		t.Errorf("%+v %+v %v", r, got, err)
	}
}

func FuzzRepair(f *testing.F) {
	for _, s := range []string{`{"x":1}`, `"{\"x\":\"1\"}"`, `x {"x":[{}]} y`, `{"X":1e400,"list":[null]}`, `{"count":9223372036854775808}`, `{"nums":"[1,[2]]"}`} {
		f.Add(s)
	}
	schema := SchemaOf[healParams]()
	f.Fuzz(func(t *testing.T, in string) {
		got, _, problem := Repair(in, schema, nil)
		if problem != "" {
			return
		}
		again, notes, problem := Repair(string(got), schema, nil)
		if problem != "" || string(again) != string(got) || len(notes) > 0 {
			t.Errorf("%q healed to %s, which is not sound: %s %q %s", in, got, again, notes, problem)
		}
		var p healParams
		if err := json.Unmarshal(got, &p); err != nil {
			t.Errorf("%q healed to %s, which the tool cannot read: %v", in, got, err)
		}
	})
}

func FuzzParseSchema(f *testing.F) {
	f.Add(string(jsonOf(SchemaOf[healParams]())))
	f.Add(`{"type":["string","null"],"enum":[1,"a"],"items":{"items":{}}}`)
	f.Fuzz(func(t *testing.T, in string) {
		s, err := ParseSchema(json.RawMessage(in))
		if err != nil {
			return
		}
		again, err := ParseSchema(jsonOf(s))
		if err != nil || string(jsonOf(again)) != string(jsonOf(s)) {
			t.Errorf("%q reads as %s, which reads as %s (%v)", in, jsonOf(s), jsonOf(again), err)
		}
	})
}
