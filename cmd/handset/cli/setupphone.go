package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/phone/device"
)

// setupPhoneCmd installs and removes what helps handset on a phone. Nothing of it is needed.
func (p *program) setupPhoneCmd() *cobra.Command {
	from := ""
	tree := p.command(spec{use: "tree on|off", key: "setup_phone.tree", example: "handset setup-phone tree on\nhandset setup-phone tree off",
		exits: []int{ExitNoPhone}, args: p.exactly("on|off"),
		flags: func(f *pflag.FlagSet) { f.StringVar(&from, "from", "", p.txt.T("flag.setup_phone.from")) },
		run: func(cmd *cobra.Command, args []string) error {
			switch args[0] {
			case "on":
				if err := p.app.FastTree(cmd.Context(), from); err != nil {
					return err
				}
			case "off":
				if err := p.app.SlowTree(cmd.Context()); err != nil {
					return err
				}
			default:
				return p.usage("usage.one_of", "tree", args[0], "on, off")
			}
			if p.cfg.JSON {
				return p.document(map[string]string{"tree": args[0]})
			}
			_, err := fmt.Fprintln(p.Out, p.txt.T("setup_phone.tree_"+args[0]))
			return err
		}})
	return p.group(spec{use: "setup-phone", key: "setup_phone", example: "handset setup-phone tree on"}, tree)
}

// holdCmd changes the phone while a command runs, or until it is interrupted.
func (p *program) holdCmd() *cobra.Command {
	var h device.Hold
	turn := -1
	return p.command(spec{use: "hold [-- COMMAND [ARG …]]", key: "hold", exits: []int{ExitNoPhone},
		example: "handset hold --stay-awake\nhandset hold --no-animations --stay-awake -- make ui-tests", args: cobra.ArbitraryArgs,
		flags: func(f *pflag.FlagSet) {
			f.BoolVar(&h.StayAwake, "stay-awake", false, p.txt.T("flag.hold.stay_awake"))
			f.BoolVar(&h.ShowTouches, "show-touches", false, p.txt.T("flag.hold.show_touches"))
			f.BoolVar(&h.NoAnimations, "no-animations", false, p.txt.T("flag.hold.no_animations"))
			f.IntVar(&turn, "rotation", -1, p.txt.T("flag.hold.rotation"))
		},
		run: func(cmd *cobra.Command, args []string) (err error) {
			if turn >= 0 {
				h.Rotation = &turn
			}
			ctx := cmd.Context()
			d, err := p.app.Phone(ctx)
			if err != nil {
				return err
			}
			if _, err := d.Hold(ctx, h); err != nil { // put back when the phone is closed
				return err
			}
			if len(args) == 0 {
				fmt.Fprintln(p.Err, p.txt.T("hold.until"))
				<-ctx.Done()
				return nil
			}
			child := exec.CommandContext(ctx, args[0], args[1:]...)
			child.Stdin, child.Stdout, child.Stderr = os.Stdin, p.Out, p.Err
			err = child.Run()
			if e, exited := errors.AsType[*exec.ExitError](err); exited {
				return fmt.Errorf("%s: %w", args[0], e)
			}
			return err
		}})
}
