package device

import (
	"regexp"
	"strings"

	"github.com/handset-agent/handset/phone"
)

// The lines of "dumpsys window" and "dumpsys activity activities" that tell what is in front (android-shell §3), loose enough
// for Android 4 to 16 and what makers add.
var (
	currentFocusLine = regexp.MustCompile(`mCurrentFocus=Window\{(\S+?)(?: u\d+)? ([^}]*)\}`)
	targetLine       = regexp.MustCompile(`(?:imeLayeringTarget|mInputMethodTarget)(?: in display# ?\d+)? Window\{(\S+?)(?: u\d+)? ([^}]*)\}`)
	activityRecord   = regexp.MustCompile(`ActivityRecord\{\S+(?: u\d+)? ([^/ }]+)/([^ ,}]+)`)
	resumedLine      = regexp.MustCompile(`(?:topResumedActivity=|mResumedActivity[:=]\s*|ResumedActivity:\s*|Resumed:\s*)ActivityRecord\{\S+(?: u\d+)? ([^/ ]+)/([^ ,}]+)`)
	displayLine      = regexp.MustCompile(`^\s*Display: mDisplayId=(\d+)`)
	topDisplayLine   = regexp.MustCompile(`mTopFocusedDisplayId=(\d+)`)
	packageTitle     = regexp.MustCompile(`^[a-zA-Z]\w*(\.\w+)+$`)
)

// window is one window as a focus line names it.
type window struct{ hash, title string }

// component is a package and a full class name.
type component struct{ pkg, class string }

// newComponent completes a class that is written relative to its package.
func newComponent(pkg, class string) component {
	if strings.HasPrefix(class, ".") {
		class = pkg + class
	}
	return component{pkg, class}
}

// focus is what one display has in front; either part may be missing.
type focus struct {
	display string // "" where the dump does not tell
	window  *window
	app     *component
}

// parseFocus reads the focus lines of any window dump. ok is false when there are none at all.
func parseFocus(dump string) (a phone.Activity, hash string, ok bool) {
	const heading = "WINDOW MANAGER DISPLAY CONTENTS"
	if i := strings.LastIndex(dump, heading); i >= 0 && strings.Contains(dump[i:], "mFocusedApp=") {
		dump = dump[i:] // what stands before it may be an old copy, kept after an ANR
	}
	all := focuses(dump)
	if len(all) == 0 {
		return phone.Activity{}, "", false
	}
	f := choose(all, dump)
	if f.window == nil {
		if m := targetLine.FindStringSubmatch(dump); m != nil && f.app == nil {
			f.window = &window{m[1], m[2]}
		}
	}
	a, hash = f.activity()
	return a, hash, a != phone.Activity{}
}

// focuses gathers the focus lines, one entry a display.
func focuses(dump string) []focus {
	var all []focus
	display := ""
	at := func() *focus {
		for i := range all {
			if all[i].display == display {
				return &all[i]
			}
		}
		all = append(all, focus{display: display})
		return &all[len(all)-1]
	}
	for line := range strings.Lines(dump) {
		if m := displayLine.FindStringSubmatch(line); m != nil {
			display = m[1]
		}
		if m := currentFocusLine.FindStringSubmatch(line); m != nil && at().window == nil {
			at().window = &window{m[1], m[2]}
		}
		if strings.Contains(line, "mFocusedApp=") {
			m := activityRecord.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			// Without headings several displays share one entry: the app of the focused window's package counts.
			c := newComponent(m[1], m[2])
			if f := at(); f.app == nil || f.window != nil && strings.HasPrefix(f.window.title, c.pkg+"/") {
				f.app = &c
			} else if display == "" {
				all = append(all, focus{app: &c})
			}
		}
		if strings.Contains(line, "mCurrentFocus=null") || targetLine.MatchString(line) {
			at()
		}
	}
	return all
}

