package app

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// LocalError is a file of this computer that could not be read or written.
type LocalError struct {
	Op   string // "read" or "write"
	Path string
	Err  error
}

// ReadError is the failed reading of a file of this computer.
func ReadError(path string, err error) error { return &LocalError{"read", path, pathCause(err)} }

// WriteError is the failed writing of a file of this computer.
func WriteError(path string, err error) error { return &LocalError{"write", path, pathCause(err)} }

func (e *LocalError) Error() string { return e.Op + " " + e.Path + ": " + e.Err.Error() }

func (e *LocalError) Unwrap() error { return e.Err }

// pathCause is the reason of a file error without the path, which the caller says itself.
func pathCause(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}

// sortLocal knows what goes wrong with files of this computer.
func sortLocal(err error) (string, []any) {
	var e *LocalError
	switch {
	case !errors.As(err, &e):
		return "", nil
	case errors.Is(e, fs.ErrNotExist), errors.Is(e, syscall.ENOTDIR):
		return "local_" + e.Op + "_missing", []any{e.Path}
	case errors.Is(e, fs.ErrPermission), errors.Is(e, syscall.EROFS):
		return "local_" + e.Op + "_denied", []any{e.Path}
	case errors.Is(e, syscall.ENOSPC):
		return "local_no_space", []any{e.Path}
	case errors.Is(e, syscall.EISDIR):
		return "local_is_dir", []any{e.Path}
	}
	return "local_" + e.Op + "_other", []any{e.Path, e.Err.Error()}
}
