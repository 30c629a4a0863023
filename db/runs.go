package db

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/tools"
)

var (
	_ agent.RunLog   = (*DB)(nil)
	_ tools.Recorder = (*DB)(nil)
)

// interrupted is the status of a run whose process died.
const interrupted = "interrupted"

// owner names this process as the one that holds the runs it begins.
func owner() string {
	host, _ := os.Hostname()
	return host + "/" + strconv.Itoa(os.Getpid())
}

// BeginRun implements agent.RunLog. A live run of a process on this machine that has died is marked interrupted and does not
// stand in the way (TR-10).
func (d *DB) BeginRun(ctx context.Context, r agent.RunInfo) error {
	err := d.g.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var live []run
		if err := tx.Where("conversation_id = ? AND finished_at IS NULL", r.Session).Find(&live).Error; err != nil {
			return err
		}
		for _, other := range live {
			if !dead(other.Owner) {
				return agent.ErrBusy
			}
			now := d.now().UnixMilli()
			if err := tx.Model(&other).Updates(map[string]any{"status": interrupted, "finished_at": now}).Error; err != nil {
				return err
			}
		}
		row := run{ID: r.ID, ConversationID: r.Session, Owner: d.owner, Serial: r.Serial, Mode: string(r.Mode), Model: r.Model,
			Goal: r.Goal, Status: string(r.Status), StartedAt: r.Started.UnixMilli()}
		return tx.Create(&row).Error
	})
	if err != nil {
		return fmt.Errorf("begin run %s: %w", r.ID, err)
	}
	return nil
}

// EndRun implements agent.RunLog.
func (d *DB) EndRun(ctx context.Context, r agent.RunInfo) error {
	err := d.g.WithContext(ctx).Model(&run{}).Where("id = ?", r.ID).Updates(map[string]any{
		"status": string(r.Status), "error": r.Error, "rounds": r.Rounds, "tokens_in": r.Usage.Input, "tokens_cached": r.Usage.CachedRead,
		"tokens_out": r.Usage.Output, "finished_at": r.Finished.UnixMilli(),
	}).Error
	if err != nil {
		return fmt.Errorf("end run %s: %w", r.ID, err)
	}
	return nil
}

// StepStarted implements tools.Recorder.
func (d *DB) StepStarted(ctx context.Context, s tools.Step) error {
	row := step{RunID: s.Run, N: s.N, CallID: s.Call.ID, Tool: s.Call.Name, Args: argsText(s.Call), Status: string(agent.Running),
		StartedAt: s.Started.UnixMilli()}
	if err := d.g.WithContext(ctx).Create(&row).Error; err != nil {
		return fmt.Errorf("begin step %d of %s: %w", s.N, s.Run, err)
	}
	return nil
}

// StepFinished implements tools.Recorder. It writes the arguments once more: they are gone from s when they held a secret.
func (d *DB) StepFinished(ctx context.Context, s tools.Step, r tools.Result) error {
	effect := ""
	if r.Effect != nil {
		b, err := json.Marshal(r.Effect)
		if err != nil {
			return fmt.Errorf("end step %d of %s: %w", s.N, s.Run, err)
		}
		effect = string(b)
	}
	err := d.g.WithContext(ctx).Model(&step{}).Where("run_id = ? AND n = ?", s.Run, s.N).Updates(map[string]any{
		"args": argsText(s.Call), "status": string(r.Status), "code": r.Code, "text": r.ForModel(), "effect": effect, "took_us": r.Took.Microseconds(),
	}).Error
	if err != nil {
		return fmt.Errorf("end step %d of %s: %w", s.N, s.Run, err)
	}
	return nil
}

// argsText is the call's arguments as JSON, or as the model wrote them when they are none.
func argsText(c tools.Call) string {
	if len(c.Args) > 0 {
		return string(c.Args)
	}
	return c.Raw
}

// dead reports that owner names a process of this machine that is no longer there. Processes of other machines count as alive.
func dead(name string) bool {
	host, pidText, ok := strings.Cut(name, "/")
	here, _ := os.Hostname()
	pid, err := strconv.Atoi(pidText)
	if !ok || err != nil || host != here {
		return false
	}
	return pid != os.Getpid() && !alive(pid)
}