// choose takes the top focused display's entry, else display 0's, when it has a window; then the first with a window, its app
// replaced by one of the same package; then the first with an app.
func choose(all []focus, dump string) focus {
	want := "0"
	if m := topDisplayLine.FindStringSubmatch(dump); m != nil {
		want = m[1]
	}
	for _, f := range all {
		if f.display == want && (f.window != nil || f.app != nil) {
			return f
		}
	}
	for _, f := range all {
		if f.window == nil {
			continue
		}
		for _, other := range all {
			if other.app != nil && strings.HasPrefix(f.window.title, other.app.pkg+"/") {
				f.app = other.app
			}
		}
		return f
	}
	for _, f := range all {
		if f.app != nil {
			return f
		}
	}
	return focus{}
}

// activity puts window and app together: a window that is an activity or a bare package wins over the focused app, any other
// window (notification shade, pop-up) only gives its title.
func (f focus) activity() (a phone.Activity, hash string) {
	if f.app != nil {
		a.Package, a.Class = f.app.pkg, f.app.class
	}
	if f.window == nil {
		return a, ""
	}
	title := f.window.title
	if i := strings.IndexByte(title, ' '); i > 0 && (strings.Contains(title[:i], "/") || packageTitle.MatchString(title[:i])) {
		title = title[:i] // " EXITING", " paused=false", " type=1"
	}
	a.Window = title
	if pkg, class, ok := strings.Cut(title, "/"); ok && !strings.ContainsAny(title, " :") {
		c := newComponent(pkg, class)
		a.Package, a.Class = c.pkg, c.class
	} else if packageTitle.MatchString(title) && title != a.Package {
		a.Package, a.Class = title, ""
	}
	return a, f.window.hash
}

// parseResumed reads the resumed activity of "dumpsys activity activities", the second source.
func parseResumed(dump string) (a phone.Activity, ok bool) {
	m := resumedLine.FindStringSubmatch(dump)
	if m == nil {
		return phone.Activity{}, false
	}
	c := newComponent(m[1], m[2])
	return phone.Activity{Package: c.pkg, Class: c.class}, true
}

var (
	windowHead = regexp.MustCompile(`^\s*Window #\d+ Window\{(\S+?)(?: u\d+)? ([^}]*)\}`)
	flagWords  = regexp.MustCompile(`(?:^|\s)fl=([^}]*?)(?:\s+(?:pfl|vsysui|fmt|apr|bhv|fitTypes|fitSides|fitIgnoreVis)=|\}|$)`)
	flagNumber = regexp.MustCompile(`(?:^|\s)fl=#([0-9a-fA-F]+)`)
)

// flagSecure is WindowManager.LayoutParams.FLAG_SECURE.
const flagSecure = 0x2000

// secureWindow reports whether the window with the hash, or the first one with the title when the hash is not listed, forbids
// capture, as "dumpsys window windows" tells.
func secureWindow(dump, hash, title string) bool {
	byTitle := false
	for _, w := range windowBlocks(dump) {
		if hash != "" && w.hash == hash {
			return w.secure
		}
		if w.title == title {
			byTitle = byTitle || w.secure
		}
	}
	return byTitle
}

type windowBlock struct {
	window
	secure bool
}

// windowBlocks reads the window list. What comes after it repeats windows without the word before "#" and is not read.
func windowBlocks(dump string) []windowBlock {
	var all []windowBlock
	flags := false // the line before was part of the flags, which may be wrapped
	for line := range strings.Lines(dump) {
		line = strings.TrimRight(line, "\r\n")
		if m := windowHead.FindStringSubmatch(line); m != nil {
			all = append(all, windowBlock{window: window{m[1], m[2]}})
			flags = false
			continue
		}
		if len(all) == 0 {
			continue
		}
		w := &all[len(all)-1]
		if secureFlags(line) {
			w.secure = true
		} else if flags && strings.Contains(" "+line+" ", " SECURE ") && !strings.Contains(line, "=") {
			w.secure = true
		}
		flags = strings.Contains(line, " fl=") && !strings.Contains(line, "}")
	}
	return all
}

func secureFlags(line string) bool {
	if m := flagNumber.FindStringSubmatch(line); m != nil {
		return hex(m[1])&flagSecure != 0
	}
	m := flagWords.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	for _, word := range strings.Fields(m[1]) {
		if word == "SECURE" || word == "FLAG_SECURE" {
			return true
		}
	}
	return false
}
