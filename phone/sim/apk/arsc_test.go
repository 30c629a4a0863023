package apk

import (
	"archive/zip"
	"bytes"
	"testing"
)

// pool writes a string pool in UTF-8.
func pool(strs ...string) []byte {
	var data, offsets, b bytes.Buffer
	for _, s := range strs {
		w32(&offsets, uint32(data.Len()))
		data.WriteByte(byte(len([]rune(s))))
		data.WriteByte(byte(len(s)))
		data.WriteString(s)
		data.WriteByte(0)
	}
	for data.Len()%4 != 0 {
		data.WriteByte(0)
	}
	w16(&b, chunkStrings, 28)
	w32(&b, uint32(28+offsets.Len()+data.Len()), uint32(len(strs)), 0, 0x100, uint32(28+offsets.Len()), 0)
	b.Write(offsets.Bytes())
	b.Write(data.Bytes())
	return b.Bytes()
}

type testValue struct {
	kind byte
	data uint32
}

// typeChunk writes the entries of type 1 in one language; a nil entry is absent.
func typeChunk(locale string, sparse bool, entries ...*testValue) []byte {
	var offsets, data, b bytes.Buffer
	n := 0
	for i, e := range entries {
		if e == nil {
			if !sparse {
				w32(&offsets, none)
			}
			continue
		}
		if sparse {
			w16(&offsets, uint16(i), uint16(data.Len()/4))
		} else {
			w32(&offsets, uint32(data.Len()))
		}
		n++
		w16(&data, 8, 0)
		w32(&data, 0)
		w16(&data, 8)
		data.Write([]byte{0, e.kind})
		w32(&data, e.data)
	}
	const head = 20 + 28
	count, flags := len(entries), byte(0)
	if sparse {
		count, flags = n, 1
	}
	w16(&b, chunkType, head)
	w32(&b, uint32(head+offsets.Len()+data.Len()))
	b.Write([]byte{1, flags, 0, 0})
	w32(&b, uint32(count), uint32(head+offsets.Len()), 28, 0)
	var loc [4]byte
	if locale != "" {
		copy(loc[:], locale[:2])
		if len(locale) > 3 {
			copy(loc[2:], locale[3:])
		}
	}
	b.Write(loc[:])
	b.Write(make([]byte, 16))
	b.Write(offsets.Bytes())
	b.Write(data.Bytes())
	return b.Bytes()
}

// resourceTable writes a table with package 0x7f.
func resourceTable(strs []byte, types ...[]byte) []byte {
	var pkg, out bytes.Buffer
	body := bytes.Join(types, nil)
	w16(&pkg, chunkPackage, 288)
	w32(&pkg, uint32(288+len(body)), 0x7f)
	pkg.Write(make([]byte, 256+20))
	pkg.Write(body)
	w16(&out, chunkTable, 12)
	w32(&out, uint32(12+len(strs)+pkg.Len()), 1)
	out.Write(strs)
	out.Write(pkg.Bytes())
	return out.Bytes()
}

// TestLabelOfResources: the label is the string of the language, through references, from plain and sparse tables.
func TestLabelOfResources(t *testing.T) {
	t.Parallel()
	str := func(i uint32) *testValue { return &testValue{typeString, i} }
	strs := pool("Notes", "笔记", "Notes GB", "unused")
	table := resourceTable(strs,
		typeChunk("", false, str(0), str(3), &testValue{typeReference, 0x7f010000}),
		typeChunk("zh", false, str(1)),
		typeChunk("en-GB", true, str(2)))
	for _, c := range []struct {
		label  uint32
		locale string
		want   string
	}{
		{0x7f010000, "en-US", "Notes"}, {0x7f010000, "zh-CN", "笔记"}, {0x7f010000, "en-GB", "Notes GB"}, {0x7f010000, "", "Notes"},
		{0x7f010002, "zh-CN", "笔记"}, {0x7f010005, "en-US", ""},
	} {
		e := &encoder{}
		for _, id := range []uint32{0x01010001} {
			e.str(attrNames[id])
			e.ids = append(e.ids, id)
		}
		e.open("manifest", "package", "com.example.notes")
		e.open("application", "label", resource(c.label))
		e.close("application")
		e.close("manifest")
		var buf bytes.Buffer
		z := zip.NewWriter(&buf)
		for name, data := range map[string][]byte{"AndroidManifest.xml": e.bytes(), "resources.arsc": table} {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.Write(data)
		}
		_ = z.Close()
		i, err := Parse(bytes.NewReader(buf.Bytes()), int64(buf.Len()), c.locale)
		if err != nil || i.Label != c.want {
			t.Errorf("%#x in %q: %q, want %q (%v)", c.label, c.locale, i.Label, c.want, err)
		}
	}
}

func FuzzTable(f *testing.F) {
	f.Add(resourceTable(pool("a"), typeChunk("", false, &testValue{typeString, 0}), typeChunk("de", true, &testValue{typeReference, 0x7f010000})))
	f.Fuzz(func(t *testing.T, b []byte) {
		table := readTable(b, func(uint32) bool { return true })
		_ = table.text(0x7f010000, "de-DE")
	})
}
