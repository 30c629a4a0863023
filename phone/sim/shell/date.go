package shell

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dateCommand is toybox date. Setting the clock is refused to the shell user.
func dateCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("(iso-8601)I(rfc-2822)Rd:D:r:us:")
	if !ok {
		return 1
	}
	t := p.d.now()
	switch {
	case f.has("r"):
		info, err := p.stat(f.str("r", ""))
		if err != nil {
			return p.fail("'%s': %v", f.str("r", ""), err)
		}
		t = info.Mtime.In(t.Location())
	case f.has("d"):
		v, ok := parseDate(f.str("d", ""), t)
		if !ok {
			return p.fail("bad date '%s'", f.str("d", ""))
		}
		t = v
	}
	if f.has("u") {
		t = t.UTC()
	}
	format := "%a %b %e %H:%M:%S %Z %Y"
	switch {
	case f.has("I"):
		format = "%Y-%m-%d"
	case f.has("R"):
		format = "%a, %d %b %Y %H:%M:%S %z"
	}
	for _, a := range f.args {
		if !strings.HasPrefix(a, "+") {
			return p.fail("cannot set date: Operation not permitted")
		}
		format = a[1:]
	}
	if f.has("s") {
		return p.fail("cannot set date: Operation not permitted")
	}
	p.Println(strftime(format, t))
	return 0
}

// strftime formats a time; %N is nanoseconds, %3N their first digits.
func strftime(format string, t time.Time) string {
	layouts := map[byte]string{
		'a': "Mon", 'A': "Monday", 'b': "Jan", 'B': "January", 'h': "Jan", 'd': "02", 'e': "_2", 'm': "01", 'y': "06", 'Y': "2006", 'H': "15",
		'I': "03", 'M': "04", 'S': "05", 'p': "PM", 'Z': "MST", 'z': "-0700", 'F': "2006-01-02", 'T': "15:04:05", 'D': "01/02/06", 'R': "15:04",
		'c': "Mon Jan _2 15:04:05 2006", 'x': "01/02/06", 'X': "15:04:05", 'l': "3", 'k': "15", 'r': "03:04:05 PM",
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		width := 0
		for i+1 < len(format) && format[i] >= '1' && format[i] <= '9' {
			width = int(format[i] - '0')
			i++
		}
		if i+1 < len(format) && (format[i] == '-' || format[i] == '_') {
			i++
		}
		switch c := format[i]; {
		case layouts[c] != "":
			b.WriteString(t.Format(layouts[c]))
		case c == 's':
			fmt.Fprint(&b, t.Unix())
		case c == 'N':
			s := fmt.Sprintf("%09d", t.Nanosecond())
			if width > 0 {
				s = s[:width]
			}
			b.WriteString(s)
		case c == 'j':
			fmt.Fprintf(&b, "%03d", t.YearDay())
		case c == 'u':
			fmt.Fprint(&b, (int(t.Weekday())+6)%7+1)
		case c == 'w':
			fmt.Fprint(&b, int(t.Weekday()))
		case c == 'n':
			b.WriteByte('\n')
		case c == 't':
			b.WriteByte('\t')
		case c == '%':
			b.WriteByte('%')
		default:
			b.WriteString("%" + string(c))
		}
	}
	return b.String()
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
