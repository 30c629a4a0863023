package apps

import (
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// languages are those that can be added, by their own names.
var languages = []option{
	{"English (United States)", "en-US"}, {"English (United Kingdom)", "en-GB"}, {"简体中文（中国）", "zh-CN"}, {"Deutsch (Deutschland)", "de-DE"}, {"Français (France)", "fr-FR"}, {"Español (España)", "es-ES"},
	{"日本語（日本）", "ja-JP"}, {"한국어(대한민국)", "ko-KR"}, {"العربية (مصر)", "ar-EG"}, {"Português (Brasil)", "pt-BR"},
}

// languageName is what a language calls itself.
func languageName(locale string) string {
	for _, l := range languages {
		if l.value == locale {
			return l.label
		}
	}
	return locale
}

// locales are the languages of the phone in their order.
func locales(c *world.Ctx) []string {
	return strings.Split(c.Setting("system", "system_locales", c.Profile().Locale), ",")
}

func putLocales(c *world.Ctx, list []string) {
	c.PutSetting("system", "system_locales", strings.Join(list, ","))
}

// languageRows lists the phone's languages; a tap on one puts it first or takes it away.
func languageRows(c *world.Ctx) []row {
	list := locales(c)
	rows := []row{heading("Preferred languages")}
	for i, l := range list {
		summary := ""
		if i == 0 {
			summary = "System language"
		}
		rows = append(rows, row{title: languageName(l), summary: summary, click: func() {
			if i == 0 {
				return
			}
			c.ShowDialog(world.Dialog{Title: languageName(l), Items: []string{tr(c, "Use as system language"), tr(c, "Remove")}, Chosen: -1, Cancel: tr(c, "Cancel"), OnItem: func(k int) {
				rest := slices.DeleteFunc(slices.Clone(list), func(x string) bool { return x == l })
				if k == 0 {
					rest = append([]string{l}, rest...)
				}
				putLocales(c, rest)
			}})
		}})
	}
	return append(rows, link(c, "Add a language", "", "language", view.IconAdd))
}

// addLanguageRows are the languages the phone does not have yet; the one that is chosen becomes the last.
func addLanguageRows(c *world.Ctx) []row {
	var rows []row
	for _, l := range languages {
		if slices.Contains(locales(c), l.value) {
			continue
		}
		rows = append(rows, row{title: l.label, click: func() {
			putLocales(c, append(locales(c), l.value))
			c.Finish()
		}})
	}
	return rows
}
