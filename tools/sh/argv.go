package sh

import (
	"path"
	"strings"
)

// rule decides about one command. args are the words behind its name. It returns a label or "".
type rule func(d *detector, args []arg, depth int) string

// ruleFor finds the rule of a command; runs tells that the command runs other commands or code. A command without a rule is
// taken for harmless: looking is. The detector carries this function, because the rules refer to the detector.
func ruleFor(name string) (r rule, runs bool) {
	for _, group := range []map[string]rule{wrapperRules, interpreterRules} {
		if r := group[name]; r != nil {
			return r, true
		}
	}
	for _, group := range []map[string]rule{fileRules, systemRules, hostRules} {
		if r := group[name]; r != nil {
			return r, false
		}
	}
	return nil, false
}

// systemDirs are where the system's own programs are.
var systemDirs = []string{"/system/bin", "/system/xbin", "/vendor/bin", "/product/bin", "/odm/bin", "/system_ext/bin", "/sbin", "/bin", "/usr/bin", "/usr/sbin"}

// argv checks one command given as words.
func (d *detector) argv(argv []arg, depth int) {
	if depth > maxDepth {
		d.hit(tooDeep)
		return
	}
	if len(argv) == 0 {
		return
	}
	if !argv[0].known {
		d.hit(unknownCmd)
		return
	}
	name := argv[0].text
	if strings.ContainsRune(name, '/') {
		dir := path.Dir(path.Clean(name))
		if !contains(systemDirs, dir) && !(strings.HasPrefix(dir, "/apex/") && strings.HasSuffix(dir, "/bin")) {
			d.hit(ownProgram)
			return
		}
		name = path.Base(name)
	}
	for _, family := range []string{"mkfs", "python", "perl", "ruby", "lua"} { // mkfs.ext4, python3.11
		if strings.HasPrefix(name, family) {
			name = family
		}
	}
	r, runs := d.rule(name)
	if r == nil || onlyHelp(runs, argv[1:]) {
		return
	}
	if label := r(d, argv[1:], depth); label != "" {
		d.hit(label)
	}
}

// onlyHelp reports that nothing but help or the version is asked for (SH-03). To a program that runs others such a word is the
// name of one.
func onlyHelp(runs bool, args []arg) bool {
	if len(args) == 0 {
		return false
	}
	for _, a := range args {
		if !a.known {
			return false
		}
		switch a.text {
		case "-h", "-?", "--help", "--version":
			if runs {
				return len(args) == 1 && a.text != "-h"
			}
		case "help", "version":
			if runs {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// always makes a rule that labels every use of a command.
func always(label string) rule {
	return func(*detector, []arg, int) string { return label }
}

// unless makes a rule that labels every use of a command but those whose first operand is one of the verbs that only look.
func unless(label string, verbs ...string) rule {
	return func(_ *detector, args []arg, _ int) string {
		if len(args) > 0 && args[0].known && contains(verbs, args[0].text) {
			return ""
		}
		return label
	}
}
