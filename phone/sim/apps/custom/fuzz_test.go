package custom

import "testing"

// FuzzParse feeds files: they give an app or an error, never a crash.
func FuzzParse(f *testing.F) {
	f.Add("package: com.example.a\nlabel: A\nstart: x\nstate: {n: 0}\nscreens: {x: {elements: [{text: \"{n}\", when: \"!n\"}, {button: B, do: [{go: x, add: {n: 1}}]}]}}\n")
	f.Add("a: &a [*a]\n")
	f.Fuzz(func(t *testing.T, s string) {
		a, err := parse([]byte(s), t.TempDir())
		if (a == nil) == (err == nil) {
			t.Errorf("%v, %v", a, err)
		}
	})
}

// FuzzHierarchy feeds hierarchies.
func FuzzHierarchy(f *testing.F) {
	f.Add(`<hierarchy><node bounds="[0,0][10,10]" text="a"><node bounds="[1,1][2,2]"/></node></hierarchy>`)
	f.Fuzz(func(_ *testing.T, s string) {
		_, _, _ = parseHierarchy([]byte(s))
	})
}
