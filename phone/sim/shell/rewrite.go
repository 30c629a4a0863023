package shell

import (
	"bytes"
	"crypto/rand"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ownPrefix begins the names of the commands that rewriting puts into the tree. Nobody can call them: nobody knows it.
var ownPrefix = "\x01" + rand.Text() + "."

// The commands that rewriting puts into the tree.
var (
	cmdJob     = ownPrefix + "job"    // prints the number of a new background job
	cmdBegin   = ownPrefix + "begin"  // FLAGS: the job's code begins
	cmdEnd     = ownPrefix + "end"    // STATUS: it has ended
	cmdBegun   = ownPrefix + "begun"  // NUMBER: waits until the job's first command runs
	cmdStatus  = ownPrefix + "status" // STATUS: sets $?
	cmdTime0   = ownPrefix + "time0"
	cmdTime1   = ownPrefix + "time1"
	cmdBadFD   = ownPrefix + "badfd"
	cmdWait    = ownPrefix + "wait"
	cmdForeign = ownPrefix + "foreign" // NAME: a builtin that mksh does not have
	cmdKill    = ownPrefix + "kill"
	cmdRun     = ownPrefix + "run"    // NAME …: the command of the phone, not the interpreter's builtin
	cmdPart    = ownPrefix + "part"   // NUMBER STATUS: a part of a pipeline has ended
	cmdParts   = ownPrefix + "parts"  // prints the statuses of the parts
	cmdLookup  = ownPrefix + "lookup" // command -v, type, whence
)

// rewrite changes parsed statements so that they do what mksh does where the interpreter does otherwise: background jobs get
// process numbers and lives of their own, $$ $! and $0 are the phone's, loops can be killed, leading zeros do not mean octal.
func (sh *script) rewrite(stmts []*syntax.Stmt) []*syntax.Stmt {
	out := sh.list(stmts)
	for _, st := range out {
		syntax.Walk(st, sh.visit)
	}
	return out
}

func (sh *script) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Stmt:
		sh.stmt(n)
	case *syntax.Block:
		n.Stmts = sh.list(n.Stmts)
	case *syntax.Subshell:
		n.Stmts = sh.list(n.Stmts)
	case *syntax.CmdSubst:
		n.Stmts = sh.list(n.Stmts)
	case *syntax.IfClause:
		n.Cond, n.Then = sh.list(n.Cond), sh.list(n.Then)
	case *syntax.WhileClause:
		n.Cond, n.Do = sh.list(n.Cond), sh.loop(n.Do)
	case *syntax.ForClause:
		n.Do = sh.loop(n.Do)
	case *syntax.CaseItem:
		n.Stmts = sh.list(n.Stmts)
	case *syntax.FuncDecl:
		for _, name := range append(slices.Clone(n.Names), n.Name) {
			if name != nil {
				sh.funcs[name.Value] = true
			}
		}
		deepen(n)
	case *syntax.UnaryTest:
		if n.Op == syntax.TsUsrOwn || n.Op == syntax.TsGrpOwn { // would be asked of the workstation
			n.Op = syntax.TsExists
		}
	case *syntax.ParamExp:
		sh.param(n)
	case *syntax.ArithmExp:
		sh.division(n.X)
		decimal(n.X)
	case *syntax.ArithmCmd:
		sh.division(n.X)
		decimal(n.X)
	}
	return true
}

// maxDepth is how deep functions may call each other: at some depth mksh's stack is full, and the interpreter's must not be.
const maxDepth = 1000

// deepen makes a function count its depth in varDepth.
func deepen(n *syntax.FuncDecl) {
	more := &syntax.Word{Parts: []syntax.WordPart{&syntax.ArithmExp{X: &syntax.BinaryArithm{Op: syntax.Add, X: lit(varDepth), Y: lit("1")}}}}
	if sub, ok := n.Body.Cmd.(*syntax.Subshell); ok {
		sub.Stmts = append([]*syntax.Stmt{assign(varDepth, more)}, sub.Stmts...)
		return
	}
	local := &syntax.DeclClause{Variant: &syntax.Lit{Value: "local"}, Args: []*syntax.Assign{{Name: &syntax.Lit{Value: varDepth}, Value: more}}}
	n.Body = &syntax.Stmt{Cmd: &syntax.Block{Stmts: []*syntax.Stmt{{Cmd: local}, n.Body}}}
}

