package shell

import (
	"context"
	"math/rand/v2"
	"path"
	"strconv"
	"strings"
)

func trueCommand(context.Context, *Proc) int  { return 0 }
func falseCommand(context.Context, *Proc) int { return 1 }

func seqCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("+f:s:w")
	if !ok {
		return 1
	}
	first, step, last := 1.0, 1.0, 0.0
	var vals []float64
	digits := 0
	for _, a := range f.args {
		v, err := strconv.ParseFloat(a, 64)
		if err != nil {
			return p.fail("%s isn't a number", a)
		}
		if _, frac, ok := strings.Cut(a, "."); ok {
			digits = max(digits, len(frac))
		}
		vals = append(vals, v)
	}
	switch len(vals) {
	case 1:
		last = vals[0]
	case 2:
		first, last = vals[0], vals[1]
	case 3:
		first, step, last = vals[0], vals[1], vals[2]
	default:
		return p.needs(1)
	}
	if step == 0 {
		return p.fail("step 0")
	}
	sep := f.str("s", "\n")
	for i := 0; ctx.Err() == nil && p.Stdout.err == nil; i++ {
		v := first + float64(i)*step
		if step > 0 && v > last+1e-9 || step < 0 && v < last-1e-9 {
			if i > 0 {
				_ = p.Stdout.WriteByte('\n')
			}
			break
		}
		if i > 0 {
			_, _ = p.Stdout.WriteString(sep)
		}
		p.Printf("%.*f", digits, v)
	}
	return 0
}

func yesCommand(ctx context.Context, p *Proc) int {
	word := "y"
	if len(p.Args) > 1 {
		word = strings.Join(p.Args[1:], " ")
	}
	for ctx.Err() == nil {
		for range 500 {
			p.Println(word)
		}
		if p.Stdout.Flush() != nil {
			return 128 + int(sigPIPE)
		}
	}
	return killed(ctx)
}

func basenameCommand(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.needs(1)
	}
	s := path.Base(p.Args[1])
	if len(p.Args) > 2 && s != p.Args[2] {
		s = strings.TrimSuffix(s, p.Args[2])
	}
	p.Println(s)
	return 0
}

func dirnameCommand(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.needs(1)
	}
	for _, a := range p.Args[1:] {
		p.Println(path.Dir(strings.TrimRight(a, "/") + map[bool]string{true: "/"}[strings.Trim(a, "/") == ""]))
	}
	return 0
}

func whichCommand(_ context.Context, p *Proc) int {
	status := 0
	for _, name := range p.Args[1:] {
		if name == "-a" {
			continue
		}
		file, err := p.d.lookPath(name, p.Dir, p.Getenv("PATH"))
		if err != nil {
			status = 1
			continue
		}
		p.Println(file)
	}
	return status
}

func randomName(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[rand.IntN(len(letters))]
	}
	return string(b)
}
