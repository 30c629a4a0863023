package providers_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handset-agent/handset/providers"
)

func TestMask(t *testing.T) {
	t.Parallel()
	const hidden = "[key hidden]"
	for in, want := range map[string]string{
		"bad key my-own-secret!":                    "bad key " + hidden + "!",
		"Incorrect API key provided: sk-abc***wxyz": "Incorrect API key provided: " + hidden,
		"Authorization: Bearer abcdef":              "Authorization: " + hidden,
		"AIzaSyA1234567890 is wrong":                hidden + " is wrong",
		"https://x.test/v1?api_key=abc&b=1":         "https://x.test/v1?" + hidden + "&b=1",
		"gsk_abcdefgh12345678":                      hidden,
		"the monkey asks for a desk-top":            "the monkey asks for a desk-top",
		"no bearer":                                 "no bearer",
		"":                                          "",
	} {
		if got := providers.Mask(in, "my-own-secret", "", "ab"); got != want {
			t.Errorf("Mask(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	if got := providers.Clip("short", 10); got != "short" {
		t.Errorf("got %q", got)
	}
	for n := range 30 {
		got := providers.Clip(strings.Repeat("你好", 20), n)
		if len(got) > max(n, len(" …")) || !utf8.ValidString(got) || !strings.HasSuffix(got, "…") {
			t.Errorf("Clip to %d: %q of %d bytes", n, got, len(got))
		}
	}
}

func TestCallIDsAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		id := providers.NewCallID()
		if seen[id] || !strings.HasPrefix(id, "call_") || len(id) > 40 {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}

func TestError(t *testing.T) {
	t.Parallel()
	e := &providers.Error{Kind: providers.Unreachable, Err: io.EOF}
	if e.Error() != "unreachable: EOF" || !errors.Is(e, io.EOF) {
		t.Errorf("got %v", e)
	}
	e = &providers.Error{Kind: providers.Auth, Status: 401, Message: "no"}
	if e.Error() != "auth (HTTP 401): no" {
		t.Errorf("got %v", e)
	}
}
