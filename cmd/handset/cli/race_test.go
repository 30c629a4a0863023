//go:build race

package cli

// slow: the race detector makes drawing and encoding a full screen take most of a second.
const slow = true
