package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"

	"github.com/handset-agent/handset/phone/sim/vfs"
	"github.com/handset-agent/handset/phone/sim/world"
)

const uiautomatorHelp = `Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

runtest: executes UI automation tests

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml

events: prints out accessibility events until terminated
`

// uiautomatorCommand is uiautomator dump.
func uiautomatorCommand(ctx context.Context, p *Proc) int {
	if len(p.Args) < 2 || p.Args[1] != "dump" {
		if len(p.Args) > 1 && p.Args[1] == "help" {
			_, _ = p.Stdout.WriteString(uiautomatorHelp)
			return 0
		}
		p.Errf("%s", uiautomatorHelp)
		return 1
	}
	file := "/sdcard/window_dump.xml"
	for _, a := range p.Args[2:] {
		if a != "--compressed" && a != "--verbose" && a != "--windows" {
			file = a
		}
	}
	xml, err := p.d.w.DumpTree(ctx)
	switch {
	case errors.Is(err, world.ErrNotIdle):
		p.Errf("ERROR: could not get idle state.\n")
		return 0
	case errors.Is(err, world.ErrNullRoot):
		p.Errf("ERROR: null root node returned by UiTestAutomationBridge.\n")
		return 0
	case err != nil:
		return killed(ctx)
	}
	if err := p.writeDump(file, xml); err != nil {
		p.Errf("%s\n", javaTrace(fmt.Sprintf("java.io.FileNotFoundException: %s: open failed: %s", file, errnoName(err)),
			"libcore.io.IoBridge.open(IoBridge.java:574)", "java.io.FileOutputStream.<init>(FileOutputStream.java:259)",
			"com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:118)"))
	}
	p.Printf("UI hierchary dumped to: %s\n", file)
	return 0
}

func (p *Proc) writeDump(file string, xml []byte) error {
	f, err := p.openFlags(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if errors.Is(err, vfs.ENOENT) && path.Dir(file) != "/" {
		if err = p.d.Files.MkdirAll(shellCred, path.Dir(p.abs(file)), 0o770); err == nil {
			f, err = p.openFlags(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		}
	}
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(xml)
	return err
}

// errnoName writes an error as Java does: ENOENT (No such file or directory).
func errnoName(err error) string {
	names := map[vfs.Errno]string{vfs.ENOENT: "ENOENT", vfs.EACCES: "EACCES", vfs.EROFS: "EROFS", vfs.ENXIO: "ENXIO", vfs.EISDIR: "EISDIR",
		vfs.ENOTDIR: "ENOTDIR", vfs.ENOSPC: "ENOSPC", vfs.EPERM: "EPERM"}
	n := vfs.Number(err)
	if s, ok := names[n]; ok {
		return s + " (" + n.Error() + ")"
	}
	return err.Error()
}
