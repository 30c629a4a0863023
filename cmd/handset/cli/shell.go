package cli

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// shellCmd passes its words to the phone's shell as adb does: joined with blanks, parsed there. The command's exit code is ours.
func (p *program) shellCmd() *cobra.Command {
	c := p.command(spec{use: "shell COMMAND…", key: "shell", example: "handset shell getprop ro.product.model\nhandset shell 'ls /sdcard | wc -l'",
		exits: []int{ExitNoPhone}, args: p.atLeast("COMMAND…"),
		run: func(cmd *cobra.Command, args []string) error { return p.shell(cmd.Context(), strings.Join(args, " ")) }})
	c.Flags().SetInterspersed(false)
	return c
}

func (p *program) shell(ctx context.Context, command string) error {
	if p.cfg.JSON {
		return p.shellJSON(ctx, command)
	}
	code, err := p.app.Shell(ctx, command, p.Out, p.Err)
	if err == nil && code != 0 {
		err = &exitError{code: code, err: fmt.Errorf("%s", p.txt.T("shell.exit", code)), quiet: true}
	}
	return err
}

func (p *program) shellJSON(ctx context.Context, command string) error {
	var stdout, stderr bytes.Buffer
	code, err := p.app.Shell(ctx, command, &stdout, &stderr)
	if err != nil {
		return err
	}
	p.line(map[string]any{"type": "shell", "stdout": stdout.String(), "stderr": stderr.String(), "exit": code})
	if code != 0 {
		err = &exitError{code: code, err: fmt.Errorf("%s", p.txt.T("shell.exit", code))}
	}
	return err
}
