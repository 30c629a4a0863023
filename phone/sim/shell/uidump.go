package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/vfs"
	"github.com/handset-agent/handset/phone/sim/world"
)

const uiautomatorHelp = `Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

runtest: executes UI automation tests
    runtest <class spec> [options]
    <class spec>: <JARS> < -c <CLASSES> | -e class <CLASSES> >

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml

events: prints out accessibility events until terminated
`

// uiautomatorCommand is uiautomator.
func uiautomatorCommand(ctx context.Context, p *Proc) int {
	switch p.arg(1) {
	case "dump":
		return p.dumpTree(ctx)
	case "events":
		return p.accessibilityEvents(ctx)
	case "runtest":
		if len(p.Args) < 3 {
			p.Errf("No class specified.\n")
			return 1
		}
		p.Errf("Unable to find class or jar: %s\n", p.arg(2))
		return 1
	case "help":
		_, _ = p.Stdout.WriteString(uiautomatorHelp)
		return 0
	}
	p.Errf("%s", uiautomatorHelp)
	return 1
}

// noiseTrace is what a maker's Java programs print about its missing theme file.
var noiseTrace = []string{
	"java.io.FileNotFoundException: /data/system/theme_config/theme_compatibility.xml: open failed: ENOENT (No such file or directory)",
	"\tat libcore.io.IoBridge.open(IoBridge.java:574)", "\tat java.io.FileInputStream.<init>(FileInputStream.java:160)",
	"\tat java.io.FileInputStream.<init>(FileInputStream.java:115)", "\tat java.io.FileReader.<init>(FileReader.java:60)",
	"\tat miui.content.res.ThemeCompatibilityLoader.getVersion(ThemeCompatibilityLoader.java:108)",
	"\tat miui.content.res.ThemeCompatibilityLoader.getConfigDocumentTree(ThemeCompatibilityLoader.java:126)",
	"\tat miui.content.res.ThemeCompatibilityLoader.loadConfig(ThemeCompatibilityLoader.java:59)",
	"\tat miui.content.res.ThemeCompatibility.<clinit>(ThemeCompatibility.java:31)", "\tat android.content.res.MiuiResourcesImpl.<clinit>(MiuiResourcesImpl.java:41)",
	"\tat android.content.res.MiuiResources.<init>(MiuiResources.java:58)", "\tat android.content.res.Resources.getSystem(Resources.java:235)",
	"\tat android.view.Display.getSize(Display.java:796)", "\tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:110)",
	"\tat com.android.commands.uiautomator.Launcher.main(Launcher.java:83)", "\tat com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)",
	"\tat com.android.internal.os.RuntimeInit.main(RuntimeInit.java:363)",
	"Caused by: android.system.ErrnoException: open failed: ENOENT (No such file or directory)", "\tat libcore.io.Linux.open(Native Method)",
	"\tat libcore.io.ForwardingOs.open(ForwardingOs.java:563)", "\tat libcore.io.BlockGuardOs.open(BlockGuardOs.java:274)",
	"\tat libcore.io.IoBridge.open(IoBridge.java:560)", "\t... 15 more",
}

// idleLimit is how long a dump waits for the screen to stand still.
const idleLimit = 10 * time.Second

