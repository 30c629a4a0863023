package world_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/world"
)

// newNote opens the editor of a new note, whose text has the focus.
func (r *rig) newNote() {
	r.t.Helper()
	r.openApp(notesPkg)
	r.tap("New note")
	if n := r.see("edit_text"); !n.Focused {
		r.t.Fatal("the text has no focus")
	}
}

func TestTypeEverythingTheKeyMapHas(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.newNote()
		var all strings.Builder
		for c := ' '; c < 0x7f; c++ {
			all.WriteRune(c)
		}
		all.WriteString("\näöüÄÖÜéèêñçåøß"[:len("\näöüÄÖÜéèêñçå")])
		r.typeText(all.String())
		if got := r.see("edit_text").Text; got != all.String() {
			t.Errorf("typed\n%q\nbut the field holds\n%q", all.String(), got)
		}
		for _, c := range "你🙂ßøЖ€" {
			if r.Type(c) {
				t.Errorf("the key map has no %c, but Type took it", c)
			}
		}
		if got := r.see("edit_text").Text; got != all.String() {
			t.Error("what was refused left a trace")
		}
	})
}

func TestEveryKeyTypesItsCharacter(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.newNote()
		for i := range 26 {
			r.Key(phone.KeyA+i, 0, true)
			r.Key(phone.KeyA+i, 0, false)
		}
		r.Key(phone.KeyA, phone.MetaShift, true)
		r.Key(phone.KeyA, phone.MetaShift, false)
		r.press(7, 16, 62, 55, 56)
		if got := r.see("edit_text").Text; got != "abcdefghijklmnopqrstuvwxyzA09 ,." {
			t.Errorf("keys typed %q", got)
		}
	})
}

func TestPasteAnyText(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.newNote()
		text := "it's 100% \"fun\" ~ #1 & 你好 🙂👩‍💻\nשלום مرحبا é" + strings.Repeat(" long", 400)
		r.SetClipboard(text)
		r.press(phone.KeyPaste)
		if got := r.see("edit_text").Text; got != text {
			t.Errorf("pasted %d bytes, the field holds %d", len(text), len(got))
		}
		r.Key(phone.KeyA, phone.MetaCtrl, true)
		r.Key(phone.KeyA, phone.MetaCtrl, false)
		changed, stop := r.WatchClipboard()
		defer stop()
		r.press(277) // cut
		if got, ok := r.Clipboard(); !ok || got != text {
			t.Error("cut did not fill the clipboard")
		}
		if got := r.see("edit_text").Text; got != "Note" {
			t.Errorf("after cut the field shows %q, want its hint", got)
		}
		select {
		case <-changed:
			t.Error("told of a change though the clipboard holds what it held")
		default:
		}
		r.SetClipboard("other")
		<-changed
	})
}

func TestSoftKeyboard(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.newNote()
		ime := r.IME()
		if !ime.Shown || !ime.Served || ime.Package != notesPkg {
			t.Fatalf("keyboard %+v", ime)
		}
		if ime.Frame.Min.Y < 1300 || ime.Frame.Max.Y != 2400 {
			t.Errorf("the keys lie at %v", ime.Frame)
		}
		if r.seek("Shift") != nil {
			t.Error("the keyboard is in the dump of the app's window")
		}
		if b := r.see("edit_text").rect(); b.Max.Y > ime.Frame.Min.Y {
			t.Errorf("the text at %v reaches under the keys at %v", b, ime.Frame)
		}
		key := keysOf(ime.Frame)
		r.tapAt(key("h")) // shift is on at the start of a sentence
		r.tapAt(key("i"))
		r.tapAt(key("space"))
		r.tapAt(key("?123"))
		r.tapAt(key("q")) // the place of 1
		r.tapAt(key("?123"))
		r.tapAt(key("shift"))
		r.tapAt(key("x"))
		if got := r.see("edit_text").Text; got != "Hi 1X" {
			t.Errorf("tapped %q", got)
		}
		r.tapAt(key("del"))
		r.tapAt(key("enter"))
		if got := r.see("edit_text").Text; got != "Hi 1\n" {
			t.Errorf("after delete and enter %q", got)
		}
		r.press(back)
		if r.IME().Shown {
			t.Error("back did not hide the keyboard")
		}
		if r.seek("edit_text") == nil {
			t.Error("back left the editor as well")
		}
		r.tap("edit_text")
		if !r.IME().Shown {
			t.Error("a tap on the field did not bring the keyboard back")
		}
		r.press(back, back)
		if r.seek("edit_text") != nil {
			t.Error("the second back did not leave the editor")
		}
		r.see("Hi 1\n")
	})
}

// keysOf gives the middle of a key of the keyboard at frame: ten keys a row, four rows, over a navigation bar of 24 dp.
func keysOf(frame image.Rectangle) func(string) image.Point {
	top, bottom := frame.Min.Y+16, frame.Max.Y-68
	rowH := (bottom - top) / 4
	at := func(row int, x float64) image.Point {
		return image.Pt(frame.Min.X+int(x*float64(frame.Dx())), top+row*rowH+rowH/2)
	}
	return func(k string) image.Point {
		switch k {
		case "shift":
			return at(2, 0.07)
		case "del":
			return at(2, 0.93)
		case "?123":
			return at(3, 0.07)
		case "space":
			return at(3, 0.5)
		case "enter":
			return at(3, 0.93)
		}
		for row, keys := range []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"} {
			if i := strings.Index(keys, k); i >= 0 {
				switch row {
				case 0:
					return at(0, 0.05+0.1*float64(i))
				case 1:
					return at(1, 0.1+0.1*float64(i))
				}
				return at(2, 0.2+0.1*float64(i))
			}
		}
		return image.Point{}
	}
}

