package shell

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

// lsCommand is toybox ls.
func lsCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("(color)W:1aAbcCdfFghHiklLmnNopQrRsStuUxZ")
	if !ok {
		return 1
	}
	names := f.args
	if len(names) == 0 {
		names = []string{"."}
	}
	l := &lister{p: p, f: f}
	var files []vfs.Info
	var dirs []string
	for _, name := range names {
		info, err := p.lstat(name)
		if err == nil && info.Bits&fs.ModeSymlink != 0 && (f.has("L") || f.has("H") || !f.has("l") && !f.has("d")) {
			if to, terr := p.stat(name); terr == nil {
				info = to
			}
		}
		switch {
		case err != nil:
			l.status = p.fail("%s: %v", name, err)
		case info.IsDir() && !f.has("d"):
			dirs = append(dirs, name)
		default:
			info.Base = name
			files = append(files, info)
		}
	}
	if len(files) > 0 {
		l.print("", files)
	}
	for i, name := range dirs {
		l.dir(name, len(names) > 1 || f.has("R"), i > 0 || len(files) > 0)
	}
	return l.status
}

type lister struct {
	p      *Proc
	f      flags
	status int
}

func (l *lister) dir(name string, title, gap bool) {
	list, err := l.p.d.Files.ReadDir(shellCred, l.p.abs(name))
	if err != nil {
		l.status = l.p.fail("%s: %v", name, err)
		return
	}
	if gap {
		l.p.Println("")
	}
	if title {
		l.p.Printf("%s:\n", name)
	}
	if l.f.has("a") {
		here, _ := l.p.stat(name)
		up, _ := l.p.stat(strings.TrimSuffix(name, "/") + "/..")
		here.Base, up.Base = ".", ".."
		list = append([]vfs.Info{here, up}, list...)
	} else if !l.f.has("A") {
		list = slices.DeleteFunc(list, func(i vfs.Info) bool { return strings.HasPrefix(i.Base, ".") })
	}
	if l.f.has("l") || l.f.has("o") || l.f.has("g") || l.f.has("n") || l.f.has("s") {
		blocks := int64(0)
		for _, i := range list {
			blocks += i.Blocks()
		}
		l.p.Printf("total %d\n", blocks/2)
	}
	l.print(name, list)
	if !l.f.has("R") {
		return
	}
	for _, i := range list {
		if i.IsDir() && i.Base != "." && i.Base != ".." {
			l.dir(path.Join(name, i.Base), true, true)
		}
	}
}

func (l *lister) sort(list []vfs.Info) {
	switch {
	case l.f.has("f") || l.f.has("U"):
		return
	case l.f.has("t"):
		slices.SortStableFunc(list, func(a, b vfs.Info) int { return b.Mtime.Compare(a.Mtime) })
	case l.f.has("S"):
		slices.SortStableFunc(list, func(a, b vfs.Info) int { return int(b.Bytes - a.Bytes) })
	default:
		slices.SortStableFunc(list, func(a, b vfs.Info) int { return strings.Compare(a.Base, b.Base) })
	}
	if l.f.has("r") {
		slices.Reverse(list)
	}
}

func (l *lister) print(_ string, list []vfs.Info) {
	l.sort(list)
	if l.f.has("l") || l.f.has("o") || l.f.has("g") || l.f.has("n") {
		l.long(list)
		return
	}
	if l.f.has("m") {
		names := make([]string, len(list))
		for i, e := range list {
			names[i] = e.Base
		}
		l.p.Println(strings.Join(names, ", "))
		return
	}
	for _, e := range list {
		if l.f.has("i") {
			l.p.Printf("%d ", e.Ino)
		}
		if l.f.has("s") {
			l.p.Printf("%d ", e.Blocks()/2)
		}
		l.p.Println(e.Base + l.suffix(e))
	}
}

func (l *lister) suffix(e vfs.Info) string {
	switch {
	case e.IsDir() && (l.f.has("F") || l.f.has("p")):
		return "/"
	case !l.f.has("F"):
		return ""
	case e.Bits&fs.ModeSymlink != 0:
		return "@"
	case e.Bits.IsRegular() && e.Bits&0o111 != 0:
		return "*"
	}
	return ""
}

// long prints the columns as wide as the widest entry, as toybox does.
func (l *lister) long(list []vfs.Info) {
	rows := make([][5]string, len(list))
	var width [5]int
	for i, e := range list {
		owner, group := userName(e.UID), userName(e.GID)
		if l.f.has("n") {
			owner, group = itoa(e.UID), itoa(e.GID)
		}
		length := itoa(int(e.Bytes))
		if e.Special != "" {
			length = "1,   3"
		} else if l.f.has("h") {
			length = human(e.Bytes, false)
		}
		rows[i] = [5]string{itoa(e.Links), owner, group, length, itoa(int(e.Ino))}
		for c, s := range rows[i] {
			width[c] = max(width[c], len(s))
		}
	}
	for i, e := range list {
		r := rows[i]
		if l.f.has("i") {
			l.p.Printf("%*s ", width[4], r[4])
		}
		l.p.Printf("%s %*s ", modeText(e.Bits), width[0], r[0])
		if !l.f.has("g") {
			l.p.Printf("%-*s ", width[1], r[1])
		}
		if !l.f.has("o") {
			l.p.Printf("%-*s ", width[2], r[2])
		}
		name := e.Base + l.suffix(e)
		if e.Target != "" {
			name += " -> " + e.Target
		}
		l.p.Printf("%*s %s %s\n", width[3], r[3], e.Mtime.In(l.p.d.now().Location()).Format("2006-01-02 15:04"), name)
	}
}

