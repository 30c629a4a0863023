package shell

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

func mkdirCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("vpm:")
	if !ok {
		return 1
	}
	if len(f.args) == 0 {
		return p.needs(1)
	}
	mode := fs.FileMode(0o777)
	if f.has("m") {
		m, ok := chmodBits(f.str("m", ""), 0o777, false)
		if !ok {
			return p.fail("bad mode '%s'", f.str("m", ""))
		}
		mode = m
	}
	status := 0
	for _, name := range f.args {
		var err error
		if f.has("p") {
			err = p.d.Files.MkdirAll(shellCred, p.abs(name), mode)
		} else {
			err = p.d.Files.Mkdir(shellCred, p.abs(name), mode)
		}
		if err != nil {
			status = p.fail("'%s': %v", name, err)
		}
	}
	return status
}

// needs is the complaint of a toybox command called with too few words.
func (p *Proc) needs(n int) int {
	name := path.Base(p.Args[0])
	s := ""
	if n != 1 {
		s = "s"
	}
	return p.fail("Needs %d argument%s (see \"%s --help\")", n, s, name)
}

func rmdirCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("(ignore-fail-on-non-empty)Ip")
	if !ok {
		return 1
	}
	status := 0
	for _, name := range f.args {
		for n := name; ; n = path.Dir(n) {
			if err := p.d.Files.Rmdir(shellCred, p.abs(n)); err != nil {
				if !f.has("I") || !errors.Is(err, vfs.ENOTEMPTY) {
					status = p.fail("%s: %v", n, err)
				}
				break
			}
			if !f.has("p") || path.Dir(n) == "." || path.Dir(n) == "/" {
				break
			}
		}
	}
	return status
}

func rmCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("fiRrv")
	if !ok {
		return 1
	}
	if len(f.args) == 0 && !f.has("f") {
		return p.needs(1)
	}
	status := 0
	for _, name := range f.args {
		info, err := p.lstat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && f.has("f"):
		case err != nil:
			status = p.fail("%s: %v", name, err)
		case info.IsDir() && !f.has("r") && !f.has("R"):
			status = p.fail("%s: Is a directory", name)
		default:
			if bad, err := p.d.removeAll(p.abs(name), name); err != nil {
				status = p.fail("%s: %v", bad, err)
			}
		}
	}
	return status
}

// removeAll takes away a file or a whole folder and names what it could not take.
func (d *Device) removeAll(p, shown string) (string, error) {
	info, err := d.Files.Lstat(shellCred, p)
	if err != nil {
		return shown, err
	}
	if !info.IsDir() {
		return shown, d.Files.Remove(shellCred, p)
	}
	list, err := d.Files.ReadDir(shellCred, p)
	if err != nil {
		return shown, err
	}
	for _, e := range list {
		if bad, err := d.removeAll(path.Join(p, e.Base), path.Join(shown, e.Base)); err != nil {
			return bad, err
		}
	}
	return shown, d.Files.Rmdir(shellCred, p)
}

func touchCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("acd:mr:t:h")
	if !ok {
		return 1
	}
	if len(f.args) == 0 {
		return p.needs(1)
	}
	when := p.d.now()
	switch {
	case f.has("r"):
		info, err := p.stat(f.str("r", ""))
		if err != nil {
			return p.fail("'%s': %v", f.str("r", ""), err)
		}
		when = info.Mtime
	case f.has("d") || f.has("t"):
		t, ok := parseDate(f.str("d", f.str("t", "")), when)
		if !ok {
			return p.fail("bad '%s'", f.str("d", f.str("t", "")))
		}
		when = t
	}
	status := 0
	for _, name := range f.args {
		_, err := p.stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			if f.has("c") {
				continue
			}
			_, err = p.d.Files.Open(shellCred, p.abs(name), os.O_WRONLY|os.O_CREATE, 0o666)
		}
		if err == nil {
			err = p.d.Files.Chtimes(shellCred, p.abs(name), when, when)
		}
		if err != nil {
			status = p.fail("'%s': %v", name, err)
		}
	}
	return status
}

func lnCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("vnfsTt:")
	if !ok {
		return 1
	}
	if len(f.args) == 0 {
		return p.needs(1)
	}
	to := "."
	from := f.args
	if len(from) > 1 {
		to, from = from[len(from)-1], from[:len(from)-1]
	}
	status := 0
	for _, name := range from {
		dst := to
		if info, err := p.stat(to); err == nil && info.IsDir() && !f.has("T") {
			dst = path.Join(to, path.Base(name))
		}
		if f.has("f") {
			_ = p.d.Files.Remove(shellCred, p.abs(dst))
		}
		var err error
		if f.has("s") {
			err = p.d.Files.Symlink(shellCred, name, p.abs(dst))
		} else {
			err = p.d.Files.Link(shellCred, p.abs(name), p.abs(dst))
		}
		if err != nil {
			kind := "hard"
			if f.has("s") {
				kind = "symbolic"
			}
			status = p.fail("cannot create %s link from '%s' to '%s': %v", kind, name, dst, err)
		}
	}
	return status
}

func readlinkCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("nqmef")
	if !ok {
		return 1
	}
	status := 0
	for _, name := range f.args {
		var s string
		var err error
		if f.has("f") || f.has("e") || f.has("m") {
			s, err = p.d.Files.Realpath(shellCred, p.abs(name))
		} else {
			s, err = p.d.Files.Readlink(shellCred, p.abs(name))
		}
		if err != nil {
			status = 1
			continue
		}
		if _, _ = p.Stdout.WriteString(s); !f.has("n") {
			_ = p.Stdout.WriteByte('\n')
		}
	}
	return status
}

func realpathCommand(_ context.Context, p *Proc) int {
	status := 0
	for _, name := range p.Args[1:] {
		s, err := p.d.Files.Realpath(shellCred, p.abs(name))
		if err == nil {
			_, err = p.d.Files.Stat(shellCred, s)
		}
		if err != nil {
			status = p.fail("%s: %v", name, err)
			continue
		}
		p.Println(s)
	}
	return status
}

func mktempCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("dqtp:u")
	if !ok {
		return 1
	}
	name := "tmp.XXXXXXXXXX"
	base := f.str("p", p.Getenv("TMPDIR"))
	if len(f.args) > 0 {
		name = f.args[0]
		if strings.Contains(name, "/") || !f.has("p") && !f.has("t") {
			base = ""
		}
	}
	n := len(name) - len(strings.TrimRight(name, "X"))
	if n < 2 {
		return p.fail("need X in '%s'", name)
	}
	for try := range 100 {
		full := path.Join(base, name[:len(name)-n]+randomName(n))
		var err error
		if f.has("d") {
			err = p.d.Files.Mkdir(shellCred, p.abs(full), 0o700)
		} else if _, err = p.d.Files.Open(shellCred, p.abs(full), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil && f.has("u") {
			err = p.d.Files.Remove(shellCred, p.abs(full))
		}
		if err == nil {
			p.Println(full)
			return 0
		}
		if !errors.Is(err, fs.ErrExist) || try == 99 {
			return p.fail("Failed to create file %s: %v", full, err)
		}
	}
	return 1
}

func truncateCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("cs:")
	if !ok {
		return 1
	}
	n, good := size(strings.TrimLeft(f.str("s", ""), "+-<>/%"))
	if !good {
		return p.fail("bad size '%s'", f.str("s", ""))
	}
	status := 0
	for _, name := range f.args {
		flag := os.O_WRONLY
		if !f.has("c") {
			flag |= os.O_CREATE
		}
		file, err := p.d.Files.Open(shellCred, p.abs(name), flag, 0o666)
		if err == nil {
			err = file.Truncate(n)
		}
		if err != nil {
			status = p.fail("'%s': %v", name, err)
		}
	}
	return status
}
