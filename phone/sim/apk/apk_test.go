package apk

import (
	"archive/zip"
	"bytes"
	"errors"
	"reflect"
	"testing"
)

func TestParseReadsWhatBuildWrote(t *testing.T) {
	t.Parallel()
	want := Info{
		Package: "com.example.notes", Label: "Notes ✎", VersionName: "1.4.2", VersionCode: 42, MinSDK: 24, TargetSDK: 34,
		Launcher: "com.example.notes.MainActivity", Activities: []string{"com.example.notes.MainActivity"},
		Permissions: []string{"android.permission.CAMERA", "android.permission.INTERNET"}, Debuggable: true, ABIs: []string{"arm64-v8a"}, Signed: true,
	}
	b := Build(want)
	got, err := Parse(bytes.NewReader(b), int64(len(b)), "en-US")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	var empty bytes.Buffer
	_ = zip.NewWriter(&empty).Close()
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	w, _ := z.Create("AndroidManifest.xml")
	_, _ = w.Write([]byte("<manifest package='x'/>"))
	_ = z.Close()
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"no zip":        {[]byte("hello"), ErrNotAPK},
		"no manifest":   {empty.Bytes(), ErrNoManifest},
		"text manifest": {text.Bytes(), errBinaryXML},
	} {
		if _, err := Parse(bytes.NewReader(c.data), int64(len(c.data)), ""); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(Info{Package: "a.b", Launcher: "a.b.C", Permissions: []string{"p"}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		depth := 0
		_ = decode(b, func(e element) {
			if e.end {
				depth--
			} else {
				depth++
			}
			if depth < 0 {
				t.Fatal("an end without a start")
			}
		})
		var i Info
		_, _ = i.manifest(b)
	})
}
