package dump

import "strings"

// ParseEnviron reads "printenv" or "env": names to values. A value that goes on in the next line keeps its line break.
func ParseEnviron(out string) map[string]string {
	all := map[string]string{}
	last := ""
	for line := range lines(out) {
		name, value, ok := strings.Cut(line, "=")
		if ok && name != "" && !strings.ContainsAny(name, " \t:/") {
			all[name], last = value, name
		} else if last != "" && line != "" {
			all[last] += "\n" + line
		}
	}
	return all
}
