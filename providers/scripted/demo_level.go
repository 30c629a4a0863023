package scripted

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var percentText = regexp.MustCompile(`^(\d{1,3}) ?%$`)

// setLevel moves a slider until the screen shows the wanted value.
func setLevel(said, percent string) task {
	want, err := strconv.Atoi(percent)
	if err != nil || want > 100 {
		return nil
	}
	return func(p *pilot) (string, error) {
		sub, known := findSubject(levels, said)
		if !known {
			return "", cannotf("I do not know how to set %q; I can set the brightness", sub.names[0])
		}
		slider := func(s *screen) (item, bool) {
			return s.exactly(func(it item) bool { return it.role == "slider" }, sub.labels...)
		}
		s, it, err := p.walk(walk{what: sub.names[0], path: sub.path, hit: slider})
		if err != nil {
			return "", err
		}
		return p.slide(s, it, sub, want, slider)
	}
}

// slide taps along a slider, guided by the value the screen shows, until that is the wanted one; two percent off will do when a few
// tries did not hit it.
func (p *pilot) slide(s *screen, it item, sub subject, want int, find func(*screen) (item, bool)) (string, error) {
	const near, exact, tries = 2, 4, 8
	now, ok := s.percent(it)
	if !ok {
		return "", cannotf("the screen does not show the value of %s, so I could not check what I do", it.shown())
	}
	if !it.located || s.w == 0 {
		return "", cannotf("I do not know where %s lies", it.shown())
	}
	half := min(it.x, s.w-it.x) * 9 / 10
	lowX, low, highX, high := it.x-half, 0, it.x+half, 100
	for try := range tries {
		if now == want || try >= exact && abs(now-want) <= near {
			return fmt.Sprintf("%s is at %d%%", sub.names[0], now), nil
		}
		x := lowX + (highX-lowX)*(want-low)/max(1, high-low)
		var err error
		if s, _, err = p.act(fmt.Sprintf("I move %s towards %d%%.", it.shown(), want), "ua_tap", map[string]any{"x": x, "y": it.y}); err != nil {
			return "", err
		}
		if it, ok = find(s); ok {
			now, ok = s.percent(it)
		}
		if !ok {
			return "", cannotf("the value of %s is no longer shown", sub.names[0])
		}
		if now < want {
			lowX, low = x, now
		} else {
			highX, high = x, now
		}
	}
	return "", cannotf("I got %s to %d%%, but not to %d%%", sub.names[0], now, want)
}

// percent is the value shown for a slider: its own, or the nearest text of that form above or below it.
func (s *screen) percent(it item) (int, bool) {
	best, at := -1, 0
	for _, o := range s.items {
		for _, t := range append(o.texts(), o.value) {
			m := percentText.FindStringSubmatch(strings.TrimSpace(t))
			if m == nil {
				continue
			}
			if d := abs(o.y - it.y); best < 0 || d < best {
				best = d
				at, _ = strconv.Atoi(m[1])
			}
		}
	}
	return at, best >= 0 && best < max(300, s.h/5)
}

func abs(n int) int { return max(n, -n) }
