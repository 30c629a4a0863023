package shell

import (
	"context"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

func chmodCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("+Rvf")
	if !ok {
		return 1
	}
	if len(f.args) < 2 {
		return p.needs(2)
	}
	status := 0
	for _, name := range f.args[1:] {
		p.d.each(p.abs(name), name, f.has("R"), func(abs, shown string) {
			info, err := p.d.Files.Stat(shellCred, abs)
			if err == nil {
				bits, ok := chmodBits(f.args[0], info.Bits, info.IsDir())
				if !ok {
					status = p.fail("bad mode '%s'", f.args[0])
					return
				}
				err = p.d.Files.Chmod(shellCred, abs, bits)
			}
			if err != nil {
				status = 1
				if !f.has("f") {
					p.fail("chmod '%s' to %s: %v", shown, f.args[0], err)
				}
			}
		})
	}
	return status
}

// each calls do for a file and, when deep, for all below it.
func (d *Device) each(abs, shown string, deep bool, do func(abs, shown string)) {
	do(abs, shown)
	if !deep {
		return
	}
	list, _ := d.Files.ReadDir(shellCred, abs)
	for _, e := range list {
		if e.Bits&fs.ModeSymlink == 0 {
			d.each(path.Join(abs, e.Base), path.Join(shown, e.Base), e.IsDir(), do)
		}
	}
}

// chmodBits reads a mode, octal or symbolic, as a change of old.
func chmodBits(s string, old fs.FileMode, isDir bool) (fs.FileMode, bool) {
	if n, err := strconv.ParseUint(s, 8, 12); err == nil {
		return fromUnix(uint32(n)), true
	}
	bits := UnixMode(old) & 0o7777
	for clause := range strings.SplitSeq(s, ",") {
		at := strings.IndexAny(clause, "+-=")
		if at < 0 {
			return 0, false
		}
		who, op, what := clause[:at], clause[at], clause[at+1:]
		if who == "" || strings.Contains(who, "a") {
			who = "ugo"
		}
		var add, mask uint32
		for i, w := range "ugo" {
			if !strings.ContainsRune(who, w) {
				continue
			}
			shift := 6 - 3*i
			mask |= 7 << shift
			for _, c := range what {
				switch c {
				case 'r':
					add |= 4 << shift
				case 'w':
					add |= 2 << shift
				case 'x':
					add |= 1 << shift
				case 'X':
					if isDir || bits&0o111 != 0 {
						add |= 1 << shift
					}
				case 's':
					add |= map[rune]uint32{'u': 0o4000, 'g': 0o2000}[w]
				case 't':
					add |= 0o1000
				default:
					return 0, false
				}
			}
		}
		switch op {
		case '+':
			bits |= add
		case '-':
			bits &^= add
		case '=':
			bits = bits&^mask | add
		}
	}
	return fromUnix(bits), true
}

// fromUnix makes an fs.FileMode of permission bits.
func fromUnix(n uint32) fs.FileMode {
	m := fs.FileMode(n & 0o777)
	for v, bit := range map[uint32]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky} {
		if n&v != 0 {
			m |= bit
		}
	}
	return m
}

func chownCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("+Rvfh")
	if !ok {
		return 1
	}
	if len(f.args) < 2 {
		return p.needs(2)
	}
	status := 0
	for _, name := range f.args[1:] {
		if err := p.d.Files.Chown(shellCred, p.abs(name), shellUID, shellUID); err != nil {
			status = p.fail("'%s' to '%s': %v", name, f.args[0], err)
		}
	}
	return status
}
