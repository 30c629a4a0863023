package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

// The commands that act run the same tools a model uses, through the same guards, and print what was delivered and what was
// seen to change.

func (p *program) tapCmd() *cobra.Command {
	var text, id string
	var nth, hold int
	return p.command(spec{use: "tap X Y | tap --text T | tap --id I", key: "tap",
		example: "handset tap 540 1200\nhandset tap --text Wi-Fi\nhandset tap --id com.android.settings:id/search_bar\nhandset tap 540 1200 --hold 800",
		exits:   []int{ExitNoPhone, ExitNotAllowed}, args: p.between(0, "X", "Y"),
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&text, "text", "", p.txt.T("flag.tap.text"))
			f.StringVar(&id, "id", "", p.txt.T("flag.tap.id"))
			f.IntVar(&nth, "nth", 1, p.txt.T("flag.tap.nth"))
			f.IntVar(&hold, "hold", 0, p.txt.T("flag.tap.hold"))
		},
		run: func(cmd *cobra.Command, args []string) error {
			name, toolArgs, err := p.tapCall(args, text, id, nth, hold)
			if err != nil {
				return err
			}
			return p.act(cmd.Context(), name, toolArgs)
		}})
}

// tapCall picks the tool: by text, by id, or by point; long press when it is to be held.
func (p *program) tapCall(args []string, text, id string, nth, hold int) (string, map[string]any, error) {
	ways := 0
	for _, given := range []bool{len(args) > 0, text != "", id != ""} {
		if given {
			ways++
		}
	}
	if ways != 1 || len(args) == 1 {
		return "", nil, p.usage("tap.one_way")
	}
	if text != "" && hold == 0 {
		return "ua_tap_text", map[string]any{"text": text, "nth": nth}, nil
	}
	toolArgs := map[string]any{}
	switch {
	case text != "":
		return "", nil, p.usage("tap.hold_text")
	case id != "":
		toolArgs["element"] = id
	default:
		numbers, err := p.numbers(args, "X", "Y")
		if err != nil {
			return "", nil, err
		}
		toolArgs["x"], toolArgs["y"] = numbers[0], numbers[1]
	}
	if hold > 0 {
		toolArgs["duration_ms"] = hold
		return "ua_long_press", toolArgs, nil
	}
	return "ua_tap", toolArgs, nil
}

func (p *program) swipeCmd() *cobra.Command {
	ms := 300
	return p.command(spec{use: "swipe X1 Y1 X2 Y2", key: "swipe", example: "handset swipe 540 1800 540 600 --ms 400",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.exactly("X1", "Y1", "X2", "Y2"),
		flags: func(f *pflag.FlagSet) { f.IntVar(&ms, "ms", 300, p.txt.T("flag.swipe.ms")) },
		run: func(cmd *cobra.Command, args []string) error {
			return p.actLine(cmd.Context(), "ua_swipe", args, map[string]any{"duration_ms": ms})
		}})
}

func (p *program) dragCmd() *cobra.Command {
	ms := 500
	return p.command(spec{use: "drag X1 Y1 X2 Y2", key: "drag", example: "handset drag 200 900 200 1500",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.exactly("X1", "Y1", "X2", "Y2"),
		flags: func(f *pflag.FlagSet) { f.IntVar(&ms, "ms", 500, p.txt.T("flag.swipe.ms")) },
		run: func(cmd *cobra.Command, args []string) error {
			return p.actLine(cmd.Context(), "ua_drag", args, map[string]any{"duration_ms": ms})
		}})
}

func (p *program) actLine(ctx context.Context, tool string, args []string, more map[string]any) error {
	numbers, err := p.numbers(args, "X1", "Y1", "X2", "Y2")
	if err != nil {
		return err
	}
	for i, key := range []string{"x1", "y1", "x2", "y2"} {
		more[key] = numbers[i]
	}
	return p.act(ctx, tool, more)
}

func (p *program) pinchCmd() *cobra.Command {
	scale, ms := 2.0, 500
	return p.command(spec{use: "pinch [X Y] --scale FACTOR", key: "pinch", example: "handset pinch 540 1200 --scale 3\nhandset pinch --scale 0.5",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.between(0, "X", "Y"),
		flags: func(f *pflag.FlagSet) {
			f.Float64Var(&scale, "scale", 2, p.txt.T("flag.pinch.scale"))
			f.IntVar(&ms, "ms", 500, p.txt.T("flag.swipe.ms"))
		},
		run: func(cmd *cobra.Command, args []string) error {
			call := map[string]any{"scale": scale, "duration_ms": ms}
			n, err := p.numbers(args, "X", "Y")
			switch {
			case err != nil:
				return err
			case len(n) == 1:
				return p.usage("usage.missing", cmd.CommandPath(), "Y")
			case len(n) == 2:
				call["x"], call["y"] = n[0], n[1]
			}
			return p.act(cmd.Context(), "ua_pinch", call)
		}})
}

func (p *program) scrollCmd() *cobra.Command {
	to := ""
	return p.command(spec{use: "scroll up|down|left|right | scroll --to TEXT", key: "scroll", example: "handset scroll down\nhandset scroll --to \"About phone\"",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.between(0, "DIRECTION"),
		flags: func(f *pflag.FlagSet) { f.StringVar(&to, "to", "", p.txt.T("flag.scroll.to")) },
		run: func(cmd *cobra.Command, args []string) error {
			switch {
			case to != "" && len(args) == 0:
				return p.act(cmd.Context(), "ua_scroll_to", map[string]any{"text": to})
			case to == "" && len(args) == 1:
				return p.scroll(cmd.Context(), args[0])
			}
			return p.usage("scroll.one_way")
		}})
}

