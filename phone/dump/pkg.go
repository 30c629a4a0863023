package dump

import (
	"regexp"
	"slices"
	"strings"
)

// Package is what "dumpsys package NAME" tells of one package.
type Package struct {
	Name        string
	Version     string // versionName
	Code        int    // versionCode
	Target      int    // targetSdk, 0 unknown
	System      bool
	Path        string
	Requested   []string
	Granted     map[string]bool // install and runtime permissions of the first user
	Installed   bool            // for the first user
	SharedUser  string
	Permissions bool // a section about permissions was read
}

var (
	packageHead = regexp.MustCompile(`^\s*Package \[([\w.]+)\] \(`)
	fact        = regexp.MustCompile(`(\w+)=(\S+)`)
	grantedLine = regexp.MustCompile(`^([\w.]+): granted=(true|false)`)
	permission  = regexp.MustCompile(`^[A-Za-z][\w.-]*$`)
)

// ParsePackage reads the first package of "dumpsys package NAME", or the bare lines of one. Hidden updates of system packages,
// which repeat the name further down, do not count.
func ParsePackage(out string) (p Package, ok bool) {
	p.Granted = map[string]bool{}
	r := packageReader{p: &p}
	begun := !strings.Contains(out, "Package [")
	for line := range lines(out) {
		m := packageHead.FindStringSubmatch(line)
		switch {
		case m != nil && p.Name != "", begun && m == nil && p.Name != "" && indent(line) == 0 && line != "":
			return p, true
		case m != nil:
			p.Name, begun = m[1], true
		case begun:
			r.line(line)
		}
	}
	return p, p.Name != "" || r.read
}

// packageReader keeps in which section of a package a line stands.
type packageReader struct {
	p       *Package
	section string
	users   int
	read    bool
}

func (r *packageReader) line(line string) {
	word := strings.TrimSpace(line)
	switch {
	case strings.HasSuffix(word, "permissions:"), word == "grantedPermissions:":
		r.section, r.read, r.p.Permissions = strings.TrimSuffix(word, ":"), true, true
		return
	case strings.HasPrefix(word, "User "):
		r.users++
		r.section = ""
		if r.users == 1 {
			r.p.Installed = strings.Contains(word, "installed=true")
		}
		return
	}
	if r.users > 1 {
		return
	}
	if m := grantedLine.FindStringSubmatch(word); m != nil && r.section != "" {
		r.p.Granted[m[1]] = m[2] == "true"
		return
	}
	if r.section != "" && permission.MatchString(word) && strings.Contains(word, ".") {
		if r.section == "requested permissions" {
			r.p.Requested = append(r.p.Requested, word)
		} else {
			r.p.Granted[word] = true // Android 5 lists only what is granted
		}
		return
	}
	r.facts(word)
}

func (r *packageReader) facts(word string) {
	if flags, found := strings.CutPrefix(word, "pkgFlags=["); found {
		r.p.System = slices.Contains(strings.Fields(flags), "SYSTEM")
	}
	if v, found := strings.CutPrefix(word, "versionName="); found { // may hold blanks
		r.p.Version, r.read = v, true
		return
	}
	for _, m := range fact.FindAllStringSubmatch(word, -1) {
		switch m[1] {
		case "versionCode":
			r.p.Code, r.read = number(m[2]), true
		case "targetSdk":
			r.p.Target = number(m[2])
		case "codePath":
			r.p.Path = m[2]
		case "sharedUser":
			if m[2] != "null" {
				r.p.SharedUser = m[2]
			}
		}
	}
}

// ParseLibraries reads "pm list libraries".
func ParseLibraries(out string) []string {
	var all []string
	for line := range lines(out) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "library:"); ok && name != "" {
			name, _, _ = strings.Cut(name, " ")
			all = append(all, name)
		}
	}
	return all
}
