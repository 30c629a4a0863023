package vfs

import (
	"io"
	"io/fs"
	"os"
	"path"
	"sync"
	"time"
)

// File is an open file. Reading and writing may be done from several goroutines; each call moves the same offset.
type File struct {
	t    *Tree
	n    *node
	flag int

	mu   sync.Mutex
	off  int64
	snap []byte // contents made at open, for generated files
}

// Open opens p with the flags of os.OpenFile. perm counts when the file is made. Devices give ENXIO: see [Tree.Lstat] and
// [Info.Special].
func (t *Tree) Open(c Cred, p string, flag int, perm fs.FileMode) (*File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w, err := t.walk(c, p, true)
	if err != nil {
		return nil, err
	}
	write := flag&(os.O_WRONLY|os.O_RDWR) != 0
	if w.node == nil {
		if flag&os.O_CREATE == 0 {
			return nil, ENOENT
		}
		return t.create(c, w, flag, perm)
	}
	n := w.node
	switch {
	case flag&os.O_CREATE != 0 && flag&os.O_EXCL != 0:
		return nil, EEXIST
	case n.special != "":
		return nil, ENXIO
	case n.mode.IsDir() && write:
		return nil, EISDIR
	case n.mode.IsDir():
		return nil, EISDIR
	case write && n.mount.ReadOnly:
		return nil, EROFS
	case write && !n.may(c, 2), flag&os.O_WRONLY == 0 && !n.may(c, 4):
		return nil, EACCES
	}
	f := &File{t: t, n: n, flag: flag}
	if n.gen != nil {
		f.snap = n.gen()
	}
	if write && flag&os.O_TRUNC != 0 {
		n.resize(0)
		n.mtime = t.now()
	}
	return f, nil
}

func (t *Tree) create(c Cred, w found, flag int, perm fs.FileMode) (*File, error) {
	if w.parent == nil {
		return nil, EISDIR
	}
	if err := mayChange(c, w.parent); err != nil {
		return nil, err
	}
	n := t.newNode(w.parent.mount, perm.Perm(), c)
	t.link(w.parent, w.name, n)
	return &File{t: t, n: n, flag: flag}, nil
}

// link adds n to dir; the caller holds t.mu.
func (t *Tree) link(dir *node, name string, n *node) {
	dir.kids[name] = n
	dir.mtime = t.now()
	if dir.mode&fs.ModeSetgid != 0 {
		n.gid = dir.gid
	}
	if n.mode.IsDir() {
		dir.nlink++
	}
}

// Read reads at the offset.
func (f *File) Read(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.ReadAt(b, f.off)
	f.off += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// ReadAt reads at off without moving the offset.
func (f *File) ReadAt(b []byte, off int64) (int, error) {
	if f.flag&os.O_WRONLY != 0 {
		return 0, EBADF
	}
	if f.snap != nil {
		if off >= int64(len(f.snap)) {
			return 0, io.EOF
		}
		n := copy(b, f.snap[off:])
		if n < len(b) {
			return n, io.EOF
		}
		return n, nil
	}
	return f.n.data.readAt(b, off)
}

// Write writes at the offset, or at the end with O_APPEND. A full file system gives ENOSPC and what fitted.
func (f *File) Write(b []byte) (int, error) {
	if f.flag&(os.O_WRONLY|os.O_RDWR) == 0 {
		return 0, EBADF
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.flag&os.O_APPEND != 0 {
		f.off = f.n.data.length()
	}
	n, err := f.n.data.writeAt(f.n.mount, b, f.off)
	f.off += int64(n)
	if n > 0 {
		f.touch()
	}
	return n, err
}

func (f *File) touch() {
	f.t.mu.Lock()
	f.n.mtime = f.t.now()
	f.t.mu.Unlock()
}

// Seek moves the offset.
func (f *File) Seek(off int64, whence int) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch whence {
	case io.SeekCurrent:
		off += f.off
	case io.SeekEnd:
		off += f.size()
	}
	if off < 0 {
		return 0, EINVAL
	}
	f.off = off
	return off, nil
}

func (f *File) size() int64 {
	if f.snap != nil {
		return int64(len(f.snap))
	}
	return f.n.data.length()
}

// Truncate sets the length.
func (f *File) Truncate(size int64) error {
	if f.flag&(os.O_WRONLY|os.O_RDWR) == 0 {
		return EINVAL
	}
	if err := f.n.data.truncate(f.n.mount, size); err != nil {
		return err
	}
	f.touch()
	return nil
}

// Stat describes the file.
func (f *File) Stat() (Info, error) {
	f.t.mu.RLock()
	defer f.t.mu.RUnlock()
	return f.n.info(""), nil
}

// Chmod sets the permission bits, Chtimes the times; both as the superuser would.
func (f *File) Chmod(mode fs.FileMode) {
	f.t.mu.Lock()
	defer f.t.mu.Unlock()
	if !f.n.mount.Emulated {
		f.n.mode = f.n.mode.Type() | mode&(fs.ModePerm|fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky)
	}
}

// Chtimes sets the modification time.
func (f *File) Chtimes(mtime time.Time) {
	f.t.mu.Lock()
	defer f.t.mu.Unlock()
	f.n.mtime, f.n.atime = mtime, mtime
}

// Close ends the use of f; it cannot fail.
func (f *File) Close() error { return nil }

// Info describes one file; it is an fs.FileInfo.
type Info struct {
	Base    string
	Ino     uint64
	Dev     uint64
	Links   int
	UID     int
	GID     int
	Bytes   int64
	Bits    fs.FileMode
	Atime   time.Time
	Mtime   time.Time
	Ctime   time.Time
	Target  string  // of a symbolic link
	Special Special // of a device
}

// Name is the last element of the path.
func (i Info) Name() string { return i.Base }

// Size is the length in bytes.
func (i Info) Size() int64 { return i.Bytes }

// Mode gives type and permission bits.
func (i Info) Mode() fs.FileMode { return i.Bits }

// ModTime is the time of the last change of the contents.
func (i Info) ModTime() time.Time { return i.Mtime }

// IsDir reports a directory.
func (i Info) IsDir() bool { return i.Bits.IsDir() }

// Sys is the Info itself.
func (i Info) Sys() any { return i }

// Blocks is the space in use in units of 512 bytes.
func (i Info) Blocks() int64 {
	if i.IsDir() {
		return 8
	}
	return (i.Bytes + 4095) / 4096 * 8
}

// info describes n; the caller holds the tree's lock.
func (n *node) info(name string) Info {
	i := Info{
		Base: path.Base(name), Ino: n.ino, Dev: n.mount.dev, Links: n.nlink, UID: n.uid, GID: n.gid, Bits: n.mode,
		Atime: n.atime, Mtime: n.mtime, Ctime: n.ctime, Target: n.target, Special: n.special, Bytes: n.data.length(),
	}
	switch {
	case n.mode.IsDir():
		i.Bytes = 4096
	case n.target != "":
		i.Bytes = int64(len(n.target))
	}
	return i
}

func (n *node) resize(size int64) { _ = n.data.truncate(n.mount, size) }
