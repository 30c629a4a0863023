package sh

import "strings"

// hostRules are commands of workstations, which some phones have too.
var hostRules = map[string]rule{
	"git":     gitRule,
	"apt":     pkgRule,
	"apt-get": pkgRule,
	"yum":     pkgRule,
	"dnf":     pkgRule,
	"apk":     pkgRule,
	"dpkg":    whenOption(packages, "r", "P", "remove", "purge", "i", "install"),
	"pacman":  whenOption(packages, "R", "S", "U", "remove"),
	"passwd":  always(state),
	"useradd": always(state),
	"userdel": always(state),
	"crontab": unlessOption(state, "l"),
}

// gitRule: clean with force and reset --hard lose work.
func gitRule(_ *detector, args []arg, _ int) string {
	i := 0
	for i < len(args) && strings.HasPrefix(args[i].text, "-") {
		switch args[i].text {
		case "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path":
			i++
		}
		i++
	}
	if i >= len(args) {
		return ""
	}
	if !args[i].known {
		return unknownCmd
	}
	o := split(args[i+1:])
	switch args[i].text {
	case "clean":
		if o.has("f", "force") && !o.has("n", "dry-run") {
			return "throwing away work in a source tree"
		}
	case "reset":
		if o.has("hard") {
			return "throwing away work in a source tree"
		}
	}
	return ""
}

func pkgRule(_ *detector, args []arg, _ int) string {
	for _, a := range split(args).operands {
		if !a.known || contains([]string{"remove", "purge", "erase", "del", "autoremove", "install", "add", "upgrade", "dist-upgrade"}, a.text) {
			return packages
		}
	}
	return ""
}
