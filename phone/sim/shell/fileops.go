package shell

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

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

func cpCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("dHLPprRfinuvaTst:lFD")
	if !ok {
		return 1
	}
	return p.transfer(f, func(from, to, shown string) error {
		return p.d.copyTree(ctx, from, to, f.has("r") || f.has("R") || f.has("a"), f.has("p") || f.has("a"))
	})
}

func mvCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("finuvTt:")
	if !ok {
		return 1
	}
	return p.transfer(f, func(from, to, shown string) error {
		err := p.d.Files.Rename(shellCred, from, to)
		if errors.Is(err, vfs.EXDEV) {
			if err = p.d.copyTree(ctx, from, to, true, true); err == nil {
				_, err = p.d.removeAll(from, shown)
			}
		}
		return err
	})
}

// transfer is what cp and mv share: several sources into a folder, or one to a name.
func (p *Proc) transfer(f flags, do func(from, to, shown string) error) int {
	args := f.args
	if f.has("t") {
		args = append(args, f.str("t", ""))
	}
	if len(args) < 2 {
		return p.needs(2)
	}
	to := args[len(args)-1]
	info, err := p.stat(to)
	into := err == nil && info.IsDir() && !f.has("T")
	if len(args) > 2 && !into {
		return p.fail("'%s' not directory", to)
	}
	status := 0
	for _, name := range args[:len(args)-1] {
		dst := to
		if into {
			dst = path.Join(to, path.Base(path.Clean("/"+name)))
		}
		src, err := p.lstat(name)
		if err != nil {
			status = p.fail("bad '%s': %v", name, err)
			continue
		}
		if old, err := p.stat(dst); err == nil {
			if f.has("n") {
				continue
			}
			if old.Ino == src.Ino && old.Dev == src.Dev {
				status = p.fail("'%s' is '%s'", dst, name)
				continue
			}
		}
		if f.has("v") {
			p.Printf("%s '%s' -> '%s'\n", path.Base(p.Args[0]), name, dst)
		}
		if err := do(p.abs(name), p.abs(dst), name); err != nil {
			status = 1
			switch {
			case errors.Is(err, errSkipDir):
				p.Errf("%s: Skipped dir '%s'\n", path.Base(p.Args[0]), name)
			default:
				p.fail("bad '%s': %v", dst, err)
			}
		}
	}
	return status
}

var errSkipDir = errors.New("skipped a folder")

// copyTree copies a file, link or folder.
func (d *Device) copyTree(ctx context.Context, from, to string, deep, keep bool) error {
	info, err := d.Files.Lstat(shellCred, from)
	if err == nil && info.Target != "" && !deep {
		info, err = d.Files.Stat(shellCred, from)
	}
	switch {
	case err != nil:
		return err
	case info.Target != "":
		return d.Files.Symlink(shellCred, info.Target, to)
	case info.IsDir() && !deep:
		return errSkipDir
	case info.IsDir():
		if err := d.Files.Mkdir(shellCred, to, info.Bits.Perm()); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		list, err := d.Files.ReadDir(shellCred, from)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := d.copyTree(ctx, path.Join(from, e.Base), path.Join(to, e.Base), deep, keep); err != nil {
				return err
			}
		}
		return nil
	}
	if err := d.copyFile(ctx, from, to, info.Bits.Perm()); err != nil {
		return err
	}
	if keep {
		return d.Files.Chtimes(shellCred, to, info.Atime, info.Mtime)
	}
	return nil
}

func (d *Device) copyFile(ctx context.Context, from, to string, perm fs.FileMode) error {
	in, err := d.Files.Open(shellCred, from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	out, err := d.Files.Open(shellCred, to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = io.CopyBuffer(out, &until{ctx, in}, make([]byte, 64<<10))
	return err
}

// until reads until ctx ends.
type until struct {
	ctx context.Context
	r   io.Reader
}

func (u *until) Read(b []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.r.Read(b)
}

// parseDate reads the dates that touch -d and date -d take.
func parseDate(s string, now time.Time) (time.Time, bool) {
	if rest, ok := strings.CutPrefix(s, "@"); ok {
		sec, err := strconv.ParseFloat(rest, 64)
		return time.UnixMicro(int64(sec * 1e6)).In(now.Location()), err == nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05.000000000 -0700", "2006-01-02 15:04:05 -0700", "2006-01-02T15:04:05", "2006-01-02 15:04:05",
		"2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02", "200601021504.05", "200601021504", "0601021504", "01021504"} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			if t.Year() == 0 {
				t = t.AddDate(now.Year(), 0, 0)
			}
			return t, true
		}
	}
	return time.Time{}, false
}
