package apk

import (
	"slices"
	"strings"
)

// Chunk types of a resource table (ResourceTypes.h).
const (
	chunkTable   = 0x0002
	chunkPackage = 0x0200
	chunkType    = 0x0201
)

const typeReference = 0x01

// maxResources bounds a resource table, which is tens of MB in the largest apps.
const maxResources = 64 << 20

// maxLookups bounds how often one resource may refer to another.
const maxLookups = 16

// table is the strings and the entries of resources.arsc.
type table struct {
	strs    []string
	entries map[uint32][]entry // by resource number
}

// entry is a resource's value for one configuration.
type entry struct {
	locale string // "en-US", empty for every language
	rank   int    // how much else the configuration asks for
	kind   byte
	data   uint32
}

// readTable reads resources.arsc and keeps the entries of the types that want chooses by resource number. Chunks that make no
// sense end the reading: what was read before stays.
func readTable(b []byte, want func(id uint32) bool) table {
	t := table{entries: map[uint32][]entry{}}
	if len(b) < 12 || le16(b) != chunkTable {
		return t
	}
	chunks(b[:min(len(b), int(le32(b[4:])))], int(le16(b[2:])), func(kind uint16, head int, chunk []byte) {
		switch kind {
		case chunkStrings:
			t.strs = stringPool(chunk)
		case chunkPackage:
			if len(chunk) >= 12 {
				id := le32(chunk[8:])
				chunks(chunk, head, func(kind uint16, head int, chunk []byte) {
					if kind == chunkType {
						t.readType(id, head, chunk, want)
					}
				})
			}
		}
	})
	return t
}

// chunks calls visit for each chunk of b from at on.
func chunks(b []byte, at int, visit func(kind uint16, head int, chunk []byte)) {
	for at >= 8 && at+8 <= len(b) {
		kind, head, size := le16(b[at:]), int(le16(b[at+2:])), int(le32(b[at+4:]))
		if size < 8 || head < 8 || head > size || size > len(b)-at {
			return
		}
		visit(kind, head, b[at:at+size])
		at += size
	}
}

// readType reads the entries of one type in one configuration.
func (t *table) readType(pkg uint32, head int, b []byte, want func(uint32) bool) {
	if head < 20 || len(b) < head {
		return
	}
	typ, flags, count, start := uint32(b[8]), b[9], int(le32(b[12:])), int(le32(b[16:]))
	locale, rank := config(b[20:head])
	const sparse, short = 1, 2
	width := 4
	if flags&short != 0 && flags&sparse == 0 {
		width = 2
	}
	count = min(count, (len(b)-head)/width)
	for i := range count {
		at := head + i*width
		index, off := uint32(i), 0
		switch {
		case flags&sparse != 0:
			index, off = uint32(le16(b[at:])), int(le16(b[at+2:]))*4
		case width == 2:
			if off = int(le16(b[at:])); off == 0xffff {
				continue
			}
			off *= 4
		default:
			if le32(b[at:]) == none {
				continue
			}
			off = int(le32(b[at:]))
		}
		id := pkg<<24 | typ<<16 | index
		if index > 0xffff || !want(id) {
			continue
		}
		if e, ok := value(b, start+off); ok {
			e.locale, e.rank = locale, rank
			t.entries[id] = append(t.entries[id], e)
		}
	}
}

// value reads the value of a simple entry.
func value(b []byte, at int) (entry, bool) {
	if at < 0 || at+8 > len(b) {
		return entry{}, false
	}
	const complexEntry, compact = 1, 8
	flags := le16(b[at+2:])
	if flags&compact != 0 { // the value stands in the entry itself
		return entry{kind: byte(flags >> 8), data: le32(b[at+4:])}, true
	}
	at += int(le16(b[at:]))
	if flags&complexEntry != 0 || at+8 > len(b) {
		return entry{}, false
	}
	return entry{kind: b[at+3], data: le32(b[at+4:])}, true
}

// config reads the language of a configuration and counts what else it asks for.
func config(b []byte) (locale string, rank int) {
	n := int(le32(b))
	if n < 12 || n > len(b) {
		n = len(b)
	}
	b = b[:n]
	if len(b) < 12 {
		return "", 0
	}
	locale = languageOf(b[8:10], 'a')
	if region := languageOf(b[10:12], '0'); region != "" {
		locale += "-" + region
	}
	for i, c := range b[4:] {
		if i < 4 || i >= 8 { // not the language
			rank += int(min(c, 1))
		}
	}
	return locale, rank
}

// languageOf reads two letters, or three packed into two bytes.
func languageOf(b []byte, base byte) string {
	switch {
	case b[0] == 0:
		return ""
	case b[0]&0x80 == 0:
		return string(b[:2])
	}
	return string([]byte{b[1]&0x1f + base, b[1]>>5 + b[0]&0x03<<3 + base, b[0]>>2&0x1f + base})
}

// text is a string resource in the language that fits best, "" when there is none.
func (t table) text(id uint32, locale string) string {
	for range maxLookups {
		e, ok := t.best(id, locale)
		if !ok {
			return ""
		}
		switch e.kind {
		case typeString:
			return lookup(t.strs, e.data)
		case typeReference:
			id = e.data
		default:
			return ""
		}
	}
	return ""
}

// best chooses among the configurations of a resource.
func (t table) best(id uint32, locale string) (entry, bool) {
	list := t.entries[id]
	if len(list) == 0 {
		return entry{}, false
	}
	lang, _, _ := strings.Cut(locale, "-")
	score := func(e entry) int {
		own, _, _ := strings.Cut(e.locale, "-")
		switch {
		case e.locale != "" && e.locale == locale:
			return 3
		case e.locale != "" && own == lang && own == e.locale:
			return 2
		case e.locale == "":
			return 1
		case own == lang:
			return 0
		}
		return -1
	}
	return slices.MaxFunc(list, func(a, b entry) int {
		if n := score(a) - score(b); n != 0 {
			return n
		}
		return b.rank - a.rank
	}), true
}
