// Package vfs is the file tree of a simulated phone: inodes in memory with modes, owners, times, symbolic links, mounts that
// are read only or full, and the access rules of Linux, so that a shell, the sync protocol and an installer all meet the
// same files and the same refusals.
//
// Paths are absolute and use '/'; callers join relative names with their own working directory. Every operation is made as a
// [Cred]. Errors are [Errno] values whose text is what a C library prints; errors.Is works with the fs package's sentinels.
// A Tree may be used by many goroutines at once.
package vfs

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Cred is who asks: uid 0 may do everything that a mount allows.
type Cred struct {
	UID  int
	GIDs []int
}

// Root is the superuser.
var Root = Cred{}

// Device file numbers of the nodes that [Tree.Special] makes; the owner of the open call gives them a meaning.
type Special string

// Mount is a file system: nodes below a mount point belong to it.
type Mount struct {
	Source, Point, Type string
	ReadOnly            bool
	Size                int64 // bytes in all; zero means no limit
	Reserved            int64 // bytes in use that no file of the tree accounts for
	// Emulated is shared storage: every file has the same owner and mode, chmod and chown do nothing, and shell may use it.
	Emulated bool
	// On is the file system whose space this one uses, when it is only a view of it; Size and Reserved are then On's.
	On *Mount
	// Short tells that there is less room than the size says: how many bytes are left from the moment it first does. It is called
	// with refusing when a write is going to be refused for it, and may let that one pass. Nil: never.
	Short func(refusing bool) (left int64, short bool)

	dev  uint64
	used atomic.Int64
	mark atomic.Int64 // bytes in use when Short first told, plus one; zero while it does not
	tree *Tree
}

// base is where the space is accounted for.
func (m *Mount) base() *Mount {
	if m.On != nil {
		return m.On
	}
	return m
}

// Total is the size in bytes; zero means no limit.
func (m *Mount) Total() int64 { return m.base().Size }

// Used is the number of bytes in use.
func (m *Mount) Used() int64 {
	b := m.base()
	if room, short := b.room(); short && b.Size > 0 {
		return b.Size - max(0, room)
	}
	return b.Reserved + b.used.Load()
}

// room is what Short leaves of the space.
func (m *Mount) room() (n int64, short bool) {
	if m.Short == nil {
		return 0, false
	}
	left, short := m.Short(false)
	if !short {
		m.mark.Store(0)
		return 0, false
	}
	used := m.used.Load()
	m.mark.CompareAndSwap(0, used+1)
	return left - (used + 1 - m.mark.Load()), true
}

// take accounts for n more bytes, or refuses with ENOSPC.
func (m *Mount) take(n int64) error {
	b := m.base()
	if n > 0 {
		if room, short := b.room(); short && n > room {
			if _, refused := b.Short(true); refused {
				return ENOSPC
			}
		}
	}
	if b.used.Add(n); b.Size > 0 && n > 0 && b.Reserved+b.used.Load() > b.Size {
		b.used.Add(-n)
		return ENOSPC
	}
	return nil
}

// MaxMemory is how much memory the contents of all files of a tree may take, whatever the sizes of its mounts say; more gives
// ENOSPC. Holes take none.
const MaxMemory = 2 << 30

// hold accounts for n more bytes of memory.
func (m *Mount) hold(n int64) error {
	if m.tree.memory.Add(n) > MaxMemory && n > 0 {
		m.tree.memory.Add(-n)
		return ENOSPC
	}
	return nil
}

// Tree is a file tree. Use [New].
type Tree struct {
	mu     sync.RWMutex // structure: names, links, modes, owners
	root   *node
	mounts []*Mount
	ino    uint64
	now    func() time.Time
	memory atomic.Int64 // of all contents
}

// New makes a tree with an empty read-only root directory. now gives the time for new files; nil means time.Now.
func New(now func() time.Time) *Tree {
	if now == nil {
		now = time.Now
	}
	t := &Tree{now: now}
	m := &Mount{Source: "/dev/block/dm-0", Point: "/", Type: "ext4", ReadOnly: true}
	t.addMount(m)
	t.root = t.newNode(m, fs.ModeDir|0o755, Cred{})
	return t
}

func (t *Tree) addMount(m *Mount) {
	m.dev, m.tree = uint64(0xfd00+len(t.mounts)), t
	t.mounts = append(t.mounts, m)
}

// Mounts lists the file systems, the root first.
func (t *Tree) Mounts() []*Mount {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Clone(t.mounts)
}

// MountOf gives the file system that holds p, following links as far as they go.
func (t *Tree) MountOf(p string) *Mount {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for p = path.Clean("/" + p); ; p = path.Dir(p) {
		if w, err := t.walk(Root, p, true); err == nil && w.node != nil {
			return w.node.mount
		}
		if p == "/" {
			return t.root.mount
		}
	}
}

