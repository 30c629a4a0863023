package uitree

import (
	"bytes"
	"image"
	"strconv"
	"strings"
	"unicode/utf8"
)

// element reads one opening tag whose "<" is behind pos. The element <hierarchy> gives its attributes to t and no node.
// closed tells that the tag ends with "/>".
func (p *parser) element(t *Tree) (n *Node, closed bool, err error) {
	name := p.word()
	if string(name) != "hierarchy" {
		n = &Node{Enabled: true, Visible: true}
	}
	for {
		p.space()
		switch {
		case p.pos >= len(p.in):
			return nil, false, errCut
		case p.in[p.pos] == '>':
			p.pos++
			p.finish(n, name)
			return n, false, nil
		case bytes.HasPrefix(p.in[p.pos:], []byte("/>")):
			p.pos += 2
			p.finish(n, name)
			return n, true, nil
		}
		attr := p.word()
		if len(attr) == 0 { // a byte that belongs nowhere
			p.pos++
			continue
		}
		value, ok := p.value()
		switch {
		case !ok:
			return nil, false, errCut
		case n == nil:
			t.set(string(attr), string(value))
		default:
			p.set(n, string(attr), value)
		}
	}
}

// word reads a name: all bytes up to a blank, "=", ">", "/" or a quote.
func (p *parser) word() []byte {
	start := p.pos
	for p.pos < len(p.in) {
		switch p.in[p.pos] {
		case ' ', '\t', '\r', '\n', '=', '>', '/', '"', '\'':
			return p.in[start:p.pos]
		}
		p.pos++
	}
	return p.in[start:]
}

func (p *parser) space() {
	for p.pos < len(p.in) {
		switch p.in[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		default:
			return
		}
	}
}

// value reads ="…" or ='…'; an attribute without a value has an empty one. It is false when the quote never ends.
func (p *parser) value() ([]byte, bool) {
	p.space()
	if p.pos >= len(p.in) || p.in[p.pos] != '=' {
		return nil, true
	}
	p.pos++
	p.space()
	if p.pos >= len(p.in) {
		return nil, false
	}
	quote := p.in[p.pos]
	if quote != '"' && quote != '\'' {
		return p.word(), true
	}
	p.pos++
	i := bytes.IndexByte(p.in[p.pos:], quote)
	if i < 0 {
		return nil, false
	}
	v := p.in[p.pos : p.pos+i]
	p.pos += i + 1
	return v, true
}

// set takes an attribute of <hierarchy>.
func (t *Tree) set(name, value string) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 1<<16 {
		return
	}
	switch name {
	case "rotation":
		t.Rotation = n & 3
	case "width":
		t.Size.X = n
	case "height":
		t.Size.Y = n
	}
}

// set takes an attribute of a node; unknown ones are passed over.
func (p *parser) set(n *Node, name string, v []byte) {
	yes := string(v) == "true"
	switch name {
	case "text":
		n.Text = text(v)
	case "content-desc":
		n.Desc = text(v)
	case "hint":
		n.Hint = text(v)
	case "resource-id":
		n.ID = p.intern(v)
	case "class":
		n.Class = p.intern(v)
	case "package":
		n.Package = p.intern(v)
	case "bounds":
		n.Bounds = bounds(v)
	case "index":
		n.Index, _ = strconv.Atoi(string(v))
	case "checkable":
		n.Checkable = yes
	case "checked":
		n.Checked = yes
	case "clickable":
		n.Clickable = yes
	case "enabled":
		n.Enabled = string(v) != "false"
	case "focusable":
		n.Focusable = yes
	case "focused":
		n.Focused = yes
	case "scrollable":
		n.Scrollable = yes
	case "long-clickable":
		n.LongClickable = yes
	case "password":
		n.Password = yes
	case "selected":
		n.Selected = yes
	case "editable":
		n.Editable = yes
	case "displayed", "visible-to-user":
		n.Visible = string(v) != "false"
	case "NAF":
		n.NAF = yes
	}
}

// finish settles what depends on several attributes.
func (p *parser) finish(n *Node, tag []byte) {
	if n == nil {
		return
	}
	if n.Class == "" && string(tag) != "node" {
		n.Class = p.intern(tag)
	}
	if class := classWord(n.Class); strings.HasSuffix(class, "EditText") || strings.HasSuffix(class, "AutoCompleteTextView") {
		n.Editable = true
	}
	if n.Password {
		n.Text = bullets(n.Text, n.Hint)
	}
}

// bullets hides a secret but not how long it is, which the screen shows too.
func bullets(secret, hint string) string {
	if secret == hint {
		return ""
	}
	return strings.Repeat("•", min(utf8.RuneCountInString(secret), 64))
}

// measure takes the extent of the roots as the size where the dump tells none, that of all nodes when the roots have none.
func (t *Tree) measure() {
	if t.Size.X > 0 && t.Size.Y > 0 {
		return
	}
	for _, r := range t.Roots {
		t.Size = extent(t.Size, r.Bounds)
	}
	if t.Size != (image.Point{}) {
		return
	}
	for n := range t.All() {
		t.Size = extent(t.Size, n.Bounds)
	}
}

func extent(size image.Point, r image.Rectangle) image.Point {
	if r.Empty() {
		return size
	}
	return image.Pt(max(size.X, r.Max.X), max(size.Y, r.Max.Y))
}

// bounds reads "[left,top][right,bottom]"; anything else is the empty rectangle.
func bounds(v []byte) (r image.Rectangle) {
	for i, dst := range []*int{&r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y} {
		end := bytes.IndexByte(v, ",],]"[i])
		if end < 0 {
			return image.Rectangle{}
		}
		n, err := strconv.Atoi(string(bytes.TrimLeft(v[:end], "[ ")))
		if err != nil || n < -1<<20 || n > 1<<20 {
			return image.Rectangle{}
		}
		*dst = n
		v = v[end+1:]
	}
	return r
}

// intern keeps one copy of a value that many nodes share.
func (p *parser) intern(v []byte) string {
	if s, ok := p.names[string(v)]; ok {
		return s
	}
	s := text(v)
	p.names[string(v)] = s
	return s
}

// classWord is the class without its package: "TextView" for "android.widget.TextView".
func classWord(class string) string { return class[strings.LastIndexAny(class, ".$")+1:] }