func TestNotesSurvive(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.newNote()
		r.typeText("first line\nsecond line")
		r.tap("edit_title")
		r.typeText("Groceries")
		r.tap("Save")
		r.see("Groceries")
		r.ForceStop(notesPkg)
		if r.front() != homeAct {
			t.Errorf("after force stop %s is in front", r.front())
		}
		r.openApp(notesPkg)
		r.see("first line\nsecond line")
		r.tap("Groceries")
		r.tap("Delete")
		r.tap("android:id/button1"[len("android:id/"):])
		r.see("No notes yet")
		if got := r.Toasts(); len(got) == 0 || got[0] != "Note deleted" {
			t.Errorf("toasts %q", got)
		}
		time.Sleep(3 * time.Second)
		if got := r.Toasts(); len(got) != 0 {
			t.Errorf("after three seconds there still are %q", got)
		}
		// An empty note is not kept.
		r.tap("New note")
		r.press(back, back)
		r.see("No notes yet")
		// pm clear empties the app.
		r.newNote()
		r.typeText("x")
		r.press(back, back)
		if !r.ClearData(notesPkg) {
			t.Fatal("clear refused")
		}
		r.openApp(notesPkg)
		r.see("No notes yet")
	})
}

func TestTypingWithoutAField(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		pic := r.picture()
		if !r.Type('a') {
			t.Error("the key map has an a, whether anybody takes it or not")
		}
		if r.picture() != pic {
			t.Error("typing at the home screen changed it")
		}
	})
}

func TestCalculator(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.openApp(calcPkg)
		cases := []struct {
			keys []string
			want string
		}{
			{[]string{"2", "+", "3", "×", "4", "="}, "14"},
			{[]string{"( )", "2", "+", "3", "( )", "×", "4", "="}, "20"},
			{[]string{"7", "−", "1", "0", "="}, "−3"},
			{[]string{"1", "÷", "8", "="}, "0.125"},
			{[]string{"9", "÷", "0", "="}, "Can't divide by 0"},
			{[]string{"2", "0", "0", "×", "1", "5", "%", "="}, "30"},
			{[]string{".", "1", "+", ".", "2", "="}, "0.3"},
			{[]string{"9", "9", "9", "×", "1", "0", "0", "1", "="}, "999,999"},
		}
		for _, c := range cases {
			r.tap("AC")
			for _, k := range c.keys {
				if k[0] >= '0' && k[0] <= '9' {
					k = "digit_" + k // the display shows digits too
				}
				r.tap(k)
			}
			if got := r.see("result_final").Text; got != c.want {
				t.Errorf("%v gives %q, want %q", c.keys, got, c.want)
			}
		}
		r.tap("AC")
		r.typeText("12.5+3*(4-1)=")
		if got := r.see("result_final").Text; got != "21.5" {
			t.Errorf("typed on the keyboard: %q", got)
		}
		r.tap("+")
		r.tap("digit_1")
		r.tap("=")
		if got := r.see("result_final").Text; got != "22.5" {
			t.Errorf("going on with the result: %q", got)
		}
	})
}

func TestIMEList(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		own := r.InputMethods()[0].ID
		r.AddIME(world.InputMethod{ID: "com.example.ime/.Service", Label: "Example"})
		if r.SelectIME("com.example.ime/.Service") {
			t.Error("selected a keyboard that is not enabled")
		}
		if was, known := r.EnableIME("com.example.ime/.Service", true); was || !known {
			t.Errorf("was %v, known %v", was, known)
		}
		if !r.SelectIME("com.example.ime/.Service") || r.IME().ID != "com.example.ime/.Service" {
			t.Error("cannot select an enabled keyboard")
		}
		r.EnableIME("com.example.ime/.Service", false)
		if r.IME().ID != own {
			t.Error("disabling the current keyboard should bring the own one back")
		}
		if _, known := r.EnableIME("no/such", true); known {
			t.Error("knows a keyboard that is not there")
		}
	})
}

func TestDialogWithAField(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.WIFI_SETTINGS")
		r.tap("Cafe Guest")
		ime := r.IME()
		if !ime.Shown || ime.InputType != 0x81 {
			t.Fatalf("the password field did not bring its keyboard: %+v", ime)
		}
		h := r.tree()
		if b := h.Kids[0].rect(); b.Max.Y > ime.Frame.Min.Y {
			t.Errorf("the dialog at %v reaches under the keys at %v", b, ime.Frame)
		}
		r.typeText("s3cret pass")
		if got := r.see("password").Text; got != strings.Repeat("•", 11) {
			t.Errorf("the dump shows %q for a password", got)
		}
		r.press(back)
		if r.IME().Shown || r.seek("password") == nil {
			t.Error("the first back should hide the keyboard only")
		}
		r.tap("Connect")
		if r.seek("password") != nil {
			t.Error("the dialog is still open")
		}
		if got := r.Toasts(); len(got) != 1 {
			t.Errorf("toasts %q", got)
		}
	})
}
