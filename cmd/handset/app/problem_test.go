package app

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/cmd/handset/text"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/tools"
)

// known is every error that has a sentence of its own, with the kind it must be.
func known() map[error]Kind {
	all := map[error]Kind{
		&adb.NoDeviceError{}:            KindNoPhone,
		&adb.NoDeviceError{Serial: "a"}: KindNoPhone,
		&adb.NoDeviceError{Serial: "a", Known: []adb.DeviceInfo{{Serial: "b"}}}: KindNoPhone,
		&adb.NoDeviceError{Known: []adb.DeviceInfo{{Serial: "b"}}}:              KindNoPhone,
		&adb.ManyDevicesError{}:        KindNoPhone,
		adb.ErrNoBinary:                KindNoPhone,
		adb.ErrNoServer:                KindNoPhone,
		&adb.SilentError{}:             KindNoPhone,
		&adb.SilentError{Serial: "a"}:  KindNoPhone,
		adb.ErrRefused:                 KindNoPhone,
		adb.ErrConnectionLost:          KindNoPhone,
		adb.ErrUnsupported:             KindFailed,
		adb.ErrTooMuchOutput:           KindFailed,
		&adb.FailError{Message: "no"}:  KindFailed,
		&adb.FileError{Path: "/x"}:     KindFailed,
		&adb.InstallError{Text: "bad"}: KindFailed,
		&uitree.NotFoundError{Query: uitree.Query{Text: "a"}}:                    KindFailed,
		&uitree.NotFoundError{Query: uitree.Query{ID: "a"}, Near: []string{"b"}}: KindFailed,
		&uitree.NotFoundError{Query: uitree.Query{Text: "a"}, Matches: 2}:        KindFailed,
		&phone.OutOfBounds{At: image.Pt(9, 9), On: image.Pt(5, 5)}:               KindFailed,
		&phone.TextError{Part: "a", Why: "b"}:                                    KindFailed,
		uitree.ErrNoFocus:                                                        KindFailed,
		phone.ErrStaleView:                                                       KindFailed,
		phone.ErrInjectionRefused:                                                KindFailed,
		phone.ErrNotInFront:                                                      KindFailed,
		phone.ErrCutOff:                                                          KindFailed,
		phone.ErrClipboard:                                                       KindFailed,
		phone.ErrNoSuchApp:                                                       KindFailed,
		phone.ErrUnsupported:                                                     KindFailed,
		fmt.Errorf("take picture: %w", phone.ErrGone):                            KindNoPhone,
		&agent.LimitError{Kind: agent.ErrBudget, Limit: 5}:                       KindLimit,
		&agent.LimitError{Kind: agent.ErrRoundLimit, Limit: 5}:                   KindLimit,
		agent.ErrBusy:                                                            KindFailed,
		scrcpy.ErrNoServerFile:                                                   KindFailed,
		agent.ErrStuck:                                                           KindFailed,
		agent.ErrStoppedByUser:                                                   KindNotAllowed,
		&agent.AnswerError{Kind: agent.ErrRefused}:                               KindFailed,
		&agent.AnswerError{Kind: agent.ErrCutShort}:                              KindFailed,
		&agent.AnswerError{Kind: agent.ErrFiltered}:                              KindProvider,
		&NoConversationError{"c"}:                                                KindUsage,
		&PartOfNameError{Name: "n", App: phone.App{Package: "p", Label: "Nm"}}:   KindUsage,
		&ManyAppsError{Name: "n", Apps: []phone.App{{Package: "p"}, {Package: "q"}}}: KindUsage,
	}
	for _, s := range []adb.State{adb.StateOffline, adb.StateConnecting, adb.StateRecovery, adb.StateBootloader, adb.StateDetached, "new"} {
		all[&adb.StateError{State: s}] = KindNoPhone
	}
	all[&adb.StateError{State: adb.StateUnauthorized, Serial: "a"}] = KindNotAllowed
	all[&adb.StateError{State: adb.StateNoPermissions}] = KindNotAllowed
	for _, r := range []adb.ConnectReason{adb.ConnectRefused, adb.ConnectSilent, adb.ConnectResolve, adb.ConnectNoRoute, adb.ConnectExpired, adb.ConnectOther} {
		all[&adb.ConnectError{Addr: "a", Reason: r}] = KindNoPhone
	}
	all[&adb.ConnectError{Addr: "a", Reason: adb.ConnectAddress}] = KindUsage
	all[&adb.ConnectError{Addr: "a", Reason: adb.ConnectPassword}] = KindNotAllowed
	for code := range installCodes {
		all[&adb.InstallError{Code: code}] = KindFailed
	}
	for _, err := range []error{fs.ErrNotExist, fs.ErrPermission, adb.ErrNoSpace} {
		all[&adb.FileError{Path: "/x", Err: err}] = KindFailed
	}
	for _, err := range []error{fs.ErrNotExist, fs.ErrPermission, syscall.ENOSPC, syscall.EISDIR, syscall.EIO} {
		all[ReadError("x", err)], all[WriteError("x", err)] = KindFailed, KindFailed
	}
	for _, r := range []phone.Reason{phone.Secure, phone.ScreenOff, phone.Locked, phone.CaptureFailed} {
		all[&phone.NotAPicture{Reason: r}] = KindFailed
	}
	for _, r := range []phone.TreeReason{phone.NoIdleState, phone.NullRoot, phone.Killed, phone.NoXML} {
		all[&phone.TreeError{Reason: r}] = KindFailed
	}
	for _, k := range []providers.Kind{providers.Auth, providers.NoSuchModel, providers.RateLimited, providers.QuotaSpent, providers.ContextTooLong,
		providers.ToolsRefused, providers.BadRequest, providers.ServerError, providers.Unreachable, providers.NotAPI, providers.BadStream,
		providers.Stalled, providers.ModelError} {
		all[&providers.Error{Kind: k, Message: "words"}] = KindProvider
	}
	return all
}