// param makes the special parameters read the phone's values.
func (sh *script) param(n *syntax.ParamExp) {
	if n.Param == nil || n.Excl {
		return
	}
	names := map[string]string{"$": varPID, "!": varBG, "0": varName, "PPID": varParent}
	if v, ok := names[n.Param.Value]; ok {
		n.Param = &syntax.Lit{ValuePos: n.Param.ValuePos, ValueEnd: n.Param.ValueEnd, Value: v}
	}
}

// list replaces background statements of a list.
func (sh *script) list(stmts []*syntax.Stmt) []*syntax.Stmt {
	var out []*syntax.Stmt
	for i, st := range stmts {
		if !st.Background || inner(st) {
			if out != nil {
				out = append(out, st)
			}
			continue
		}
		if out == nil {
			out = slices.Clone(stmts[:i])
		}
		out = append(out, sh.background(st)...)
	}
	if out == nil {
		return stmts
	}
	return out
}

// inner reports the statement that background makes, which must not be made again.
func inner(st *syntax.Stmt) bool {
	b, ok := st.Cmd.(*syntax.Block)
	if !ok || len(b.Stmts) == 0 {
		return false
	}
	c, ok := b.Stmts[0].Cmd.(*syntax.CallExpr)
	return ok && len(c.Assigns) == 1 && c.Assigns[0].Name.Value == varJob
}

// background turns `X &` into
//
//	_sim_bg=$(job); { _sim_job=$_sim_bg; ( begin FLAGS; X ); end $?; } & begun $_sim_bg
func (sh *script) background(st *syntax.Stmt) []*syntax.Stmt {
	x := *st
	x.Background = false
	flags := ""
	if redirects(st, "1") {
		flags += "o"
	}
	if redirects(st, "2") {
		flags += "e"
	}
	if c, ok := st.Cmd.(*syntax.CallExpr); ok && len(c.Args) > 0 && !st.Negated {
		flags += "s"
	}
	job := assign(varBG, &syntax.Word{Parts: []syntax.WordPart{&syntax.CmdSubst{Stmts: []*syntax.Stmt{call(cmdJob)}}}})
	block := &syntax.Block{Stmts: []*syntax.Stmt{
		assign(varJob, param(varBG)),
		{Cmd: &syntax.Subshell{Stmts: []*syntax.Stmt{call(cmdBegin, lit("-"+flags)), &x}}},
		call(cmdEnd, param("?")),
	}}
	return []*syntax.Stmt{job, {Cmd: block, Background: true, Position: st.Position}, call(cmdBegun, param(varBG))}
}

// redirects reports whether st sends the descriptor fd somewhere else than to the session.
func redirects(st *syntax.Stmt, fd string) bool {
	done := map[string]bool{}
	for _, r := range st.Redirs {
		n := "1"
		if r.N != nil {
			n = r.N.Value
		}
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob:
			done[n] = true
		case syntax.RdrAll, syntax.AppAll:
			done["1"], done["2"] = true, true
		case syntax.DplOut:
			to := r.Word.Lit()
			done[n] = to == "-" || done[to]
		}
	}
	return done[fd]
}

// stmt handles what hangs on whole statements: time, and redirections to descriptors that are not open.
func (sh *script) stmt(st *syntax.Stmt) {
	for _, r := range st.Redirs {
		if r.Op != syntax.DplOut || r.Word == nil {
			continue
		}
		if to := r.Word.Lit(); len(to) == 1 && to[0] >= '3' && to[0] <= '9' {
			st.Redirs = nil
			st.Cmd = call(cmdBadFD, lit(to)).Cmd
			return
		}
	}
	if b, ok := st.Cmd.(*syntax.BinaryCmd); ok && b.Op == syntax.Pipe && !sh.piped[b] && strings.Contains(sh.text, varParts) {
		sh.pipeline(st)
	}
	if t, ok := st.Cmd.(*syntax.TimeClause); ok {
		stmts := []*syntax.Stmt{call(cmdTime0)}
		if t.Stmt != nil {
			stmts = append(stmts, t.Stmt)
		}
		st.Cmd = &syntax.Block{Stmts: append(stmts, call(cmdTime1, param("?")))}
	}
}

// varParts is the array with the statuses of a pipeline's parts, which the interpreter does not keep.
const varParts = "PIPESTATUS"

