package world

import (
	"fmt"
	"image"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
)

const (
	imePackage = "com.google.android.inputmethod.latin"
	latinIME   = imePackage + "/com.android.inputmethod.latin.LatinIME"
	pinyinIME  = "com.google.android.inputmethod.pinyin/.PinyinIME"
	plainIME   = "com.android.inputmethod.latin/.LatinIME"
	galaxyIME  = "com.samsung.android.honeyboard/.service.HoneyBoardService"
)

// InputMethod is an installed keyboard.
type InputMethod struct {
	ID      string // "pkg/.Service"
	Label   string
	Enabled bool
	Default bool
}

// IMEState is how the soft keyboard stands.
type IMEState struct {
	Shown      bool   // mInputShown
	ID         string // the current method
	Served     bool   // an editor has the focus
	Package    string // of the served window
	View       string // "android.widget.EditText{… app:id/x}"-like, of the served view
	InputType  int    // EditorInfo.inputType: 1 text, 2 number, 0x20001 several lines
	ImeOptions int    // EditorInfo.imeOptions: 3 search, 4 send, 5 next, 6 done, 2 go
	Hint       string
	Frame      image.Rectangle // of the keys, while shown
}

// imeState is what the keyboard is asked for and how it is set.
type imeState struct {
	wanted bool
	shift  shiftState
	page   keyPage
	known  []InputMethod

	compose string // letters that the keyboard composes
}

// IME tells how the soft keyboard stands.
func (w *World) IME() IMEState {
	w.enter()
	defer w.leave()
	w.refresh()
	s := IMEState{Shown: w.imeShown(), ID: w.get("secure", "default_input_method", "")}
	if f, n := w.served(); n != nil {
		s.Served, s.Package, s.Hint = true, f.pkg, n.Hint
		s.InputType, s.ImeOptions = inputType(n), imeOptions(n.Edit)
		s.View = fmt.Sprintf("%s{%s VFED..CL. .F...... #7f0a%s app:%s}", n.ClassName(), f.hash, f.token[:4], strings.TrimPrefix(n.ResourceID(f.pkg), f.pkg+":"))
	}
	if s.Shown {
		s.Frame = w.keyboardFrame()
	}
	return s
}

func inputType(n *view.Node) int {
	switch {
	case n.Password && n.Edit.Number:
		return 0x12
	case n.Password:
		return 0x81
	case n.Edit.Number:
		return 2
	case n.Edit.Multiline:
		return 0x2c001
	}
	return 0x4001
}

func imeOptions(e *view.Edit) int {
	switch e.Action {
	case "go":
		return 2
	case "search":
		return 3
	case "send":
		return 4
	case "next":
		return 5
	}
	if e.Multiline {
		return 0x40000001
	}
	return 6
}

// served is the text field that would take input, nil when none has the focus.
func (w *World) served() (*window, *view.Node) {
	f := w.focused()
	if f == nil {
		return nil, nil
	}
	if n := f.surface.Focused(); n != nil {
		return f, n
	}
	return nil, nil
}

// imeShown reports whether the keyboard is up: wanted, and somebody to type for.
func (w *World) imeShown() bool {
	if !w.ime.wanted || !w.power.awake {
		return false
	}
	_, n := w.served()
	return n != nil
}

func (w *World) showIME() {
	if !w.ime.wanted {
		w.ime.wanted = true
		w.ime.page, w.ime.shift = pageLetters, shiftOff
		if _, n := w.served(); n != nil && n.Edit.Number {
			w.ime.page = pageSymbols
		}
		w.event(32001, "imf_show_ime", "[0,0,SHOW_SOFT_INPUT,1]")
	}
	w.autoShift()
	w.changed()
}

func (w *World) hideIME() {
	if w.ime.wanted {
		w.endCompose()
		w.ime.wanted = false
		w.event(32002, "imf_hide_ime", "[0,0,HIDE_SOFT_INPUT,0]")
		w.changed()
	}
}

