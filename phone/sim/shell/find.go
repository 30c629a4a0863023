package shell

import (
	"context"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

// findCommand is toybox find with the tests that scripts use.
func findCommand(ctx context.Context, p *Proc) int {
	args := p.Args[1:]
	var roots []string
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") && args[0] != "!" && args[0] != "(" {
		roots = append(roots, args[0])
		args = args[1:]
	}
	if len(roots) == 0 {
		roots = []string{"."}
	}
	w := &finder{p: p, ctx: ctx, args: args, maxDepth: 1 << 30, now: p.d.now()}
	expr := w.or()
	if w.bad != "" || len(w.args) > 0 {
		if w.bad == "" {
			w.bad = w.args[0]
		}
		return p.fail("bad arg '%s'", w.bad)
	}
	w.expr = expr
	for _, r := range roots {
		w.walk(r, 0)
	}
	return w.status
}

type findHit struct {
	shown string
	info  vfs.Info
	depth int
	prune bool
}

type findTest func(h *findHit) bool

type finder struct {
	p                  *Proc
	ctx                context.Context
	args               []string
	expr               findTest
	acts               bool // an action other than the default print
	minDepth, maxDepth int
	deepFirst          bool
	now                time.Time
	bad                string
	status             int
}

func (w *finder) walk(shown string, depth int) {
	info, err := w.p.lstat(shown)
	if err != nil {
		w.status = w.p.fail("'%s': %v", shown, err)
		return
	}
	h := &findHit{shown: shown, info: info, depth: depth}
	visit := func() {
		if depth >= w.minDepth && w.expr(h) && !w.acts {
			w.p.Println(shown)
		}
	}
	if !w.deepFirst {
		visit()
	}
	if info.IsDir() && depth < w.maxDepth && !h.prune && w.ctx.Err() == nil {
		list, err := w.p.d.Files.ReadDir(shellCred, w.p.abs(shown))
		if err != nil {
			w.status = w.p.fail("%s: %v", shown, err)
		}
		for _, e := range list {
			w.walk(strings.TrimSuffix(shown, "/")+"/"+e.Base, depth+1)
		}
	}
	if w.deepFirst {
		visit()
	}
}

func (w *finder) next() string {
	if len(w.args) == 0 {
		w.bad = "missing"
		return ""
	}
	s := w.args[0]
	w.args = w.args[1:]
	return s
}

func (w *finder) or() findTest {
	left := w.and()
	for len(w.args) > 0 && (w.args[0] == "-o" || w.args[0] == "-or") {
		w.next()
		a, b := left, w.and()
		left = func(h *findHit) bool { return a(h) || b(h) }
	}
	return left
}

func (w *finder) and() findTest {
	left := findTest(func(*findHit) bool { return true })
	for len(w.args) > 0 && w.args[0] != "-o" && w.args[0] != "-or" && w.args[0] != ")" && w.bad == "" {
		if w.args[0] == "-a" || w.args[0] == "-and" {
			w.next()
		}
		a, b := left, w.one()
		left = func(h *findHit) bool { return a(h) && b(h) }
	}
	return left
}

func (w *finder) one() findTest {
	switch a := w.next(); a {
	case "!", "-not":
		t := w.one()
		return func(h *findHit) bool { return !t(h) }
	case "(":
		t := w.or()
		if w.next() != ")" {
			w.bad = "("
		}
		return t
	case "-name", "-iname", "-path", "-ipath", "-wholename":
		pattern := w.next()
		return func(h *findHit) bool {
			s := h.info.Base
			if h.depth == 0 {
				s = path.Base(h.shown)
			}
			if strings.HasSuffix(a, "path") || a == "-wholename" {
				s = h.shown
			}
			if a[1] == 'i' {
				return glob(strings.ToLower(pattern), strings.ToLower(s))
			}
			return glob(pattern, s)
		}
	case "-type":
		kinds := w.next()
		return func(h *findHit) bool { return strings.IndexByte(kinds, kindLetter(h.info.Bits)) >= 0 }
	case "-empty":
		return func(h *findHit) bool {
			if h.info.IsDir() {
				list, err := w.p.d.Files.ReadDir(shellCred, w.p.abs(h.shown))
				return err == nil && len(list) == 0
			}
			return h.info.Bytes == 0
		}
	case "-size":
		return w.number(w.next(), func(h *findHit, unit int64) int64 { return (h.info.Bytes + unit - 1) / unit }, 512)
	case "-mtime":
		return w.number(w.next(), func(h *findHit, _ int64) int64 { return int64(w.now.Sub(h.info.Mtime) / (24 * time.Hour)) }, 1)
	case "-mmin":
		return w.number(w.next(), func(h *findHit, _ int64) int64 { return int64(w.now.Sub(h.info.Mtime) / time.Minute) }, 1)
	case "-newer":
		than, err := w.p.stat(w.next())
		if err != nil {
			w.bad = "-newer"
		}
		return func(h *findHit) bool { return h.info.Mtime.After(than.Mtime) }
	case "-maxdepth":
		w.maxDepth = atoi(w.next(), 0)
	case "-mindepth":
		w.minDepth = atoi(w.next(), 0)
	case "-depth":
		w.deepFirst = true
	case "-prune":
		return func(h *findHit) bool { h.prune = true; return true }
	case "-print", "-print0":
		w.acts = true
		end := "\n"
		if a == "-print0" {
			end = "\x00"
		}
		return func(h *findHit) bool { _, _ = w.p.Stdout.WriteString(h.shown + end); return true }
	case "-delete":
		w.acts, w.deepFirst = true, true
		return func(h *findHit) bool {
			_, err := w.p.d.removeAll(w.p.abs(h.shown), h.shown)
			return err == nil
		}
	case "-exec":
		return w.exec()
	default:
		w.bad = a
	}
	return func(*findHit) bool { return true }
}

// exec reads the command of -exec up to ; or +. Both run it once a file.
func (w *finder) exec() findTest {
	w.acts = true
	var cmd []string
	for {
		s := w.next()
		if w.bad != "" || s == ";" || s == "+" {
			break
		}
		cmd = append(cmd, s)
	}
	return func(h *findHit) bool {
		args := make([]string, len(cmd))
		for i, s := range cmd {
			args[i] = strings.ReplaceAll(s, "{}", h.shown)
		}
		return w.p.Run(w.ctx, args) == 0
	}
}

// number reads N, +N or −N with a unit.
func (w *finder) number(s string, value func(*findHit, int64) int64, unit int64) findTest {
	sign := byte(0)
	if s != "" && (s[0] == '+' || s[0] == '-') {
		sign, s = s[0], s[1:]
	}
	if s != "" && strings.IndexByte("ckMG", s[len(s)-1]) >= 0 {
		unit = map[byte]int64{'c': 1, 'k': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}[s[len(s)-1]]
		s = s[:len(s)-1]
	}
	n := int64(atoi(s, 0))
	return func(h *findHit) bool {
		v := value(h, unit)
		switch sign {
		case '+':
			return v > n
		case '-':
			return v < n
		}
		return v == n
	}
}

func kindLetter(m fs.FileMode) byte {
	switch {
	case m.IsDir():
		return 'd'
	case m&fs.ModeSymlink != 0:
		return 'l'
	case m&fs.ModeCharDevice != 0:
		return 'c'
	}
	return 'f'
}

// glob matches as fnmatch without FNM_PATHNAME: * matches slashes too.
func glob(pattern, s string) bool {
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x01"), strings.ReplaceAll(s, "/", "\x01"))
	return err == nil && ok
}
