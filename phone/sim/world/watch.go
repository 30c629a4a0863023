package world

// watchers are channels of capacity 1 that are told of changes.
type watchers struct{ chans map[chan struct{}]struct{} }

func (s *watchers) add() chan struct{} {
	if s.chans == nil {
		s.chans = map[chan struct{}]struct{}{}
	}
	c := make(chan struct{}, 1)
	s.chans[c] = struct{}{}
	return c
}

func (s *watchers) signal() {
	for c := range s.chans {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// watch adds a watcher to one of the world's sets.
func (w *World) watch(s *watchers) (<-chan struct{}, func()) {
	w.enter()
	c := s.add()
	w.leave()
	return c, func() {
		w.enter()
		delete(s.chans, c)
		w.leave()
	}
}

// Watch tells of changes: a value arrives when the picture, size, rotation or power state may differ from what Screen last
// returned. The channel holds one value, so a slow watcher misses nothing but repetition. stop must be called when done.
func (w *World) Watch() (changed <-chan struct{}, stop func()) { return w.watch(&w.watchers) }

// WatchLog tells of new entries; see Watch for the channel.
func (w *World) WatchLog() (changed <-chan struct{}, stop func()) { return w.watch(&w.logWatchers) }

// WatchClipboard tells of clipboard changes, whoever makes them; see Watch for the channel.
func (w *World) WatchClipboard() (changed <-chan struct{}, stop func()) {
	return w.watch(&w.clipWatchers)
}
