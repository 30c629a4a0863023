package apps

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/internal/fake"
)

// appPhone is a phone with apps.
type appPhone struct {
	*fake.Phone
	apps  []phone.App
	front string // what comes to the front when an app is opened; "" is the app itself
	did   []string
	err   error
}

func (p *appPhone) note(what, pkg string) error {
	p.did = append(p.did, what+" "+pkg)
	return p.err
}

func (p *appPhone) Apps(_ context.Context, all bool) ([]phone.App, error) {
	if all {
		return append(slices.Clone(p.apps), phone.App{Package: "com.android.service", System: true}), p.err
	}
	return p.apps, p.err
}

func (p *appPhone) Launch(_ context.Context, pkg string) error {
	p.Change(func() {
		p.Package = pkg
		if p.front != "" {
			p.Package = p.front
		}
	})
	return p.note("launch", pkg)
}
func (p *appPhone) Stop(_ context.Context, pkg string) error      { return p.note("stop", pkg) }
func (p *appPhone) Uninstall(_ context.Context, pkg string) error { return p.note("uninstall", pkg) }
func (p *appPhone) ClearData(_ context.Context, pkg string) error { return p.note("clear", pkg) }
func (p *appPhone) Install(context.Context, io.Reader, int64, func(int64, int64)) error {
	return errors.New("not asked for")
}
func (p *appPhone) SetEnabled(_ context.Context, pkg string, on bool) error {
	return p.note(map[bool]string{true: "enable", false: "disable"}[on], pkg)
}

func newPhone() *appPhone {
	return &appPhone{Phone: fake.New(&fake.Element{Text: "Home", Bounds: image.Rect(0, 0, 1080, 100)}), apps: []phone.App{
		{Package: "com.android.calculator2", Label: "Calculator", System: true},
		{Package: "com.android.deskclock", Label: "Clock", Version: "7.1"},
		{Package: "com.acme.clock", Label: "Clock"},
		{Package: "com.example.notes", Label: "Notes"},
		{Package: "com.example.notebook", Label: "Notebook"},
		{Package: "com.tencent.mm", Label: "微信"},
		{Package: "org.old.game", Label: "Old Game", Disabled: true},
		{Package: "com.android.settings", Label: "Settings", System: true},
	}}
}

// TestOpenApp_T01_F082_F083: what was asked for is resolved among what is installed, never guessed, and checked afterwards.
func TestOpenApp_T01_F082_F083(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, asked, front string
		opened, code       string
		words              string
	}{
		{"exact package", "com.acme.clock", "", "com.acme.clock", "", "Opened Clock (com.acme.clock)"},
		{"label in another case", "calculator", "", "com.android.calculator2", "", ""},
		{"whole label before a longer one", "notes", "", "com.example.notes", "", ""},
		{"beginning of one label", "calc", "", "com.android.calculator2", "", ""},
		{"label in another script", "微信", "", "com.tencent.mm", "", ""},
		{"last part of the package", "mm", "", "com.tencent.mm", "", ""},
		{"two of one name: asked, not guessed", "Clock", "", "", tools.CodeAmbiguous, "com.acme.clock"},
		{"two beginnings fit alike", "note", "", "", tools.CodeAmbiguous, "Notebook"},
		{"disabled", "old game", "", "", "disabled", "disabled"},
		{"not installed", "Facebook", "", "", tools.CodeNotFound, "Calculator"},
		{"empty", "", "", "", tools.CodeNotFound, "There are"},
		{"something else came to the front", "Settings", "com.android.permissioncontroller", "com.android.settings", "", "in front is com.android.permissioncontroller"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := newPhone()
			p.front = c.front
			r := fake.Use(t, OpenApp(tools.NewView(p, tools.ViewOptions{})), `{"app":"`+c.asked+`"}`)
			opened := strings.TrimPrefix(strings.Join(p.did, " "), "launch ")
			if opened != c.opened || r.Code != c.code || !strings.Contains(r.ForModel(), c.words) {
				t.Errorf("opened %q, code %q\n%s", opened, r.Code, r.ForModel())
			}
			if r.Status == tools.OK && (r.Effect == nil || !r.Effect.Visible || !strings.Contains(r.Text, "<screen")) {
				t.Errorf("%+v", r.Effect)
			}
			if r.Status != tools.OK && r.Next == "" {
				t.Error("no next step")
			}
		})
	}
}

