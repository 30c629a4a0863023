package uitree

import "strings"

// titleIDs are the short resource ids under which toolkits and the system keep the title of a dialog or a screen.
var titleIDs = []string{"alertTitle", "action_bar_title", "toolbar_title", "homepage_title", "screen_title", "suw_layout_title", "topDefaultTitle", "permission_message"}

// title guesses the title of the screen: a known id, the words of a collapsing tool bar, the first text of a tool bar
// that is no button, else nothing. It never guesses from the position alone.
func (v *View) title() string {
	for _, id := range titleIDs {
		for n := range v.Tree.All() {
			if n.Text != "" && n.Shown() && n.ShortID() == id {
				return squeeze(n.Text)
			}
		}
	}
	for n := range v.Tree.All() {
		if !n.Shown() || !strings.Contains(strings.ToLower(n.ShortID()), "collapsing_toolbar") {
			continue
		}
		for _, words := range []string{n.Desc, n.Text} {
			if words != "" {
				return squeeze(words)
			}
		}
	}
	for n := range v.Tree.All() {
		if !toolbar(n) {
			continue
		}
		for c := range n.All() {
			if e := v.byNode[c]; e != nil && e.Role == Text && c.Text != "" {
				return e.Name
			}
		}
	}
	return ""
}

func toolbar(n *Node) bool {
	switch id := n.ShortID(); {
	case strings.HasSuffix(n.Class, "Toolbar"):
		return true
	case id == "action_bar", id == "toolbar", id == "app_bar", id == "title_bar":
		return true
	}
	return false
}
