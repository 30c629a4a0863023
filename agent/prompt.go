package agent

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/tools"
)

//go:embed prompt_role.md
var promptRole string

//go:embed prompt_chat.md
var promptChat string

//go:embed prompt_plan.md
var promptPlan string

//go:embed prompt_build.md
var promptBuild string

//go:embed prompt_max.md
var promptMax string

// systemPrompt is the agent's own prompt (if any), then the role and the mode, which nothing replaces (AG-05…07), then the facts
// of the moment. It is made once a turn, so that all its requests begin alike and can be cached; what changes comes last.
func systemPrompt(t Turn, now time.Time) string {
	parts := []string{t.Prompt}
	if t.Mode != tools.Chat {
		parts = append(parts, promptRole)
	}
	parts = append(parts, modePrompt(t.Mode), facts(t, now))
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}

func modePrompt(m tools.Mode) string {
	switch m {
	case tools.Plan:
		return promptPlan
	case tools.Build:
		return promptBuild
	case tools.Max:
		return promptMax
	}
	return promptChat
}

// facts are the phone and the time, one a line.
func facts(t Turn, now time.Time) string {
	var lines []string
	if t.Phone != nil && t.Mode != tools.Chat {
		i := t.Phone.Info()
		line := fmt.Sprintf("Phone: %s, Android %s (API %d)", strings.TrimSpace(i.Manufacturer+" "+i.Model), i.Android, i.SDK)
		if len(i.Displays) > 0 {
			d := i.Displays[0]
			line += fmt.Sprintf(", screen %d×%d upright", d.Size.X, d.Size.Y)
		}
		lines = append(lines, line+".")
	}
	lines = append(lines, t.Facts...)
	return strings.Join(append(lines, "Time at the start of this turn: "+now.Format("Monday 2006-01-02 15:04 -07:00")+"."), "\n")
}
