package screend

import (
	"strconv"
	"sync/atomic"
)

const keyPower = 26

// cleanup is the helper process that puts back what a session changed, however the session ends (§2.1).
type cleanup struct {
	source   Source
	o        options
	panelOff atomic.Bool // the last display power message switched the panel off
	undo     []func()
}

// startCleanup applies the options that the real server leaves to the helper; without cleanup they have no effect.
func startCleanup(s Source, o options) *cleanup {
	c := &cleanup{source: s, o: o}
	settings, ok := s.(Settings)
	if !ok || !o.cleanup {
		return c
	}
	put := func(namespace, key, value, fallback string) {
		old := settings.Setting(namespace, key)
		if old == value {
			return
		}
		if old == "" {
			old = fallback
		}
		settings.PutSetting(namespace, key, value)
		c.undo = append(c.undo, func() { settings.PutSetting(namespace, key, old) })
	}
	if o.showTouches {
		put("system", "show_touches", "1", "0")
	}
	if o.stayAwake {
		put("global", "stay_on_while_plugged_in", "7", "0")
	}
	if o.screenOffTimeout >= 0 {
		put("system", "screen_off_timeout", strconv.Itoa(o.screenOffTimeout), "60000")
	}
	return c
}

func (c *cleanup) restore() {
	if !c.o.cleanup {
		return
	}
	for _, undo := range c.undo {
		undo()
	}
	switch {
	case !c.source.Awake():
	case c.o.powerOffOnClose:
		press(c.source, keyPower)
	case c.panelOff.Load():
		c.source.SetPanel(true)
	}
}

func press(s Source, code int) {
	s.Key(Key{Code: code, Down: true})
	s.Key(Key{Code: code})
}
