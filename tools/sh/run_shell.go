package sh

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed run_shell.md
var runShellText string

type runShellParams struct {
	Command string `json:"command" max:"16000" desc:"the command line, as typed after \"adb shell\""`
	Timeout int    `json:"timeout_seconds" default:"15" min:"1" max:"60" desc:"longest time it may run"`
	WorkDir string `json:"work_dir,omitempty" max:"500" desc:"folder to run it in"`
}

// RunShell is the tool run_shell (T-15). Its risk class comes from [Risk] (MG-10).
func RunShell(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "run_shell", Description: runShellText, Timeout: 70 * time.Second, Risk: runShellRisk}
	return tools.New(spec, func(ctx context.Context, p runShellParams) (tools.Result, error) {
		if strings.TrimSpace(p.Command) == "" || strings.ContainsRune(p.Command, 0) {
			return tools.Failf(tools.CodeBadArguments, "", "run_shell: the command is empty or holds a zero byte"), nil
		}
		within, cancel := context.WithTimeout(ctx, time.Duration(p.Timeout)*time.Second)
		defer cancel()
		start := time.Now()
		out, err := v.Phone().Shell(within, script(p)...)
		switch {
		case err == nil:
			return report(out, time.Since(start)), nil
		case ctx.Err() == nil && errors.Is(within.Err(), context.DeadlineExceeded):
			r := tools.Failf(tools.CodeTimedOut, "Use a command that ends by itself, or a longer timeout_seconds.", "The command did not end within %d s and was stopped.", p.Timeout)
			r.Status = tools.Timeout
			return withOutput(r, out), nil
		}
		return tools.FailErr("run_shell", err), nil
	})
}

func runShellRisk(args json.RawMessage) string {
	var p runShellParams
	if err := json.Unmarshal(args, &p); err != nil {
		return unreadable
	}
	return Risk(p.Command)
}

// script is the argument vector: the command goes to sh as one word, the folder as another one, so that neither can end the
// other.
func script(p runShellParams) []string {
	if p.WorkDir == "" {
		return []string{"sh", "-c", p.Command}
	}
	return []string{"sh", "-c", `cd -- "$1" || exit 1; shift; exec sh -c "$1"`, "sh", p.WorkDir, p.Command}
}

// report tells what a finished command printed.
func report(out phone.Output, took time.Duration) tools.Result {
	r := tools.Result{Text: fmt.Sprintf("exit code %d (%.1f s)", out.Exit, took.Seconds())}
	r = withOutput(r, out)
	if out.Exit != 0 {
		r.Notes = notes(out)
	}
	return r
}

// notes explains common refusals.
func notes(out phone.Output) []string {
	text := strings.ToLower(string(out.Stderr) + string(out.Stdout))
	switch {
	case out.Exit == 127:
		return []string{"the phone has no such command"}
	case strings.Contains(text, "permission denied"), strings.Contains(text, "securityexception"), strings.Contains(text, "not permitted"):
		return []string{"the adb shell user is not root and may not do this"}
	case out.Exit > 128:
		return []string{fmt.Sprintf("ended by signal %d", out.Exit-128)}
	}
	return nil
}

// maxStream is how much of a stream goes to programs, in bytes.
const maxStream = 64 << 10

// withOutput adds both streams. What the command printed is data from the phone.
func withOutput(r tools.Result, out phone.Output) tools.Result {
	stdout, stderr := clean(out.Stdout), clean(out.Stderr)
	if stdout != "" {
		r.Text += "\n<screen part=\"stdout\">\n" + tools.Untag(tools.HeadTail(strings.TrimRight(stdout, "\n"), 6500)) + "\n</screen>"
	}
	if stderr != "" {
		r.Text += "\n<screen part=\"stderr\">\n" + tools.Untag(tools.HeadTail(strings.TrimRight(stderr, "\n"), 1000)) + "\n</screen>"
	}
	if stdout == "" && stderr == "" {
		r.Text += "\n(no output)"
	}
	r.Data, _ = json.Marshal(map[string]any{"exit": out.Exit, "stdout": limit(stdout), "stderr": limit(stderr)})
	return r
}

func limit(s string) string {
	if len(s) > maxStream {
		return strings.ToValidUTF8(s[:maxStream], "")
	}
	return s
}

// clean makes output valid text; a picture or another binary stays recognisable as such.
func clean(b []byte) string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(b), "\uFFFD"), "\x00", "")
}
