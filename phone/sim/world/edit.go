package world

// Edit changes an app's persistent data from outside of its screens, and reports whether there is data of that type.
func Edit[T any](w *World, pkg string, change func(d *T)) bool {
	w.enter()
	defer w.leave()
	p := w.pkgs[pkg]
	if p == nil {
		return false
	}
	d, ok := p.data.(*T)
	if ok {
		change(d)
		w.changed()
	}
	return ok
}
