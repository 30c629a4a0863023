package sim

import (
	"fmt"
	"io"
	"os"
	"path"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/shell"
	"github.com/handset-agent/handset/phone/sim/vfs"
	"github.com/handset-agent/handset/phone/sim/world"
)

// storage is the phone's shared storage as its apps see it: the same files as the shell's.
type storage struct{ t *vfs.Tree }

var _ world.Files = storage{}

// maxRead bounds what an app reads of one file.
const maxRead = 32 << 20

func (s storage) ReadDir(name string) ([]world.FileEntry, error) {
	list, err := s.t.ReadDir(shell.Cred(), name)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", name, err)
	}
	out := make([]world.FileEntry, len(list))
	for i, e := range list {
		out[i] = world.FileEntry{Name: e.Base, Dir: e.IsDir(), Size: e.Bytes, Time: e.Mtime}
	}
	return out, nil
}

func (s storage) ReadFile(name string) ([]byte, error) {
	f, err := s.t.Open(shell.Cred(), name, os.O_RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	b, err := io.ReadAll(io.LimitReader(f, maxRead))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return b, nil
}

func (s storage) WriteFile(name string, data []byte) error {
	if err := s.t.MkdirAll(shell.Cred(), path.Dir(name), 0o775); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	f, err := s.t.Open(shell.Cred(), name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o660)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err := f.Write(data); err != nil {
		_ = s.t.Remove(shell.Cred(), name)
		return fmt.Errorf("write %s: %w", name, err)
	}
	return f.Close()
}

func (s storage) Mkdir(name string) error { return s.t.Mkdir(shell.Cred(), name, 0o775) }

func (s storage) Rename(old, name string) error { return s.t.Rename(shell.Cred(), old, name) }

func (s storage) Remove(name string) error {
	list, err := s.ReadDir(name)
	if err != nil {
		return s.t.Remove(shell.Cred(), name)
	}
	for _, e := range list {
		if err := s.Remove(path.Join(name, e.Name)); err != nil {
			return err
		}
	}
	return s.t.Rmdir(shell.Cred(), name)
}

// fill writes the files that the phone's media rows speak of, and what lies in a new phone's folders. What finds no room is left out.
func (s storage) fill(w *world.World) {
	for _, r := range w.Content().Query(world.TableImages, nil) {
		b, size := apps.Photograph(r)
		if s.WriteFile(r.Text("_data"), b) == nil {
			w.Content().Update(world.TableImages, func(x world.Row) bool { return x.ID() == r.ID() }, world.Row{"_size": len(b), "width": size.X, "height": size.Y})
		}
	}
	for name, text := range apps.Documents(w.Prop("persist.sys.locale")) {
		_ = s.WriteFile(name, []byte(text))
	}
}
