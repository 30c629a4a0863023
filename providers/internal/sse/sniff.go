package sse

import (
	"bufio"
	"bytes"
	"io"
)

// Shape is what the first bytes of an answer look like.
type Shape int

// The shapes of an answer to a stream request.
const (
	Stream Shape = iota // server-sent events
	JSON                // one plain JSON value (S15)
	Page                // markup: a web page (S16)
	Empty               // nothing but white space
)

// maxLead bounds the white space that may stand before an answer.
const maxLead = 4096

// Sniff looks at the first byte that is neither white space nor part of a byte order mark, and takes nothing from br (S14: the
// content type is not asked). It reads only as far as that byte. The error is that of the source; with a clean end it is nil and
// the shape Empty. br must buffer at least 4 KiB.
func Sniff(br *bufio.Reader) (Shape, error) {
	for n := 1; n <= maxLead; n++ {
		b, err := br.Peek(n)
		if len(b) < n {
			if err != io.EOF {
				return Empty, err
			}
			return Empty, nil
		}
		switch lead := bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xEF\xBB\xBF")), " \t\r\n"); {
		case len(lead) == 0 || bytes.HasPrefix([]byte("\xEF\xBB\xBF"), lead):
		case lead[0] == '{' || lead[0] == '[':
			return JSON, nil
		case lead[0] == '<':
			return Page, nil
		default:
			return Stream, nil
		}
	}
	return Stream, nil
}
