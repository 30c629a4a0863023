package cli

import (
	"context"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/tools"
)

func (p *program) appCmd() *cobra.Command {
	all := false
	list := p.command(spec{use: "list [FILTER]", key: "app.list", example: "handset app list\nhandset app list --all google --json",
		exits: []int{ExitNoPhone}, args: p.between(0, "FILTER"),
		flags: func(f *pflag.FlagSet) { f.BoolVar(&all, "all", false, p.txt.T("flag.app.all")) },
		run: func(cmd *cobra.Command, args []string) error {
			return p.listApps(cmd.Context(), strings.Join(args, ""), all)
		}})
	launch := p.command(spec{use: "launch APP", key: "app.launch", example: "handset app launch Settings\nhandset app launch com.android.settings",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.exactly("APP"),
		run: func(cmd *cobra.Command, args []string) error {
			found, err := p.app.FindApp(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if found.Disabled {
				return &app.ToolError{Tool: "open_app", Result: tools.Result{Status: tools.Failed, Code: "disabled", Text: app.AppName(found) + " is disabled"}}
			}
			return p.act(cmd.Context(), "open_app", map[string]any{"app": found.Package})
		}})
	sub := []*cobra.Command{list, launch, p.installCmd()}
	for _, c := range []struct {
		name string
		do   func(context.Context, *device.Device, string) error
	}{
		{"stop", func(ctx context.Context, d *device.Device, pkg string) error { return d.Stop(ctx, pkg) }},
		{"uninstall", func(ctx context.Context, d *device.Device, pkg string) error { return d.Uninstall(ctx, pkg) }},
		{"clear", func(ctx context.Context, d *device.Device, pkg string) error { return d.ClearData(ctx, pkg) }},
		{"enable", func(ctx context.Context, d *device.Device, pkg string) error { return d.SetEnabled(ctx, pkg, true) }},
		{"disable", func(ctx context.Context, d *device.Device, pkg string) error { return d.SetEnabled(ctx, pkg, false) }},
	} {
		sub = append(sub, p.command(spec{use: c.name + " APP", key: "app." + c.name, example: "handset app " + c.name + " Notes\nhandset app " + c.name + " com.example.notes",
			exits: []int{ExitNoPhone}, args: p.exactly("APP"),
			run: func(cmd *cobra.Command, args []string) error {
				d, err := p.app.Phone(cmd.Context())
				if err != nil {
					return err
				}
				found, err := p.app.FindApp(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				if c.name != "stop" && c.name != "enable" && !app.Named(found, args[0]) {
					return &app.PartOfNameError{Name: args[0], App: found}
				}
				if err := c.do(cmd.Context(), d, found.Package); err != nil {
					return err
				}
				return p.answer(map[string]any{"action": c.name, "package": found.Package, "label": found.Label},
					p.txt.T("app.done."+c.name, app.AppName(found)))
			}}))
	}
	return p.group(spec{use: "app", key: "app", example: "handset app list\nhandset app launch Notes", exits: []int{ExitNoPhone}}, sub...)
}

func (p *program) listApps(ctx context.Context, filter string, all bool) error {
	d, err := p.app.Phone(ctx)
	if err != nil {
		return err
	}
	apps, err := d.Apps(ctx, all)
	if err != nil {
		return err
	}
	filter = strings.ToLower(filter)
	kept := apps[:0]
	for _, a := range apps {
		if strings.Contains(strings.ToLower(a.Label+" "+a.Package), filter) {
			kept = append(kept, a)
		}
	}
	if p.cfg.JSON {
		return p.document(map[string]any{"apps": kept})
	}
	rows := make([][]string, len(kept))
	for i, a := range kept {
		note := ""
		if a.Disabled {
			note = p.txt.T("app.disabled")
		}
		rows[i] = []string{a.Label, a.Package, a.Version, note}
	}
	return p.table(strings.Split(p.txt.T("app.header"), "|"), rows)
}

func (p *program) installCmd() *cobra.Command {
	return p.command(spec{use: "install FILE.apk", key: "app.install", example: "handset app install notes.apk",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.exactly("FILE.apk"),
		run: func(cmd *cobra.Command, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return app.ReadError(args[0], err)
			}
			defer file.Close()
			info, err := file.Stat()
			if err != nil {
				return app.ReadError(args[0], err)
			}
			d, err := p.app.Phone(cmd.Context())
			if err != nil {
				return err
			}
			bar := p.progress(args[0])
			err = d.Install(cmd.Context(), file, info.Size(), bar.update)
			bar.done()
			if err != nil {
				return err
			}
			return p.answer(map[string]any{"action": "install", "file": args[0], "bytes": info.Size()}, p.txt.T("app.done.install", args[0]))
		}})
}

func (p *program) clipCmd() *cobra.Command {
	get := p.command(spec{use: "get", key: "clip.get", example: "handset clip get", exits: []int{ExitNoPhone},
		run: func(cmd *cobra.Command, _ []string) error {
			d, err := p.app.Phone(cmd.Context())
			if err != nil {
				return err
			}
			s, err := d.Clipboard(cmd.Context())
			if err != nil {
				return err
			}
			return p.answer(map[string]any{"text": s}, s)
		}})
	set := p.command(spec{use: "set TEXT", key: "clip.set", example: "handset clip set \"hello 你好\"", exits: []int{ExitNoPhone}, args: p.exactly("TEXT"),
		run: func(cmd *cobra.Command, args []string) error {
			d, err := p.app.Phone(cmd.Context())
			if err != nil {
				return err
			}
			if err := d.SetClipboard(cmd.Context(), args[0]); err != nil {
				return err
			}
			return p.answer(map[string]any{"set": args[0]}, p.txt.N("clip.set_done", len([]rune(args[0]))))
		}})
	return p.group(spec{use: "clip", key: "clip", example: "handset clip set hello\nhandset clip get", exits: []int{ExitNoPhone}}, get, set)
}
