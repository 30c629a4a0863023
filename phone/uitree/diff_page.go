package uitree

import "image"

// otherPage reports whether after is another page than before, and not the same one with changes: another app, another title (a
// counter in it does not matter), or hardly a name left and another build.
func otherPage(before, after *View) bool {
	if before.Package != after.Package || numberless(Fold(before.Title)) != numberless(Fold(after.Title)) {
		return true
	}
	a, b := names(before), names(after)
	shared := 0
	for n := range b {
		if a[n] {
			shared++
		}
	}
	few := min(len(a), len(b))
	return few > 0 && shared*3 < few && !alike(before, after)
}

// names are the captions of a view's elements.
func names(v *View) map[string]bool {
	m := map[string]bool{}
	for _, e := range v.Elements {
		if e.Name != "" && e.Name != v.Title {
			m[Fold(e.Name)] = true
		}
	}
	return m
}

// build is what an element is apart from its words.
type build struct {
	role           Role
	id, class, pkg string
	at             image.Point
}

func buildOf(e *Element) build {
	return build{e.Role, e.Node.ID, e.Node.Class, e.Node.Package, e.Bounds.Min}
}

// alike reports whether nearly all elements of two views are of the same kind at the same place.
func alike(a, b *View) bool {
	have := map[build]int{}
	for _, e := range a.Elements {
		have[buildOf(e)]++
	}
	same := 0
	for _, e := range b.Elements {
		if k := buildOf(e); have[k] > 0 {
			have[k]--
			same++
		}
	}
	return same*5 >= 4*max(len(a.Elements), len(b.Elements))
}

// kind is what equals have in common.
type kind struct {
	role      Role
	id, class string
}

// groupOf is what changes together: everything in one scrolling container, else the equals of an element.
func groupOf(e *Element) kind {
	for p := e.Parent; p != nil; p = p.Parent {
		if p.Scrollable() {
			return kind{p.Role, p.Node.ID, p.Node.Class}
		}
	}
	return kind{e.Role, e.Node.ID, e.Node.Class}
}

// renamed pairs elements that took the place of one another on the same page: of the same kind, at the same place, below the same
// containers. Where most of a group would have been renamed, such as the rows of a list that was scrolled by a page, none was: others
// stand there now.
func (d *differ) renamed(left map[*Element]bool, fresh []*Element) map[*Element]*Element {
	pairs := map[*Element]*Element{}
	count, all := map[kind]int{}, map[kind]int{}
	for _, e := range d.before.Elements {
		all[groupOf(e)]++
	}
	for _, e := range fresh {
		if old := d.likely(e, left); old != nil {
			pairs[e] = old
			delete(left, old)
			count[groupOf(e)]++
		}
	}
	for e, old := range pairs {
		if g := groupOf(e); count[g] > 1 && count[g]*2 > all[g] {
			delete(pairs, e)
			left[old] = true
		}
	}
	return pairs
}

// likely is the one element before that e took the place of.
func (d *differ) likely(e *Element, left map[*Element]bool) *Element {
	for _, old := range d.before.Elements {
		if left[old] && buildOf(old) == buildOf(e) && old.Bounds.Dy() == e.Bounds.Dy() && samePath(old.Node, e.Node) {
			return old
		}
	}
	return nil
}

// samePath reports whether two nodes stand below the same containers.
func samePath(a, b *Node) bool {
	for ; a != nil && b != nil; a, b = a.Parent, b.Parent {
		if a.Class != b.Class || a.ID != b.ID {
			return false
		}
	}
	return a == nil && b == nil
}