// modeText writes a mode as ls does.
func modeText(m fs.FileMode) string {
	b := []byte("----------")
	switch {
	case m.IsDir():
		b[0] = 'd'
	case m&fs.ModeSymlink != 0:
		b[0] = 'l'
	case m&fs.ModeCharDevice != 0:
		b[0] = 'c'
	}
	for i := range 9 {
		if m&(1<<(8-i)) != 0 {
			b[i+1] = "rwxrwxrwx"[i]
		}
	}
	special := func(at int, on bool, c byte) {
		if on {
			if b[at] == '-' {
				c -= 'a' - 'A'
			}
			b[at] = c
		}
	}
	special(3, m&fs.ModeSetuid != 0, 's')
	special(6, m&fs.ModeSetgid != 0, 's')
	special(9, m&fs.ModeSticky != 0, 't')
	return string(b)
}

// UnixMode gives the bits of stat(2).
func UnixMode(m fs.FileMode) uint32 {
	out := uint32(m.Perm())
	for bit, v := range map[fs.FileMode]uint32{fs.ModeSetuid: 0o4000, fs.ModeSetgid: 0o2000, fs.ModeSticky: 0o1000} {
		if m&bit != 0 {
			out |= v
		}
	}
	switch {
	case m.IsDir():
		return out | 0o40000
	case m&fs.ModeSymlink != 0:
		return out | 0o120000
	case m&fs.ModeCharDevice != 0:
		return out | 0o20000
	}
	return out | 0o100000
}

// human writes a number of bytes in at most three digits and a unit, as toybox -h does.
func human(n int64, space bool) string {
	unit := 0
	v := float64(n)
	for v >= 1000 && unit < 5 {
		v /= 1024
		unit++
	}
	if unit == 0 {
		return fmt.Sprintf("%d", n)
	}
	s := fmt.Sprintf("%.1f", v)
	if v >= 10 {
		s = fmt.Sprintf("%.0f", v)
	}
	if space {
		s += " "
	}
	return s + string(" KMGTP"[unit])
}

// statCommand is toybox stat.
func statCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("Lfc:t")
	if !ok {
		return 1
	}
	if len(f.args) == 0 {
		return p.fail("Needs 1 argument (see \"stat --help\")")
	}
	status := 0
	for _, name := range f.args {
		info, err := p.lstat(name)
		if f.has("L") && err == nil {
			info, err = p.stat(name)
		}
		if err != nil {
			status = 1
			p.Errf("stat: '%s': %v\n", name, err)
			continue
		}
		if f.has("c") {
			p.Println(statFormat(f.str("c", ""), name, info, p.d.now().Location()))
			continue
		}
		p.Printf("%s\n", statFormat("  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: %o\t%F\nDevice: %Dh/%dd\t Inode: %i\t Links: %h\nAccess: (0%a/%A)\tUid: (%5u/%8U)\tGid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z", name, info, p.d.now().Location()))
	}
	return status
}

func statFormat(format, name string, i vfs.Info, loc *time.Location) string {
	const stamp = "2006-01-02 15:04:05.000000000 -0700"
	var b strings.Builder
	for k := 0; k < len(format); k++ {
		if format[k] != '%' || k+1 >= len(format) {
			b.WriteByte(format[k])
			continue
		}
		k++
		width := ""
		for k < len(format)-1 && format[k] >= '0' && format[k] <= '9' {
			width += format[k : k+1]
			k++
		}
		v := ""
		switch format[k] {
		case 'a':
			v = fmt.Sprintf("%o", UnixMode(i.Bits)&0o7777)
		case 'A':
			v = modeText(i.Bits)
		case 'b':
			v = fmt.Sprint(i.Blocks())
		case 'B', 'S':
			v = "512"
		case 'd':
			v = fmt.Sprint(i.Dev)
		case 'D':
			v = fmt.Sprintf("%x", i.Dev)
		case 'f':
			v = fmt.Sprintf("%x", UnixMode(i.Bits))
		case 'F':
			v = kindText(i)
		case 'g':
			v = itoa(i.GID)
		case 'G':
			v = userName(i.GID)
		case 'h':
			v = itoa(i.Links)
		case 'i':
			v = fmt.Sprint(i.Ino)
		case 'n':
			v = name
		case 'N':
			v = "'" + name + "'"
			if i.Target != "" {
				v += " -> '" + i.Target + "'"
			}
		case 'o':
			v = "4096"
		case 's':
			v = fmt.Sprint(i.Bytes)
		case 'u':
			v = itoa(i.UID)
		case 'U':
			v = userName(i.UID)
		case 'x':
			v = i.Atime.In(loc).Format(stamp)
		case 'y':
			v = i.Mtime.In(loc).Format(stamp)
		case 'z':
			v = i.Ctime.In(loc).Format(stamp)
		case 'X':
			v = fmt.Sprint(i.Atime.Unix())
		case 'Y':
			v = fmt.Sprint(i.Mtime.Unix())
		case 'Z':
			v = fmt.Sprint(i.Ctime.Unix())
		case '%':
			v = "%"
		default:
			v = "%" + format[k:k+1]
		}
		fmt.Fprintf(&b, "%*s", atoi(width, 0), v)
	}
	return b.String()
}

func kindText(i vfs.Info) string {
	switch {
	case i.IsDir():
		return "directory"
	case i.Bits&fs.ModeSymlink != 0:
		return "symbolic link"
	case i.Special != "":
		return "character device"
	case i.Bytes == 0:
		return "regular empty file"
	}
	return "regular file"
}
