// Package cli is the command line: it parses, runs, prints, and turns errors into exit codes. stdout is data, stderr is talk.
package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/cmd/handset/config"
	"github.com/handset-agent/handset/cmd/handset/text"
)

// Streams is where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// program is one invocation.
type program struct {
	Streams
	env   func(string) string
	flags config.Flags
	cfg   config.Config
	txt   *text.Catalogue
	app   *app.App

	talking talking
}

// Main runs one command line and returns its exit code (see exit.go). It never exits the process.
func Main(ctx context.Context, args []string, s Streams, env func(string) string) int {
	p := &program{Streams: s, env: env, txt: text.For(config.Language(env))}
	p.flags.JSON = slices.Contains(args, "--json") // so that a usage error is JSON too
	root := p.root()
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	start := time.Now()
	err := root.ExecuteContext(ctx)
	if p.app != nil {
		err = errors.Join(err, p.app.Close())
		p.app.Log.DebugContext(ctx, "command ended", "took", time.Since(start).Round(time.Millisecond))
	}
	return p.finish(ctx, err)
}

// setup runs before every command that is about to do something; help and usage errors never come here.
func (p *program) setup(*cobra.Command, []string) error {
	cfg, err := config.Load(p.flags, p.env)
	if err != nil {
		return &usageError{err.Error()}
	}
	p.cfg = cfg
	level := slog.LevelWarn
	if cfg.Verbose {
		level = slog.LevelDebug
	}
	p.app = app.New(cfg, slog.New(newTalk(p.Err, level)))
	p.app.Waiting = p.phoneAway
	return nil
}

// person reports whether stdout is a terminal, so that a person reads it.
func (p *program) person() bool { return isTerminal(p.Out) && !p.flags.JSON }

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
