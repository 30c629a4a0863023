package vfs

import (
	"io/fs"
	"path"
	"time"
)

// Entry describes a file to put into a tree while it is built.
type Entry struct {
	Mode     fs.FileMode // type and permission bits; a plain mode is a regular file
	UID, GID int
	Data     []byte
	Gen      func() []byte // contents made at every open, for files such as /proc/uptime
	Target   string        // makes a symbolic link
	Special  Special       // makes a device
	Mtime    time.Time     // zero means now
}

// Put makes or replaces the file p as the superuser, whatever the mounts say; directories above it are made with mode 0755.
// A directory that exists keeps what it holds.
func (t *Tree) Put(p string, e Entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	dir := t.root
	names := split(path.Dir(path.Clean(p)))
	for _, name := range names {
		next := dir.kids[name]
		if next != nil && next.mode&fs.ModeSymlink != 0 {
			if n, err := t.existing(Root, next.target, true); err == nil {
				next = n
			}
		}
		if next == nil || !next.mode.IsDir() {
			next = t.newNode(dir.mount, fs.ModeDir|0o755, Root)
			t.link(dir, name, next)
		}
		dir = next
	}
	name := path.Base(p)
	if old := dir.kids[name]; old != nil && old.mode.IsDir() && e.Mode.IsDir() {
		old.mode, old.uid, old.gid = e.Mode, e.UID, e.GID
		return
	}
	t.put(dir, name, e)
}

func (t *Tree) put(dir *node, name string, e Entry) {
	n := t.newNode(dir.mount, e.Mode, Root)
	n.mode, n.uid, n.gid = e.Mode, e.UID, e.GID
	n.gen, n.special = e.Gen, e.Special
	if e.Target != "" {
		n.mode, n.target = fs.ModeSymlink|0o777, e.Target
	} else if dir.mount.Emulated {
		n.emulate()
	}
	if !e.Mtime.IsZero() {
		n.mtime, n.atime, n.ctime = e.Mtime, e.Mtime, e.Mtime
	}
	if len(e.Data) > 0 {
		_, _ = n.data.writeAt(dir.mount, e.Data, 0)
	}
	if old := dir.kids[name]; old != nil {
		t.unlink(dir, name)
	}
	t.link(dir, name, n)
}

// AddMount makes m.Point a directory of its own file system with the given mode and owner.
func (t *Tree) AddMount(m *Mount, mode fs.FileMode, uid, gid int) {
	t.Put(m.Point, Entry{Mode: fs.ModeDir | mode, UID: uid, GID: gid})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.addMount(m)
	if n, err := t.existing(Root, m.Point, true); err == nil {
		n.mount = m
		if m.Emulated {
			n.emulate()
		}
	}
}

// Bytes reads a whole file as the superuser, for those who built it.
func (t *Tree) Bytes(p string) ([]byte, error) {
	f, err := t.Open(Root, p, 0, 0)
	if err != nil {
		return nil, err
	}
	b := make([]byte, f.size())
	n, _ := f.ReadAt(b, 0)
	return b[:n], nil
}

// Purge takes away p and everything below it as the superuser.
func (t *Tree) Purge(p string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w, err := t.walk(Root, bare(p), false)
	if err != nil || w.node == nil || w.parent == nil {
		return
	}
	var free func(dir *node)
	free = func(dir *node) {
		for name, kid := range dir.kids {
			if kid.mode.IsDir() {
				free(kid)
			}
			t.unlink(dir, name)
		}
	}
	free(w.node)
	t.unlink(w.parent, w.name)
}
