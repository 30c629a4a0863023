//go:build race

package device_test

// slow: the race detector makes drawing and encoding a full screen take most of a second.
const slow = true
