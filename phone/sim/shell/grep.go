package shell

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"path"
	"regexp"
	"strings"
)

// grepCommand is toybox grep, egrep and fgrep.
func grepCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("(line-buffered)K(color)W:(include)M:(exclude)S:zZEFHIabhinorsvwcLlqe:f:m:x0A:B:C:R")
	if !ok {
		return 2
	}
	g := &grepper{p: p, f: f, before: f.num("B", f.num("C", 0)), after: f.num("A", f.num("C", 0)), max: f.num("m", -1)}
	if !g.patterns(path.Base(p.Args[0])) {
		return 2
	}
	names := g.f.args
	deep := f.has("r") || f.has("R")
	if len(names) == 0 {
		names = []string{"-"}
		if deep {
			names = []string{"."}
		}
	}
	g.named = (len(names) > 1 || deep || f.has("H")) && !f.has("h")
	for _, name := range names {
		info, err := p.stat(name)
		if name != "-" && err == nil && info.IsDir() && deep {
			p.d.each(p.abs(name), name, true, func(abs, shown string) {
				if i, err := p.d.Files.Lstat(shellCred, abs); err == nil && i.Mode().IsRegular() {
					g.file(shown)
				}
			})
			continue
		}
		g.file(name)
	}
	switch {
	case g.bad && !(f.has("q") && g.found):
		return 2
	case g.found:
		return 0
	}
	return 1
}

type grepper struct {
	p             *Proc
	f             flags
	res           []*regexp.Regexp
	named         bool
	found, bad    bool
	before, after int
	max           int
}

// patterns compiles what to look for, from -e, -f or the first word.
func (g *grepper) patterns(name string) bool {
	list := g.f.val["e"]
	for _, file := range g.f.val["f"] {
		b, err := g.p.readFile(file)
		if err != nil {
			g.p.fail("%s: %v", file, err)
			return false
		}
		list = append(list, strings.TrimSuffix(string(b), "\n"))
	}
	if len(g.f.val["e"])+len(g.f.val["f"]) == 0 {
		if len(g.f.args) == 0 {
			g.p.fail("no REGEX")
			return false
		}
		list, g.f.args = g.f.args[:1], g.f.args[1:]
	}
	for _, text := range list {
		for expr := range strings.SplitSeq(text, "\n") {
			if !g.compile(name, expr) {
				return false
			}
		}
	}
	return true
}

func (g *grepper) compile(name, expr string) bool {
	var err error
	out := regexp.QuoteMeta(expr)
	if !g.f.has("F") && name != "fgrep" {
		out, err = fromPOSIX(expr, g.f.has("E") || name == "egrep")
	}
	if g.f.has("w") {
		out = `\b(?:` + out + `)\b`
	}
	if g.f.has("x") {
		out = `^(?:` + out + `)$`
	}
	if g.f.has("i") {
		out = "(?i)" + out
	}
	var re *regexp.Regexp
	if err == nil {
		re, err = regexp.Compile(out)
	}
	if err != nil {
		g.p.fail("bad REGEX '%s'", expr)
		return false
	}
	re.Longest()
	g.res = append(g.res, re)
	return true
}

func (g *grepper) match(line []byte) []int {
	var best []int
	for _, re := range g.res {
		if at := re.FindIndex(line); at != nil && (best == nil || at[0] < best[0]) {
			best = at
		}
	}
	return best
}

func (g *grepper) file(name string) {
	if i, err := g.p.stat(name); name != "-" && err == nil && i.IsDir() {
		if !g.f.has("s") {
			g.p.fail("%s: Is a directory", name)
		}
		return
	}
	f, err := g.p.open(name)
	if err != nil {
		if !g.f.has("s") {
			g.p.fail("%s: %v", name, err)
		}
		g.bad = true
		return
	}
	defer f.Close()
	shown := name
	if name == "-" {
		shown = "(standard input)"
	}
	br := bufio.NewReaderSize(f, 64<<10)
	head, _ := br.Peek(4096)
	binary := bytes.IndexByte(head, 0) >= 0 && !g.f.has("a")
	if binary && g.f.has("I") {
		return
	}
	n := g.scan(br, shown, binary)
	switch {
	case g.f.has("q"):
	case g.f.has("l"):
		if n > 0 {
			g.p.Println(shown)
		}
	case g.f.has("L"):
		if n == 0 {
			g.p.Println(shown)
		}
	case g.f.has("c"):
		g.prefix(shown, ':', 0)
		g.p.Printf("%d\n", n)
	case binary && n > 0:
		g.p.Printf("Binary file %s matches\n", shown)
	}
}

// scan prints the hits of one input and counts them.
func (g *grepper) scan(r io.Reader, name string, binary bool) int {
	n, number, owed, last := 0, 0, 0, 0
	quiet := binary || g.f.has("q") || g.f.has("l") || g.f.has("L") || g.f.has("c")
	var held [][]byte
	_ = eachLine(r, func(line []byte, _ bool) bool {
		number++
		at := g.match(line)
		if (at != nil) == g.f.has("v") {
			switch {
			case owed > 0 && !quiet:
				owed--
				last = number
				g.line(name, '-', number, line)
			case g.before > 0:
				held = append(held, line)
				held = held[max(0, len(held)-g.before):]
			}
			return g.p.Stdout.err == nil
		}
		n++
		g.found = true
		if quiet {
			return (g.max < 0 || n < g.max) && !g.f.has("q") && !g.f.has("l")
		}
		if (g.before > 0 || g.after > 0) && last > 0 && number-len(held) > last+1 {
			g.p.Println("--")
		}
		for i, h := range held {
			g.line(name, '-', number-len(held)+i, h)
		}
		held, owed, last = nil, g.after, number
		if g.f.has("o") {
			g.only(name, number, line)
		} else {
			g.line(name, ':', number, line)
		}
		_ = g.p.Stdout.Flush()
		return g.p.Stdout.err == nil && (g.max < 0 || n < g.max)
	})
	return n
}

func (g *grepper) prefix(name string, sep byte, number int) {
	if g.named {
		g.p.Printf("%s%c", name, sep)
	}
	if g.f.has("n") && number > 0 {
		g.p.Printf("%d%c", number, sep)
	}
}

func (g *grepper) line(name string, sep byte, number int, line []byte) {
	g.prefix(name, sep, number)
	g.p.line(line, true)
}

// only prints each hit of a line.
func (g *grepper) only(name string, number int, line []byte) {
	for len(line) > 0 {
		at := g.match(line)
		if at == nil {
			return
		}
		if at[1] > at[0] {
			g.line(name, ':', number, line[at[0]:at[1]])
		}
		line = line[max(at[1], at[0]+1):]
	}
}
