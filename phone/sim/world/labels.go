package world

import "strings"

// label is the app's name in a language, the English one when it has no other.
func (d *AppDef) label(locale string) string {
	lang, _, _ := strings.Cut(locale, "-")
	for _, k := range []string{locale, lang} {
		if s := d.Labels[k]; s != "" {
			return s
		}
	}
	return d.Label
}

// locale is the phone's first language, such as "en-US".
func (w *World) locale() string {
	first, _, _ := strings.Cut(w.get("system", "system_locales", w.prof.Locale), ",")
	return first
}

// rtl reports whether pages run from right to left.
func (w *World) rtl() bool {
	if w.isOn("global", "debug.force_rtl") || w.props["debug.force_rtl"] == "true" || w.props["debug.force_rtl"] == "1" {
		return true
	}
	lang, _, _ := strings.Cut(w.locale(), "-")
	switch lang {
	case "ar", "fa", "he", "iw", "ur", "ps", "sd", "ug", "yi", "ckb", "dv":
		return true
	}
	return strings.Contains(w.locale(), "-Arab") || strings.Contains(w.locale(), "-Hebr")
}

// relabel names the apps anew after the language changed.
func (w *World) relabel() {
	for _, p := range w.pkgs {
		if len(p.def.Labels) == 0 {
			continue
		}
		old := p.Label
		p.Label = p.def.label(w.locale())
		for i := range p.Activities {
			if p.Activities[i].Label == old {
				p.Activities[i].Label = p.Label
			}
		}
	}
}

// Locale is the phone's first language, such as "en-US" or "zh-CN".
func (c *Ctx) Locale() string { return c.w.locale() }
