package wire

import (
	"fmt"
	"io"
	"strconv"
)

// maxText is the longest text four hex digits can announce.
const maxText = 0xffff

// AppendRequest frames a request to the server: four hex digits and the text. Requests longer than 0xffff bytes do not fit the
// four digits and give false.
func AppendRequest(b []byte, request string) ([]byte, bool) {
	if len(request) == 0 || len(request) > maxText {
		return b, false
	}
	return append(fmt.Appendf(b, "%04x", len(request)), request...), true
}

// AppendText frames a text of at most 0xffff bytes (longer ones are cut), as servers and devices answer.
func AppendText(b []byte, text string) []byte {
	if len(text) > maxText {
		text = text[:maxText]
	}
	return append(fmt.Appendf(b, "%04x", len(text)), text...)
}

// ReadStatus reads OKAY (true) or FAIL and its message (false). The message may be empty.
func ReadStatus(r io.Reader) (ok bool, message string, err error) {
	var word [4]byte
	if _, err := io.ReadFull(r, word[:]); err != nil {
		return false, "", err
	}
	switch string(word[:]) {
	case "OKAY":
		return true, "", nil
	case "FAIL":
		message, err = ReadText(r)
		return false, message, noEOF(err)
	}
	return false, "", fmt.Errorf("%w status %q", ErrMalformed, word[:])
}

// ReadText reads four hex digits and that many bytes.
func ReadText(r io.Reader) (string, error) {
	var digits [4]byte
	if _, err := io.ReadFull(r, digits[:]); err != nil {
		return "", err
	}
	n, err := parseLength(digits)
	if err != nil {
		return "", err
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", noEOF(err)
	}
	return string(text), nil
}

// parseLength reads exactly four hex digits of either case; signs and prefixes that strconv would take are refused.
func parseLength(digits [4]byte) (int, error) {
	for _, c := range digits {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return 0, fmt.Errorf("%w length %q", ErrMalformed, digits[:])
		}
	}
	n, err := strconv.ParseUint(string(digits[:]), 16, 16)
	return int(n), err
}
