package vfs

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// bare drops trailing slashes: names to make or take away are looked at themselves.
func bare(p string) string {
	if t := strings.TrimRight(p, "/"); t != "" || p == "" {
		return t
	}
	return "/"
}

// Stat describes p, following links; Lstat describes a link itself.
func (t *Tree) Stat(c Cred, p string) (Info, error) { return t.stat(c, p, true) }

// Lstat describes p without following a last link.
func (t *Tree) Lstat(c Cred, p string) (Info, error) { return t.stat(c, p, false) }

func (t *Tree) stat(c Cred, p string, follow bool) (Info, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n, err := t.existing(c, p, follow)
	if err != nil {
		return Info{}, err
	}
	return n.info(bare(p)), nil
}

// ReadDir lists the directory p, sorted by name, links not followed.
func (t *Tree) ReadDir(c Cred, p string) ([]Info, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n, err := t.existing(c, p, true)
	if err != nil {
		return nil, err
	}
	if !n.mode.IsDir() {
		return nil, ENOTDIR
	}
	if !n.may(c, 4) {
		return nil, EACCES
	}
	out := make([]Info, 0, len(n.kids))
	for _, name := range slices.Sorted(maps.Keys(n.kids)) {
		out = append(out, n.kids[name].info(name))
	}
	return out, nil
}

// Access checks that c may use p: want is a sum of 4 read, 2 write, 1 execute or search.
func (t *Tree) Access(c Cred, p string, want fs.FileMode) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n, err := t.existing(c, p, true)
	if err != nil {
		return err
	}
	if want&2 != 0 && n.mount.ReadOnly {
		return EROFS
	}
	if !n.may(c, want) {
		return EACCES
	}
	return nil
}

// Realpath resolves every link of p. The last name may be missing.
func (t *Tree) Realpath(c Cred, p string) (string, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	w, err := t.walk(c, p, true)
	if err != nil {
		return "", err
	}
	if w.parent == nil {
		return t.nameOf(w.node), nil
	}
	dir := t.nameOf(w.parent)
	if w.node != nil && w.parent.kids[w.name] != w.node {
		return t.nameOf(w.node), nil
	}
	return path.Join(dir, w.name), nil
}

// nameOf finds the path of a directory by search; trees are small and this is rare.
func (t *Tree) nameOf(n *node) string {
	var find func(dir *node, at string) (string, bool)
	find = func(dir *node, at string) (string, bool) {
		if dir == n {
			return at, true
		}
		for name, kid := range dir.kids {
			if kid.mode.IsDir() {
				if p, ok := find(kid, path.Join(at, name)); ok {
					return p, true
				}
			}
		}
		return "", false
	}
	p, _ := find(t.root, "/")
	return p
}

// Readlink gives the target of a symbolic link, EINVAL for anything else.
func (t *Tree) Readlink(c Cred, p string) (string, error) {
	i, err := t.Lstat(c, p)
	if err != nil {
		return "", err
	}
	if i.Bits&fs.ModeSymlink == 0 {
		return "", EINVAL
	}
	return i.Target, nil
}

// add makes a new entry for p.
func (t *Tree) add(c Cred, p string, make func(dir *node) *node) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	w, err := t.walk(c, bare(p), false)
	if err != nil {
		return err
	}
	if w.node != nil || w.parent == nil {
		return EEXIST
	}
	if err := mayChange(c, w.parent); err != nil {
		return err
	}
	t.link(w.parent, w.name, make(w.parent))
	return nil
}

// Mkdir makes the directory p.
func (t *Tree) Mkdir(c Cred, p string, perm fs.FileMode) error {
	return t.add(c, p, func(dir *node) *node {
		n := t.newNode(dir.mount, fs.ModeDir|perm&(fs.ModePerm|fs.ModeSticky), c)
		n.mode |= dir.mode & fs.ModeSetgid
		return n
	})
}

// MkdirAll makes p and what is missing above it. An existing directory is no error.
func (t *Tree) MkdirAll(c Cred, p string, perm fs.FileMode) error {
	if i, err := t.Stat(c, p); err == nil {
		if !i.IsDir() {
			return EEXIST
		}
		return nil
	}
	if up := path.Dir(path.Clean(p)); up != "/" {
		if err := t.MkdirAll(c, up, perm); err != nil {
			return err
		}
	}
	err := t.Mkdir(c, p, perm)
	if err == EEXIST {
		return nil
	}
	return err
}

// Symlink makes p a link to target.
func (t *Tree) Symlink(c Cred, target, p string) error {
	return t.add(c, p, func(dir *node) *node {
		n := t.newNode(dir.mount, fs.ModeSymlink|0o777, c)
		n.mode = fs.ModeSymlink | 0o777
		n.target = target
		return n
	})
}

