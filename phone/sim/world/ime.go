package world

import "image"

// InputMethod is an installed keyboard.
type InputMethod struct {
	ID      string // "pkg/.Service"
	Label   string
	Enabled bool
	Default bool
}

// IMEState is how the soft keyboard stands.
type IMEState struct {
	Shown      bool            // mInputShown
	ID         string          // the current method
	Served     bool            // an editor has the focus
	Package    string          // of the served window
	View       string          // "android.widget.EditText{… app:id/x}"-like, of the served view
	InputType  int             // EditorInfo.inputType: 1 text, 2 number, 0x20001 several lines
	ImeOptions int             // EditorInfo.imeOptions: 3 search, 4 send, 5 next, 6 done, 2 go
	Frame      image.Rectangle // of the keys, while shown
}

// IME tells how the soft keyboard stands.
func (w *World) IME() IMEState { return IMEState{} }

// InputMethods lists the installed keyboards.
func (w *World) InputMethods() []InputMethod { return nil }

// EnableIME enables or disables a keyboard. known is false for an unknown id; was tells whether it was enabled before.
func (w *World) EnableIME(id string, on bool) (was, known bool) { return false, false }

// SelectIME makes an enabled keyboard the current one and reports whether that was possible.
func (w *World) SelectIME(id string) bool { return false }

// HideIME hides the soft keyboard as the back key would.
func (w *World) HideIME() {}
