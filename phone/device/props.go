package device

import (
	"image"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// parseProps reads what "getprop" lists: "[name]: [value]", where a value may hold brackets and line breaks.
func parseProps(out string) map[string]string {
	props := map[string]string{}
	name, value, open := "", "", false
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		if !open {
			rest, ok := strings.CutPrefix(line, "[")
			if !ok {
				continue
			}
			n, v, ok := strings.Cut(rest, "]: [")
			if !ok {
				continue
			}
			name, value, open = n, v, true
		} else {
			value += "\n" + line
		}
		if v, ok := strings.CutSuffix(value, "]"); ok {
			props[name] = v
			open = false
		}
	}
	return props
}

var (
	sizeLine    = regexp.MustCompile(`(Physical|Override) size: (\d+)x(\d+)`)
	densityLine = regexp.MustCompile(`(Physical|Override) density: (\d+)`)
)

// parseWM reads "wm size" and "wm density". A forced value wins over the physical one; the size is that of the natural orientation.
func parseWM(out string) (size image.Point, density int) {
	for _, m := range sizeLine.FindAllStringSubmatch(out, -1) {
		if size == (image.Point{}) || m[1] == "Override" {
			size = image.Pt(number(m[2]), number(m[3]))
		}
	}
	for _, m := range densityLine.FindAllStringSubmatch(out, -1) {
		if density == 0 || m[1] == "Override" {
			density = number(m[2])
		}
	}
	return size, density
}

var (
	currentSize = regexp.MustCompile(`\bcur=(\d+)x(\d+)`)
	rotations   = []*regexp.Regexp{
		regexp.MustCompile(`\bmRotation=(?:ROTATION_)?(\d+)`),
		regexp.MustCompile(`\bmCurrentRotation=(?:ROTATION_)?(\d+)`),
		regexp.MustCompile(`\bmCurrentOrientation=(\d+)`),
	}
)

// parseDisplay reads the current size and the rotation (quarter turns) of display 0 from "dumpsys window displays". Missing parts
// are zero.
func parseDisplay(dump string) (size image.Point, rotation int) {
	block := dump
	if i := strings.Index(dump, "mDisplayId=0"); i >= 0 {
		block = dump[i:]
		if j := strings.Index(block[1:], "Display: mDisplayId="); j >= 0 {
			block = block[:j+1]
		}
	}
	if m := currentSize.FindStringSubmatch(block); m != nil {
		size = image.Pt(number(m[1]), number(m[2]))
	}
	for _, re := range rotations {
		m := re.FindStringSubmatch(block)
		if m == nil {
			continue
		}
		n := number(m[1])
		if n >= 90 { // ROTATION_90
			n /= 90
		}
		return size, n & 3
	}
	return size, 0
}

// tellsRotation reports whether a dump has a line that parseDisplay takes the rotation from.
func tellsRotation(dump string) bool {
	return slices.ContainsFunc(rotations, func(re *regexp.Regexp) bool { return re.MatchString(dump) })
}

// number reads digits that a pattern has checked; too many of them give 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func hex(s string) uint64 {
	n, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		return 0
	}
	return n
}
