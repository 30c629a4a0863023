//go:build !unix

package db

import "os"

// alive reports whether a process of this number runs.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
