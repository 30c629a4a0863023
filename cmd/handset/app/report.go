package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/handset-agent/handset/agent"
)

// Report is the folder of one run: run.jsonl with one event a line, and the settled screen after each step as a PNG. A folder
// that was made for it and into which nothing worth keeping came is removed again by Close.
type Report struct {
	Dir   string
	log   *os.File
	enc   *json.Encoder
	steps int
	made  bool // the folder was not there before
	told  bool // the model said or did something
}

// NewReport makes the folder (0700); an empty dir is one under runs named by the time.
func NewReport(dir, runs string, now time.Time) (*Report, error) {
	if dir == "" {
		dir = filepath.Join(runs, now.Format("20060102-150405.000"))
	}
	_, err := os.Stat(dir)
	made := errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, WriteError(dir, err)
	}
	name := filepath.Join(dir, "run.jsonl")
	log, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, WriteError(name, err)
	}
	enc := json.NewEncoder(log)
	enc.SetEscapeHTML(false)
	return &Report{Dir: dir, log: log, enc: enc, made: made}, nil
}

// Told reports whether the report holds anything that the model said or did.
func (r *Report) Told() bool { return r.told }

// Add writes one event, and the picture that came with it. It returns the picture's path, or "".
func (r *Report) Add(e agent.Event) (string, error) {
	if e.Droppable() {
		return "", nil
	}
	r.told = r.told || e.Kind == agent.AnswerDone || e.Kind == agent.ToolStarted || e.Kind == agent.Completed
	path, err := r.picture(e)
	if err != nil {
		return "", err
	}
	line := struct {
		Event   agent.Event `json:"event"`
		Picture string      `json:"picture,omitempty"`
	}{e, filepath.Base(path)}
	if path == "" {
		line.Picture = ""
	}
	if err := r.enc.Encode(line); err != nil {
		return "", WriteError(r.log.Name(), err)
	}
	return path, nil
}

func (r *Report) picture(e agent.Event) (string, error) {
	if e.Kind != agent.ToolFinished || e.Result == nil {
		return "", nil
	}
	r.steps++
	if e.Result.Frame == nil {
		return "", nil
	}
	name := fmt.Sprintf("%03d-%s.png", r.steps, strings.Map(safe, e.Call.Name))
	path := filepath.Join(r.Dir, name)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", WriteError(path, err)
	}
	if err := errors.Join(e.Result.Frame.WritePNG(io.Writer(f)), f.Close()); err != nil {
		return "", WriteError(path, err)
	}
	return path, nil
}

// safe keeps what may stand in a file name.
func safe(r rune) rune {
	if r == '_' || r == '-' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return '_'
}

// Close ends the log.
func (r *Report) Close() error {
	err := r.log.Close()
	if r.told || !r.made {
		return err
	}
	return errors.Join(err, os.Remove(r.log.Name()), os.Remove(r.Dir))
}
