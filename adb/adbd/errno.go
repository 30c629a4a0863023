package adbd

import (
	"errors"
	"io/fs"
	"syscall"
)

var errTooLong = error(syscall.ENAMETOOLONG)

// linuxErrno are the numbers and words that phones give; the workstation's own may differ.
var linuxErrno = []struct {
	err    error
	number uint32
	text   string
}{
	{syscall.EPERM, 1, "Operation not permitted"},
	{syscall.ENOENT, 2, "No such file or directory"},
	{syscall.EIO, 5, "I/O error"},
	{syscall.EACCES, 13, "Permission denied"},
	{syscall.EBUSY, 16, "Device or resource busy"},
	{syscall.EEXIST, 17, "File exists"},
	{syscall.ENOTDIR, 20, "Not a directory"},
	{syscall.EISDIR, 21, "Is a directory"},
	{syscall.EINVAL, 22, "Invalid argument"},
	{syscall.ENOSPC, 28, "No space left on device"},
	{syscall.EROFS, 30, "Read-only file system"},
	{syscall.ENAMETOOLONG, 36, "File name too long"},
	{syscall.ENOTEMPTY, 39, "Directory not empty"},
	{syscall.ELOOP, 40, "Too many symbolic links encountered"},
	{syscall.EADDRINUSE, 98, "Address already in use"},
	{fs.ErrNotExist, 2, "No such file or directory"},
	{fs.ErrPermission, 13, "Permission denied"},
	{fs.ErrExist, 17, "File exists"},
	{fs.ErrInvalid, 22, "Invalid argument"},
}

// errNumber is a Linux errno for err; EIO when nothing fits.
func errNumber(err error) uint32 {
	for _, e := range linuxErrno {
		if errors.Is(err, e.err) {
			return e.number
		}
	}
	return 5
}

// errText is the C library's text for err, or err's own.
func errText(err error) string {
	for _, e := range linuxErrno {
		if errors.Is(err, e.err) {
			return e.text
		}
	}
	return err.Error()
}
