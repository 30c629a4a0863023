package see

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/internal/fake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func page() *fake.Phone {
	p := fake.New(
		&fake.Element{Text: "Welcome", Bounds: image.Rect(0, 0, 400, 60)},
		&fake.Element{ID: "a:id/go", Text: "Go on", Class: "android.widget.Button", Bounds: image.Rect(0, 100, 400, 200), Clickable: true},
	)
	p.Size = image.Pt(400, 800)
	return p
}

func TestUIDump_T72(t *testing.T) {
	t.Parallel()
	v := tools.NewView(page(), tools.ViewOptions{})
	r := fake.Use(t, UIDump(v), `{}`)
	if r.Status != tools.OK || !strings.Contains(r.Text, `button "Go on"`) || !strings.Contains(r.Text, `size="400x800"`) || !json.Valid(r.Data) {
		t.Errorf("%s", r.Text)
	}
	if v.Last() == nil {
		t.Error("the view does not know what the model saw")
	}
	p := page()
	p.NoTree = &phone.TreeError{Reason: phone.NullRoot}
	if r := fake.Use(t, UIDump(tools.NewView(p, tools.ViewOptions{})), `{}`); r.Code != tools.CodeNoTree || !strings.Contains(r.Next, "take_screenshot") {
		t.Errorf("%s %q", r.Code, r.Next)
	}
}

// TestUIDumpIsBounded_F063: a screen with hundreds of elements stays within the limit and says what is left out.
func TestUIDumpIsBounded_F063(t *testing.T) {
	t.Parallel()
	p := page()
	for i := range 800 {
		p.Elements = append(p.Elements, &fake.Element{Text: fmt.Sprint("Entry number ", i), Class: "android.widget.Button", Clickable: true, Bounds: image.Rect(0, 10+i%700, 300, 20+i%700)})
	}
	r := fake.Use(t, UIDump(tools.NewView(p, tools.ViewOptions{})), `{}`)
	if n := len([]rune(r.Text)); n > 6200 || !strings.Contains(r.Text, "more") {
		t.Errorf("%d characters", n)
	}
}

func TestTakeScreenshot_T06(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		args     string
		saved    image.Point
		attached int // longer side, 0: none
	}{
		{`{}`, image.Pt(400, 800), 800},
		{`{"max_edge":200}`, image.Pt(400, 800), 200},
		{`{"attach":false}`, image.Pt(400, 800), 0},
		{`{"region":[0,100,400,200]}`, image.Pt(400, 100), 400},
		{`{"region":[-50,700,900,9000]}`, image.Pt(400, 100), 400},
	} {
		r := fake.Use(t, TakeScreenshot(tools.NewView(page(), tools.ViewOptions{}), tools.Dir(dir)), c.args)
		var data struct{ Path string }
		if err := json.Unmarshal(r.Data, &data); err != nil || r.Status != tools.OK {
			t.Fatalf("%s: %s %v", c.args, r.Text, err)
		}
		file, err := os.ReadFile(data.Path)
		if err != nil || !strings.Contains(r.Text, data.Path) {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil || img.Bounds().Size() != c.saved {
			t.Errorf("%s: saved %v %v, want %v", c.args, img.Bounds().Size(), err, c.saved)
		}
		if (r.Image != nil) != (c.attached > 0) {
			t.Errorf("%s: attached %t", c.args, r.Image != nil)
		} else if r.Image != nil {
			cfg, _, err := image.DecodeConfig(bytes.NewReader(r.Image.Data))
			if err != nil || max(cfg.Width, cfg.Height) != c.attached {
				t.Errorf("%s: attached %d×%d %v", c.args, cfg.Width, cfg.Height, err)
			}
		}
	}
}

