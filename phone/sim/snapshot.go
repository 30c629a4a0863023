package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

// ErrSnapshot is what Load says of something that Save did not write.
var ErrSnapshot = errors.New("not a snapshot of a phone")

// snapshotFormat is the version of what Save writes.
const snapshotFormat = "handset-snapshot-1"

// savedRoots are the folders whose files belong to a snapshot: all that a phone can write to.
var savedRoots = []string{"/data", "/storage/emulated"}

// maxSnapshotFiles bounds the contents of files in a snapshot.
const maxSnapshotFiles = 512 << 20

type savedPhone struct {
	Format string          `json:"format"`
	World  json.RawMessage `json:"world"`
	Files  []savedFile     `json:"files"`
}

type savedFile struct {
	Path   string      `json:"path"`
	Mode   fs.FileMode `json:"mode"`
	UID    int         `json:"uid"`
	GID    int         `json:"gid"`
	Mtime  time.Time   `json:"mtime"`
	Target string      `json:"target,omitempty"`
	Data   []byte      `json:"data,omitempty"`
}

// Save writes the phone as JSON: its world and its files.
func (p *Phone) Save() ([]byte, error) {
	w, err := p.w.Save()
	if err != nil {
		return nil, fmt.Errorf("save snapshot: %w", err)
	}
	s := savedPhone{Format: snapshotFormat, World: w}
	left := int64(maxSnapshotFiles)
	for _, root := range savedRoots {
		if s.Files, err = p.saveFolder(s.Files, root, &left); err != nil {
			return nil, fmt.Errorf("save snapshot: %w", err)
		}
	}
	b, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("save snapshot: %w", err)
	}
	return b, nil
}

func (p *Phone) saveFolder(out []savedFile, folder string, left *int64) ([]savedFile, error) {
	list, err := p.sh.Files.ReadDir(vfs.Root, folder)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	for _, i := range list {
		name := path.Join(folder, i.Base)
		f := savedFile{Path: name, Mode: i.Bits, UID: i.UID, GID: i.GID, Mtime: i.Mtime}
		switch {
		case i.Bits.IsDir():
			if out, err = p.saveFolder(append(out, f), name, left); err != nil {
				return nil, err
			}
			continue
		case i.Bits&fs.ModeSymlink != 0:
			f.Target, err = p.sh.Files.Readlink(vfs.Root, name)
		case i.Bits.IsRegular():
			if *left -= i.Bytes; *left < 0 {
				return nil, fmt.Errorf("%s: the phone's files hold more than %d MB", name, maxSnapshotFiles>>20)
			}
			f.Data, err = p.sh.Files.Bytes(name)
		default:
			continue // a device
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, f)
	}
	return out, nil
}

// Load puts what Save wrote in place of the phone's world and files.
func (p *Phone) Load(b []byte) error {
	var s savedPhone
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("load snapshot: %w: %w", ErrSnapshot, err)
	}
	if s.Format != snapshotFormat {
		return fmt.Errorf("load snapshot: %w", ErrSnapshot)
	}
	for _, f := range s.Files {
		if !path.IsAbs(f.Path) || path.Clean(f.Path) != f.Path {
			return fmt.Errorf("load snapshot: %w: path %q", ErrSnapshot, f.Path)
		}
	}
	if err := p.w.Load(s.World); err != nil {
		return fmt.Errorf("load snapshot: %w", err)
	}
	t := p.sh.Files
	for _, root := range savedRoots {
		list, err := t.ReadDir(vfs.Root, root)
		if err != nil {
			return fmt.Errorf("load snapshot: %s: %w", root, err)
		}
		for _, i := range list {
			t.Purge(path.Join(root, i.Base))
		}
	}
	for _, f := range s.Files {
		t.Put(f.Path, vfs.Entry{Mode: f.Mode, UID: f.UID, GID: f.GID, Mtime: f.Mtime, Target: f.Target, Data: f.Data})
	}
	return nil
}