// Link makes p another name of the file old.
func (t *Tree) Link(c Cred, old, p string) error {
	t.mu.RLock()
	n, err := t.existing(c, old, false)
	t.mu.RUnlock()
	if err != nil {
		return err
	}
	if n.mode.IsDir() {
		return EPERM
	}
	if m := t.MountOf(path.Dir(p)); m != n.mount {
		return EXDEV
	}
	return t.add(c, p, func(*node) *node { n.nlink++; return n })
}

// Remove takes away the file or link p; Rmdir an empty directory.
func (t *Tree) Remove(c Cred, p string) error { return t.remove(c, p, false) }

// Rmdir takes away the empty directory p.
func (t *Tree) Rmdir(c Cred, p string) error { return t.remove(c, p, true) }

func (t *Tree) remove(c Cred, p string, dir bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	w, err := t.walk(c, bare(p), false)
	switch {
	case err != nil:
		return err
	case w.node == nil:
		return ENOENT
	case w.parent == nil:
		return EBUSY
	}
	if err := mayChange(c, w.parent); err != nil {
		return err
	}
	switch {
	case sticky(c, w.parent, w.node):
		return EPERM
	case dir && !w.node.mode.IsDir():
		return ENOTDIR
	case !dir && w.node.mode.IsDir():
		return EISDIR
	case len(w.node.kids) > 0:
		return ENOTEMPTY
	}
	t.unlink(w.parent, w.name)
	return nil
}

func (t *Tree) unlink(dir *node, name string) {
	n := dir.kids[name]
	delete(dir.kids, name)
	dir.mtime = t.now()
	if n.mode.IsDir() {
		dir.nlink--
		return
	}
	if n.nlink--; n.nlink == 0 {
		n.data.orphan(n.mount)
	}
}

// Rename moves old to p, replacing a file there. Between two file systems it gives EXDEV.
func (t *Tree) Rename(c Cred, old, p string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	from, err := t.walk(c, bare(old), false)
	if err != nil {
		return err
	}
	to, err := t.walk(c, bare(p), false)
	if err != nil {
		return err
	}
	switch {
	case from.node == nil:
		return ENOENT
	case from.parent == nil || to.parent == nil:
		return EBUSY
	case from.node.mount != to.parent.mount:
		return EXDEV
	case from.node == to.node:
		return nil
	}
	for _, dir := range []*node{from.parent, to.parent} {
		if err := mayChange(c, dir); err != nil {
			return err
		}
	}
	if sticky(c, from.parent, from.node) {
		return EPERM
	}
	if err := t.replace(from.node, to); err != nil {
		return err
	}
	delete(from.parent.kids, from.name)
	from.parent.mtime = t.now()
	if from.node.mode.IsDir() {
		from.parent.nlink--
	}
	t.link(to.parent, to.name, from.node)
	return nil
}

// replace makes room for n at to.
func (t *Tree) replace(n *node, to found) error {
	if inside(n, to.parent) {
		return EINVAL
	}
	if to.node == nil {
		return nil
	}
	switch {
	case n.mode.IsDir() && !to.node.mode.IsDir():
		return ENOTDIR
	case !n.mode.IsDir() && to.node.mode.IsDir():
		return EISDIR
	case len(to.node.kids) > 0:
		return ENOTEMPTY
	}
	t.unlink(to.parent, to.name)
	return nil
}

// inside reports whether dir is n or below it.
func inside(n, dir *node) bool {
	if n == dir {
		return true
	}
	for _, kid := range n.kids {
		if kid.mode.IsDir() && inside(kid, dir) {
			return true
		}
	}
	return false
}

// Chmod sets the permission bits of p.
func (t *Tree) Chmod(c Cred, p string, mode fs.FileMode) error {
	return t.change(c, p, func(n *node) {
		if !n.mount.Emulated {
			n.mode = n.mode.Type() | mode&(fs.ModePerm|fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky)
		}
	})
}

// Chtimes sets the access and modification times of p.
func (t *Tree) Chtimes(c Cred, p string, atime, mtime time.Time) error {
	return t.change(c, p, func(n *node) { n.atime, n.mtime = atime, mtime })
}

// Chown sets owner and group; only the superuser may.
func (t *Tree) Chown(c Cred, p string, uid, gid int) error {
	if c.UID != 0 {
		if _, err := t.Stat(c, p); err != nil {
			return err
		}
		return EPERM
	}
	return t.change(c, p, func(n *node) {
		if !n.mount.Emulated {
			n.uid, n.gid = uid, gid
		}
	})
}

func (t *Tree) change(c Cred, p string, do func(*node)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, err := t.existing(c, p, true)
	switch {
	case err != nil:
		return err
	case n.mount.ReadOnly:
		return EROFS
	case c.UID != 0 && c.UID != n.uid && !n.mount.Emulated:
		return EPERM
	}
	n.ctime = t.now()
	do(n)
	return nil
}
