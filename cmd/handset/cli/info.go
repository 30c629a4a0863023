package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
)

// version is set at link time.
var version = "dev"

func (p *program) versionCmd() *cobra.Command {
	return p.command(spec{use: "version", key: "version", example: "handset version --json",
		run: func(*cobra.Command, []string) error {
			v := map[string]any{
				"version": version, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH,
				"scrcpy": scrcpy.Version, "video": av.Built,
			}
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						v["revision"] = s.Value
					}
				}
			}
			if p.cfg.JSON {
				return p.document(v)
			}
			video := p.txt.T("version.video")
			if !av.Built {
				video = p.txt.T("version.no_video")
			}
			fmt.Fprintf(p.Out, "handset %s (%s, %s/%s, scrcpy %s, %s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH,
				scrcpy.Version, video)
			return nil
		}})
}

func (p *program) pathsCmd() *cobra.Command {
	return p.command(spec{use: "paths", key: "paths", example: "handset paths\nhandset paths --home ./here",
		run: func(*cobra.Command, []string) error {
			if p.cfg.JSON {
				return p.document(map[string]string{"database": p.cfg.Database(), "data": p.cfg.Data, "cache": p.cfg.Cache, "runs": p.cfg.Runs})
			}
			return p.table(strings.Split(p.txt.T("paths.header"), "|"), [][]string{
				{"database", p.cfg.Database()}, {"data", p.cfg.Data}, {"cache", p.cfg.Cache}, {"runs", p.cfg.Runs},
			})
		}})
}

func (p *program) completionCmd() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	c := p.command(spec{use: "completion SHELL", key: "completion", example: "handset completion bash > /etc/bash_completion.d/handset",
		args: p.exactly("SHELL"),
		run: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(p.Out, true)
			case "zsh":
				return root.GenZshCompletion(p.Out)
			case "fish":
				return root.GenFishCompletion(p.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(p.Out)
			}
			return p.usage("usage.one_of", "SHELL", args[0], "bash, zsh, fish, powershell")
		}})
	c.ValidArgs = shells
	return c
}
