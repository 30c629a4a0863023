package shell

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
)

func sortCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("gnrRfiubMk:t:o:cszxdT:S:V")
	if !ok {
		return 1
	}
	var all []string
	status := p.eachFile(f.args, func(_ string, r io.Reader) error {
		return eachLine(r, func(line []byte, _ bool) bool {
			all = append(all, string(line))
			return true
		})
	})
	keys := f.val["k"]
	compare := func(a, b string) int {
		for _, k := range keys {
			ka, kb := sortKey(a, k, f.str("t", "")), sortKey(b, k, f.str("t", ""))
			opts := strings.Trim(k, "0123456789.,")
			if c := sortCompare(ka, kb, f.has("n") || f.has("g") || strings.Contains(opts, "n"), f.has("f"), f.has("b") || len(keys) > 0); c != 0 {
				if strings.Contains(opts, "r") {
					c = -c
				}
				return c
			}
		}
		if len(keys) > 0 {
			if f.has("s") || f.has("u") {
				return 0
			}
			return strings.Compare(a, b)
		}
		return sortCompare(a, b, f.has("n") || f.has("g"), f.has("f"), f.has("b"))
	}
	slices.SortStableFunc(all, func(a, b string) int {
		if f.has("r") {
			return compare(b, a)
		}
		return compare(a, b)
	})
	if f.has("u") {
		all = slices.CompactFunc(all, func(a, b string) bool { return compare(a, b) == 0 })
	}
	for _, s := range all {
		p.Println(s)
	}
	return status
}

// sortKey cuts the fields of a -k option out of a line.
func sortKey(line, key, sep string) string {
	from, to, _ := strings.Cut(key, ",")
	first := max(1, atoi(strings.TrimRight(strings.SplitN(from, ".", 2)[0], "bdfinrgM"), 1))
	last := atoi(strings.TrimRight(strings.SplitN(to, ".", 2)[0], "bdfinrgM"), 0)
	var fields []string
	if sep != "" {
		fields = strings.Split(line, sep)
	} else {
		fields = strings.Fields(line)
	}
	if first > len(fields) {
		return ""
	}
	if last == 0 || last > len(fields) {
		last = len(fields)
	}
	return strings.Join(fields[first-1:max(first, last)], sep)
}

func sortCompare(a, b string, number, fold, blanks bool) int {
	if blanks || number {
		a, b = strings.TrimLeft(a, " \t"), strings.TrimLeft(b, " \t")
	}
	if number {
		x, y := leadingNumber(a), leadingNumber(b)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
	}
	if fold {
		a, b = strings.ToUpper(a), strings.ToUpper(b)
	}
	return strings.Compare(a, b)
}

func leadingNumber(s string) float64 {
	end := 0
	for end < len(s) && strings.IndexByte("+-.0123456789", s[end]) >= 0 {
		end++
	}
	n, _ := strconv.ParseFloat(s[:end], 64)
	return n
}

func uniqCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("f:s:w:zicdu")
	if !ok {
		return 1
	}
	last, count := "", 0
	flush := func() {
		if count == 0 || f.has("d") && count < 2 || f.has("u") && count > 1 {
			return
		}
		if f.has("c") {
			p.Printf("%7d ", count)
		}
		p.Println(last)
	}
	status := p.eachFile(f.args[:min(1, len(f.args))], func(_ string, r io.Reader) error {
		return eachLine(r, func(line []byte, _ bool) bool {
			s := string(line)
			if count > 0 && (s == last || f.has("i") && strings.EqualFold(s, last)) {
				count++
				return true
			}
			flush()
			last, count = s, 1
			return true
		})
	})
	flush()
	return status
}
