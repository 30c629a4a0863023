package db

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/providers"
)

// childPath is set in the environment of a test binary that plays the other process.
const childPath = "HANDSET_DB_TEST_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		if err := child(path); err != nil {
			fmt.Println("child:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// child begins a turn, says "ready", writes messages until its input ends, and never ends the turn.
func child(path string) error {
	ctx := context.Background()
	d, err := Open(ctx, path)
	if err != nil {
		return err
	}
	if err := d.BeginRun(ctx, agent.RunInfo{ID: "theirs", Session: "s", Status: agent.Started, Started: time.Now()}); err != nil {
		return err
	}
	m := providers.Message{Role: providers.Assistant, Text: "x", Calls: []providers.ToolCall{{ID: "c1", Name: "tap", Args: "{}"}}}
	if err := d.Append(ctx, "s", m); err != nil {
		return err
	}
	if err := d.Begin(ctx, "s", "c1"); err != nil {
		return err
	}
	for range 20 {
		if err := d.Append(ctx, "shared", providers.Message{Role: providers.User, Text: "theirs"}); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// TestTwoProcesses_AG10_TR10: two handsets share a file; a conversation belongs to the one whose turn runs. When that one is
// killed in the middle of a call, its turn counts as interrupted and the call is found open.
func TestTwoProcesses_AG10_TR10(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	path := filepath.Join(t.TempDir(), "handset.db")
	d := openAt(t, path)
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childPath+"="+path)
	in, err := cmd.StdinPipe()
	must(t, err)
	defer in.Close()
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	for range 20 { // both write at once
		must(t, d.Append(ctx, "shared", providers.Message{Role: providers.User, Text: "ours"}))
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if strings.TrimSpace(line) != "ready" {
		t.Fatalf("the other process said %q, %v", line, err)
	}
	ours := agent.RunInfo{ID: "ours", Session: "s", Status: agent.Started, Started: time.Now()}
	if err := d.BeginRun(ctx, ours); !errors.Is(err, agent.ErrBusy) {
		t.Errorf("while the other one runs: %v, want ErrBusy", err)
	}
	must(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed: the status is no news
	if err := d.BeginRun(ctx, ours); err != nil {
		t.Errorf("after the other one died: %v", err)
	}
	var theirs run
	must(t, d.g.First(&theirs, "id = ?", "theirs").Error)
	if theirs.Status != interrupted || theirs.FinishedAt == nil {
		t.Errorf("the dead turn is %q", theirs.Status)
	}
	open, err := d.Open(ctx, "s")
	if err != nil || len(open) != 1 || open[0].State != agent.Running {
		t.Errorf("open calls %+v, %v", open, err)
	}
	if h, err := d.History(ctx, "shared"); err != nil || len(h) != 40 {
		t.Errorf("%d messages of both, %v; want 40", len(h), err)
	}
}
