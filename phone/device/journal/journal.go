// Package journal remembers on disk what a program changed on phones, so that it is undone whatever ends the program (DV-43).
//
// Each change is written before it is made and crossed out when it was undone. A program holds a lock on its file; a file
// without an owner was left by one that was killed, and the next program to open the phone undoes what stands in it. A phone is
// named by its identity, since its serial changes with the way it is connected.
package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Kind says how a change is undone.
type Kind string

// The kinds of changes.
const (
	Setting   Kind = "setting"   // Name is "table/name"
	Clipboard Kind = "clipboard" // values in Ours are hashes
	File      Kind = "file"      // Name is the path of a file that was put on the phone
	Reverse   Kind = "reverse"   // Name is the socket on the phone
	InputSet  Kind = "ime"       // Name is the input method that was selected, Old the one before
	InputOn   Kind = "ime_on"    // Name is an input method that was enabled
	Command   Kind = "command"   // Old is a command line that undoes it
)

// Change is one thing that was changed on a phone.
type Change struct {
	Phone string   `json:"phone"`
	Kind  Kind     `json:"kind"`
	Name  string   `json:"name,omitempty"`
	Old   *string  `json:"old,omitempty"`  // what to put back; nil when there was nothing
	Ours  []string `json:"ours,omitempty"` // what was set: another value found there is not ours to undo
}

// record is one line of a file.
type record struct {
	ID     int     `json:"id"`
	Change *Change `json:"change,omitempty"` // begins
	Ours   string  `json:"ours,omitempty"`   // one more value that was set
	Done   bool    `json:"done,omitempty"`   // undone
}

// Entry is a change that was not undone yet.
type Entry struct {
	ID int
	Change
}

// Journal is the file of one running program. Its methods may be called from many goroutines. The zero value remembers
// in memory only.
type Journal struct {
	dir string

	mu   sync.Mutex
	f    *os.File
	next int
	open []Entry
}

// New makes a journal in the folder dir. Nothing is written before the first change.
func New(dir string) *Journal { return &Journal{dir: dir} }

const suffix = ".jsonl"

// Begin notes a change that is about to be made. Only when it returned without an error may the change be made.
func (j *Journal) Begin(c Change) (id int, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.next++
	if err := j.write(record{ID: j.next, Change: &c}); err != nil {
		return 0, fmt.Errorf("note a change of the phone before making it: %w", err)
	}
	j.open = append(j.open, Entry{j.next, c})
	return j.next, nil
}

// Also notes another value that is about to be set in the same place.
func (j *Journal) Also(id int, ours string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	i := slices.IndexFunc(j.open, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return fmt.Errorf("note a change of the phone: number %d is not open", id)
	}
	if slices.Contains(j.open[i].Ours, ours) {
		return nil
	}
	if err := j.write(record{ID: id, Ours: ours}); err != nil {
		return fmt.Errorf("note a change of the phone before making it: %w", err)
	}
	j.open[i].Ours = append(slices.Clone(j.open[i].Ours), ours)
	return nil
}

// Done notes that a change was undone, or never made. A failure to write it means only that it is undone once more.
func (j *Journal) Done(id int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	i := slices.IndexFunc(j.open, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	j.open = slices.Delete(j.open, i, i+1)
	return j.write(record{ID: id, Done: true})
}

// Open lists what was changed on the phone and not undone, the newest first.
func (j *Journal) Open(phone string) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return ofPhone(j.open, phone)
}

func ofPhone(all []Entry, phone string) []Entry {
	var found []Entry
	for _, e := range slices.Backward(all) {
		if e.Phone == phone {
			found = append(found, e)
		}
	}
	return found
}

// write appends a line; the caller holds mu.
func (j *Journal) write(r record) error {
	if j.dir == "" {
		return nil
	}
	if j.f == nil {
		if err := j.create(); err != nil {
			return err
		}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = j.f.Write(append(line, '\n')) // one write: a line is there whole or, when the program dies in it, not read
	return err
}

// create makes the file under another name first, so that nobody finds it without its lock.
func (j *Journal) create() error {
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(j.dir, fmt.Sprintf("%d-%d%s", os.Getpid(), time.Now().UnixNano(), suffix))
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if err = lock(f); err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return errors.Join(err, f.Close(), os.Remove(path+".new"))
	}
	j.f = f
	return nil
}

// Close lets the file go. It is deleted when everything was undone, and left for the next program otherwise.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.f == nil {
		return nil
	}
	var err error
	if len(j.open) == 0 {
		err = os.Remove(j.path())
	}
	err = errors.Join(err, j.f.Close())
	j.f = nil
	return err
}

// path is the file's name after create has renamed it.
func (j *Journal) path() string { return strings.TrimSuffix(j.f.Name(), ".new") }

// Recover undoes what programs that are gone left changed on the phone: undo is called with each change, the newest first, and says
// whether it was undone. What fails stays for another time. Files that belong to a running program are not touched.
func (j *Journal) Recover(phone string, undo func(Change) error) error {
	if j.dir == "" {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(j.dir, "*"+suffix))
	if err != nil {
		return err
	}
	slices.Sort(names)
	var errs []error
	for _, name := range slices.Backward(names) {
		errs = append(errs, j.recoverFile(name, phone, undo))
	}
	return errors.Join(errs...)
}

func (j *Journal) recoverFile(name, phone string, undo func(Change) error) error {
	j.mu.Lock()
	own := j.f != nil && j.path() == name
	j.mu.Unlock()
	if own {
		return nil
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if lock(f) != nil {
		return nil // its program runs
	}
	all := read(f)
	var errs []error
	for _, e := range ofPhone(all, phone) {
		if err := undo(e.Change); err != nil {
			errs = append(errs, fmt.Errorf("undo %s %s: %w", e.Kind, e.Name, err))
			continue
		}
		all = slices.DeleteFunc(all, func(o Entry) bool { return o.ID == e.ID })
		line, _ := json.Marshal(record{ID: e.ID, Done: true}) // a record without pointers always fits
		if _, err := f.Write(append(line, '\n')); err != nil {
			errs = append(errs, err)
		}
	}
	if len(all) == 0 {
		errs = append(errs, os.Remove(name))
	}
	return errors.Join(errs...)
}

// maxLine bounds a line: a clipboard may hold a quarter of a megabyte, and JSON escapes make it longer.
const maxLine = 4 << 20

// read returns the changes that are not crossed out. A line that is cut off, or makes no sense, was never acted on.
func read(r io.Reader) []Entry {
	var open []Entry
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var r record
		if json.Unmarshal(lines.Bytes(), &r) != nil {
			continue
		}
		i := slices.IndexFunc(open, func(e Entry) bool { return e.ID == r.ID })
		switch {
		case r.Change != nil && i < 0:
			open = append(open, Entry{r.ID, *r.Change})
		case i < 0:
		case r.Done:
			open = slices.Delete(open, i, i+1)
		case r.Ours != "":
			open[i].Ours = append(open[i].Ours, r.Ours)
		}
	}
	return open
}
