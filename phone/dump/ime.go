package dump

import "strings"

// ParseInputMethods reads "ime list", with or without -s: the ids of the methods as "ime set" takes them.
func ParseInputMethods(out string) []string {
	var ids []string
	for line := range lines(out) {
		if indent(line) > 0 {
			continue // details of a method
		}
		id := strings.TrimSuffix(strings.TrimSpace(line), ":")
		if _, ok := ParseComponent(id); ok {
			ids = append(ids, id)
		}
	}
	return ids
}
