package apps

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

//go:embed zh*.json
var zhFiles embed.FS

// zh are the Chinese texts by the English ones.
var zh = func() map[string]string {
	m := map[string]string{}
	for _, name := range []string{"zh.json", "zh_more.json"} {
		b, err := zhFiles.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(b, &m)
		}
		if err != nil {
			panic(err)
		}
	}
	return m
}()

func chinese(c *world.Ctx) bool { return strings.HasPrefix(c.Locale(), "zh") }

// tr is a text in the phone's language; what has no translation stays English.
func tr(c *world.Ctx, text string) string {
	if s, ok := zh[text]; ok && chinese(c) {
		return s
	}
	return text
}

// trf is tr for a format.
func trf(c *world.Ctx, format string, args ...any) string { return fmt.Sprintf(tr(c, format), args...) }

// clockText is a time of day as the phone shows it.
func clockText(c *world.Ctx, t time.Time) string {
	switch {
	case c.Hour24():
		return t.Format("15:04")
	case chinese(c):
		half := "上午"
		if t.Hour() >= 12 {
			half = "下午"
		}
		return half + t.Format("3:04")
	}
	return t.Format("3:04 PM")
}

// dayText is a day without its year, monthText a month with it.
func dayText(c *world.Ctx, t time.Time) string {
	if chinese(c) {
		return t.Format("1月2日")
	}
	return t.Format("Jan 2")
}

func monthText(c *world.Ctx, t time.Time) string {
	if chinese(c) {
		return t.Format("2006年1月")
	}
	return t.Format("January 2006")
}

var zhDays = []string{"日", "一", "二", "三", "四", "五", "六"}

// weekText is a day of the week, long or in few letters.
func weekText(c *world.Ctx, d time.Weekday, short bool) string {
	switch {
	case chinese(c) && short:
		return zhDays[d]
	case chinese(c):
		return "星期" + zhDays[d]
	case short:
		return d.String()[:3]
	}
	return d.String()
}

// whenText is how lists tell a moment of the past: the time today, the weekday this week, the day before that.
func whenText(c *world.Ctx, t time.Time) string {
	now := c.Now()
	t = t.In(now.Location())
	switch d := startOfDay(now).Sub(startOfDay(t)); {
	case d <= 0:
		return clockText(c, t)
	case d <= 6*24*time.Hour+time.Hour:
		return weekText(c, t.Weekday(), !chinese(c))
	}
	return dayText(c, t)
}

func startOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

func sameDay(a, b time.Time) bool { return startOfDay(a).Equal(startOfDay(b)) }

// spanText is a length as m:ss or h:mm:ss.
func spanText(d time.Duration) string {
	s := int(d.Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// Chinese are the Chinese words of the apps by the English ones.
func Chinese() map[string]string { return maps.Clone(zh) }
