package world_test

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

const pinyin = "com.google.android.inputmethod.pinyin/.PinyinIME"

// field opens a new note with the keyboard up and returns a reader of its text.
func (r *rig) field() func() string {
	r.t.Helper()
	r.openApp(notesPkg)
	r.tap("New note")
	if !r.IME().Shown {
		r.t.Fatal("no keyboard")
	}
	return func() string {
		text := ""
		r.tree().Kids[0].each(func(n *node) bool {
			if n.Focused {
				text = n.Text
			}
			return n.Focused
		})
		return text
	}
}

func TestF076_PinyinComposesTypedKeys(t *testing.T) {
	onPhone(t, func(r *rig) {
		if was, known := r.EnableIME(pinyin, true); was || !known {
			t.Fatalf("enabled before %t, known %t", was, known)
		}
		if !r.SelectIME(pinyin) || r.setting("secure", "default_input_method") != pinyin {
			t.Fatal("not selected")
		}
		text := r.field()
		r.typeText("nihao")
		if got := text(); got != "nihao" {
			t.Errorf("while composing %q", got)
		}
		r.typeText(" ")
		r.typeText("zhongguo ")
		r.typeText(",")
		r.typeText("woxiang ")
		if got, want := text(), "你好中国，我想"; got != want {
			t.Errorf("typed keys became %q, want %q", got, want)
		}
		r.SetClipboard("as it is, plain")
		r.press(279)
		if got := text(); !strings.HasSuffix(got, "as it is, plain") {
			t.Errorf("pasted text became %q", got)
		}
	})
}

func TestPinyinDeleteAndCandidates(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.EnableIME(pinyin, true)
		r.SelectIME(pinyin)
		text := r.field()
		r.typeText("tax")
		r.press(67)
		r.typeText("2")
		if got := text(); got != "她" {
			t.Errorf("second candidate of ta: %q", got)
		}
		r.typeText("hao")
		r.HideIME() // what was composed stays
		time.Sleep(time.Second)
		if got := text(); got != "她hao" {
			t.Errorf("after the keyboard went: %q", got)
		}
	})
}

func TestKeyboardsOfMaker(t *testing.T) {
	p, _ := world.FindProfile("samsung")
	onPhoneWith(t, world.Options{Profile: p}, func(r *rig) {
		list := r.InputMethods()
		if len(list) < 3 || r.IME().ID != "com.samsung.android.honeyboard/.service.HoneyBoardService" {
			t.Errorf("%v, current %s", list, r.IME().ID)
		}
		for _, m := range list {
			pkg, _, _ := strings.Cut(m.ID, "/")
			if _, ok := r.Package(pkg); !ok {
				t.Errorf("%s is not installed", pkg)
			}
		}
	})
}

func TestWrongPINLocksOut(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.SetLock(world.LockPIN, "2580")
		r.Lock()
		r.DismissKeyguard()
		at := map[string]image.Point{}
		for _, k := range []string{"key0", "key2", "key5", "key8", "key_enter"} {
			at[k] = r.see(k).middle()
		}
		enter := func(pin string) {
			for _, d := range pin {
				r.tapAt(at["key"+string(d)])
			}
			r.tapAt(at["key_enter"])
		}
		for range 4 {
			enter("0000")
			r.see("Wrong PIN")
		}
		enter("0000")
		if _, err := r.DumpTree(context.Background()); !errors.Is(err, world.ErrNotIdle) {
			t.Errorf("the seconds that count down let a dump be: %v", err)
		}
		enter("2580")
		if !r.Keyguard().Showing {
			t.Fatal("opened during the lock-out")
		}
		time.Sleep(31 * time.Second)
		r.see("Enter PIN")
		enter("2580")
		if r.Keyguard().Showing {
			t.Error("the right PIN does not open after the lock-out")
		}
	})
}
