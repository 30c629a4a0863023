package dump

import "strings"

// InjectionDenied reports what the input command prints where the phone's maker forbids injected input: an exception that names
// the permission, on either stream, with any exit status.
func InjectionDenied(out string) bool {
	return strings.Contains(out, "INJECT_EVENTS")
}
