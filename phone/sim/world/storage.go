package world

import (
	"io/fs"
	"time"
)

// Files is the phone's shared storage as apps see it. Names are absolute, such as /sdcard/Download/a.txt; errors are those of
// package fs. Its methods are called under the world's lock and must not call the world.
type Files interface {
	ReadDir(name string) ([]FileEntry, error)
	ReadFile(name string) ([]byte, error)
	WriteFile(name string, data []byte) error // makes missing folders
	Mkdir(name string) error
	Rename(old, name string) error
	Remove(name string) error // a folder with all that is in it
}

// FileEntry is one file or folder.
type FileEntry struct {
	Name string
	Dir  bool
	Size int64
	Time time.Time
}

// SetFiles gives the world its storage.
func (w *World) SetFiles(f Files) {
	w.enter()
	defer w.leave()
	w.files = f
}

// Files is the phone's shared storage.
func (c *Ctx) Files() Files {
	if c.w.files == nil {
		return noFiles{}
	}
	return c.w.files
}

// noFiles is a phone without storage.
type noFiles struct{}

func (noFiles) ReadDir(string) ([]FileEntry, error) { return nil, fs.ErrNotExist }
func (noFiles) ReadFile(string) ([]byte, error)     { return nil, fs.ErrNotExist }
func (noFiles) WriteFile(string, []byte) error      { return fs.ErrNotExist }
func (noFiles) Mkdir(string) error                  { return fs.ErrNotExist }
func (noFiles) Rename(string, string) error         { return fs.ErrNotExist }
func (noFiles) Remove(string) error                 { return fs.ErrNotExist }

// Clock is the phone's wall clock for those who may not take the world's lock: it knows no time zone.
func (w *World) Clock() time.Time { return w.opts.Now() }

// AddImage adds the row of a picture that an app wrote into a folder of shared storage, such as "DCIM/Camera/".
func (c *Ctx) AddImage(folder, name string, width, height int, size int64) int64 {
	return c.w.addImage(c.w.wall(), folder, name, width, height, size, 0)
}