// pipeline turns `A | B` into
//
//	{ { A; part 0 $?; } | { B; part 1 $?; }; _sim_status=$?; PIPESTATUS=($(parts)); status $_sim_status; }
//
// in scripts that name the array.
func (sh *script) pipeline(st *syntax.Stmt) {
	n := 0
	var wrap func(b *syntax.BinaryCmd)
	part := func(x *syntax.Stmt) *syntax.Stmt {
		if b, ok := x.Cmd.(*syntax.BinaryCmd); ok && b.Op == syntax.Pipe && len(x.Redirs) == 0 {
			wrap(b)
			return x
		}
		n++
		return &syntax.Stmt{Cmd: &syntax.Block{Stmts: []*syntax.Stmt{x, call(cmdPart, lit(itoa(n-1)), param("?"))}}}
	}
	wrap = func(b *syntax.BinaryCmd) {
		b.X, b.Y = part(b.X), part(b.Y)
		sh.piped[b] = true
	}
	pipe := *st
	wrap(st.Cmd.(*syntax.BinaryCmd))
	const status = "_sim_status"
	list := &syntax.ArrayExpr{Elems: []*syntax.ArrayElem{{Value: &syntax.Word{Parts: []syntax.WordPart{&syntax.CmdSubst{Stmts: []*syntax.Stmt{call(cmdParts, lit(itoa(n)))}}}}}}}
	set := &syntax.Stmt{Cmd: &syntax.CallExpr{Assigns: []*syntax.Assign{{Name: &syntax.Lit{Value: varParts}, Array: list}}}}
	*st = syntax.Stmt{Position: st.Position, Cmd: &syntax.Block{Stmts: []*syntax.Stmt{&pipe, assign(status, param("?")), set, call(cmdStatus, param(status))}}}
}

// loop gives the body of a loop a first call, so that killing the shell ends a loop that calls nothing.
func (sh *script) loop(stmts []*syntax.Stmt) []*syntax.Stmt {
	return append([]*syntax.Stmt{call(":")}, sh.list(stmts)...)
}

// division remembers the text of an expression that divides.
func (sh *script) division(x syntax.ArithmExpr) {
	if b, ok := x.(*syntax.BinaryArithm); ok && (b.Op == syntax.Quo || b.Op == syntax.Rem) {
		var buf bytes.Buffer
		if err := syntax.NewPrinter(syntax.SingleLine(true)).Print(&buf, &syntax.Word{Parts: []syntax.WordPart{&syntax.ArithmExp{X: b}}}); err == nil {
			text := strings.TrimSuffix(strings.TrimPrefix(buf.String(), "$(("), "))")
			sh.mu.Lock()
			sh.arith = strings.NewReplacer(" ", "", "\\\n", "").Replace(text)
			sh.mu.Unlock()
		}
	}
}

// decimal drops leading zeros: 010 is ten in mksh.
func decimal(x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Lit); ok && len(l.Value) > 1 && l.Value[0] == '0' && strings.Trim(l.Value, "0123456789") == "" {
			if l.Value = strings.TrimLeft(l.Value, "0"); l.Value == "" {
				l.Value = "0"
			}
		}
		return true
	})
}

func lit(s string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: s}}}
}

func param(name string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.ParamExp{Short: true, Param: &syntax.Lit{Value: name}}}}
}

func call(name string, args ...*syntax.Word) *syntax.Stmt {
	return &syntax.Stmt{Cmd: &syntax.CallExpr{Args: append([]*syntax.Word{lit(name)}, args...)}}
}

func assign(name string, value *syntax.Word) *syntax.Stmt {
	return &syntax.Stmt{Cmd: &syntax.CallExpr{Assigns: []*syntax.Assign{{Name: &syntax.Lit{Value: name}, Value: value}}}}
}

// again rewrites text for the builtins that parse it themselves (eval, ., trap): they get what mksh would have made of it.
// ok is false after a syntax error, which was reported.
func (sh *script) again(text string) (string, bool) {
	f, err := newParser().Parse(strings.NewReader(text), "")
	if err != nil {
		sh.complain(err)
		return "", false
	}
	f.Stmts = sh.rewrite(f.Stmts)
	var buf bytes.Buffer
	if err := syntax.NewPrinter().Print(&buf, f); err != nil {
		sh.complain(err)
		return "", false
	}
	return buf.String(), true
}
