//go:build unix

package adbtest

import (
	"bytes"
	"io"
	"path"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
)

// MemFS is a file system in memory. "/system" is read-only, "/data/secret" is not readable, and Room bounds a file's size.
type MemFS struct {
	Room int // bytes a file may hold; 0: no limit

	mu    sync.Mutex
	nodes map[string]*node
}

type node struct {
	mode  uint32
	data  []byte // a link's target
	mtime time.Time
}

// NewMemFS has /, /data/local/tmp, /sdcard and /system.
func NewMemFS() *MemFS {
	fs := &MemFS{nodes: map[string]*node{}}
	for _, dir := range []string{"/", "/data", "/data/local", "/data/local/tmp", "/data/secret", "/storage", "/system"} {
		fs.nodes[dir] = &node{mode: 0o040771, mtime: time.Unix(1_600_000_000, 0)}
	}
	fs.nodes["/sdcard"] = &node{mode: 0o120777, data: []byte("/storage"), mtime: time.Unix(1_600_000_000, 0)}
	return fs
}

// Put makes a file.
func (fs *MemFS) Put(name string, data []byte, mtime time.Time) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.nodes[path.Clean(name)] = &node{mode: 0o100644, data: data, mtime: mtime}
}

// Get reads a file; false when there is none.
func (fs *MemFS) Get(name string) ([]byte, bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	n := fs.nodes[fs.resolve(name)]
	if n == nil {
		return nil, false
	}
	return n.data, true
}

// Names lists all paths that begin with prefix.
func (fs *MemFS) Names(prefix string) []string {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	var out []string
	for name := range fs.nodes {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}

// resolve follows a link in the first element.
func (fs *MemFS) resolve(name string) string {
	name = path.Clean(name)
	for link, n := range fs.nodes {
		if n.mode&0o170000 == 0o120000 && (name == link || strings.HasPrefix(name, link+"/")) {
			return path.Clean(string(n.data) + strings.TrimPrefix(name, link))
		}
	}
	return name
}

func (fs *MemFS) info(name string, n *node) adbd.FileInfo {
	return adbd.FileInfo{Name: path.Base(name), Mode: n.mode, Size: int64(len(n.data)), Nlink: 1, UID: 2000, GID: 2000,
		Dev: 1, Ino: uint64(len(name)), Atime: n.mtime, Mtime: n.mtime, Ctime: n.mtime}
}

func (fs *MemFS) Stat(name string) (adbd.FileInfo, error) { return fs.stat(name, true) }

func (fs *MemFS) Lstat(name string) (adbd.FileInfo, error) {
	return fs.stat(name, strings.HasSuffix(name, "/"))
}

func (fs *MemFS) stat(name string, follow bool) (adbd.FileInfo, error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	at := path.Clean(name)
	if follow {
		at = fs.resolve(name)
	}
	if strings.HasPrefix(at, "/data/secret/") {
		return adbd.FileInfo{}, syscall.EACCES
	}
	n := fs.nodes[at]
	if n == nil {
		return adbd.FileInfo{}, syscall.ENOENT
	}
	return fs.info(name, n), nil
}

func (fs *MemFS) ReadDir(name string) ([]adbd.FileInfo, error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	dir := fs.resolve(name)
	n := fs.nodes[dir]
	switch {
	case dir == "/data/secret":
		return nil, syscall.EACCES
	case n == nil:
		return nil, syscall.ENOENT
	case n.mode&0o170000 != 0o040000:
		return nil, syscall.ENOTDIR
	}
	var out []adbd.FileInfo
	for child, n := range fs.nodes {
		if child != "/" && path.Dir(child) == dir {
			out = append(out, fs.info(child, n))
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

func (fs *MemFS) Open(name string) (io.ReadCloser, error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	at := fs.resolve(name)
	n := fs.nodes[at]
	switch {
	case strings.HasPrefix(at, "/data/secret"):
		return nil, syscall.EACCES
	case n == nil:
		return nil, syscall.ENOENT
	case n.mode&0o170000 == 0o040000:
		return nil, syscall.EISDIR
	}
	return io.NopCloser(bytes.NewReader(n.data)), nil
}

func (fs *MemFS) MkdirAll(name string) error {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	name = fs.resolve(name)
	if strings.HasPrefix(name, "/system/") {
		return syscall.EROFS
	}
	for ; name != "/"; name = path.Dir(name) {
		if n := fs.nodes[name]; n == nil {
			fs.nodes[name] = &node{mode: 0o040771}
		} else if n.mode&0o170000 != 0o040000 {
			return syscall.ENOTDIR
		}
	}
	return nil
}

func (fs *MemFS) Create(name string, perm uint32) (adbd.Upload, error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	name = fs.resolve(name)
	switch n := fs.nodes[name]; {
	case strings.HasPrefix(name, "/system/"):
		return nil, syscall.EROFS
	case strings.HasPrefix(name, "/data/secret/"):
		return nil, syscall.EACCES
	case n != nil && n.mode&0o170000 == 0o040000:
		return nil, syscall.EISDIR
	}
	n := &node{mode: 0o100000 | perm}
	fs.nodes[name] = n
	return &upload{fs, name, n}, nil
}

func (fs *MemFS) Symlink(target, name string) error {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.nodes[fs.resolve(name)] = &node{mode: 0o120777, data: []byte(target)}
	return nil
}

type upload struct {
	fs   *MemFS
	name string
	n    *node
}

func (u *upload) Write(p []byte) (int, error) {
	u.fs.mu.Lock()
	defer u.fs.mu.Unlock()
	if u.fs.Room > 0 && len(u.n.data)+len(p) > u.fs.Room {
		return 0, syscall.ENOSPC
	}
	u.n.data = append(u.n.data, p...)
	return len(p), nil
}

func (u *upload) Close(mtime time.Time) error {
	u.fs.mu.Lock()
	defer u.fs.mu.Unlock()
	u.n.mtime = mtime
	return nil
}

func (u *upload) Abort() {
	u.fs.mu.Lock()
	defer u.fs.mu.Unlock()
	if u.fs.nodes[u.name] == u.n {
		delete(u.fs.nodes, u.name)
	}
}
