// Package text holds every sentence handset says to people, in English and Chinese. Keys are in step: a test compares them.
package text

import (
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed en.json zh.json
var files embed.FS

// Catalogue says things in one language. Values use fmt verbs with explicit indexes where the order may differ.
type Catalogue struct{ entries map[string]string }

var load = sync.OnceValue(func() map[string]*Catalogue {
	out := map[string]*Catalogue{}
	for _, lang := range []string{"en", "zh"} {
		data, err := files.ReadFile(lang + ".json")
		c := &Catalogue{entries: map[string]string{}}
		if err == nil {
			err = json.Unmarshal(data, &c.entries)
		}
		if err != nil {
			panic("text: catalogue " + lang + ": " + err.Error()) // embedded: a fault of the build
		}
		out[lang] = c
	}
	return out
})

// For returns the catalogue of a language, English when there is none.
func For(lang string) *Catalogue {
	if c, ok := load()[lang]; ok {
		return c
	}
	return load()["en"]
}

// T says the sentence of a key, with args put in. An unknown key is said as it is.
func (c *Catalogue) T(key string, args ...any) string {
	s, ok := c.entries[key]
	if !ok {
		return key
	}
	if len(args) == 0 {
		return s
	}
	return fmt.Sprintf(s, args...)
}

// N says the sentence of a key about n things, n put in first: key.one where n is 1 and the language tells one from many.
func (c *Catalogue) N(key string, n int, args ...any) string {
	if n == 1 && c.Has(key+".one") {
		key += ".one"
	}
	return c.T(key, append([]any{n}, args...)...)
}

// Has reports whether there is a sentence for key.
func (c *Catalogue) Has(key string) bool { _, ok := c.entries[key]; return ok }
