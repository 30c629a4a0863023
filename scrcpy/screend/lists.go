package screend

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// stockEncoders are the software encoders that every phone has.
var stockEncoders = []Encoder{
	{Codec: "h264", Name: "c2.android.avc.encoder", Kind: "sw"},
	{Codec: "h264", Name: "OMX.google.h264.encoder", Kind: "sw", AliasFor: "c2.android.avc.encoder"},
	{Codec: "opus", Name: "c2.android.opus.encoder", Kind: "sw"},
}

// StockEncoders lists the encoders that a Server has when none are given.
func StockEncoders() []Encoder { return slices.Clone(stockEncoders) }

func (s *Server) encoders() []Encoder {
	if s.Encoders == nil {
		return stockEncoders
	}
	return s.Encoders
}

// printLists prints what the list_… options ask for (§11.2).
func (p *process) printLists() {
	if p.o.listEncoders {
		p.log.print(info, "List of video encoders:\n"+p.encoderList("video", "h264", "h265", "av1"))
		p.log.print(info, "List of audio encoders:\n"+p.encoderList("audio", "opus", "aac", "flac"))
	}
	if p.o.listDisplays {
		p.log.print(info, "List of displays:\n"+p.displayList())
	}
	if p.o.listCameras || p.o.listCameraSizes {
		p.log.print(info, "List of cameras:\n"+p.cameraList(p.o.listCameraSizes))
	}
	if p.o.listApps {
		p.log.print(info, processingApps)
		p.log.print(info, "List of apps:\n"+appList(p.source.Apps()))
	}
}

func (p *process) encoderList(kind string, codecs ...string) string {
	var lines []string
	for _, codec := range codecs {
		for _, e := range p.server.encoders() {
			if e.Codec == codec {
				lines = append(lines, encoderLine(kind, e))
			}
		}
	}
	return orNone(lines)
}

func encoderLine(kind string, e Encoder) string {
	line := fmt.Sprintf("%-69s (%s)", fmt.Sprintf("    --%s-codec=%s --%s-encoder=%s", kind, e.Codec, kind, e.Name), e.Kind)
	if e.Vendor {
		line += " [vendor]"
	}
	if e.AliasFor != "" {
		line += " (alias for " + e.AliasFor + ")"
	}
	return line
}

func (p *process) displayList() string {
	var lines []string
	for _, d := range p.source.Displays() {
		size := "size unknown"
		if d.Size.X > 0 {
			size = fmt.Sprintf("%dx%d", d.Size.X, d.Size.Y)
		}
		lines = append(lines, fmt.Sprintf("    --display-id=%d    (%s)", d.ID, size))
	}
	return orNone(lines)
}

func orNone(lines []string) string {
	if len(lines) == 0 {
		return "    (none)"
	}
	return strings.Join(lines, "\n")
}

const processingApps = "Processing Android apps... (this may take some time)"

// appList lists system apps first, then by label and package.
func appList(apps []App) string {
	apps = slices.Clone(apps)
	slices.SortFunc(apps, func(a, b App) int {
		if a.System != b.System {
			return cmp.Compare(systemRank(a), systemRank(b))
		}
		return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Package, b.Package))
	})
	var lines []string
	for _, a := range apps {
		lines = append(lines, appLine(a))
	}
	return orNone(lines)
}

func systemRank(a App) int {
	if a.System {
		return 0
	}
	return 1
}

const labelColumn = 30

func appLine(a App) string {
	mark := " - "
	if a.System {
		mark = " * "
	}
	pad := labelColumn - utf8.RuneCountInString(a.Label)
	if pad <= 0 {
		return mark + a.Label + "\n" + strings.Repeat(" ", labelColumn+4) + a.Package
	}
	return mark + a.Label + strings.Repeat(" ", pad) + " " + a.Package
}
