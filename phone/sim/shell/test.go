package shell

import (
	"context"
	"io/fs"
	"path"
)

// testCommand is test as a program, for env, xargs, find and for what the interpreter cannot answer: one test, with ! before it.
func testCommand(_ context.Context, p *Proc) int {
	args := p.Args[1:]
	if path.Base(p.Args[0]) == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			p.Errf("%s: [: missing ]\n", p.sh.name)
			return 2
		}
		args = args[:len(args)-1]
	}
	not := false
	for len(args) > 0 && args[0] == "!" {
		not, args = !not, args[1:]
	}
	ok := false
	switch len(args) {
	case 1:
		ok = args[0] != ""
	case 2:
		ok = p.unary(args[0], args[1])
	case 3:
		ok = p.binary(args[0], args[1], args[2])
	}
	return boolInt(ok == not)
}

func (p *Proc) unary(op, x string) bool {
	switch op {
	case "-n":
		return x != ""
	case "-z":
		return x == ""
	case "-t":
		return p.con.tty && (x != "1" || p.in.out == p.con.out)
	case "-r", "-w", "-x":
		return p.d.Files.Access(shellCred, p.abs(x), map[string]fs.FileMode{"-r": 4, "-w": 2, "-x": 1}[op]) == nil
	case "-L", "-h":
		info, err := p.lstat(x)
		return err == nil && info.Target != ""
	}
	info, err := p.stat(x)
	if err != nil {
		return false
	}
	switch op {
	case "-e":
		return true
	case "-f":
		return info.Mode().IsRegular()
	case "-d":
		return info.IsDir()
	case "-s":
		return info.Bytes > 0
	case "-O":
		return info.UID == shellUID
	case "-G":
		return info.GID == shellUID
	}
	return false
}

func (p *Proc) binary(x, op, y string) bool {
	a, b := number(x), number(y)
	switch op {
	case "=", "==":
		return x == y
	case "!=":
		return x != y
	case "-eq":
		return a == b
	case "-ne":
		return a != b
	case "-lt":
		return a < b
	case "-le":
		return a <= b
	case "-gt":
		return a > b
	case "-ge":
		return a >= b
	case "-ef":
		i, err1 := p.stat(x)
		j, err2 := p.stat(y)
		return err1 == nil && err2 == nil && i.Dev == j.Dev && i.Ino == j.Ino
	}
	return false
}