// HideIME hides the soft keyboard as the back key would.
func (w *World) HideIME() {
	w.enter()
	defer w.leave()
	w.hideIME()
}

// methods are the installed keyboards as the settings say they stand.
func (w *World) methods() []InputMethod {
	enabled := ":" + w.get("secure", "enabled_input_methods", "") + ":"
	out := append(w.builtinMethods(), w.ime.known...)
	for i := range out {
		out[i].Enabled = strings.Contains(enabled, ":"+out[i].ID+":")
		out[i].Default = out[i].ID == w.get("secure", "default_input_method", "")
	}
	return out
}

// builtinMethods are the keyboards the phone comes with.
func (w *World) builtinMethods() []InputMethod {
	list := []InputMethod{{ID: latinIME, Label: "Gboard"}, {ID: plainIME, Label: "Android Keyboard (AOSP)"}, {ID: pinyinIME, Label: "Google Pinyin Input"}}
	if w.prof.Manufacturer == "samsung" {
		list[1] = InputMethod{ID: galaxyIME, Label: "Samsung Keyboard"}
	}
	return list
}

// ownIME is the keyboard that is set as the phone comes.
func (w *World) ownIME() string {
	if w.prof.Manufacturer == "samsung" {
		return galaxyIME
	}
	return latinIME
}

// InputMethods lists the installed keyboards.
func (w *World) InputMethods() []InputMethod {
	w.enter()
	defer w.leave()
	return w.methods()
}

// AddIME installs a keyboard; it draws nothing and types nothing by itself.
func (w *World) AddIME(m InputMethod) {
	w.enter()
	defer w.leave()
	w.ime.known = append(w.ime.known, InputMethod{ID: m.ID, Label: m.Label})
}

// EnableIME enables or disables a keyboard. known is false for an unknown id; was tells whether it was enabled before.
func (w *World) EnableIME(id string, on bool) (was, known bool) {
	w.enter()
	defer w.leave()
	var list []string
	for _, m := range w.methods() {
		if m.ID == id {
			was, known = m.Enabled, true
			m.Enabled = on
		}
		if m.Enabled {
			list = append(list, m.ID)
		}
	}
	if known {
		w.put("secure", "enabled_input_methods", strings.Join(list, ":"))
		if !on && w.get("secure", "default_input_method", "") == id {
			w.put("secure", "default_input_method", w.ownIME())
		}
	}
	return was, known
}

// SelectIME makes an enabled keyboard the current one and reports whether that was possible.
func (w *World) SelectIME(id string) bool {
	w.enter()
	defer w.leave()
	for _, m := range w.methods() {
		if m.ID == id && m.Enabled {
			w.put("secure", "default_input_method", id)
			return true
		}
	}
	return false
}

// imePackage is the package of the current input method.
func (w *World) imePackage() string {
	pkg, _, _ := strings.Cut(w.get("secure", "default_input_method", latinIME), "/")
	return pkg
}

// useIME makes the keyboard that is set the one that shows.
func (w *World) useIME() {
	w.endCompose()
	w.ime.page, w.ime.shift = pageLetters, shiftOff
	if x := w.windows.ime; x != nil {
		x.pkg = w.imePackage()
		if p := w.pkgs[x.pkg]; p != nil {
			w.spawn(p, "service {"+w.get("secure", "default_input_method", "")+"}")
		}
	}
}

// chooseIME lets the person choose among the enabled keyboards.
func (w *World) chooseIME() {
	var ids, labels []string
	for _, m := range w.methods() {
		if m.Enabled {
			ids, labels = append(ids, m.ID), append(labels, m.Label)
		}
	}
	w.endCompose()
	w.alert(Alert{Title: w.tr("Choose input method"), Items: labels, Window: "Select input method", OnChoice: func(label string) {
		for i, l := range labels {
			if l == label {
				w.put("secure", "default_input_method", ids[i])
			}
		}
	}})
}
