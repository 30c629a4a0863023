//go:build !race

package device

// Slow: see race_test.go.
const Slow = false
