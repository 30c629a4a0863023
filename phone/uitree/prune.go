package uitree

import (
	"image"
	"slices"
)

// Limits of what a tappable thing takes in as its own name: more than that is a screen of its own, not a row or a card.
const (
	maxParts     = 12
	bigPartsArea = 0.6 // of the screen; above it only a few texts are taken in
	bigParts     = 3
)

// Prune makes a view of a tree. What has no area on the screen and what says and does nothing is left out; a tappable thing
// takes the texts inside it as its name (and the state of a lone switch inside it), unless they can be tapped themselves.
func Prune(t *Tree, o Options) *View {
	v := &View{Tree: t, Size: o.Size, Package: t.Package(), byNode: map[*Node]*Element{}}
	if v.Size == (image.Point{}) {
		v.Size = t.Size
	}
	for _, r := range t.Roots {
		v.Roots = append(v.Roots, v.build(r, false)...)
	}
	v.order(v.Roots, nil)
	v.Title = v.title()
	v.label(o.Labels)
	return v
}

// build gives the elements that stand for n: one with the rest below it, or those of its children when n itself is nothing.
func (v *View) build(n *Node, web bool) []*Element {
	if !n.Visible {
		return nil
	}
	role := roleOf(n)
	web = web || role == Web
	var kids []*Element
	for _, c := range n.Children {
		kids = append(kids, v.build(c, web)...)
	}
	if v.clip(n.Bounds).Empty() {
		return kids
	}
	if !n.interactive() && role != Web && n.Text == "" && n.Desc == "" {
		return kids
	}
	e := v.element(n, role)
	e.Web = web && role != Web
	e.Children = slices.DeleteFunc(kids, func(k *Element) bool { return v.echo(e, k) })
	if (n.Clickable || n.LongClickable || n.Checkable) && !n.Scrollable && !n.Editable && role != Web {
		v.takeIn(e)
	}
	return []*Element{e}
}

func (v *View) clip(r image.Rectangle) image.Rectangle {
	if v.Size == (image.Point{}) {
		return r
	}
	return r.Intersect(image.Rectangle{Max: v.Size})
}

func (v *View) element(n *Node, role Role) *Element {
	e := &Element{
		Role: role, Node: n, Bounds: v.clip(n.Bounds), view: v,
		Checkable: n.Checkable, Checked: n.Checked, Enabled: n.Enabled,
		Focused: n.Focused, Selected: n.Selected, Password: n.Password,
	}
	text, desc := squeeze(n.Text), squeeze(n.Desc)
	if n.Editable {
		if n.Text != n.Hint {
			e.Value = n.Text
		}
		text = squeeze(n.Hint)
	}
	e.Name = text
	if text == "" {
		e.Name = desc
	} else if desc != "" && Fold(desc) != Fold(text) {
		e.Details = append(e.Details, desc)
	}
	v.byNode[n] = e
	return e
}

// echo reports a child that only repeats its parent's words, as many toolkits write them twice.
func (v *View) echo(parent, k *Element) bool {
	if k.Node.interactive() || len(k.Children) > 0 || k.Role == Web || parent.Role == Field {
		return false
	}
	if f := Fold(k.Name); f != Fold(parent.Node.Text) && f != Fold(parent.Node.Desc) {
		return false
	}
	v.byNode[k.Node] = parent
	parent.Selected = parent.Selected || k.Selected
	return true
}

// takeIn lets e take its passive parts as its own words.
func (v *View) takeIn(e *Element) {
	var parts []*Element
	for _, k := range e.Children {
		if !k.Node.interactive() && len(k.Children) == 0 && k.Role != Web {
			parts = append(parts, k)
		}
	}
	area := float64(e.Bounds.Dx()) * float64(e.Bounds.Dy())
	big := area > bigPartsArea*float64(v.Size.X)*float64(v.Size.Y)
	if len(parts) > maxParts || big && len(parts) > bigParts {
		return
	}
	for _, k := range parts {
		e.say(k.Name)
		for _, d := range k.Details {
			e.say(d)
		}
		e.Selected = e.Selected || k.Selected
		v.byNode[k.Node] = e
	}
	e.Children = slices.DeleteFunc(e.Children, func(k *Element) bool { return slices.Contains(parts, k) })
	v.takeSwitch(e)
}

// takeSwitch gives a row the state of the one switch inside it that cannot be tapped apart from the row.
func (v *View) takeSwitch(e *Element) {
	var found *Element
	for _, k := range e.Children {
		if k.Checkable && !k.Node.Clickable && !k.Node.LongClickable && len(k.Children) == 0 {
			if found != nil {
				return
			}
			found = k
		}
	}
	if found == nil || e.Checkable {
		return
	}
	e.Checkable, e.Checked, e.Role = true, found.Checked, found.Role
	if e.Name == "" {
		e.say(found.Name)
	}
	v.byNode[found.Node] = e
	e.Children = slices.DeleteFunc(e.Children, func(k *Element) bool { return k == found })
}

// say adds a text unless the element says it already.
func (e *Element) say(s string) {
	f := Fold(s)
	if f == "" || f == Fold(e.Name) || slices.ContainsFunc(e.Details, func(d string) bool { return Fold(d) == f }) {
		return
	}
	if e.Name == "" {
		e.Name = s
		return
	}
	e.Details = append(e.Details, s)
}

// order lists the elements and ties them to their parents.
func (v *View) order(list []*Element, parent *Element) {
	for _, e := range list {
		e.Parent = parent
		v.Elements = append(v.Elements, e)
		v.order(e.Children, e)
	}
}
