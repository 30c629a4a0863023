package view

// WebView is a view that shows a web page: page is laid out in it and scrolls. With nodes it gives the page's elements to
// accessibility as Chrome's WebView does; without, it is one childless node, as before accessibility is switched on in the page.
func WebView(id, title string, nodes bool, page *Node) *Node {
	doc := &Node{
		Class: "android.webkit.WebView", Key: "document", W: Match, H: Match, Scroll: Vertical, Focusable: true, Spoken: title, Decor: !nodes,
		Children: []*Node{page},
	}
	page.W = Match
	return &Node{Class: "android.webkit.WebView", ID: id, Dir: Stack, W: Match, H: Match, Focusable: true, Children: []*Node{doc}}
}

// WebBlock is a block of a page: its children one under another.
func WebBlock(id string, children ...*Node) *Node {
	return &Node{Class: "View", ID: id, Bare: true, W: Match, Gap: 8, Children: children}
}

// WebText is a paragraph or, with a size over 20, a heading.
func WebText(text string, size float64, c Color) *Node {
	return &Node{Class: "TextView", Text: text, W: Match, Style: TextStyle{Size: size, Bold: size > 20, Color: c}}
}

// WebLink is a link; accessibility hears of it as of a view whose description is empty and whose text is the link's.
func WebLink(id, text string, c Color, click func()) *Node {
	return &Node{Class: "View", ID: id, Bare: true, Text: text, Style: TextStyle{Size: 16, Color: c}, Focusable: true, OnClick: click, Pad: Sides(0, 6)}
}

// WebField is a text field of a form; hint is its placeholder.
func WebField(t Theme, id, text, hint string, change func(string)) *Node {
	return &Node{
		ID: id, Bare: true, Text: text, Hint: hint, W: Match, MinH: 44, Pad: Sides(10, 10), Line: t.Outline, LineW: 1, Corner: 3, Tint: t.Primary, Fill: t.Surface,
		Style: TextStyle{Size: 16, Color: t.OnSurface}, Edit: &Edit{Change: change},
	}
}

// WebButton is a button of a form.
func WebButton(t Theme, id, text string, click func()) *Node {
	return &Node{
		Class: "Button", ID: id, Bare: true, Text: text, MinH: 40, Pad: Sides(16, 9), Fill: t.SurfaceHigh, Line: t.Outline, LineW: 1, Corner: 4, OnClick: click,
		Style: TextStyle{Size: 15, Color: t.OnSurface, Lines: 1}, Focusable: true,
	}
}

// WebCheck is a check box of a form with its label.
func WebCheck(t Theme, id, label string, on bool, flip func()) *Node {
	box := CheckLook(t, on)
	box.ID, box.Bare, box.Spoken, box.OnClick = id, true, label, flip
	return &Node{Class: "View", Dir: Row, AlignY: Center, Gap: 8, MinH: 40, OnClick: flip, NoPress: true, Children: []*Node{box, Label(label, 16, t.OnSurface)}}
}

// WebSelect is a drop-down list of a form, showing what is chosen; click opens the choice.
func WebSelect(t Theme, id, value string, click func()) *Node {
	n := WebButton(t, id, value, click)
	n.Class, n.Fill = "Spinner", t.Surface
	return n
}

// Canvas is a view that draws itself and tells accessibility of nothing in it: one bare node, whatever it shows. click gets taps, in
// pixels from its top left corner.
func Canvas(n *Node) *Node {
	if n.Class == "" {
		n.Class = "android.view.View"
	}
	n.W, n.H = Match, Match
	for _, c := range n.Children {
		c.Decor = true
	}
	return n
}
