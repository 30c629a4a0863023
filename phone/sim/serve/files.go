package serve

import (
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/phone/sim/shell"
	"github.com/handset-agent/handset/phone/sim/vfs"
)

// files is the phone's file tree as the sync protocol sees it.
type files struct{ tree *vfs.Tree }

// sys turns an error into the kind adbd knows.
func sys(err error) error {
	if n := vfs.Number(err); n != 0 {
		return syscall.Errno(n)
	}
	return nil
}

func (f files) Stat(name string) (adbd.FileInfo, error) {
	i, err := f.tree.Stat(shell.Cred(), name)
	return info(i), sys(err)
}

func (f files) Lstat(name string) (adbd.FileInfo, error) {
	i, err := f.tree.Lstat(shell.Cred(), name)
	return info(i), sys(err)
}

func (f files) ReadDir(name string) ([]adbd.FileInfo, error) {
	list, err := f.tree.ReadDir(shell.Cred(), name)
	out := make([]adbd.FileInfo, len(list))
	for i, e := range list {
		out[i] = info(e)
	}
	return out, sys(err)
}

func (f files) Open(name string) (io.ReadCloser, error) {
	file, err := f.tree.Open(shell.Cred(), name, os.O_RDONLY, 0)
	if err != nil {
		return nil, sys(err)
	}
	return file, nil
}

func (f files) MkdirAll(name string) error { return sys(f.tree.MkdirAll(shell.Cred(), name, 0o777)) }

func (f files) Create(name string, perm uint32) (adbd.Upload, error) {
	perm |= perm>>3&0o070 | perm>>6&0o007 // adbd gives group and others the owner's rights
	if i, err := f.tree.Lstat(shell.Cred(), name); err == nil && i.Bits.IsRegular() {
		_ = f.tree.Remove(shell.Cred(), name) // a new file, as adbd unlinks first; opening tells why it cannot be
	}
	file, err := f.tree.Open(shell.Cred(), name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fs.FileMode(perm).Perm())
	if err != nil {
		return nil, sys(err)
	}
	return &upload{files: f, name: name, file: file, perm: perm}, nil
}

func (f files) Symlink(target, name string) error {
	_ = f.tree.Remove(shell.Cred(), name)
	return sys(f.tree.Symlink(shell.Cred(), target, name))
}

// upload is a file on its way in.
type upload struct {
	files files
	name  string
	file  *vfs.File
	perm  uint32
}

func (u *upload) Write(b []byte) (int, error) {
	n, err := u.file.Write(b)
	return n, sys(err)
}

func (u *upload) Close(mtime time.Time) error {
	u.file.Chmod(fs.FileMode(u.perm))
	u.file.Chtimes(mtime)
	return u.file.Close()
}

func (u *upload) Abort() { _ = u.files.tree.Remove(shell.Cred(), u.name) }

func info(i vfs.Info) adbd.FileInfo {
	return adbd.FileInfo{
		Name: i.Base, Mode: shell.UnixMode(i.Bits), Size: i.Bytes, UID: uint32(i.UID), GID: uint32(i.GID), Nlink: uint32(i.Links), Dev: i.Dev, Ino: i.Ino,
		Atime: i.Atime, Mtime: i.Mtime, Ctime: i.Ctime,
	}
}
