package dump

import (
	"regexp"
	"strings"
)

// PlaybackState is android.media.session.PlaybackState.STATE_*.
type PlaybackState int

// The states of playback that matter; others are given by their number.
const (
	PlaybackNone      PlaybackState = 0
	PlaybackStopped   PlaybackState = 1
	PlaybackPaused    PlaybackState = 2
	PlaybackPlaying   PlaybackState = 3
	PlaybackBuffering PlaybackState = 6
)

// MediaSession is one session of "dumpsys media_session".
type MediaSession struct {
	Package  string
	Active   bool
	State    PlaybackState
	Position int    // milliseconds
	About    string // description of what plays
}

var (
	playback     = regexp.MustCompile(`state=PlaybackState \{state=(?:([A-Z_]+)\()?(\d+)\)?, position=(\d+)`)
	about        = regexp.MustCompile(`metadata:\s?size=\d+, description=(.*)`)
	barePackage  = regexp.MustCompile(`^[a-z]\w*(\.\w+)+$`)
	sessionStack = regexp.MustCompile(`^\s*(?:package=(\S+)|active=(true|false))`)
)

// ParseMediaSessions reads the sessions of "dumpsys media_session", the top of the stack first. A line that is only a package,
// before a state, names the session too.
func ParseMediaSessions(out string) []MediaSession {
	var all []MediaSession
	last := func() *MediaSession {
		if len(all) == 0 {
			all = append(all, MediaSession{})
		}
		return &all[len(all)-1]
	}
	for line := range lines(out) {
		if m := sessionStack.FindStringSubmatch(line); m != nil && m[1] != "" {
			all = append(all, MediaSession{Package: m[1]})
		} else if m != nil && len(all) > 0 {
			last().Active = m[2] == "true"
		} else if word := strings.TrimSpace(line); barePackage.MatchString(word) {
			all = append(all, MediaSession{Package: word})
		}
		if m := playback.FindStringSubmatch(line); m != nil {
			last().State, last().Position = PlaybackState(number(m[2])), number(m[3])
		}
		if m := about.FindStringSubmatch(line); m != nil && len(all) > 0 {
			last().About = strings.TrimSpace(m[1])
		}
	}
	return all
}
