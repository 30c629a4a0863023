package mobilecli

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/jpeg"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

type phone struct {
	clip     string
	lat, lon float64
}

func (p *phone) Tree(context.Context, time.Duration) ([]byte, error) {
	return []byte(`<?xml version='1.0'?><hierarchy rotation="0"><node index="0" class="A" bounds="[0,0][10,20]"><node index="0" text="x &amp; y" clickable="true" bounds="[1,2][4,6]"/></node></hierarchy>`), nil
}
func (p *phone) Screen() *image.RGBA { return image.NewRGBA(image.Rect(0, 0, 40, 80)) }
func (p *phone) Apps() []App {
	return []App{{Package: "a.b", Label: "B", Version: "1", VersionCode: 7}}
}
func (p *phone) Clipboard() string        { return p.clip }
func (p *phone) SetClipboard(text string) { p.clip = text }
func (p *phone) SetLocation(a, b float64) { p.lat, p.lon = a, b }
func (p *phone) ClearLocation()           { p.lat, p.lon = 0, 0 }
func (p *phone) HideKeyboard() bool       { return false }
func ask(t *testing.T, p *phone, body string) string {
	t.Helper()
	w := httptest.NewRecorder()
	(&Server{Phone: p, Jar: "abc"}).ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(body)))
	return strings.TrimSpace(w.Body.String())
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	p := &phone{}
	for _, c := range []struct{ body, want string }{
		{`{}`, `{"error":{"code":-32600,"message":"Invalid Request"},"id":null,"jsonrpc":"2.0"}`},
		{`nothing`, `"code":-32700`},
		{`{"id":"1","method":"device.nonsense"}`, `{"error":{"code":-32601,"message":"Method not found: device.nonsense"},"id":"1","jsonrpc":"2.0"}`},
		{`{"id":"1","method":"device.version"}`, `"result":{"dexSha256":"abc"}`},
		{`{"id":"1","method":"device.apps.list"}`, `"result":[{"packageName":"a.b","appName":"B","version":"1","versionCode":7}]`},
		{`{"id":"1","method":"device.clipboard.set"}`, `missing params.text`},
		{`{"id":"1","method":"device.clipboard.set","params":{"text":"你好"}}`, `"result":{"ok":true}`},
		{`{"id":"1","method":"device.clipboard.get"}`, `"result":{"text":"你好"}`},
		{`{"id":"1","method":"device.location.set","params":{"lat":1}}`, `missing params.lon`},
		{`{"id":"1","method":"device.location.set","params":{"lat":1,"lon":2.5}}`, `"result":{"ok":true}`},
	} {
		if got := ask(t, p, c.body); !strings.Contains(got, c.want) {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
		}
	}
	if p.lat != 1 || p.lon != 2.5 {
		t.Errorf("location %v %v", p.lat, p.lon)
	}
}

func TestDump(t *testing.T) {
	t.Parallel()
	type node struct {
		Text      string
		Clickable bool
		Rect      struct{ X, Y, Width, Height int }
		Children  []node
	}
	var r struct{ Result struct{ Hierarchy []node } }
	if err := json.Unmarshal([]byte(ask(t, &phone{}, `{"id":"1","method":"device.dump.ui","params":{"full":false,"waitUntilIdle":2000}}`)), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Result.Hierarchy) != 1 || len(r.Result.Hierarchy[0].Children) != 1 {
		t.Fatalf("hierarchy %+v", r.Result)
	}
	n := r.Result.Hierarchy[0].Children[0]
	if n.Text != "x & y" || !n.Clickable || n.Rect.X != 1 || n.Rect.Y != 2 || n.Rect.Width != 3 || n.Rect.Height != 4 {
		t.Errorf("node %+v", n)
	}
}

func TestScreenshotIsScaled(t *testing.T) {
	t.Parallel()
	var r struct{ Result struct{ Data string } }
	if err := json.Unmarshal([]byte(ask(t, &phone{}, `{"id":"1","method":"device.screenshot","params":{"format":"jpeg","maxSize":40}}`)), &r); err != nil {
		t.Fatal(err)
	}
	b, err := base64.StdEncoding.DecodeString(r.Result.Data)
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil || img.Bounds().Size() != image.Pt(20, 40) {
		t.Errorf("%v, %v", img, err)
	}
}
