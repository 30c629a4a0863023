package screend

import (
	"context"
	"sync"

	"github.com/handset-agent/handset/scrcpy"
)

// clipState keeps what the server itself put on the clipboard, which must not echo back.
type clipState struct {
	mu   sync.Mutex
	own  bool
	text string
}

// set marks text as the server's own.
func (s *clipState) set(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own, s.text = true, text
}

// foreign reports whether text came from somebody else than the server.
func (s *clipState) foreign(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own && s.text == text {
		return false
	}
	s.own = false
	return true
}

// getClipboard presses the key, if any, and answers only without autosync and only if there is text (§8.8).
func (c *controller) getClipboard(m scrcpy.GetClipboard) {
	switch m.Copy {
	case scrcpy.CopyCopy:
		c.press(keyCopy)
	case scrcpy.CopyCut:
		c.press(keyCut)
	}
	if c.p.o.autosync {
		return
	}
	if text, ok := c.source.Clipboard(); ok {
		c.tell(scrcpy.ClipboardText{Text: text})
	}
}

// setClipboard sets, pastes, then acknowledges (§8.9). Text that is there already is not set again.
func (c *controller) setClipboard(m scrcpy.SetClipboard) {
	if old, ok := c.source.Clipboard(); !ok || old != m.Text {
		c.clip.set(m.Text)
		c.source.SetClipboard(m.Text)
		c.p.log.print(info, "Device clipboard set")
	}
	if m.Paste {
		c.press(keyPaste)
	}
	if m.Sequence != 0 {
		c.tell(scrcpy.AckClipboard{Sequence: m.Sequence})
	}
}

// syncClipboard sends each change of the clipboard that the client did not make itself.
func (c *controller) syncClipboard(ctx context.Context) {
	changed, stop := c.source.WatchClipboard()
	defer stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
		if text, ok := c.source.Clipboard(); ok && c.clip.foreign(text) {
			c.tell(scrcpy.ClipboardText{Text: text})
		}
	}
}
