package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/handset-agent/handset/agent"
)

// Report is the folder of one run: run.jsonl with one event a line, and the settled screen after each step as a PNG.
type Report struct {
	Dir   string
	log   *os.File
	enc   *json.Encoder
	steps int
}

// NewReport makes the folder (0700); an empty dir is one under runs named by the time.
func NewReport(dir, runs string, now time.Time) (*Report, error) {
	if dir == "" {
		dir = filepath.Join(runs, now.Format("20060102-150405.000"))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("report folder %s: %w", dir, pathCause(err))
	}
	log, err := os.OpenFile(filepath.Join(dir, "run.jsonl"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("report folder %s: %w", dir, pathCause(err))
	}
	enc := json.NewEncoder(log)
	enc.SetEscapeHTML(false)
	return &Report{Dir: dir, log: log, enc: enc}, nil
}

// Add writes one event, and the picture that came with it. It returns the picture's path, or "".
func (r *Report) Add(e agent.Event) (string, error) {
	if e.Droppable() {
		return "", nil
	}
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
		return "", fmt.Errorf("report %s: %w", r.Dir, err)
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
		return "", fmt.Errorf("report %s: %w", r.Dir, pathCause(err))
	}
	if err := errors.Join(e.Result.Frame.WritePNG(io.Writer(f)), f.Close()); err != nil {
		return "", fmt.Errorf("report %s: picture: %w", r.Dir, err)
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
func (r *Report) Close() error { return r.log.Close() }
