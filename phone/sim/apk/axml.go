package apk

import (
	"encoding/binary"
	"errors"
	"unicode/utf16"
)

// Chunk types of binary XML (ResourceTypes.h).
const (
	chunkStrings   = 0x0001
	chunkXML       = 0x0003
	chunkResources = 0x0180
	chunkStart     = 0x0102
	chunkEnd       = 0x0103
)

// Value types.
const (
	typeString = 0x03
	typeFirst  = 0x10 // first of the number types
	typeLast   = 0x1f
)

var errBinaryXML = errors.New("no binary XML")

// element is the start or the end of one element.
type element struct {
	name  string
	end   bool
	attrs []attr
}

type attr struct {
	name string
	kind byte
	raw  string // text, when it was given as text
	data uint32
}

func (e element) find(name string) (attr, bool) {
	for _, a := range e.attrs {
		if a.name == name {
			return a, true
		}
	}
	return attr{}, false
}

// text gives a string attribute; references to resources give "".
func (e element) text(name string) string {
	a, _ := e.find(name)
	return a.raw
}

// reference gives the number of the resource that an attribute refers to, zero when it is none.
func (e element) reference(name string) uint32 {
	if a, ok := e.find(name); ok && a.kind == typeReference {
		return a.data
	}
	return 0
}

// number gives a number or truth value.
func (e element) number(name string) uint32 {
	a, ok := e.find(name)
	if !ok || a.kind < typeFirst || a.kind > typeLast {
		return 0
	}
	return a.data
}

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// decode calls visit for every element. Ends match starts.
func decode(b []byte, visit func(element)) error {
	if len(b) < 8 || le16(b) != chunkXML || int(le16(b[2:])) > len(b) {
		return errBinaryXML
	}
	var strs, ids = []string(nil), []uint32(nil)
	depth := 0
	for at := int(le16(b[2:])); at+8 <= len(b); {
		kind, head, size := le16(b[at:]), int(le16(b[at+2:])), int(le32(b[at+4:]))
		if size < 8 || head < 8 || head > size || size > len(b)-at {
			return errBinaryXML
		}
		chunk := b[at : at+size]
		at += size
		switch kind {
		case chunkStrings:
			strs = stringPool(chunk)
		case chunkResources:
			for i := head; i+4 <= size; i += 4 {
				ids = append(ids, le32(chunk[i:]))
			}
		case chunkStart:
			e, err := start(chunk[head:], strs, ids)
			if err != nil {
				return err
			}
			depth++
			visit(e)
		case chunkEnd:
			if depth--; depth < 0 {
				return errBinaryXML
			}
			visit(element{end: true})
		}
	}
	if depth != 0 || strs == nil {
		return errBinaryXML
	}
	return nil
}

func start(b []byte, strs []string, ids []uint32) (element, error) {
	if len(b) < 20 {
		return element{}, errBinaryXML
	}
	e := element{name: lookup(strs, le32(b[4:]))}
	from, width, count := int(le16(b[8:])), int(le16(b[10:])), int(le16(b[12:]))
	if width < 20 {
		return e, errBinaryXML
	}
	for i := range count {
		at := from + i*width
		if at+20 > len(b) {
			return e, errBinaryXML
		}
		a := b[at:]
		x := attr{name: lookup(strs, le32(a[4:])), raw: lookup(strs, le32(a[8:])), kind: a[15], data: le32(a[16:])}
		if n := le32(a[4:]); int(n) < len(ids) {
			if known, ok := attrNames[ids[n]]; ok {
				x.name = known
			}
		}
		if x.kind == typeString {
			x.raw = lookup(strs, x.data)
		}
		e.attrs = append(e.attrs, x)
	}
	return e, nil
}

func lookup(strs []string, i uint32) string {
	if uint64(i) < uint64(len(strs)) {
		return strs[i]
	}
	return ""
}

// stringPool reads the strings of a pool, UTF-16 or UTF-8. What lies outside the chunk reads as empty.
func stringPool(b []byte) []string {
	if len(b) < 28 {
		return []string{}
	}
	head, count, flags, base := int(le16(b[2:])), int(le32(b[8:])), le32(b[16:]), int(le32(b[20:]))
	count = min(count, (len(b)-head)/4)
	out := make([]string, max(0, count))
	for i := range out {
		at := base + int(le32(b[head+4*i:]))
		if at < 0 || at >= len(b) {
			continue
		}
		if flags&0x100 != 0 {
			out[i] = utf8String(b[at:])
		} else {
			out[i] = utf16String(b[at:])
		}
	}
	return out
}

func utf8String(b []byte) string {
	skip := func() int {
		if len(b) == 0 {
			return 0
		}
		n := int(b[0])
		b = b[1:]
		if n&0x80 != 0 && len(b) > 0 {
			n = n&0x7f<<8 | int(b[0])
			b = b[1:]
		}
		return n
	}
	skip() // length in UTF-16 units
	n := skip()
	if n > len(b) {
		return ""
	}
	return string(b[:n])
}

func utf16String(b []byte) string {
	if len(b) < 2 {
		return ""
	}
	n := int(le16(b))
	b = b[2:]
	if n&0x8000 != 0 && len(b) >= 2 {
		n = n&0x7fff<<16 | int(le16(b))
		b = b[2:]
	}
	if 2*n > len(b) {
		return ""
	}
	units := make([]uint16, n)
	for i := range units {
		units[i] = le16(b[2*i:])
	}
	return string(utf16.Decode(units))
}
