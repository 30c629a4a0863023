package yadb

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"
)

type phone struct {
	did   []string
	clip  string
	files map[string][]byte
}

func (p *phone) Touch(f int, a Action, at image.Point) {
	p.did = append(p.did, fmt.Sprint("touch ", f, a, at))
}
func (p *phone) Key(code, meta int) {
	p.did = append(p.did, fmt.Sprint("key ", code, " ", meta))
	if code == keyPaste {
		p.did = append(p.did, "pasted "+p.clip)
	}
}
func (p *phone) Clipboard() (string, bool) { return p.clip, p.clip != "" }
func (p *phone) SetClipboard(text string)  { p.clip = text }
func (p *phone) Screen() *image.RGBA       { return image.NewRGBA(image.Rect(0, 0, 3, 5)) }
func (p *phone) Tree(context.Context) ([]byte, error) {
	return []byte("<hierarchy/>"), nil
}
func (p *phone) WriteFile(path string, data []byte) error {
	p.files[path] = data
	return nil
}
func (p *phone) Pause(context.Context, time.Duration) error { return nil }

func TestVerbs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string
		did  []string
		out  string
	}{
		{"-keyboard héllo 你好", []string{"key 279 0", "pasted héllo 你好"}, ""},
		{"-keyboardClear", []string{"key 29 12288", "key 67 0"}, ""},
		{"-readClipboard", nil, "before\n"},
		{"-touch 5 6 16", []string{"touch 0 0 (5,6)", "touch 0 2 (5,6)", "touch 0 1 (5,6)"}, ""},
		{"-pinch 100 50 40 80 16", []string{"touch 0 0 (80,50)", "touch 1 0 (120,50)", "touch 0 2 (60,50)", "touch 1 2 (140,50)", "touch 0 1 (60,50)", "touch 1 1 (140,50)"}, ""},
	} {
		p := &phone{clip: "before", files: map[string][]byte{}}
		var out, errs bytes.Buffer
		if status := Run(t.Context(), p, strings.Fields(c.args), &out, &errs); status != 0 {
			t.Errorf("%s: %d %s", c.args, status, errs.String())
		}
		if !slices.Equal(p.did, c.did) || out.String() != c.out || p.clip != "before" {
			t.Errorf("%s: did %q, out %q, clipboard %q", c.args, p.did, out.String(), p.clip)
		}
	}
}

func TestScreenshotAndRefusals(t *testing.T) {
	t.Parallel()
	p := &phone{files: map[string][]byte{}}
	var out, errs bytes.Buffer
	if Run(t.Context(), p, []string{"-screenshot", "/sdcard/a.png"}, &out, &errs) != 0 {
		t.Fatal(errs.String())
	}
	if img, err := png.Decode(bytes.NewReader(p.files["/sdcard/a.png"])); err != nil || img.Bounds().Size() != image.Pt(3, 5) {
		t.Errorf("%v", err)
	}
	for _, args := range []string{"-touch 5", "-swipe 1 2 3 x", "-dance"} {
		if Run(t.Context(), p, strings.Fields(args), &out, &errs) == 0 {
			t.Errorf("%s is taken", args)
		}
	}
}
