package dump

import (
	"strconv"
	"strings"
)

// decimal reads a number that a pattern has checked.
func decimal(s string) float64 {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return f
}

// hexadecimal reads digits with or without 0x; anything else is 0.
func hexadecimal(s string) uint64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "0x"), 16, 64)
	if err != nil {
		return 0
	}
	return n
}