// TestNoMadeUpPicture_DV29: no picture is told with its reason, and a saver that fails does not lose the picture.
func TestNoMadeUpPicture_DV29(t *testing.T) {
	t.Parallel()
	for reason, next := range map[phone.Reason]string{phone.Secure: "ui_dump", phone.ScreenOff: "wake_screen", phone.Locked: "wake_screen", phone.CaptureFailed: "ui_dump"} {
		p := page()
		p.NoFrame = &phone.NotAPicture{Reason: reason}
		r := fake.Use(t, TakeScreenshot(tools.NewView(p, tools.ViewOptions{}), nil), `{}`)
		if r.Code != tools.CodeNoPicture || r.Image != nil || !strings.Contains(r.Next, next) {
			t.Errorf("%s: %s %q", reason, r.Code, r.Next)
		}
	}
	r := fake.Use(t, TakeScreenshot(tools.NewView(page(), tools.ViewOptions{}), fullDisk{}), `{}`)
	if r.Status != tools.OK || r.Image == nil || !strings.Contains(strings.Join(r.Notes, ""), "no space") {
		t.Errorf("%s %q", r.Status, r.Notes)
	}
	for _, region := range []string{`[1,2,3]`, `[500,0,600,10]`, `[10,10,10,20]`} {
		if r := fake.Use(t, TakeScreenshot(tools.NewView(page(), tools.ViewOptions{}), nil), `{"region":`+region+`}`); r.Code != tools.CodeBadArguments {
			t.Errorf("region %s: %s", region, r.Code)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Save(string, string, func(io.Writer) error) (string, error) {
	return "", errors.New("no space left on device")
}

func TestDescribeScreen_T73(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		noFrame        error
		noTree         error
		status         tools.Status
		picture, words bool
	}{
		{"both", nil, nil, tools.OK, true, true},
		{"picture only", nil, &phone.TreeError{Reason: phone.Killed}, tools.OK, true, false},
		{"words only", &phone.NotAPicture{Reason: phone.Secure}, nil, tools.OK, false, true},
		{"neither", &phone.NotAPicture{Reason: phone.Locked}, &phone.TreeError{Reason: phone.NullRoot}, tools.Failed, false, false},
	} {
		p := page()
		p.NoFrame, p.NoTree = c.noFrame, c.noTree
		r := fake.Use(t, DescribeScreen(tools.NewView(p, tools.ViewOptions{})), `{}`)
		if r.Status != c.status || (r.Image != nil) != c.picture || strings.Contains(r.Text, "Go on") != c.words {
			t.Errorf("%s: %s picture %t\n%s", c.name, r.Status, r.Image != nil, r.Text)
		}
	}
}

func TestFindText_T63(t *testing.T) {
	t.Parallel()
	p := page()
	for i := range 40 {
		p.Elements = append(p.Elements, &fake.Element{Text: fmt.Sprint("Row ", i, strings.Repeat("x", 60)), Class: "android.widget.Button", Clickable: true, Bounds: image.Rect(0, 200+i*10, 300, 210+i*10)})
	}
	v := tools.NewView(p, tools.ViewOptions{})
	for _, c := range []struct {
		args, has string
		lines     int
	}{
		{`{}`, "… 11 more", 31},
		{`{"text":"row 1"}`, "Row 1", 11},
		{`{"text":"welcome"}`, "(not tappable)", 1},
		{`{"text":"GO ON"}`, "@200,150", 1},
	} {
		r := fake.Use(t, FindText(v), c.args)
		lines := strings.Split(r.Text, "\n")
		if r.Status != tools.OK || !strings.Contains(r.Text, c.has) || len(lines)-2 != c.lines {
			t.Errorf("%s: %d lines\n%s", c.args, len(lines)-2, r.Text)
		}
		for _, l := range lines {
			if len([]rune(l)) > 90 {
				t.Errorf("a line of %d characters", len(l))
			}
		}
	}
	if r := fake.Use(t, FindText(v), `{"text":"nowhere"}`); r.Code != tools.CodeNotFound || r.Next == "" {
		t.Errorf("%s", r.Text)
	}
}

// fronted is a phone that knows its windows.
type fronted struct{ *fake.Phone }

func (fronted) Foreground(context.Context) (phone.Activity, error) {
	return phone.Activity{Package: "com.a", Class: "com.a.Main", Window: "NotificationShade"}, nil
}
func (fronted) KeyboardShown(context.Context) (bool, error) { return false, nil }

func TestForegroundApp_T30(t *testing.T) {
	t.Parallel()
	if r := fake.Use(t, ForegroundApp(tools.NewView(fronted{page()}, tools.ViewOptions{})), `{}`); !strings.Contains(r.Text, "com.a.Main") || !strings.Contains(r.Text, "NotificationShade") {
		t.Errorf("%s", r.Text)
	}
	if r := fake.Use(t, ForegroundApp(tools.NewView(page(), tools.ViewOptions{})), `{}`); !strings.Contains(r.Text, "com.example.app") {
		t.Errorf("from the element list: %s", r.Text)
	}
}

// changing is a phone whose picture changes after some looks.
type changing struct {
	*fake.Phone
	looks int
	at    int
	do    func()
}

func (c *changing) DumpTree(ctx context.Context) (phone.Dump, error) {
	if c.looks++; c.looks == c.at {
		c.Change(c.do)
	}
	return c.Phone.DumpTree(ctx)
}

func (c *changing) PowerState(context.Context) (phone.PowerState, error) {
	return phone.PowerState{On: true}, nil
}
func (c *changing) Wake(context.Context) (phone.PowerState, error) {
	return phone.PowerState{On: true}, nil
}

func TestWaitFor_T74(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, args string
		do         func(p *fake.Phone)
		status     tools.Status
		words      string
	}{
		{"there at once", `{"text":"welcome","timeout_seconds":1}`, nil, tools.OK, "is on the screen"},
		{"comes later", `{"text":"finished","timeout_seconds":20}`, func(p *fake.Phone) { p.Elements[0].Text = "Finished" }, tools.OK, "is on the screen"},
		{"goes away", `{"gone":"welcome","timeout_seconds":20}`, func(p *fake.Phone) { p.Elements[0].Text = "Bye" }, tools.OK, "no longer"},
		{"another app", `{"app":"com.other","timeout_seconds":20}`, func(p *fake.Phone) { p.Package = "com.other.app" }, tools.OK, "in front"},
		{"idle", `{"idle":true,"timeout_seconds":5}`, nil, tools.OK, "stands still"},
		{"never", `{"text":"never","timeout_seconds":1}`, nil, tools.Timeout, "Go on"},
		{"the display", `{"screen":"unlocked","timeout_seconds":5}`, nil, tools.OK, "display is unlocked"},
		{"the display, never", `{"screen":"off","timeout_seconds":1}`, nil, tools.Timeout, "did not happen"},
		{"nothing asked", `{}`, nil, tools.Failed, "one thing"},
		{"two things asked", `{"text":"a","app":"b"}`, nil, tools.Failed, "one thing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &changing{Phone: page()}
			if c.do != nil {
				p.at, p.do = 3, func() { c.do(p.Phone) }
			}
			start := time.Now()
			r := fake.Use(t, WaitFor(tools.NewView(p, tools.ViewOptions{})), c.args)
			if r.Status != c.status || !strings.Contains(r.Text, c.words) || time.Since(start) > 15*time.Second {
				t.Errorf("%s after %v: %s", r.Status, time.Since(start), r.Text)
			}
		})
	}
}
