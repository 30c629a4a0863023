package uitree

import (
	"encoding/json"
	"image"
)

type viewJSON struct {
	Title    string         `json:"title,omitempty"`
	Package  string         `json:"package,omitempty"`
	Size     [2]int         `json:"size"`
	Rotation int            `json:"rotation"`
	Elements []*elementJSON `json:"elements"`
}

type elementJSON struct {
	Label    string         `json:"label"`
	Role     Role           `json:"role"`
	Name     string         `json:"name,omitempty"`
	Details  []string       `json:"details,omitempty"`
	Value    *string        `json:"value,omitempty"`
	Hint     string         `json:"hint,omitempty"`
	ID       string         `json:"id,omitempty"`
	Class    string         `json:"class,omitempty"`
	Bounds   [4]int         `json:"bounds"`
	Tap      [2]int         `json:"tap"`
	Tappable bool           `json:"tappable"`
	Long     bool           `json:"long_tappable,omitempty"`
	Scrolls  bool           `json:"scrolls,omitempty"`
	Checked  *bool          `json:"checked,omitempty"`
	Selected bool           `json:"selected,omitempty"`
	Focused  bool           `json:"focused,omitempty"`
	Disabled bool           `json:"disabled,omitempty"`
	Password bool           `json:"password,omitempty"`
	Source   string         `json:"source"` // "tree" or "web"
	Children []*elementJSON `json:"children,omitempty"`
}

// MarshalJSON writes the view for programs: one object with title, package, size [w,h], rotation and the elements as a tree.
// Bounds are [left,top,right,bottom]; value is there for fields only, checked for what can be checked only.
func (v *View) MarshalJSON() ([]byte, error) {
	j := viewJSON{Title: v.Title, Package: v.Package, Size: [2]int{v.Size.X, v.Size.Y}, Rotation: v.Tree.Rotation, Elements: elementsJSON(v.Roots)}
	if j.Elements == nil {
		j.Elements = []*elementJSON{}
	}
	return json.Marshal(j)
}

// MarshalJSON writes one element with its children, in the shape it has in a view.
func (e *Element) MarshalJSON() ([]byte, error) { return json.Marshal(e.json()) }

func elementsJSON(list []*Element) []*elementJSON {
	var out []*elementJSON
	for _, e := range list {
		out = append(out, e.json())
	}
	return out
}

func (e *Element) json() *elementJSON {
	j := &elementJSON{
		Label: e.Label, Role: e.Role, Name: e.Name, Details: e.Details, Hint: e.Node.Hint, ID: e.Node.ID, Class: e.Node.Class,
		Bounds: corners(e.Bounds), Tappable: e.Tappable(), Long: e.Node.LongClickable, Scrolls: e.Scrollable(),
		Selected: e.Selected, Focused: e.Focused, Disabled: !e.Enabled, Password: e.Password,
		Source: "tree", Children: elementsJSON(e.Children),
	}
	tap := e.Tap()
	j.Tap = [2]int{tap.X, tap.Y}
	if e.Role == Field {
		j.Value = &e.Value
	}
	if e.Checkable {
		j.Checked = &e.Checked
	}
	if e.Web || e.Role == Web {
		j.Source = "web"
	}
	return j
}

func corners(r image.Rectangle) [4]int { return [4]int{r.Min.X, r.Min.Y, r.Max.X, r.Max.Y} }
