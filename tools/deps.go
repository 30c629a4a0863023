package tools

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// FieldReader is implemented by phones that can tell what the focused text field holds without a whole UI dump.
type FieldReader interface {
	// ReadFocused returns the text of the focused field. Nothing focused is an error.
	ReadFocused(ctx context.Context) (string, error)
}

// Saver keeps the files a tool makes. A file appears under its name only when it was written whole.
type Saver interface {
	// Save writes a new file whose name begins with name and ends with ext (".png"), and returns its path.
	Save(name, ext string, write func(io.Writer) error) (path string, err error)
}

// Dir saves files in a folder, which it makes (0700) when needed. A name that is taken gets a number.
type Dir string

// Save implements Saver: it writes beside the place (0600) and renames.
func (d Dir) Save(name, ext string, write func(io.Writer) error) (string, error) {
	if err := os.MkdirAll(string(d), 0o700); err != nil {
		return "", fmt.Errorf("save %s: %w", name, err)
	}
	f, err := os.CreateTemp(string(d), "."+name+"-*")
	if err != nil {
		return "", fmt.Errorf("save %s: %w", name, err)
	}
	defer func() { _ = os.Remove(f.Name()) }() // gone when it was moved to its place
	err = write(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return "", fmt.Errorf("save %s: %w", name, err)
	}
	return d.place(f.Name(), name, ext)
}

// place moves the finished file under the first free name: the name is claimed first, so that no other file is replaced.
func (d Dir) place(from, name, ext string) (string, error) {
	for n := 1; n < 10000; n++ {
		path := filepath.Join(string(d), name+ext)
		if n > 1 {
			path = filepath.Join(string(d), fmt.Sprintf("%s-%d%s", name, n, ext))
		}
		to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("save %s: %w", name, err)
		}
		to.Close()
		if err := os.Rename(from, path); err != nil {
			_ = os.Remove(path)
			return "", fmt.Errorf("save %s: %w", name, err)
		}
		return path, nil
	}
	return "", fmt.Errorf("save %s: no free name in %s", name, d)
}

// Devices lists the phones the program can reach and chooses the one for what comes next. A run keeps the phone it was started
// with, so a choice counts from the next run of the conversation on.
type Devices interface {
	Devices(ctx context.Context) ([]Device, error)
	// Select chooses a phone by its serial. An unknown or unusable one is an error that says so.
	Select(ctx context.Context, serial string) error
}

// Device is one row of the list of phones.
type Device struct {
	Serial   string `json:"serial"`
	State    string `json:"state"`            // "device" when usable, else "unauthorized", "offline", …
	Reason   string `json:"reason,omitempty"` // why it is not usable and what to do
	Model    string `json:"model,omitempty"`
	Android  string `json:"android,omitempty"`
	Selected bool   `json:"selected"`
}
