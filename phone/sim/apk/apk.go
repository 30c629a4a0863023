// Package apk reads what an Android package says of itself, and writes minimal packages that say something. It knows the ZIP
// container, the binary XML of AndroidManifest.xml and the strings of resources.arsc (ResourceTypes.h), nothing of code or of
// signatures beyond whether there is one at all.
package apk

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Info is the manifest of a package.
type Info struct {
	Package     string
	Label       string // in the language asked for; empty when there is none
	VersionName string
	VersionCode int64
	MinSDK      int
	TargetSDK   int
	Launcher    string // full class name of the launcher activity, if any
	Activities  []string
	Permissions []string
	Debuggable  bool
	TestOnly    bool
	ABIs        []string // of its native libraries
	Signed      bool
	Split       string // name of the split, empty for a base
	NeedsSplits bool   // cannot be installed without its splits
	// Instrumentations are the test runners that the package has, by full class name, with the package each of them tests.
	Instrumentations []Instrumentation
}

// Instrumentation is a test runner of a package.
type Instrumentation struct{ Class, Target string }

// What a file can lack.
var (
	ErrNotAPK     = errors.New("not a package: no readable archive")
	ErrNoManifest = errors.New("the archive has no AndroidManifest.xml")
)

// maxManifest bounds the manifest, which is a few kB in practice.
const maxManifest = 8 << 20

// Parse reads a package of the given size. Texts that are resources come in the language of locale ("en-US") when the package
// has it.
func Parse(r io.ReaderAt, size int64, locale string) (Info, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return Info{}, fmt.Errorf("%w: %v", ErrNotAPK, err)
	}
	var i Info
	var manifest []byte
	var resources *zip.File
	for _, f := range z.File {
		switch {
		case f.Name == "AndroidManifest.xml":
			if manifest, err = read(f, maxManifest); err != nil {
				return Info{}, fmt.Errorf("manifest: %w", err)
			}
		case f.Name == "resources.arsc":
			resources = f
		case strings.HasPrefix(f.Name, "lib/") && strings.HasSuffix(f.Name, ".so"):
			if abi := path.Base(path.Dir(f.Name)); !slices.Contains(i.ABIs, abi) {
				i.ABIs = append(i.ABIs, abi)
			}
		case strings.HasPrefix(f.Name, "META-INF/") && slices.Contains([]string{".RSA", ".DSA", ".EC"}, path.Ext(f.Name)):
			i.Signed = true
		}
	}
	if manifest == nil {
		return Info{}, ErrNoManifest
	}
	i.Signed = i.Signed || hasSigningBlock(r, size)
	refs, err := i.manifest(manifest)
	if err != nil {
		return Info{}, fmt.Errorf("manifest: %w", err)
	}
	if refs.any() && resources != nil {
		b, err := read(resources, maxResources)
		if err != nil {
			return Info{}, fmt.Errorf("resources: %w", err)
		}
		refs.resolve(&i, b, locale)
	}
	return i, nil
}

func read(f *zip.File, limit uint64) ([]byte, error) {
	if f.UncompressedSize64 > limit {
		return nil, errors.New("too large")
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, int64(limit)))
}

// hasSigningBlock looks for the block of signature scheme 2 and later, which ends right before the central directory.
func hasSigningBlock(r io.ReaderAt, size int64) bool {
	tail := make([]byte, min(size, 1<<16+22))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	end := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if end < 0 || end+20 > len(tail) {
		return false
	}
	dir := int64(le32(tail[end+16:]))
	magic := make([]byte, 16)
	if dir < 32 || dir > size {
		return false
	}
	_, err := r.ReadAt(magic, dir-16)
	return err == nil && string(magic) == "APK Sig Block 42"
}

// Attributes of the android namespace by resource number, for packages whose names were stripped.
var attrNames = map[uint32]string{
	0x01010001: "label", 0x01010003: "name", 0x0101000f: "debuggable", 0x0101020c: "minSdkVersion", 0x0101021b: "versionCode",
	0x0101021c: "versionName", 0x01010270: "targetSdkVersion", 0x01010272: "testOnly", 0x01010202: "targetActivity",
	0x01010021: "targetPackage", 0x01010576: "versionCodeMajor", 0x01010591: "isSplitRequired",
}

// references are the resource numbers of texts, zero where the manifest has the text itself.
type references struct{ label, launcher, version uint32 }

func (r references) any() bool { return r != references{} }

// resolve fills in the texts that are resources.
func (r references) resolve(i *Info, resources []byte, locale string) {
	want := map[uint32]bool{r.label: true, r.launcher: true, r.version: true}
	var t table
	for range maxLookups { // a resource may refer to another, which the next reading has
		t = readTable(resources, func(id uint32) bool { return want[id] })
		more := false
		for _, list := range t.entries {
			for _, e := range list {
				if e.kind == typeReference && !want[e.data] {
					want[e.data], more = true, true
				}
			}
		}
		if !more {
			break
		}
	}
	if i.Label == "" {
		i.Label = t.text(r.label, locale)
	}
	if i.Label == "" {
		i.Label = t.text(r.launcher, locale)
	}
	if i.VersionName == "" {
		i.VersionName = t.text(r.version, locale)
	}
}

// manifest fills in what the elements say and returns the resources it refers to.
func (i *Info) manifest(data []byte) (references, error) {
	var refs references
	var stack []string
	activity, main, launcher := "", false, false
	err := decode(data, func(e element) {
		if e.end {
			switch stack[len(stack)-1] {
			case "intent-filter":
				if main && launcher && i.Launcher == "" {
					i.Launcher = activity
				}
				main, launcher = false, false
			case "activity", "activity-alias":
				activity = ""
			}
			stack = stack[:len(stack)-1]
			return
		}
		stack = append(stack, e.name)
		switch e.name {
		case "manifest":
			i.Package, i.Split = e.text("package"), e.text("split")
			i.VersionName, i.VersionCode = e.text("versionName"), int64(e.number("versionCodeMajor"))<<32|int64(e.number("versionCode"))
			refs.version = e.reference("versionName")
			i.NeedsSplits = e.number("isSplitRequired") != 0
		case "uses-sdk":
			i.MinSDK, i.TargetSDK = int(e.number("minSdkVersion")), int(e.number("targetSdkVersion"))
		case "uses-permission":
			i.Permissions = append(i.Permissions, e.text("name"))
		case "application":
			i.Label, refs.label = e.text("label"), e.reference("label")
			i.NeedsSplits = i.NeedsSplits || e.number("isSplitRequired") != 0
			i.Debuggable, i.TestOnly = e.number("debuggable") != 0, e.number("testOnly") != 0
		case "activity", "activity-alias":
			activity = i.class(e.text("name"))
			i.Activities = append(i.Activities, activity)
			if refs.launcher == 0 {
				refs.launcher = e.reference("label")
			}
		case "instrumentation":
			i.Instrumentations = append(i.Instrumentations, Instrumentation{i.class(e.text("name")), e.text("targetPackage")})
		case "action":
			main = main || e.text("name") == "android.intent.action.MAIN"
		case "category":
			launcher = launcher || e.text("name") == "android.intent.category.LAUNCHER"
		}
	})
	return refs, err
}

// class makes a class name of the manifest whole.
func (i *Info) class(name string) string {
	if strings.HasPrefix(name, ".") {
		return i.Package + name
	}
	if name != "" && !strings.Contains(name, ".") {
		return i.Package + "." + name
	}
	return name
}
