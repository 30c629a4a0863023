package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// root is the whole command tree.
func (p *program) root() *cobra.Command {
	root := p.command(spec{use: "handset", key: "root", exits: []int{ExitNoPhone, ExitNotAllowed, ExitProvider, ExitLimit},
		example: "handset demo\nhandset devices\nhandset shot -o screen.png\nhandset run \"turn on Wi-Fi\"", args: cobra.ArbitraryArgs})
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return p.unknownCommand(cmd, args[0])
		}
		return cmd.Help()
	}
	f := root.PersistentFlags()
	f.StringVarP(&p.flags.Serial, "serial", "s", "", p.txt.T("flag.serial"))
	f.BoolVar(&p.flags.JSON, "json", false, p.txt.T("flag.json"))
	f.StringVar(&p.flags.Home, "home", "", p.txt.T("flag.home"))
	f.StringVar(&p.flags.ADB, "adb-server", "", p.txt.T("flag.adb_server"))
	f.BoolVarP(&p.flags.Verbose, "verbose", "v", false, p.txt.T("flag.verbose"))

	root.AddCommand(
		p.demoCmd(), p.runCmd(),
		p.devicesCmd(), p.connectCmd(), p.disconnectCmd(), p.pairCmd(), p.doctorCmd(), p.setupPhoneCmd(), p.holdCmd(),
		p.shotCmd(), p.recordCmd(), p.treeCmd(),
		p.tapCmd(), p.swipeCmd(), p.dragCmd(), p.pinchCmd(), p.scrollCmd(), p.typeCmd(), p.keyCmd(), p.clipCmd(),
		p.shellCmd(), p.pushCmd(), p.pullCmd(), p.appCmd(), p.toolCmd(),
		p.simCmd(), p.modelServerCmd(), p.benchCmd(), p.drillCmd(), p.pathsCmd(), p.completionCmd(), p.versionCmd(),
	)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return p.usage("usage.flag", cmd.CommandPath(), err)
	})
	root.SuggestionsMinimumDistance = 2
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(p.helpCmd())
	root.SetUsageTemplate(p.usageTemplate())
	return root
}

func (p *program) unknownCommand(cmd *cobra.Command, name string) error {
	msg := p.txt.T("usage.unknown_command", name)
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		msg += " " + p.txt.T("usage.did_you_mean", strings.Join(near, ", "))
	}
	return &usageError{msg + "\n" + p.txt.T("usage.see_help", cmd.CommandPath())}
}

// group is a command that only holds others.
func (p *program) group(s spec, subs ...*cobra.Command) *cobra.Command {
	s.args = cobra.ArbitraryArgs
	c := p.command(s)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return p.unknownCommand(cmd, args[0])
		}
		return cmd.Help()
	}
	c.AddCommand(subs...)
	return c
}

func (p *program) helpCmd() *cobra.Command {
	c := p.command(spec{use: "help [COMMAND]", key: "help", example: "handset help shot", args: cobra.ArbitraryArgs})
	c.RunE = func(cmd *cobra.Command, args []string) error {
		found, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return p.unknownCommand(cmd.Root(), strings.Join(args, " "))
		}
		return found.Help()
	}
	return c
}

func (p *program) usageTemplate() string {
	return fmt.Sprintf(`%[1]s
  {{.UseLine}}{{if .HasAvailableSubCommands}} [flags]{{end}}
{{if .HasExample}}
%[2]s
{{.Example}}
{{end}}{{if .HasAvailableSubCommands}}
%[3]s{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{end}}{{if .HasAvailableLocalFlags}}
%[4]s
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}
{{end}}{{if .HasAvailableInheritedFlags}}
%[5]s
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}
{{end}}{{with .Annotations.exits}}
%[6]s
{{.}}
{{end}}`, p.txt.T("help.usage"), p.txt.T("help.examples"), p.txt.T("help.commands"), p.txt.T("help.flags"),
		p.txt.T("help.global"), p.txt.T("help.exits"))
}