func TestListInstalledApps_T49(t *testing.T) {
	t.Parallel()
	v := tools.NewView(newPhone(), tools.ViewOptions{})
	for _, c := range []struct {
		args  string
		has   []string
		total int
	}{
		{`{}`, []string{"8 apps", "Clock (com.android.deskclock) 7.1", "Calculator (com.android.calculator2) system", "Old Game (org.old.game) disabled"}, 8},
		{`{"filter":"CLOCK"}`, []string{"2 apps"}, 2},
		{`{"limit":3}`, []string{"3 of 8 apps"}, 8},
		{`{"filter":"service","all":true}`, []string{"com.android.service system"}, 1},
		{`{"filter":"zzz"}`, []string{`No app fits "zzz"`}, 0},
	} {
		r := fake.Use(t, ListInstalledApps(v), c.args)
		var data struct{ Total int }
		if err := json.Unmarshal(r.Data, &data); err != nil || data.Total != c.total {
			t.Errorf("%s: total %d %v", c.args, data.Total, err)
		}
		for _, h := range c.has {
			if !strings.Contains(r.Text, h) {
				t.Errorf("%s: %q is missing in\n%s", c.args, h, r.Text)
			}
		}
	}
	if r := fake.Use(t, ListInstalledApps(tools.NewView(fake.New(), tools.ViewOptions{})), `{}`); r.Code != tools.CodeUnsupported {
		t.Errorf("a phone without: %s", r.Code)
	}
}

// TestManageApp_T34_MG10: what takes something away is a risk class, and a package name is only ever a package name.
func TestManageApp_T34_MG10(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ action, did, risk string }{
		{"force_stop", "stop com.a", ""}, {"enable", "enable com.a", ""}, {"disable", "disable com.a", "app removal"},
		{"clear_data", "clear com.a", "app removal"}, {"uninstall", "uninstall com.a", "app removal"},
	} {
		p := newPhone()
		tool := ManageApp(tools.NewView(p, tools.ViewOptions{}))
		args := `{"action":"` + c.action + `","package":"com.a"}`
		if r := fake.Use(t, tool, args); r.Status != tools.OK || strings.Join(p.did, ";") != c.did {
			t.Errorf("%s: %s, did %q", c.action, r.Text, p.did)
		}
		if got := tool.Spec().Risk(json.RawMessage(args)); got != c.risk {
			t.Errorf("%s: risk %q, want %q", c.action, got, c.risk)
		}
	}
	p := newPhone()
	for _, bad := range []string{"", "a", "com.a; rm -rf /", "com.a b", "$(x).y", "../x.y", "com..a", "1.2", "com.a\n"} { // EL-07
		name, _ := json.Marshal(bad)
		if r := fake.Use(t, ManageApp(tools.NewView(p, tools.ViewOptions{})), `{"action":"uninstall","package":`+string(name)+`}`); r.Code != tools.CodeBadArguments {
			t.Errorf("%q: %s", bad, r.Code)
		}
	}
	if len(p.did) > 0 {
		t.Errorf("did %q", p.did)
	}
	p.err = errors.New("DELETE_FAILED_DEVICE_POLICY_MANAGER")
	if r := fake.Use(t, ManageApp(tools.NewView(p, tools.ViewOptions{})), `{"action":"uninstall","package":"com.a"}`); r.Status != tools.Failed || !strings.Contains(r.Text, "DEVICE_POLICY") || r.Next == "" {
		t.Errorf("%s", r.ForModel())
	}
	risk := ManageApp(tools.NewView(p, tools.ViewOptions{})).Spec().Risk
	if risk(json.RawMessage(`{`)) == "" || risk(json.RawMessage(`{"action":"new_one"}`)) == "" {
		t.Error("what cannot be read must count as risky")
	}
}
