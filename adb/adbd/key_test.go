package adbd

import (
	"strings"
	"testing"
)

func FuzzKey(f *testing.F) {
	f.Add("QAAAAA" + strings.Repeat("A", 693) + " a@b")
	f.Add("QUFBQQ== x")
	f.Fuzz(func(t *testing.T, text string) {
		key, err := parseKey(text)
		if err == nil && (key.N.BitLen() < 2041 || key.E < 3) {
			t.Errorf("%q gave a key of %d bits and exponent %d", text, key.N.BitLen(), key.E)
		}
	})
}
