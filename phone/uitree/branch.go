package uitree

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// keepRows is how many rows of a list stay at least when it is cut.
const keepRows = 3

// branch is a line of text with the lines below it and the number of those left out.
type branch struct {
	line  string
	depth int
	kids  []*branch
	left  int // lines cut from the end of kids
}

// fit cuts the longest lists, row by row from their ends, until the text has at most limit characters.
func (b *branch) fit(limit int) {
	for size := b.size(); size > limit; {
		list := b.longest(nil)
		if list == nil {
			return
		}
		last := list.kids[len(list.kids)-1]
		list.kids = list.kids[:len(list.kids)-1]
		if list.left == 0 {
			size += len("… 1000 more here\n") + list.depth
		}
		list.left += last.lines()
		size -= last.size()
	}
}

// longest is the branch with the most rows, nil when none has more than keepRows.
func (b *branch) longest(best *branch) *branch {
	if n := len(b.kids); n > keepRows && (best == nil || n > len(best.kids)) {
		best = b
	}
	for _, k := range b.kids {
		best = k.longest(best)
	}
	return best
}

// size is the number of characters of the branch with its line breaks.
func (b *branch) size() int {
	n := utf8.RuneCountInString(b.line) + 1
	for _, k := range b.kids {
		n += k.size()
	}
	return n
}

// lines is the number of lines, counting those left out.
func (b *branch) lines() int {
	n := 1 + b.left
	for _, k := range b.kids {
		n += k.lines()
	}
	return n
}

// text writes the branch; lines that still do not fit within limit characters are counted at the end.
func (b *branch) text(limit int) string {
	var out []string
	b.write(&out)
	size := 0
	for i, line := range out {
		size += utf8.RuneCountInString(line) + 1
		if size > limit {
			keep := max(i-1, 1)
			return strings.Join(append(out[:keep:keep], fmt.Sprintf("… %d more", len(out)-keep)), "\n") + "\n"
		}
	}
	return strings.Join(out, "\n") + "\n"
}

func (b *branch) write(out *[]string) {
	*out = append(*out, b.line)
	for _, k := range b.kids {
		k.write(out)
	}
	if b.left > 0 {
		*out = append(*out, fmt.Sprintf("%s… %d more here", strings.Repeat(" ", b.depth), b.left))
	}
}
