package world

import (
	"image"
	"slices"
	"sync"
)

// keptFrames is how many phones of the process keep the picture they showed last. A phone that nobody has looked at for longer
// paints it again when somebody does; whoever still holds the picture keeps it anyway.
const keptFrames = 8

// lately are the phones whose picture is kept, the last looked at first.
var lately struct {
	sync.Mutex
	phones []*frameHolder
}

// frameHolder keeps a phone's last picture for the drawing of the next one.
type frameHolder struct {
	mu    sync.Mutex
	frame *image.RGBA
}

// put keeps the picture and lets go of that of the phone which was looked at longest ago.
func (h *frameHolder) put(m *image.RGBA) {
	h.mu.Lock()
	h.frame = m
	h.mu.Unlock()
	h.used()
}

// get is the kept picture, nil when it was let go of.
func (h *frameHolder) get() *image.RGBA {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.frame
}

func (h *frameHolder) used() {
	lately.Lock()
	defer lately.Unlock()
	if len(lately.phones) > 0 && lately.phones[0] == h {
		return
	}
	lately.phones = slices.Insert(slices.DeleteFunc(lately.phones, func(x *frameHolder) bool { return x == h }), 0, h)
	if n := len(lately.phones); n > keptFrames {
		lately.phones[n-1].drop()
		lately.phones = slices.Delete(lately.phones, n-1, n)
	}
}

func (h *frameHolder) drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.frame = nil
}

// forget is for a phone that is switched off for good.
func (h *frameHolder) forget() {
	lately.Lock()
	lately.phones = slices.DeleteFunc(lately.phones, func(x *frameHolder) bool { return x == h })
	lately.Unlock()
	h.drop()
}
