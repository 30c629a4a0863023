package apk

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// Build writes a minimal package with the manifest that i describes: no code and no resources, and a signature that only looks
// like one. It serves tests and stands for the packages of the system image.
func Build(i Info) []byte {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	put := func(name string, data []byte) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, _ = w.Write(data) // a bytes.Buffer takes everything
		}
	}
	put("AndroidManifest.xml", encode(i))
	put("classes.dex", []byte("dex\n035\x00"))
	for _, abi := range i.ABIs {
		put("lib/"+abi+"/libmain.so", []byte("\x7fELF"))
	}
	if i.Signed {
		put("META-INF/CERT.RSA", []byte("signature"))
	}
	_ = z.Close()
	return buf.Bytes()
}

// encoder writes binary XML. Attribute names that have a resource number come first in the pool, as the format wants.
type encoder struct {
	strs []string
	ids  []uint32
	body bytes.Buffer
}

const android = "http://schemas.android.com/apk/res/android"

func (e *encoder) str(s string) uint32 {
	for i, have := range e.strs {
		if have == s {
			return uint32(i)
		}
	}
	e.strs = append(e.strs, s)
	return uint32(len(e.strs) - 1)
}

const none = 0xffffffff

// resource is an attribute's value that stands in the resource table.
type resource uint32

// open writes a start tag. Values are string, int or bool; names known to attrNames are in the android namespace.
func (e *encoder) open(name string, attrs ...any) {
	var b bytes.Buffer
	w32(&b, none, e.str(name))
	w16(&b, 20, 20, uint16(len(attrs)/2), 0, 0, 0)
	for i := 0; i < len(attrs); i += 2 {
		key := attrs[i].(string)
		ns := uint32(none)
		for _, known := range attrNames {
			if known == key {
				ns = e.str(android)
			}
		}
		raw, kind, data := uint32(none), byte(0x10), uint32(0)
		switch v := attrs[i+1].(type) {
		case string:
			raw, kind = e.str(v), typeString
			data = raw
		case resource:
			kind, data = typeReference, uint32(v)
		case int:
			data = uint32(v)
		case bool:
			kind = 0x12
			if v {
				data = none
			}
		}
		w32(&b, ns, e.str(key), raw)
		w16(&b, 8)
		b.WriteByte(0)
		b.WriteByte(kind)
		w32(&b, data)
	}
	e.chunk(chunkStart, b.Bytes())
}

func (e *encoder) close(name string) {
	var b bytes.Buffer
	w32(&b, none, e.str(name))
	e.chunk(chunkEnd, b.Bytes())
}

// chunk writes a node with its line number and comment.
func (e *encoder) chunk(kind uint16, data []byte) {
	w16(&e.body, kind, 16)
	w32(&e.body, uint32(16+len(data)), 1, none)
	e.body.Write(data)
}

func w16(b *bytes.Buffer, vs ...uint16) {
	for _, v := range vs {
		b.Write(binary.LittleEndian.AppendUint16(nil, v))
	}
}

func w32(b *bytes.Buffer, vs ...uint32) {
	for _, v := range vs {
		b.Write(binary.LittleEndian.AppendUint32(nil, v))
	}
}

func encode(i Info) []byte {
	e := &encoder{}
	for _, id := range []uint32{0x01010001, 0x01010003, 0x0101000f, 0x0101020c, 0x0101021b, 0x0101021c, 0x01010270, 0x01010272} {
		e.str(attrNames[id])
		e.ids = append(e.ids, id)
	}
	about := []any{"package", i.Package, "versionCode", int(i.VersionCode), "versionName", i.VersionName}
	if i.Split != "" {
		about = append(about, "split", i.Split)
	}
	e.open("manifest", about...)
	e.open("uses-sdk", "minSdkVersion", i.MinSDK, "targetSdkVersion", i.TargetSDK)
	e.close("uses-sdk")
	for _, p := range i.Permissions {
		e.open("uses-permission", "name", p)
		e.close("uses-permission")
	}
	for _, r := range i.Instrumentations {
		e.open("instrumentation", "name", r.Class, "targetPackage", r.Target)
		e.close("instrumentation")
	}
	e.open("application", "label", i.Label, "debuggable", i.Debuggable, "testOnly", i.TestOnly)
	if i.Launcher != "" {
		e.open("activity", "name", strings.TrimPrefix(i.Launcher, i.Package))
		e.open("intent-filter")
		e.open("action", "name", "android.intent.action.MAIN")
		e.close("action")
		e.open("category", "name", "android.intent.category.LAUNCHER")
		e.close("category")
		e.close("intent-filter")
		e.close("activity")
	}
	e.close("application")
	e.close("manifest")
	return e.bytes()
}

// bytes joins header, string pool, resource map and nodes.
func (e *encoder) bytes() []byte {
	var data, offsets bytes.Buffer
	for _, s := range e.strs {
		w32(&offsets, uint32(data.Len()))
		units := utf16.Encode([]rune(s))
		w16(&data, uint16(len(units)))
		w16(&data, units...)
		w16(&data, 0)
	}
	for data.Len()%4 != 0 {
		data.WriteByte(0)
	}
	var pool bytes.Buffer
	w16(&pool, chunkStrings, 28)
	w32(&pool, uint32(28+offsets.Len()+data.Len()), uint32(len(e.strs)), 0, 0, uint32(28+offsets.Len()), 0)
	pool.Write(offsets.Bytes())
	pool.Write(data.Bytes())
	var res bytes.Buffer
	w16(&res, chunkResources, 8)
	w32(&res, uint32(8+4*len(e.ids)))
	w32(&res, e.ids...)
	var out bytes.Buffer
	w16(&out, chunkXML, 8)
	w32(&out, uint32(8+pool.Len()+res.Len()+e.body.Len()))
	out.Write(pool.Bytes())
	out.Write(res.Bytes())
	out.Write(e.body.Bytes())
	return out.Bytes()
}
