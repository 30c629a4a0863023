package adb

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// FileInfo is one file on the phone.
type FileInfo struct {
	Name    string // the last element of the path as it was asked for
	Size    int64
	Mode    fs.FileMode
	ModTime time.Time
}

// fileSync is an open sync: stream.
type fileSync struct {
	*link
	r        *bufio.Reader
	features map[string]bool
}

// openSync opens the file protocol for one operation. The socket is closed with the operation: the write side is never closed alone.
func (d *Device) openSync(ctx context.Context) (*fileSync, error) {
	s := &fileSync{}
	l, _, err := d.openBy(ctx, func(features map[string]bool) string {
		s.features = features
		return "sync:"
	})
	if err != nil {
		return nil, err
	}
	s.link, s.r = l, bufio.NewReaderSize(l, 64<<10)
	return s, nil
}

// Stat tells about the file at path, following symbolic links on phones that can (Android 9 and newer). A missing file gives
// fs.ErrNotExist, an unreadable one fs.ErrPermission; older phones cannot tell these two apart and give fs.ErrNotExist.
func (d *Device) Stat(ctx context.Context, path string) (FileInfo, error) {
	var info FileInfo
	err := d.quickSync(ctx, "stat", path, func(s *fileSync) (err error) {
		info, err = s.stat(path)
		return err
	})
	return info, err
}

// List tells about the entries of the directory dir, sorted as the phone gives them, without "." and "..". Symbolic links are
// not followed.
func (d *Device) List(ctx context.Context, dir string) ([]FileInfo, error) {
	var list []FileInfo
	err := d.quickSync(ctx, "list", dir, func(s *fileSync) (err error) {
		list, err = s.list(dir)
		return err
	})
	return list, err
}

// quickSync runs one operation that needs an answer at once.
func (d *Device) quickSync(ctx context.Context, op, path string, f func(*fileSync) error) error {
	if err := checkPath(op, path); err != nil {
		return err
	}
	s, err := d.openSync(ctx)
	if err != nil {
		return fileOp(op, path, err)
	}
	defer s.Close()
	return fileOp(op, path, s.exchange(ctx, d.client.timeout(), func() error { return f(s) }))
}

// fileOp names the operation in errors that do not.
func fileOp(op, path string, err error) error {
	if _, ok := errors.AsType[*FileError](err); ok || err == nil {
		return err
	}
	return fmt.Errorf("%s %s: %w", op, path, err)
}

// checkPath refuses what the protocol cannot carry.
func checkPath(op, path string) error {
	switch {
	case path == "":
		return &FileError{Op: op, Path: `""`, Text: "the path is empty", Err: fs.ErrInvalid}
	case len(path) > wire.SyncMaxPath-16: // room for a mode behind it
		return &FileError{Op: op, Path: path[:64] + "…", Text: "path too long", Err: fs.ErrInvalid}
	}
	for i := range len(path) {
		if path[i] == 0 {
			return &FileError{Op: op, Path: fmt.Sprintf("%q", path), Text: "the path holds a NUL", Err: fs.ErrInvalid}
		}
	}
	return nil
}

// request sends an id and a path.
func (s *fileSync) request(id, path string) error {
	_, err := s.Write(wire.AppendSyncRequest(nil, id, path))
	return err
}

// stat reads one record.
func (s *fileSync) stat(path string) (FileInfo, error) {
	id := wire.SyncStat
	if s.features["stat_v2"] {
		id = wire.SyncStat2
	}
	if err := s.request(id, path); err != nil {
		return FileInfo{}, err
	}
	st, err := s.readStat(id)
	if err != nil {
		return FileInfo{}, err
	}
	if st.Err != 0 {
		return FileInfo{}, newFileError("stat", path, errnoText(st.Err))
	}
	if st.Mode == 0 {
		return FileInfo{}, newFileError("stat", path, errnoText(enoent))
	}
	return fileInfo(baseName(path), st), nil
}

func (s *fileSync) readStat(id string) (wire.Stat, error) {
	var got [4]byte
	if _, err := io.ReadFull(s.r, got[:]); err != nil {
		return wire.Stat{}, err
	}
	switch {
	case string(got[:]) != id:
		return wire.Stat{}, fmt.Errorf("%w sync answer %q to %s", wire.ErrMalformed, got[:], id)
	case id == wire.SyncStat:
		return wire.ReadStat1(s.r)
	}
	return wire.ReadStat2(s.r)
}

// maxEntries bounds a listing.
const maxEntries = 1 << 20

// list reads a directory. The protocol answers an unreadable or missing directory with an empty listing; a real one holds at
// least ".", so only then the reason is asked for.
func (s *fileSync) list(dir string) ([]FileInfo, error) {
	id, long := wire.SyncList, s.features["ls_v2"]
	if long {
		id = wire.SyncList2
	}
	if err := s.request(id, dir); err != nil {
		return nil, err
	}
	var out []FileInfo
	for n := 0; ; n++ {
		st, name, done, err := wire.ReadDent(s.r, long)
		switch {
		case err != nil:
			return nil, err
		case done && n == 0:
			return nil, s.whyEmpty(dir)
		case done:
			return out, nil
		case n == maxEntries:
			return nil, fmt.Errorf("%w directory: over %d entries", wire.ErrMalformed, maxEntries)
		case name == "." || name == "..":
			continue
		}
		out = append(out, fileInfo(name, st))
	}
}

// whyEmpty tells why a listing had no entry at all; nil for a directory of a file system without ".".
func (s *fileSync) whyEmpty(dir string) error {
	info, err := s.stat(dir)
	if e, ok := errors.AsType[*FileError](err); ok {
		e.Op = "list"
		return e
	}
	if err == nil && !info.Mode.IsDir() && info.Mode&fs.ModeSymlink == 0 {
		return newFileError("list", dir, "Not a directory")
	}
	return err
}

func fileInfo(name string, st wire.Stat) FileInfo {
	return FileInfo{Name: name, Size: int64(st.Size), Mode: wire.FileMode(st.Mode), ModTime: time.Unix(st.Mtime, 0)}
}

// baseName is the last element of a path on the phone, "/" for the root.
func baseName(path string) string {
	end := len(path)
	for end > 1 && path[end-1] == '/' {
		end--
	}
	start := end
	for start > 0 && path[start-1] != '/' {
		start--
	}
	if start == end {
		return "/"
	}
	return path[start:end]
}

// enoent is Linux's number for a missing file.
const enoent = 2

// errnoText gives the C library's words for the Linux error numbers a file operation can bring, whatever system this runs on.
func errnoText(errno uint32) string {
	switch errno {
	case 1:
		return "Operation not permitted"
	case enoent:
		return "No such file or directory"
	case 5:
		return "I/O error"
	case 13:
		return "Permission denied"
	case 20:
		return "Not a directory"
	case 36:
		return "File name too long"
	case 40:
		return "Too many symbolic links encountered"
	}
	return fmt.Sprintf("error %d", errno)
}