// node is one inode.
type node struct {
	ino      uint64
	mount    *Mount
	mode     fs.FileMode
	uid, gid int
	nlink    int
	mtime    time.Time
	atime    time.Time
	ctime    time.Time
	target   string           // of a symbolic link
	special  Special          // of a device
	gen      func() []byte    // contents made on opening
	kids     map[string]*node // of a directory
	data     blob             // of a regular file
}

func (t *Tree) newNode(m *Mount, mode fs.FileMode, c Cred) *node {
	t.ino++
	now := t.now()
	n := &node{ino: t.ino, mount: m, mode: mode, nlink: 1, uid: c.UID, mtime: now, atime: now, ctime: now}
	if len(c.GIDs) > 0 {
		n.gid = c.GIDs[0]
	}
	if mode.IsDir() {
		n.nlink = 2
		n.kids = map[string]*node{}
	}
	if m.Emulated {
		n.emulate()
	}
	return n
}

// Owner and modes of shared storage, as its FUSE file system shows them.
const (
	EmulatedUID = 10092 // the media provider
	EmulatedGID = 1023  // media_rw
)

func (n *node) emulate() {
	n.uid, n.gid = EmulatedUID, EmulatedGID
	if n.mode.IsDir() {
		n.mode = fs.ModeDir | fs.ModeSetgid | 0o770
	} else {
		n.mode = n.mode.Type() | 0o660
	}
}

// may checks the permission bits want (4 read, 2 write, 1 search or execute).
func (n *node) may(c Cred, want fs.FileMode) bool {
	if c.UID == 0 {
		return want&1 == 0 || n.mode.IsDir() || n.mode&0o111 != 0
	}
	bits := n.mode.Perm()
	switch {
	case c.UID == n.uid:
		bits >>= 6
	case slices.Contains(c.GIDs, n.gid):
		bits >>= 3
	}
	return bits&want == want
}

// found is the end of a walk: node is nil when only the last name is missing.
type found struct {
	parent *node
	name   string
	node   *node
}

const maxLinks = 40

// walk resolves an absolute path. With follow the last link is followed too. The caller holds t.mu.
func (t *Tree) walk(c Cred, p string, follow bool) (found, error) {
	if p == "" {
		return found{}, ENOENT
	}
	names := split(p)
	wantDir := strings.HasSuffix(p, "/")
	cur := found{node: t.root, name: "/"}
	parents := []*node{t.root}
	links := 0
	for i := 0; i < len(names); i++ {
		dir := parents[len(parents)-1]
		name := names[i]
		if !dir.mode.IsDir() {
			return found{}, ENOTDIR
		}
		if !dir.may(c, 1) {
			return found{}, EACCES
		}
		if name == ".." {
			if len(parents) > 1 {
				parents = parents[:len(parents)-1]
			}
			cur = found{node: parents[len(parents)-1], name: "/"}
			continue
		}
		if len(name) > 255 {
			return found{}, ENAMETOOLONG
		}
		last := i == len(names)-1
		n := dir.kids[name]
		cur = found{parent: dir, name: name, node: n}
		if n == nil {
			if last {
				return cur, nil
			}
			return found{}, ENOENT
		}
		if n.mode&fs.ModeSymlink != 0 && (!last || follow || wantDir) {
			if links++; links > maxLinks {
				return found{}, ELOOP
			}
			rest := append(split(n.target), names[i+1:]...)
			if strings.HasPrefix(n.target, "/") {
				parents = parents[:1]
			}
			names, i = rest, -1
			cur = found{node: parents[len(parents)-1], name: "/"}
			continue
		}
		parents = append(parents, n)
	}
	if wantDir && cur.node != nil && !cur.node.mode.IsDir() {
		return found{}, ENOTDIR
	}
	return cur, nil
}

func split(p string) []string {
	var out []string
	for name := range strings.SplitSeq(p, "/") {
		if name != "" && name != "." {
			out = append(out, name)
		}
	}
	return out
}

// existing is walk for a path that must be there.
func (t *Tree) existing(c Cred, p string, follow bool) (*node, error) {
	w, err := t.walk(c, p, follow)
	if err != nil {
		return nil, err
	}
	if w.node == nil {
		return nil, ENOENT
	}
	return w.node, nil
}

// mayChange checks that an entry of dir may be added or taken away.
func mayChange(c Cred, dir *node) error {
	if dir.mount.ReadOnly {
		return EROFS
	}
	if !dir.may(c, 3) {
		return EACCES
	}
	return nil
}

// sticky reports whether the sticky bit of dir keeps c from taking n away.
func sticky(c Cred, dir, n *node) bool {
	return dir.mode&fs.ModeSticky != 0 && c.UID != 0 && c.UID != n.uid && c.UID != dir.uid
}
