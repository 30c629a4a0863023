package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/tools"
)

func (p *program) toolCmd() *cobra.Command {
	args, yes := "", false
	list := p.command(spec{use: "list", key: "tool.list", example: "handset tool list --json",
		run: func(*cobra.Command, []string) error { return p.listTools() }})
	show := p.command(spec{use: "show NAME", key: "tool.show", example: "handset tool show ua_tap", args: p.exactly("NAME"),
		run: func(_ *cobra.Command, a []string) error { return p.showTool(a[0]) }})
	run := p.command(spec{use: "run NAME --args JSON", key: "tool.run", example: "handset tool run ua_tap --args '{\"x\":540,\"y\":1200}'\nhandset tool run device_info",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.exactly("NAME"),
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&args, "args", "{}", p.txt.T("flag.tool.args"))
			f.BoolVar(&yes, "yes", false, p.txt.T("flag.tool.yes"))
		},
		run: func(cmd *cobra.Command, a []string) error {
			r, err := p.app.CallTool(cmd.Context(), a[0], json.RawMessage(args), p.asker(yes))
			if err != nil {
				return err
			}
			if p.cfg.JSON {
				err = p.document(r)
			} else if r.Status == tools.OK {
				_, err = fmt.Fprintln(p.Out, strings.TrimSpace(r.ForModel()))
			}
			if err != nil || r.Status == tools.OK {
				return err
			}
			return &app.ToolError{Tool: a[0], Result: r}
		}})
	return p.group(spec{use: "tool", key: "tool", example: "handset tool list\nhandset tool run ui_dump"}, list, show, run)
}

func (p *program) listTools() error {
	r, err := p.app.Registry(nil, nil)
	if err != nil {
		return err
	}
	var docs []toolDoc
	var rows [][]string
	width := 90
	if c := p.columns(); c > 0 {
		width = max(20, c-32)
	}
	for t := range r.All() {
		s := t.Spec()
		docs = append(docs, docOf(s))
		kind := p.txt.T("tool.changes")
		if s.ReadOnly {
			kind = p.txt.T("tool.read_only")
		}
		first, _, _ := strings.Cut(s.Description, "\n")
		rows = append(rows, []string{s.Name, kind, clip(first, width)})
	}
	if p.cfg.JSON {
		return p.document(map[string]any{"tools": docs})
	}
	return p.table(strings.Split(p.txt.T("tool.header"), "|"), rows)
}

// toolDoc is a tool as programs see it.
type toolDoc struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	ReadOnly    bool            `json:"read_only"`
	Schema      json.RawMessage `json:"schema"`
}

func docOf(s tools.Spec) toolDoc { return toolDoc{s.Name, s.Description, s.ReadOnly, s.Schema} }

func (p *program) showTool(name string) error {
	r, err := p.app.Registry(nil, nil)
	if err != nil {
		return err
	}
	t, ok := r.Lookup(name)
	if !ok {
		return &app.ToolError{Tool: name, Result: r.Unknown(name)}
	}
	s := t.Spec()
	if p.cfg.JSON {
		return p.document(docOf(s))
	}
	var pretty strings.Builder
	enc := json.NewEncoder(&pretty)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s.Schema); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s\n\n%s\n\n%s", s.Name, s.Description, pretty.String())
	return nil
}
