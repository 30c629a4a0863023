package world

// Shower is a Screen that names what it shows, so that its app can tell whether a person sees it.
type Shower interface{ Showing(c *Ctx) string }

// Showing is what the screen in front says it shows, empty when the display is off, locked, or the screen does not say.
func (c *Ctx) Showing() string {
	a := c.w.front()
	if a == nil || !c.w.power.awake || c.w.guard.showing {
		return ""
	}
	s, ok := a.screen.(Shower)
	if !ok {
		return ""
	}
	return s.Showing(&Ctx{c.w, a})
}
