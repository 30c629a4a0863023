package scripted

import (
	"fmt"
	"regexp"
	"strings"
)

// task does one part of a goal and tells what it saw at its end. Its error is errNext, or a cannot.
type task func(p *pilot) (report string, err error)

// form is one way of saying a task.
type form struct {
	match *regexp.Regexp
	make  func(m []string) []task
}

// re is a pattern for a whole clause, in any case.
func re(s string) *regexp.Regexp { return regexp.MustCompile(`(?is)^` + s + `$`) }

const onOff = `(on|off)`

// forms are tried in order; the first that fits a clause makes its tasks.
var forms = []form{
	{re(`(?:turn|switch|toggle|put) ` + onOff + ` (.+)`), func(m []string) []task { return switchTasks(m[2], m[1]) }},
	{re(`(?:turn|switch|put|set) (.+?) (?:to )?` + onOff), func(m []string) []task { return switchTasks(m[1], m[2]) }},
	{re(`(?:enable|activate) (.+)`), func(m []string) []task { return switchTasks(m[1], "on") }},
	{re(`(?:disable|deactivate) (.+)`), func(m []string) []task { return switchTasks(m[1], "off") }},
	{re(`(?:is|are|check (?:if|whether)|tell me (?:if|whether)) (.+?) (?:is |are )?(?:turned |switched )?` + onOff + `\??`), func(m []string) []task { return one(askSwitch(m[1])) }},
	{re(`(?:set|change|adjust|turn|put|make) (.+?) (?:level )?(?:to|at) (\d{1,3}) ?(?:%|percent|per cent)`), func(m []string) []task { return one(setLevel(m[1], m[2])) }},
	{re(`(?:write|create|make|add|take|save) (?:me )?(?:a |an )?(?:new |short )?notes?(?: in [\w ]+?)?(?: (?:saying|that says|which says|with the text|with text|reading|to say|with))?:? (.+)`), func(m []string) []task { return one(writeNote(m[1])) }},
	{re(`note (?:down )?(?:that )?:? ?(.+)`), func(m []string) []task { return one(writeNote(m[1])) }},
	{re(`(?:what is|what's|whats|calculate|compute|work out|how much is|tell me) (.+?)(?: (?:on|in|with|using) (?:the |a |my )?calculator)?\??`), func(m []string) []task { return one(calculate(m[1])) }},
	{re(`(?:use|open) (?:the )?calculator (?:to|and) (?:calculate|compute|work out|add|find) (.+)`), func(m []string) []task { return one(calculate(m[1])) }},
	{re(`(?:(?:tell|show|give|read)(?: me| us)?|what is|what's|whats|which|find(?: out)?|check|look up|get|see) (?:is )?(.+?)\??`), func(m []string) []task { return one(tell(m[1])) }},
	{re(`how (?:full|charged) is (?:the|my) (battery)\??`), func(m []string) []task { return one(tell(m[1])) }},
	{re(`(?:take|make|capture|save) (?:a |the )?(?:screenshot|screen shot|picture of the screen)`), func([]string) []task { return one(screenshot) }},
	{re(`(?:go|return)(?: to)?(?: the)? home(?: screen)?|(?:press|hit|tap)(?: the)? home(?: button| key)?`), func([]string) []task { return one(pressKey("home")) }},
	{re(`go back|(?:press|hit|tap)(?: the)? back(?: button| key)?`), func([]string) []task { return one(pressKey("back")) }},
	{re(`(?:open|show|pull down|expand)(?: the)? notifications?(?: shade| panel| drawer)?`), func([]string) []task { return one(pressKey("notifications")) }},
	{re(`(?:open|show|pull down|expand)(?: the)? quick settings(?: panel)?`), func([]string) []task { return one(pressKey("quick_settings")) }},
	{re(`(?:open|show)(?: the)? (?:recents|recent apps|overview)`), func([]string) []task { return one(pressKey("recents")) }},
	{re(`press (?:the )?(enter|tab|delete|search|menu|power|escape|volume[ _]up|volume[ _]down|recents|wake|sleep)(?: key| button)?`), func(m []string) []task { return one(pressKey(strings.ReplaceAll(strings.ToLower(m[1]), " ", "_"))) }},
	{re(`(?:open|go to|show)(?: the)? (.+?) (?:settings|page|menu)(?: page)?(?: in (?:the )?settings)?`), func(m []string) []task { return one(openPage(m[1])) }},
	{re(`open (?:the )?(.+?) in (?:the )?settings`), func(m []string) []task { return one(openPage(m[1])) }},
	{re(`(?:open|launch|start|run|go to|bring up)(?: up)? (?:the )?(?:app |application )?(.+?)(?: app| application)?`), func(m []string) []task { return one(openApp(m[1])) }},
	{re(`(?:tap|click|press|touch|select|choose)(?: on)?(?: the)? (.+?)(?: button| icon| tab)?`), func(m []string) []task { return one(tapWords(m[1])) }},
	{re(`(?:type|enter|input) (?:in )?(.+)`), func(m []string) []task { return one(typeText(m[1])) }},
	{re(`scroll (?:down |up )?(?:to|until you see|until)(?: the)? (.+)`), func(m []string) []task { return one(scrollTo(m[1])) }},
	{re(`scroll(?: down)?`), func([]string) []task { return one(scrollDown) }},
	{re(`wait(?: for)? (\d{1,3}) ?(?:s|sec|secs|seconds?)`), func(m []string) []task { return one(waitSeconds(m[1])) }},
	{re(`(?:describe|list)(?: the| this)? screen(?: to me)?`), func([]string) []task { return one(describe) }},
}

