//go:build !race

package cli

const slow = false
