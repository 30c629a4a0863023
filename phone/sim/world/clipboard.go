package world

// Clipboard returns the text on the clipboard and whether there is any.
func (w *World) Clipboard() (string, bool) { return "", false }

// SetClipboard puts text on the clipboard.
func (w *World) SetClipboard(text string) {}

// WatchClipboard tells of clipboard changes, whoever makes them; see Watch for the channel.
func (w *World) WatchClipboard() (changed <-chan struct{}, stop func()) {
	return make(chan struct{}), func() {}
}
