package uitree

import "strings"

// Role is what kind of thing an element is, in the word a person would use.
type Role string

// The roles. What can be tapped and fits no better word is an Item.
const (
	Button   Role = "button"
	Switch   Role = "switch"
	Checkbox Role = "checkbox"
	Radio    Role = "radio"
	Field    Role = "field"
	Slider   Role = "slider"
	Dropdown Role = "dropdown"
	Tab      Role = "tab"
	Image    Role = "image"
	Progress Role = "progress"
	Text     Role = "text"
	Item     Role = "item"
	List     Role = "list" // anything that scrolls
	Web      Role = "web"  // a web view
)

// roleOf names the role of a node by the last word of its class, then by what it can do.
func roleOf(n *Node) Role {
	class := classWord(n.Class)
	has := func(s string) bool { return strings.Contains(class, s) }
	switch {
	case has("WebView"):
		return Web
	case n.Editable:
		return Field
	case has("Switch"), has("ToggleButton"):
		return Switch
	case has("CheckBox"), has("CheckedTextView"):
		return Checkbox
	case has("RadioButton"):
		return Radio
	case has("SeekBar"), has("Slider"), has("RatingBar"):
		return Slider
	case has("Spinner"):
		return Dropdown
	case has("TabView"), class == "Tab":
		return Tab
	case has("Button"):
		return Button
	case n.Scrollable:
		return List
	case n.Checkable:
		return Checkbox
	case has("ProgressBar"):
		return Progress
	case n.Clickable, n.LongClickable:
		return Item
	case has("Image"):
		return Image
	}
	return Text
}
