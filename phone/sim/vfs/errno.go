package vfs

import (
	"errors"
	"io/fs"
	"strconv"
)

// Errno is an error number of Linux: the sync protocol sends the number, programs print the text.
type Errno int

// The errors of this package.
const (
	EPERM        Errno = 1
	ENOENT       Errno = 2
	EBADF        Errno = 9
	EACCES       Errno = 13
	EBUSY        Errno = 16
	EEXIST       Errno = 17
	EXDEV        Errno = 18
	ENOTDIR      Errno = 20
	EISDIR       Errno = 21
	EINVAL       Errno = 22
	ENOSPC       Errno = 28
	EROFS        Errno = 30
	ENXIO        Errno = 6
	ENAMETOOLONG Errno = 36
	ENOTEMPTY    Errno = 39
	ELOOP        Errno = 40
)

var texts = map[Errno]string{
	EPERM: "Operation not permitted", ENOENT: "No such file or directory", EBADF: "Bad file descriptor",
	EACCES: "Permission denied", EBUSY: "Device or resource busy", EEXIST: "File exists", EXDEV: "Cross-device link", ENOTDIR: "Not a directory",
	EISDIR: "Is a directory", EINVAL: "Invalid argument", ENOSPC: "No space left on device",
	EROFS: "Read-only file system", ENXIO: "No such device or address", ENAMETOOLONG: "File name too long",
	ENOTEMPTY: "Directory not empty", ELOOP: "Too many symbolic links encountered",
}

// Error is the text of bionic's strerror.
func (e Errno) Error() string {
	if s, ok := texts[e]; ok {
		return s
	}
	return "Unknown error " + strconv.Itoa(int(e))
}

// Is makes errors.Is(err, fs.ErrNotExist) and the like work.
func (e Errno) Is(target error) bool {
	switch target {
	case fs.ErrNotExist:
		return e == ENOENT
	case fs.ErrExist:
		return e == EEXIST || e == ENOTEMPTY
	case fs.ErrPermission:
		return e == EACCES || e == EPERM
	}
	return false
}

// Number gives the error number inside err: 0 for nil, EIO (5) for an error of another kind.
func Number(err error) Errno {
	if err == nil {
		return 0
	}
	if e, ok := errors.AsType[Errno](err); ok {
		return e
	}
	return 5
}