// scroll swipes through the middle of the screen so that the content moves the other way than the finger.
func (p *program) scroll(ctx context.Context, direction string) error {
	ph, err := p.app.Phone(ctx)
	if err != nil {
		return err
	}
	f, err := ph.Frame(ctx)
	if err != nil {
		return err
	}
	w, h := f.Size.X, f.Size.Y
	lines := map[string][4]int{
		"down": {w / 2, h * 3 / 4, w / 2, h / 4}, "up": {w / 2, h / 4, w / 2, h * 3 / 4},
		"right": {w * 4 / 5, h / 2, w / 5, h / 2}, "left": {w / 5, h / 2, w * 4 / 5, h / 2},
	}
	l, ok := lines[direction]
	if !ok {
		return p.usage("usage.one_of", "DIRECTION", direction, "up, down, left, right")
	}
	return p.act(ctx, "ua_swipe", map[string]any{"x1": l[0], "y1": l[1], "x2": l[2], "y2": l[3], "duration_ms": 300})
}

func (p *program) typeCmd() *cobra.Command {
	var replace, submit bool
	return p.command(spec{use: "type TEXT", key: "type", example: "handset type \"hello 你好 🙂\"\nhandset type --replace --submit weather",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.exactly("TEXT"),
		flags: func(f *pflag.FlagSet) {
			f.BoolVar(&replace, "replace", false, p.txt.T("flag.type.replace"))
			f.BoolVar(&submit, "submit", false, p.txt.T("flag.type.submit"))
		},
		run: func(cmd *cobra.Command, args []string) error {
			mode := "append"
			if replace {
				mode = "replace"
			}
			return p.act(cmd.Context(), "ua_type", map[string]any{"text": args[0], "mode": mode, "submit": submit})
		}})
}

func (p *program) keyCmd() *cobra.Command {
	hold := false
	return p.command(spec{use: "key NAME…", key: "key", example: "handset key back\nhandset key home\nhandset key KEYCODE_VOLUME_UP 24",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.atLeast("NAME…"),
		flags: func(f *pflag.FlagSet) { f.BoolVar(&hold, "long", false, p.txt.T("flag.key.long")) },
		run: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				if _, err := phone.ParseKey(name); err != nil && !strings.HasPrefix(name, "notifications") && name != "quick_settings" {
					return p.usage("usage.key", name)
				}
			}
			call := func(name string) map[string]any {
				if hold {
					return map[string]any{"key": name, "hold_ms": 800}
				}
				return map[string]any{"key": name}
			}
			for _, name := range args {
				if err := p.act(cmd.Context(), "ua_press", call(name)); err != nil {
					return err
				}
			}
			return nil
		}})
}

// numbers reads whole numbers and names the one that is none.
func (p *program) numbers(args []string, names ...string) ([]int, error) {
	out := make([]int, len(args))
	for i, s := range args {
		n, err := strconv.Atoi(s)
		if err != nil {
			return nil, p.usage("usage.number", names[i], s)
		}
		out[i] = n
	}
	return out, nil
}

// act runs one tool on the phone and prints its effect.
func (p *program) act(ctx context.Context, name string, args map[string]any) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	r, err := p.app.CallTool(ctx, name, raw, p.asker(false))
	if err != nil {
		return err
	}
	if p.cfg.JSON {
		err = p.document(r)
	} else if r.Status == tools.OK {
		p.printEffect(name, args, r)
	}
	if err != nil || r.Status == tools.OK {
		return err
	}
	return &app.ToolError{Tool: name, Result: r}
}

// printEffect says what was delivered and what was seen to change.
func (p *program) printEffect(name string, args map[string]any, r tools.Result) {
	fmt.Fprintln(p.Out, p.doneLine(name, args, r))
	if r.Effect == nil {
		return
	}
	fmt.Fprintln(p.Out, p.txt.T("act.effect", p.yesNo(r.Effect.Delivered), p.yesNo(r.Effect.Visible), short(r.Took)))
	for _, line := range r.Effect.Changed {
		fmt.Fprintln(p.Out, "  "+line)
	}
	if r.Effect.Delivered && !r.Effect.Visible && r.Frame == nil {
		p.say("act.unseen")
	}
}

// doneLine is what was done, in one line: the tool's own in English, else the catalogue's where it knows the tool.
func (p *program) doneLine(name string, args map[string]any, r tools.Result) string {
	done, _, _ := strings.Cut(strings.TrimSpace(r.Text), "\n")
	if p.cfg.Lang == "en" || !p.txt.Has("act.done."+name) {
		return done
	}
	var what []string
	for _, key := range []string{"text", "element", "app", "key", "scale", "x", "y", "x1", "y1", "x2", "y2"} {
		if v, ok := args[key]; ok {
			what = append(what, fmt.Sprint(v))
		}
	}
	return p.txt.T("act.done."+name, strings.Join(what, " "))
}

func (p *program) yesNo(b bool) string {
	if b {
		return p.txt.T("say.yes")
	}
	return p.txt.T("say.no")
}
