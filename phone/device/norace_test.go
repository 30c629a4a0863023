//go:build !race

package device_test

const slow = false