func one(t task) []task {
	if t == nil {
		return nil
	}
	return []task{t}
}

// verbs are words that begin a clause of their own after "and" or a comma, known or not: what follows belongs to it.
var verbs = words(`turn switch toggle put enable activate disable deactivate is are check set change adjust write create make add take save note
	what what's whats calculate compute work how tell show give read which find look get see press hit tap go return open pull expand launch start run
	bring click touch select choose type enter input scroll wait describe list use
	send call text message email mail phone dial buy order book pay play pause stop close quit download upload install uninstall delete remove share post
	search browse watch record remind schedule move copy paste rename reboot restart shut lock unlock connect pair order translate sing`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

var (
	joint    = regexp.MustCompile(`(?i)\s*(?:[,;.]\s*|\s)(?:and then|and after that|after that|and also|and|then|also|finally|&)\s+|\s*[,;]\s*|\s*[.!?]\s+|\s*\n+\s*`)
	polite   = regexp.MustCompile(`(?i)^(?:please|kindly|now|first|finally|also|then|can you|could you|would you|i want you to|i'd like you to|i want to|on (?:the|my|this) phone,?)\s+`)
	trailing = regexp.MustCompile(`(?i)[\s.!,;]+(?:please|for me|on (?:the|my|this) phone|thanks|thank you)?[\s.!]*$`)
	noteVerb = regexp.MustCompile(`(?i)^(?:write|create|make|add|take|save|note)\b.*\b(?:note|notes)\b|^note\b|^(?:type|enter|input)\b`)
	strongly = regexp.MustCompile(`(?i)then|after that|finally|\n`)
)

// parseGoal cuts a goal into clauses and finds a task for each. A clause nobody can do makes the whole goal one that is not begun:
// half a goal may be worse than none.
func parseGoal(goal string) ([]task, error) {
	if strings.TrimSpace(goal) == "" {
		return nil, fmt.Errorf("there is no goal")
	}
	var all []task
	for _, c := range clauses(goal) {
		t := tasksOf(c)
		if len(t) == 0 {
			return nil, fmt.Errorf("I do not know how to do this: %s", shorten(c))
		}
		all = append(all, t...)
	}
	return all, nil
}

// tasksOf finds the tasks of one clause; none when no form fits it.
func tasksOf(clause string) []task {
	for _, f := range forms {
		if m := f.match.FindStringSubmatch(clause); m != nil {
			if t := f.make(m); len(t) > 0 {
				return t
			}
		}
	}
	return nil
}

// clauses cuts at "and", "then", commas and full stops, but only where a verb follows, and never inside quotes. What is to be written
// down runs on to a "then" that a doable clause follows.
func clauses(goal string) []string {
	var out []string
	for _, p := range cuts(goal) {
		c := tidy(p.text)
		switch {
		case c == "":
		case len(out) == 0:
			out = append(out, c)
		case runsOn(out[len(out)-1]) && !(strongly.MatchString(p.joint) && len(tasksOf(c)) > 0):
			out[len(out)-1] = strings.TrimRight(out[len(out)-1]+p.joint+p.text, " ")
		case !verbs[strings.ToLower(strings.Fields(c)[0])]:
			out[len(out)-1] += p.joint + c
		default:
			out = append(out, c)
		}
	}
	return out
}

// runsOn reports whether a clause ends in words to write down that no quotes close.
func runsOn(clause string) bool {
	return noteVerb.MatchString(clause) && !strings.HasSuffix(clause, `"`) && !strings.HasSuffix(clause, "”")
}

// piece is a part of a goal and what joins it to the part before.
type piece struct{ joint, text string }

func cuts(goal string) []piece {
	var out []piece
	before, from := "", 0
	for _, loc := range joint.FindAllStringIndex(goal, -1) {
		if inQuotes(goal, loc[0]) || loc[0] < from || loc[0] == 0 {
			continue
		}
		out = append(out, piece{before, goal[from:loc[0]]})
		before, from = goal[loc[0]:loc[1]], loc[1]
	}
	return append(out, piece{before, goal[from:]})
}

// inQuotes reports whether position at lies between two double quotes.
func inQuotes(s string, at int) bool {
	s = strings.NewReplacer("“", `"`+"\x00\x00", "”", `"`+"\x00\x00").Replace(s) // the same length
	return strings.Count(s[:at], `"`)%2 == 1 && strings.Contains(s[at:], `"`)
}

// tidy takes polite words and marks off both ends of a clause.
func tidy(s string) string {
	s = strings.TrimSpace(s)
	for {
		t := strings.TrimSpace(polite.ReplaceAllString(s, ""))
		if t == s {
			break
		}
		s = t
	}
	if t := trailing.ReplaceAllString(s, ""); t != "" {
		s = t
	}
	return strings.TrimSpace(s)
}

// unquote takes one pair of quotes off a text.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	for _, q := range []string{`""`, "“”", "''", "‘’"} {
		r := []rune(q)
		if strings.HasPrefix(s, string(r[0])) && strings.HasSuffix(s, string(r[1])) && len(s) >= len(q) {
			return strings.TrimSpace(s[len(string(r[0])) : len(s)-len(string(r[1]))])
		}
	}
	return s
}
