package device

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed get_time.md
var getTimeText string

// GetTime is the tool get_time (T-19).
func GetTime(v *tools.View, now func() time.Time) tools.Tool {
	return tools.New(tools.Spec{Name: "get_time", Description: getTimeText, ReadOnly: true},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			before := now()
			there, zone, err := phoneTime(ctx, v.Phone())
			if ctx.Err() != nil || errors.Is(err, phone.ErrGone) {
				return tools.FailErr("get_time", err), nil
			}
			here := now()
			facts := map[string]any{"workstation": here.Format(time.RFC3339), "unix": here.Unix()}
			text := ""
			if err != nil {
				text = "phone: could not be read: " + err.Error() + "\n"
			} else {
				text = "phone: " + there.Format("Monday 2006-01-02 15:04:05 -07:00") + zone + "\n"
				facts["phone"], facts["unix"] = there.Format(time.RFC3339), there.Unix()
				// The phone answered at some moment between before and here, and cuts to whole seconds.
				if skew := there.Sub(here); skew > 2*time.Second || before.Sub(there) > 3*time.Second {
					text += fmt.Sprintf("The phone's clock differs from the workstation's by %s.\n", skew.Round(time.Second))
					facts["skew_seconds"] = int(skew.Round(time.Second).Seconds())
				}
			}
			text += "workstation: " + here.Format("Monday 2006-01-02 15:04:05 -07:00")
			data, _ := json.Marshal(facts)
			return tools.Result{Text: text, Data: data}, nil
		})
}

// phoneTime asks the phone for its clock and zone.
func phoneTime(ctx context.Context, p phone.Shell) (t time.Time, zone string, err error) {
	out, err := p.Shell(ctx, "date", "+%s %z")
	if err != nil {
		return t, "", err
	}
	f := strings.Fields(string(out.Stdout))
	if len(f) != 2 {
		return t, "", fmt.Errorf("date printed %q", clip(string(out.Stdout), 80))
	}
	sec, err1 := strconv.ParseInt(f[0], 10, 64)
	off, err2 := time.Parse("-0700", f[1])
	if err1 != nil || err2 != nil {
		return t, "", fmt.Errorf("date printed %q", clip(string(out.Stdout), 80))
	}
	t = time.Unix(sec, 0).In(off.Location())
	if out, err := p.Shell(ctx, "getprop", "persist.sys.timezone"); err == nil {
		if name := strings.TrimSpace(string(out.Stdout)); name != "" && out.Exit == 0 {
			zone = " " + clip(name, 60)
		}
	}
	return t, zone, nil
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
