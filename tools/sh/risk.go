package sh

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

const (
	// maxDepth is how deep commands may stand in other commands before nobody can be expected to read them (SH-02).
	maxDepth = 4
	// maxCommand is the longest command that is read, in bytes.
	maxCommand = 64 << 10
	// maxVisits bounds the work on one command, whatever it nests.
	maxVisits = 100_000
)

// The labels that are given where no rule of a command applies.
const (
	unreadable = "a command that cannot be read"
	tooDeep    = "commands nested too deeply to check"
	unknownCmd = "a command that is only known when it runs"
	scriptFrom = "a script from a file, a pipe or a variable"
	overwrites = "writing to a file"
	network    = "a network connection"
	ownProgram = "a program that is no part of the system"
	environ    = "changing which programs run"
)

// Risk tells in a few words what about a command is risky, or "" when nothing is (SH-01…07). It is pure, never panics, and its
// time is bounded.
func Risk(command string) string {
	d := &detector{rule: ruleFor}
	d.script(command, 0)
	return d.label
}

// detector walks one command. The first label found stays.
type detector struct {
	rule   func(name string) (r rule, runs bool)
	label  string
	visits int
}

func (d *detector) hit(label string) {
	if d.label == "" {
		d.label = label
	}
}

// script checks a text that a shell will run.
func (d *detector) script(text string, depth int) {
	if depth > maxDepth {
		d.hit(tooDeep)
		return
	}
	if len(text) > maxCommand || strings.ContainsRune(text, 0) {
		d.hit(unreadable)
		return
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangMirBSDKorn)).Parse(strings.NewReader(text), "")
	if err != nil {
		d.hit(unreadable)
		return
	}
	d.node(file, depth)
}

// node checks everything below a node. Each substitution is one level deeper.
func (d *detector) node(n syntax.Node, depth int) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if d.visits++; d.visits > maxVisits {
			d.hit(tooDeep)
		}
		if n == nil || d.label != "" {
			return false
		}
		switch x := n.(type) {
		case *syntax.CmdSubst:
			return d.deeper(x.Stmts, depth)
		case *syntax.ProcSubst:
			return d.deeper(x.Stmts, depth)
		case *syntax.Redirect:
			d.redirect(x)
		case *syntax.CallExpr:
			d.call(x, depth)
		case *syntax.DeclClause:
			for _, a := range x.Args {
				d.assign(a)
			}
		}
		return d.label == ""
	})
}

// deeper checks the statements of a substitution and tells Walk not to.
func (d *detector) deeper(stmts []*syntax.Stmt, depth int) bool {
	if depth+1 > maxDepth {
		d.hit(tooDeep)
		return false
	}
	for _, s := range stmts {
		d.node(s, depth+1)
	}
	return false
}

// call checks the assignments and the words of a simple command.
func (d *detector) call(c *syntax.CallExpr, depth int) {
	for _, a := range c.Assigns {
		d.assign(a)
	}
	if len(c.Args) == 0 {
		return
	}
	argv := make([]arg, len(c.Args))
	for i, w := range c.Args {
		argv[i] = argOf(w)
	}
	d.argv(argv, depth)
}

// assign checks a variable that decides which programs run.
func (d *detector) assign(a *syntax.Assign) {
	if a.Name == nil {
		return
	}
	switch name := a.Name.Value; {
	case name == "PATH", name == "ENV", name == "BASH_ENV", name == "CLASSPATH", name == "IFS", strings.HasPrefix(name, "LD_"):
		if a.Value != nil || a.Array != nil {
			d.hit(environ)
		}
	}
}

// redirect checks where output goes.
func (d *detector) redirect(r *syntax.Redirect) {
	if r.Word == nil {
		return
	}
	to := argOf(r.Word)
	if strings.HasPrefix(to.text, "/dev/tcp/") || strings.HasPrefix(to.text, "/dev/udp/") {
		d.hit(network)
	}
	switch r.Op {
	case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
		return
	case syntax.DplOut:
		if to.known && strings.Trim(to.text, "0123456789-p") == "" {
			return
		}
	}
	if !to.known || !harmlessTarget(to.text) {
		d.hit(overwrites)
	}
}

// harmlessTarget reports a place where output does no harm.
func harmlessTarget(path string) bool {
	switch path {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/1", "/dev/fd/2", "-":
		return true
	}
	return false
}
