//go:build !unix

package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// lock fails when the program that the file's name tells is running: the file is taken by its name alone.
func lock(f *os.File) error {
	digits, _, _ := strings.Cut(filepath.Base(f.Name()), "-")
	pid, err := strconv.Atoi(digits)
	if err != nil || pid == os.Getpid() {
		return err
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return nil // there is no such program any more
	}
	p.Release()
	return errors.New("in use by another program")
}
