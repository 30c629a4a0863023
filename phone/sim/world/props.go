package world

import "errors"

// ErrReadOnlyProp is the answer to setting a property the shell may not set.
var ErrReadOnlyProp = errors.New("property cannot be set")

// Prop returns a system property, empty when it is not set.
func (w *World) Prop(name string) string { return "" }

// Props returns a copy of the property table.
func (w *World) Props() map[string]string { return nil }

// SetProp sets a property. Only debug.*, persist.* and a few others can be set by the shell user; ro.* never.
func (w *World) SetProp(name, value string) error { return nil }