var han = regexp.MustCompile(`\p{Han}`)

// TestSort_EveryKnownErrorIsSaidInBothLanguages (IN-01): by type, with all of the sentence's arguments.
func TestSort_EveryKnownErrorIsSaidInBothLanguages(t *testing.T) {
	t.Parallel()
	for err, kind := range known() {
		p := Sort(fmt.Errorf("while at it: %w", err))
		if p.Kind != kind {
			t.Errorf("%T %v is %s, want %s", err, err, p.Kind, kind)
		}
		said(t, err, p)
	}
	for _, code := range []string{tools.CodeBadArguments, tools.CodeUnknownTool, tools.CodeNotFound, tools.CodeAmbiguous, tools.CodeText, tools.CodePolicy,
		tools.CodeRejected, tools.CodeUnanswered, tools.CodeStopped, tools.CodeTimedOut, "no_focus", "locked", "still_off", "disabled", "something new"} {
		p := SortResult("ua_tap", tools.Result{Status: tools.Failed, Code: code, Text: "what\n<screen>\nmuch\n</screen>", Next: "Use ui_dump."})
		if strings.Contains(fmt.Sprint(p.Args...), "<screen") {
			t.Errorf("%s tells the screen: %v", code, p.Args)
		}
		said(t, errors.New(code), p)
	}
}

func said(t *testing.T, err error, p Problem) {
	t.Helper()
	for _, lang := range []string{"en", "zh"} {
		c := text.For(lang)
		if p.Key == "" || !c.Has("problem."+p.Key) {
			t.Errorf("%T %v: no sentence %q in %s", err, err, p.Key, lang)
			return
		}
		s := c.T("problem."+p.Key, p.Args...)
		if strings.Contains(s, "%!") || lang == "zh" && !han.MatchString(s) {
			t.Errorf("%T %v in %s: %q", err, err, lang, s)
		}
		for _, a := range p.Args {
			if w, ok := a.(Word); ok && !c.Has("word."+string(w)) {
				t.Errorf("no word %q in %s", w, lang)
			}
		}
	}
}

func TestSort_CancelIsAnInterrupt(t *testing.T) {
	t.Parallel()
	if p := Sort(fmt.Errorf("x: %w", context.Canceled)); p.Kind != KindInterrupted {
		t.Errorf("got %+v", p)
	}
}

func TestBrief(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 10, "short"}, {"two\n\n  lines", 20, "two lines"}, {"words are cut between", 12, "words are …"},
		{"你好世界你好世界", 4, "你好世界 …"}, {"exactly ten", 11, "exactly ten"}, {"aaaaaaaaaaaaaaaaaaaa", 6, "aaaaaa …"},
	} {
		if got := brief(c.in, c.n); got != c.want {
			t.Errorf("brief(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}
