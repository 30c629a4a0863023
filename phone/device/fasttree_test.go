package device

import (
	"net/http"
	"strings"
	"testing"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
)

func TestDecodeAnswer_F056(t *testing.T) {
	t.Parallel()
	var page string
	if err := decodeAnswer(http.StatusOK, []byte(`{"sessionId":"s","value":"<hierarchy/>"}`), &page); err != nil || page != "<hierarchy/>" {
		t.Errorf("page %q, %v", page, err)
	}
	var session struct{ SessionID string }
	for _, body := range []string{`{"sessionId":"abc","value":null}`, `{"sessionId":"abc"}`, `{"sessionId":null,"value":{"sessionId":"abc","capabilities":{}}}`} {
		session.SessionID = ""
		if err := decodeAnswer(http.StatusOK, []byte(body), &session); err != nil || session.SessionID != "abc" {
			t.Errorf("%s: session %q, %v", body, session.SessionID, err)
		}
	}
	err := decodeAnswer(http.StatusNotFound, []byte(`{"sessionId":"s","value":{"error":"invalid session id","message":"terminated\nstack"}}`), &page)
	if err == nil || !strings.Contains(err.Error(), "invalid session id: terminated") || strings.Contains(err.Error(), "stack") {
		t.Errorf("failure: %v", err)
	}
	for _, body := range []string{"", "<html>", "[1]", `{"value":5}`} {
		if err := decodeAnswer(http.StatusOK, []byte(body), &page); err == nil {
			t.Errorf("%q was taken", body)
		}
	}
}

func FuzzDecodeAnswer(f *testing.F) {
	f.Add(200, `{"sessionId":"s","value":"x"}`)
	f.Add(500, `{"value":{"error":1}}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		var page string
		_ = decodeAnswer(status, []byte(body), &page)
		_ = decodeAnswer(status, []byte(body), nil)
	})
}

// Who keeps the one UiAutomation is named.
func TestHolderIsNamed_F055(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	p.answer = func(c string) (adb.Output, bool) {
		switch {
		case strings.Contains(c, "uiautomator dump"):
			return adb.Output{Stderr: []byte("java.lang.IllegalStateException: UiAutomationService x already registered!\n"), Exit: 1}, true
		case strings.HasPrefix(c, "ps "):
			return adb.Output{Stdout: []byte("NAME\nsystem_server\ncom.github.uiautomator\n")}, true
		}
		return adb.Output{}, false
	}
	d := openFake(t, p, Options{})
	_, err := d.DumpTree(t.Context())
	te, _ := err.(*phone.TreeError)
	if te == nil || te.Reason != phone.Killed || !strings.Contains(te.Output, "held by com.github.uiautomator") {
		t.Errorf("dump: %v, %+v", err, te)
	}
}
