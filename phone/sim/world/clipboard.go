package world

import "github.com/handset-agent/handset/phone/sim/fault"

type clipState struct {
	text string
	set  bool
}

// Clipboard returns the text on the clipboard and whether there is any.
func (w *World) Clipboard() (string, bool) {
	w.enter()
	defer w.leave()
	if w.clipRefused() {
		return "", false
	}
	return w.clip.text, w.clip.set
}

// clipRefused asks whether the phone refuses programs its clipboard now.
func (w *World) clipRefused() bool {
	_, hit := w.opts.Faults.Hit(fault.ClipboardRefused)
	return hit
}

// SetClipboard puts text on the clipboard.
func (w *World) SetClipboard(text string) {
	w.enter()
	defer w.leave()
	if !w.clipRefused() {
		w.setClip(text)
	}
}

func (w *World) setClip(text string) {
	if w.clip.set && w.clip.text == text {
		return
	}
	w.clip = clipState{text, true}
	w.clipWatchers.signal()
}

// clipboard is the phone's clipboard as text fields use it.
type clipboard struct{ w *World }

func (c clipboard) Copy(text string) { c.w.setClip(text) }
func (c clipboard) Paste() string    { return c.w.clip.text }
