//go:build unix

package journal

import (
	"os"
	"syscall"
)

// lock takes the file for this program, or fails at once when another has it. The system gives it up when the program ends.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