// dumpTree is uiautomator dump.
func (p *Proc) dumpTree(ctx context.Context) int {
	file := "/sdcard/window_dump.xml"
	for _, a := range p.Args[2:] {
		if a != "--compressed" && a != "--verbose" && a != "--windows" {
			file = a
		}
	}
	faults := p.d.w.Faults()
	p.dumpNoise(faults)
	if p.d.automation.Load() {
		p.Errf("%s\n", javaTrace("java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5bd9cfa already registered!",
			"android.os.Parcel.readException(Parcel.java:1950)", "android.app.UiAutomation.connect(UiAutomation.java:305)",
			"com.android.uiautomator.core.UiAutomationShellWrapper.connect(UiAutomationShellWrapper.java:55)", "com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:83)"))
		return 1
	}
	if _, hit := faults.Hit(fault.DumpKilled); hit {
		if !p.wait(ctx, 300*time.Millisecond) {
			return killed(ctx)
		}
		p.Errf("Killed \n")
		return 128 + int(sigKILL)
	}
	if _, hit := faults.Hit(fault.DumpNeverIdle); hit {
		if !p.wait(ctx, idleLimit) {
			return killed(ctx)
		}
		p.Errf("ERROR: could not get idle state.\n")
		return 0
	}
	xml, err := p.d.w.DumpTree(ctx)
	if _, hit := faults.Hit(fault.DumpNullRoot); hit && err == nil {
		err = world.ErrNullRoot
	}
	if _, hit := faults.Hit(fault.DumpNoTree); hit && err == nil {
		return 0
	}
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
	if p.keepOldDump(faults, file) {
		p.Printf("UI hierchary dumped to: %s\n", file)
		return 0
	}
	if err := p.writeDump(file, xml); err != nil {
		p.Errf("%s\n", javaTrace(fmt.Sprintf("java.io.FileNotFoundException: %s: open failed: %s", file, errnoName(err)),
			"libcore.io.IoBridge.open(IoBridge.java:574)", "java.io.FileOutputStream.<init>(FileOutputStream.java:259)",
			"com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:118)"))
	}
	p.Printf("UI hierchary dumped to: %s\n", file)
	return 0
}

// keepOldDump reports that a dump leaves the file of an earlier one as it was.
func (p *Proc) keepOldDump(faults *fault.Set, file string) bool {
	info, err := p.stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Bytes == 0 {
		return false
	}
	_, hit := faults.Hit(fault.DumpOldFile)
	return hit
}

// dumpNoise prints what the maker's runtime prints before the answer.
func (p *Proc) dumpNoise(faults *fault.Set) {
	rule, hit := faults.Hit(fault.DumpNoise)
	switch {
	case hit && rule.Value != "":
		p.Errf("%s\n", rule.Value)
	case hit || p.d.w.Profile().Quirks.DumpNoise:
		p.Errf("%s\n", strings.Join(noiseTrace, "\n"))
	}
}

// wait waits for t unless the command ends first.
func (p *Proc) wait(ctx context.Context, t time.Duration) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
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

// accessibilityEvents prints an event whenever another window comes to the front or what it shows changes.
func (p *Proc) accessibilityEvents(ctx context.Context) int {
	changed, stop := p.d.w.Watch()
	defer stop()
	last, _ := p.d.w.FocusedWindow()
	for {
		select {
		case <-ctx.Done():
			return killed(ctx)
		case <-changed:
		}
		_, _ = p.d.w.Screen() // the next change is told after somebody looked
		now, ok := p.d.w.FocusedWindow()
		if !ok {
			continue
		}
		kind, class, types := "TYPE_WINDOW_CONTENT_CHANGED", "android.widget.FrameLayout", "[CONTENT_CHANGE_TYPE_SUBTREE]"
		if now.Hash != last.Hash {
			kind, types = "TYPE_WINDOW_STATE_CHANGED", "[]"
			if _, full, ok := strings.Cut(now.Title, "/"); ok {
				class = full
			}
		}
		last = now
		p.Printf("%s EventType: %s; EventTime: %d; PackageName: %s; MovementGranularity: 0; Action: 0; ContentChangeTypes: %s; WindowChangeTypes: [] [ ClassName: %s; Text: []; ContentDescription: null; ItemCount: -1; CurrentItemIndex: -1; Enabled: true; Password: false; Checked: false; FullScreen: %t; Scrollable: false ]; recordCount: 0\n",
			p.d.now().Format("01-02 15:04:05.000"), kind, p.d.w.Uptime().Milliseconds(), now.Package, types, class, now.Activity != "")
		if p.Stdout.Flush() != nil {
			return 128 + int(sigPIPE)
		}
		if !p.wait(ctx, 100*time.Millisecond) { // the system tells of changes no more often
			return killed(ctx)
		}
	}
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
