package uitree

import "image"

// HitTest tells what a tap at p would reach: the topmost tappable element there, as Android delivers touches (later siblings
// lie above earlier ones, and what takes no touches lets them through). Where nothing can be tapped it is the smallest
// element at p, and nil where there is none.
func (v *View) HitTest(p image.Point) *Element {
	for i := len(v.Tree.Roots) - 1; i >= 0; i-- {
		if n := touched(v.Tree.Roots[i], p); n != nil {
			return v.Of(n)
		}
	}
	var best *Element
	for _, e := range v.Elements {
		if p.In(e.Bounds) && (best == nil || area(e.Bounds) <= area(best.Bounds)) {
			best = e
		}
	}
	return best
}

// touched is the node below n that a touch at p ends at.
func touched(n *Node, p image.Point) *Node {
	if !n.Visible || !n.Bounds.Empty() && !p.In(n.Bounds) {
		return nil
	}
	for i := len(n.Children) - 1; i >= 0; i-- {
		if hit := touched(n.Children[i], p); hit != nil {
			return hit
		}
	}
	if tappable(n) && p.In(n.Bounds) {
		return n
	}
	return nil
}

// Tap is where to tap e: the middle of its visible part, or the nearest point of a coarse grid over it that nothing else
// would take the touch from. When everything is covered it is the middle.
func (e *Element) Tap() image.Point {
	middle := e.Bounds.Min.Add(e.Bounds.Max).Div(2)
	if !e.Tappable() {
		return middle
	}
	for _, f := range grid {
		p := image.Pt(e.Bounds.Min.X+e.Bounds.Dx()*f.X/8, e.Bounds.Min.Y+e.Bounds.Dy()*f.Y/8)
		if p.In(e.Bounds) && e.view.HitTest(p) == e {
			return p
		}
	}
	return middle
}

// grid holds the points tried, in eighths of width and height, the middle first.
var grid = []image.Point{{4, 4}, {2, 4}, {6, 4}, {4, 2}, {4, 6}, {1, 4}, {7, 4}, {2, 2}, {6, 2}, {2, 6}, {6, 6}, {4, 1}, {4, 7}, {1, 1}, {7, 1}, {1, 7}, {7, 7}}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
