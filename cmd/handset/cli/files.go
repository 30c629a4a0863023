package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/device"
)

func (p *program) pushCmd() *cobra.Command {
	return p.command(spec{use: "push LOCAL REMOTE", key: "push", example: "handset push song.mp3 /sdcard/Music/",
		exits: []int{ExitNoPhone}, args: p.exactly("LOCAL", "REMOTE"),
		run: func(cmd *cobra.Command, args []string) error { return p.push(cmd.Context(), args[0], args[1]) }})
}

func (p *program) push(ctx context.Context, local, remote string) error {
	file, err := os.Open(local)
	if err != nil {
		return app.ReadError(local, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return app.ReadError(local, err)
	}
	if info.IsDir() {
		return p.usage("push.is_dir", local)
	}
	ph, err := p.app.Phone(ctx)
	if err != nil {
		return err
	}
	if remote, err = remoteTarget(ctx, ph, remote, filepath.Base(local)); err != nil {
		return err
	}
	start, bar := time.Now(), p.progress(remote)
	err = ph.Push(ctx, file, info.Size(), remote, info.Mode().Perm()|0o600, info.ModTime(), bar.update)
	bar.done()
	if err != nil {
		return err
	}
	return p.answer(map[string]any{"from": local, "to": remote, "bytes": info.Size(), "took_ms": time.Since(start).Milliseconds()},
		p.txt.T("push.done", local, remote, info.Size(), short(time.Since(start))))
}

// remoteTarget puts name under remote when that is a folder.
func remoteTarget(ctx context.Context, ph *device.Device, remote, name string) (string, error) {
	if strings.HasSuffix(remote, "/") {
		return path.Join(remote, name), nil
	}
	info, err := ph.Stat(ctx, remote)
	if errors.Is(err, fs.ErrNotExist) {
		return remote, nil
	}
	if err == nil && info.Mode.IsDir() {
		return path.Join(remote, name), nil
	}
	return remote, err
}

func (p *program) pullCmd() *cobra.Command {
	return p.command(spec{use: "pull REMOTE [LOCAL]", key: "pull", example: "handset pull /sdcard/Download/report.pdf\nhandset pull /sdcard/notes.txt - | less",
		exits: []int{ExitNoPhone}, args: p.between(1, "REMOTE", "LOCAL"),
		run: func(cmd *cobra.Command, args []string) error {
			local := path.Base(args[0])
			if len(args) == 2 {
				local = args[1]
			}
			return p.pull(cmd.Context(), args[0], local)
		}})
}

func (p *program) pull(ctx context.Context, remote, local string) error {
	ph, err := p.app.Phone(ctx)
	if err != nil {
		return err
	}
	bar := p.progress(remote)
	if local == "-" {
		err := ph.Pull(ctx, remote, p.Out, bar.update)
		bar.done()
		return err
	}
	if info, err := os.Stat(local); err == nil && info.IsDir() {
		local = filepath.Join(local, path.Base(remote))
	}
	local, replace := target(local)
	if !replace {
		return p.usage("pull.not_a_file", local)
	}
	start := time.Now()
	size, err := pullTo(local, func(w io.Writer) error { return ph.Pull(ctx, remote, w, bar.update) })
	bar.done()
	if err != nil {
		return err
	}
	return p.answer(map[string]any{"from": remote, "to": local, "bytes": size, "took_ms": time.Since(start).Milliseconds()},
		p.txt.T("pull.done", remote, local, size, short(time.Since(start))))
}

// pullTo writes beside local and renames when all has come.
func pullTo(local string, pull func(io.Writer) error) (int64, error) {
	tmp, err := os.CreateTemp(filepath.Dir(local), ".handset-*")
	if err != nil {
		return 0, app.WriteError(local, err)
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // gone already when all went well
	err = pull(tmp)
	info, serr := tmp.Stat()
	if cerr := tmp.Close(); err == nil {
		err = errors.Join(serr, cerr)
	}
	if err != nil {
		return 0, err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return 0, app.WriteError(local, err)
	}
	if err := os.Rename(tmp.Name(), local); err != nil {
		return 0, app.WriteError(local, err)
	}
	return info.Size(), nil
}
