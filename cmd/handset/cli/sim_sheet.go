package cli

import (
	"bytes"
	"fmt"
	"image/png"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/phone/sim/sheet"
)

func (p *program) simSheetCmd() *cobra.Command {
	var o sheet.Options
	file, all := "", false
	return p.command(spec{use: "sheet -o FILE", key: "sim.sheet", example: "handset sim sheet -o screens.png\nhandset sim sheet --app com.example.shop --all --width 240 -o shop.png",
		flags: func(f *pflag.FlagSet) {
			f.StringVarP(&file, "output", "o", "", p.txt.T("flag.sim.sheet.output"))
			f.IntVar(&o.Width, "width", 120, p.txt.T("flag.sim.sheet.width"))
			f.StringVar(&o.App, "app", "", p.txt.T("flag.sim.sheet.app"))
			f.BoolVar(&all, "all", false, p.txt.T("flag.sim.sheet.all"))
			f.StringSliceVar(&o.Locales, "locale", nil, p.txt.T("flag.sim.sheet.locale"))
		},
		run: func(cmd *cobra.Command, _ []string) error {
			switch {
			case file == "":
				return p.usage("usage.missing", "handset sim sheet", "-o FILE")
			case o.Width < 40 || o.Width > 1440:
				return p.usage("usage.range", "--width", o.Width, "40…1440")
			}
			if all {
				o.PerApp = -1
			}
			m, err := sheet.Draw(cmd.Context(), o)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, m); err != nil {
				return fmt.Errorf("encode the sheet: %w", err)
			}
			if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
				return fmt.Errorf("write the sheet: %w", err)
			}
			if p.cfg.JSON {
				p.line(map[string]any{"type": "sheet", "path": file, "width": m.Rect.Dx(), "height": m.Rect.Dy(), "bytes": b.Len()})
			} else {
				fmt.Fprintln(p.Out, file)
			}
			return nil
		}})
}
