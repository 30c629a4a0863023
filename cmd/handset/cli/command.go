package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// spec describes one command. Its texts are the catalogue's cmd.<key>.short and cmd.<key>.long.
type spec struct {
	use     string
	key     string
	example string
	exits   []int // beside 0, 1 and 2
	args    cobra.PositionalArgs
	flags   func(*pflag.FlagSet)
	run     func(cmd *cobra.Command, args []string) error
	hidden  bool
}

// command builds a cobra command whose help ends with an example and the exit codes.
func (p *program) command(s spec) *cobra.Command {
	c := &cobra.Command{
		Use: s.use, Short: p.txt.T("cmd." + s.key + ".short"), Example: indent(s.example), Hidden: s.hidden,
		Long:         p.txt.T("cmd." + s.key + ".long"),
		Args:         s.args,
		SilenceUsage: true, SilenceErrors: true, DisableFlagsInUseLine: true,
		Annotations: map[string]string{"exits": p.exitText(s.exits)},
	}
	if s.run != nil {
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if err := p.setup(cmd, args); err != nil {
				return err
			}
			return s.run(cmd, args)
		}
	}
	if s.flags != nil {
		s.flags(c.Flags())
	}
	if s.args == nil {
		c.Args = p.noArgs
	}
	return c
}

func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n  ")
}

// exitText is the exit code section of a command's help.
func (p *program) exitText(more []int) string {
	var b strings.Builder
	codes := append([]int{ExitOK, ExitFailed, ExitUsage}, more...)
	for _, code := range append(codes, ExitInterrupted) {
		fmt.Fprintf(&b, "  %3d  %s\n", code, p.txt.T(fmt.Sprintf("exit.%d", code)))
	}
	return strings.TrimRight(b.String(), "\n")
}

func (p *program) noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return p.usage("usage.no_args", cmd.CommandPath(), args[0])
	}
	return nil
}

// exactly wants n arguments and names them when they are missing.
func (p *program) exactly(names ...string) cobra.PositionalArgs {
	return p.between(len(names), names...)
}

// between wants at least least of the named arguments and no more than all of them.
func (p *program) between(least int, names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return p.usage("usage.missing", cmd.CommandPath(), strings.Join(names[len(args):least], " "))
		}
		if len(args) > len(names) {
			return p.usage("usage.too_many", cmd.CommandPath(), args[len(names)])
		}
		return nil
	}
}

// atLeast wants one or more of name.
func (p *program) atLeast(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return p.usage("usage.missing", cmd.CommandPath(), name)
		}
		return nil
	}
}
