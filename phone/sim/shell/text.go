package shell

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// eachFile opens every named file, standard input when there are none, and gives it to do.
func (p *Proc) eachFile(names []string, do func(name string, r io.Reader) error) int {
	if len(names) == 0 {
		names = []string{"-"}
	}
	status := 0
	for _, name := range names {
		if info, err := p.stat(name); name != "-" && err == nil && info.IsDir() {
			status = p.fail("%s: Is a directory", name)
			continue
		}
		f, err := p.open(name)
		if err != nil {
			status = p.fail("%s: %v", name, err)
			continue
		}
		err = do(name, f)
		_ = f.Close()
		if err != nil && !errors.Is(err, io.EOF) {
			return 1
		}
	}
	return status
}

// eachLine calls do for every line, without its end; do returns false to stop.
func eachLine(r io.Reader, do func(line []byte, ended bool) bool) error {
	br := bufio.NewReaderSize(r, 64<<10)
	for {
		line, err := br.ReadBytes('\n')
		if len(line) > 0 {
			text, ended := bytes.CutSuffix(line, []byte("\n"))
			if !do(text, ended) {
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
}

func (p *Proc) line(b []byte, ended bool) bool {
	_, _ = p.Stdout.Write(b)
	if ended {
		_ = p.Stdout.WriteByte('\n')
	}
	return p.Stdout.err == nil
}

func catCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("uvtens")
	if !ok {
		return 1
	}
	n := 0
	return p.eachFile(f.args, func(_ string, r io.Reader) error {
		if f.has("n") {
			return eachLine(r, func(line []byte, ended bool) bool {
				n++
				p.Printf("%6d\t", n)
				return p.line(line, ended)
			})
		}
		b := make([]byte, 64<<10)
		for {
			n, err := r.Read(b)
			if n > 0 {
				_, _ = p.Stdout.Write(b[:n])
				if werr := p.Stdout.Flush(); werr != nil {
					return werr
				}
			}
			if err != nil {
				return err
			}
		}
	})
}

func headCommand(_ context.Context, p *Proc) int {
	args := []string{p.Args[0]}
	for _, a := range p.Args[1:] {
		if len(a) > 1 && a[0] == '-' && a[1] >= '0' && a[1] <= '9' {
			args = append(args, "-n", a[1:])
			continue
		}
		args = append(args, a)
	}
	p.Args = args
	f, ok := p.parse("(lines)n:(bytes)c:qv")
	if !ok {
		return 1
	}
	first := true
	return p.eachFile(f.args, func(name string, r io.Reader) error {
		p.title(name, len(f.args) > 1 && !f.has("q") || f.has("v"), &first)
		if f.has("c") {
			n, _ := size(f.str("c", "0"))
			_, err := io.CopyN(p.Stdout, r, n)
			return err
		}
		left := f.num("n", 10)
		if left < 0 {
			return p.allBut(r, -left)
		}
		if left == 0 {
			return nil
		}
		return eachLine(r, func(line []byte, ended bool) bool {
			left--
			return p.line(line, ended) && left > 0
		})
	})
}

// allBut prints all lines but the last n.
func (p *Proc) allBut(r io.Reader, n int) error {
	var held [][]byte
	return eachLine(r, func(line []byte, ended bool) bool {
		held = append(held, slices.Clone(line))
		if len(held) > n {
			p.line(held[0], true)
			held = held[1:]
		}
		return true
	})
}

func (p *Proc) title(name string, on bool, first *bool) {
	if !on {
		return
	}
	if !*first {
		p.Println("")
	}
	*first = false
	p.Printf("==> %s <==\n", name)
}

func tailCommand(ctx context.Context, p *Proc) int {
	args := []string{p.Args[0]}
	for _, a := range p.Args[1:] {
		if len(a) > 1 && (a[0] == '-' || a[0] == '+') && a[1] >= '0' && a[1] <= '9' {
			args = append(args, "-n", strings.TrimPrefix(a, "-"))
			continue
		}
		args = append(args, a)
	}
	p.Args = args
	f, ok := p.parse("(lines)n:(bytes)c:fFs:")
	if !ok {
		return 1
	}
	first := true
	status := p.eachFile(f.args, func(name string, r io.Reader) error {
		p.title(name, len(f.args) > 1, &first)
		if f.has("c") {
			return p.tailBytes(r, f.str("c", "0"))
		}
		return p.tailLines(r, f.str("n", "10"))
	})
	if f.has("f") || f.has("F") {
		return p.follow(ctx, f.args)
	}
	return status
}

func (p *Proc) tailLines(r io.Reader, count string) error {
	if from, ok := strings.CutPrefix(count, "+"); ok {
		skip := atoi(from, 1) - 1
		return eachLine(r, func(line []byte, ended bool) bool {
			if skip--; skip >= 0 {
				return true
			}
			return p.line(line, ended)
		})
	}
	n := atoi(count, 10)
	type kept struct {
		line  []byte
		ended bool
	}
	var ring []kept
	err := eachLine(r, func(line []byte, ended bool) bool {
		ring = append(ring, kept{line, ended})
		if len(ring) > n {
			ring = ring[1:]
		}
		return true
	})
	for _, k := range ring {
		p.line(k.line, k.ended)
	}
	return err
}

func (p *Proc) tailBytes(r io.Reader, count string) error {
	all, err := io.ReadAll(io.LimitReader(r, 256<<20))
	if from, ok := strings.CutPrefix(count, "+"); ok {
		n, _ := size(from)
		_, _ = p.Stdout.Write(all[min(int64(len(all)), max(0, n-1)):])
		return err
	}
	n, _ := size(count)
	_, _ = p.Stdout.Write(all[max(0, int64(len(all))-n):])
	return err
}

// followEvery is how often tail -f looks for more.
const followEvery = 200 * time.Millisecond

// follow prints what is added to the one named file until ctx ends.
func (p *Proc) follow(ctx context.Context, names []string) int {
	if len(names) != 1 {
		return 0
	}
	f, err := p.d.Files.Open(shellCred, p.abs(names[0]), os.O_RDONLY, 0)
	if err != nil {
		return 1
	}
	_, _ = f.Seek(0, io.SeekEnd)
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		if _, err := io.Copy(p.Stdout, f); err != nil || p.Stdout.Flush() != nil {
			return 128 + int(sigPIPE)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return 0
		}
	}
}

func wcCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("mcwlL")
	if !ok {
		return 1
	}
	plain := !f.has("m") && !f.has("c") && !f.has("w") && !f.has("l")
	var total [4]int
	show := func(n [4]int, name string) {
		var cols []string
		for i, letter := range []string{"l", "w", "c", "m"} {
			if f.has(letter) || plain && letter != "m" {
				cols = append(cols, itoa(n[i]))
			}
		}
		if name != "-" && name != "" {
			cols = append(cols, name)
		}
		p.Println(strings.Join(cols, " "))
	}
	status := p.eachFile(f.args, func(name string, r io.Reader) error {
		var n [4]int
		err := eachLine(r, func(line []byte, ended bool) bool {
			n[0] += boolInt(ended)
			n[1] += len(bytes.Fields(line))
			n[2] += len(line) + boolInt(ended)
			n[3] += utf8.RuneCount(line) + boolInt(ended)
			return true
		})
		for i := range n {
			total[i] += n[i]
		}
		show(n, name)
		return err
	})
	if len(f.args) > 1 {
		show(total, "total")
	}
	return status
}

func teeCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("ia")
	if !ok {
		return 1
	}
	outs := []io.Writer{p.Stdout}
	status := 0
	for _, name := range f.args {
		flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		if f.has("a") {
			flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
		}
		w, err := p.openFlags(name, flag, 0o666)
		if err != nil {
			status = p.fail("%s: %v", name, err)
			continue
		}
		defer w.Close()
		outs = append(outs, w)
	}
	b := make([]byte, 32<<10)
	for {
		n, err := p.Stdin.Read(b)
		for _, w := range outs {
			_, _ = w.Write(b[:n])
		}
		if err != nil || p.Stdout.Flush() != nil {
			return status
		}
	}
}
