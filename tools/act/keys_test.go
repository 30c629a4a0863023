package act

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/internal/fake"
)

func TestPress_T27(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string
		want []string
	}{
		{`{"key":"home"}`, []string{"key 3 meta 0"}},
		{`{"key":"KEYCODE_BACK"}`, []string{"key 4 meta 0"}},
		{`{"key":"search"}`, []string{"key 84 meta 0"}},
		{`{"key":66}`, []string{"key 66 meta 0"}},
		{`{"key":"delete","times":3}`, []string{"key 67 meta 0", "key 67 meta 0", "key 67 meta 0"}},
		{`{"key":"notifications"}`, []string{"shell cmd statusbar expand-notifications"}},
		{`{"key":"quick-settings"}`, []string{"shell cmd statusbar expand-settings"}},
	} {
		p := fake.New()
		p.OnShell = func(context.Context, []string) (phone.Output, error) { return phone.Output{}, nil }
		if r := fake.Use(t, Press(tools.NewView(p, tools.ViewOptions{})), c.args); r.Status != tools.OK || !slices.Equal(p.Log(), c.want) {
			t.Errorf("%s: %s %q", c.args, r.Text, p.Log())
		}
	}
	p := fake.New()
	if r := fake.Use(t, Press(tools.NewView(p, tools.ViewOptions{})), `{"key":"any key"}`); r.Code != tools.CodeBadArguments || !strings.Contains(r.Text, "home, back") {
		t.Errorf("%s", r.Text)
	}
}

// clipPhone has a clipboard and a power state.
type clipPhone struct {
	*fake.Phone
	text  string
	err   error
	state phone.PowerState
}

func (c *clipPhone) Clipboard(context.Context) (string, error) { return c.text, c.err }

func (c *clipPhone) SetClipboard(_ context.Context, s string) error {
	c.text = s
	return c.err
}

func (c *clipPhone) PowerState(context.Context) (phone.PowerState, error) { return c.state, nil }

func (c *clipPhone) Wake(context.Context) (phone.PowerState, error) { return c.state, c.err }

func TestClipboard_T09_T10(t *testing.T) {
	t.Parallel()
	c := &clipPhone{Phone: fake.New()}
	v := tools.NewView(c, tools.ViewOptions{})
	if r := fake.Use(t, GetClipboard(v), `{}`); r.Status != tools.OK || !strings.Contains(r.Text, "empty") {
		t.Errorf("an empty clipboard: %s", r.Text)
	}
	if r := fake.Use(t, SetClipboard(v), `{"text":"`+strings.Repeat("好", 100)+`"}`); r.Status != tools.OK || len([]rune(r.Text)) > 150 {
		t.Errorf("%s", r.Text)
	}
	if r := fake.Use(t, GetClipboard(v), `{}`); !strings.Contains(r.Text, "好好") {
		t.Errorf("%s", r.Text)
	}
	if r := fake.Use(t, SetClipboard(v), `{"text":"`+strings.Repeat("好", 90_000)+`"}`); r.Code != tools.CodeBadArguments {
		t.Errorf("270000 bytes: %s", r.Text)
	}
	if r := fake.Use(t, GetClipboard(tools.NewView(fake.New(), tools.ViewOptions{})), `{}`); r.Code != tools.CodeUnsupported {
		t.Errorf("a phone without: %s", r.Code)
	}
}

func TestWake_T76_DV36(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		state  phone.PowerState
		err    error
		status tools.Status
		code   string
		next   string
	}{
		{"awake", phone.PowerState{On: true}, nil, tools.OK, "", ""},
		{"behind a PIN", phone.PowerState{On: true, Locked: true, Secure: true}, nil, tools.Failed, "locked", "by hand"},
		{"behind a swipe", phone.PowerState{On: true, Locked: true}, nil, tools.Failed, "locked", "Swipe up"},
		{"still dark", phone.PowerState{}, nil, tools.Failed, "still_off", "Try again"},
		{"lost", phone.PowerState{}, phone.ErrGone, tools.Failed, tools.CodePhoneGone, "connection"},
		{"strange", phone.PowerState{}, errors.New("odd"), tools.Failed, "failed", ""},
	} {
		r := fake.Use(t, WakeScreen(tools.NewView(&clipPhone{Phone: fake.New(), state: c.state, err: c.err}, tools.ViewOptions{})), `{}`)
		if r.Status != c.status || r.Code != c.code || !strings.Contains(r.Next, c.next) {
			t.Errorf("%s: %s %s next %q", c.name, r.Status, r.Code, r.Next)
		}
	}
}
