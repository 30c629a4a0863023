//go:build race

package device

// Slow: the race detector makes drawing and encoding a full screen take most of a second.
const Slow = true
