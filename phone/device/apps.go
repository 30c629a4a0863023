package device

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
)

// launchTime bounds how long Launch waits for the app to be in front.
const launchTime = 8 * time.Second

// Apps lists the apps that have a launcher activity, or all packages, sorted by label, then package. Labels come from the
// scrcpy server, which asks Android for them; an app whose label is not known has none.
func (d *Device) Apps(ctx context.Context, all bool) ([]phone.App, error) {
	const sep = "@@"
	out, err := d.read(ctx, "pm list packages -s; echo "+sep+"; pm list packages -d; echo "+sep+
		"; cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LAUNCHER; echo "+sep+"; pm list packages --show-versioncode")
	if err != nil {
		return nil, err
	}
	parts := strings.Split(out, sep)
	if len(parts) != 4 {
		return nil, fmt.Errorf("list apps: the phone's answer has %d parts, not 4", len(parts))
	}
	system, disabled, launch := packageSet(parts[0]), packageSet(parts[1]), parseComponents(parts[2])
	names := d.labelsOf(ctx)
	var apps []phone.App
	for _, pkg := range packageNames(parts[3]) {
		activity := launch[pkg]
		if !all && activity == "" {
			continue
		}
		apps = append(apps, phone.App{
			Package: pkg, Label: names[pkg], Activity: activity,
			System: system[pkg], Disabled: disabled[pkg],
		})
	}
	slices.SortFunc(apps, func(a, b phone.App) int {
		return cmp.Or(cmp.Compare(strings.ToLower(sortName(a)), strings.ToLower(sortName(b))), cmp.Compare(a.Package, b.Package))
	})
	return apps, nil
}

func sortName(a phone.App) string {
	if a.Label != "" {
		return a.Label
	}
	return a.Package
}

var packageLine = regexp.MustCompile(`(?m)^package:(?:.*=)?([\w.]+)(?:[ \t].*)?$`)

// packageNames reads the names of "pm list packages", with or without paths and version codes.
func packageNames(out string) []string {
	var names []string
	for _, m := range packageLine.FindAllStringSubmatch(strings.ReplaceAll(out, "\r", ""), -1) {
		names = append(names, m[1])
	}
	return names
}

func packageSet(out string) map[string]bool {
	set := map[string]bool{}
	for _, n := range packageNames(out) {
		set[n] = true
	}
	return set
}

// componentLine is one component, which is how "--components" and "--brief" print activities.
var componentLine = regexp.MustCompile(`(?m)^[ \t]*([\w.]+)/([\w.$]+)[ \t]*$`)

// parseComponents maps packages to the full class of their first activity in the list.
func parseComponents(out string) map[string]string {
	first := map[string]string{}
	for _, m := range componentLine.FindAllStringSubmatch(strings.ReplaceAll(out, "\r", ""), -1) {
		if first[m[1]] == "" {
			first[m[1]] = newComponent(m[1], m[2]).class
		}
	}
	return first
}

// Launch starts the launcher activity of pkg and waits until the app is in front. An app that does not exist or cannot be
// launched gives phone.ErrNoSuchApp.
func (d *Device) Launch(ctx context.Context, pkg string) error {
	out, err := d.read(ctx, adb.Quote("cmd", "package", "resolve-activity", "--brief", "-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER", pkg))
	if err != nil {
		return err
	}
	class := parseComponents(out)[pkg]
	if class == "" {
		return fmt.Errorf("launch %s: %w, or it has nothing to launch", pkg, phone.ErrNoSuchApp)
	}
	started, err := d.sh(ctx, adb.Quote("am", "start", "-W", "-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER", "-f", "0x10200000", "-n", pkg+"/"+class))
	d.acted()
	if err != nil {
		return err
	}
	if e := amError(string(started.Stdout) + "\n" + string(started.Stderr)); e != "" {
		return fmt.Errorf("launch %s: %s", pkg, e)
	}
	return d.awaitFront(ctx, pkg)
}

// amError is the most telling line of the error that "am start" printed, whatever its exit status said, or "".
func amError(out string) string {
	best := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "Error:"), strings.HasPrefix(line, "java.lang."):
			return line
		case best == "" && (strings.HasPrefix(line, "Error") || strings.Contains(line, "Exception")):
			best = line
		}
	}
	return best
}

func (d *Device) awaitFront(ctx context.Context, pkg string) error {
	limit := time.Now().Add(launchTime)
	for {
		a, err := d.Foreground(ctx)
		if err == nil && a.Package == pkg {
			return nil
		}
		if err != nil && !errors.Is(err, errNoFocus) {
			return err
		}
		if time.Now().After(limit) {
			return fmt.Errorf("launch %s: %w: %s is in front", pkg, phone.ErrNotInFront, cmp.Or(a.Package, a.Window, "nothing known"))
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// Stop ends pkg and all its processes.
func (d *Device) Stop(ctx context.Context, pkg string) error {
	if err := d.exists(ctx, pkg); err != nil {
		return fmt.Errorf("stop %s: %w", pkg, err)
	}
	return d.expect(ctx, "", "am", "force-stop", pkg)
}

// Install installs an APK of size bytes. A refusal is an *adb.InstallError.
func (d *Device) Install(ctx context.Context, apk io.Reader, size int64, progress func(done, total int64)) error {
	if progress != nil {
		apk = &counting{r: apk, total: size, tell: progress}
	}
	err := d.link.Install(ctx, apk, size, "-r")
	d.apps.forget()
	return d.fail(ctx, "install", err)
}

// counting tells how much was read.
type counting struct {
	r           io.Reader
	done, total int64
	tell        func(done, total int64)
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.done += int64(n)
	c.tell(c.done, c.total)
	return n, err
}

// Uninstall removes pkg.
func (d *Device) Uninstall(ctx context.Context, pkg string) error {
	if err := d.exists(ctx, pkg); err != nil {
		return fmt.Errorf("uninstall %s: %w", pkg, err)
	}
	d.apps.forget()
	return d.expect(ctx, "Success", "pm", "uninstall", pkg)
}

// ClearData deletes all data of pkg.
func (d *Device) ClearData(ctx context.Context, pkg string) error {
	if err := d.exists(ctx, pkg); err != nil {
		return fmt.Errorf("clear %s: %w", pkg, err)
	}
	return d.expect(ctx, "Success", "pm", "clear", pkg)
}

// SetEnabled switches pkg on or off for the user.
func (d *Device) SetEnabled(ctx context.Context, pkg string, on bool) error {
	if err := d.exists(ctx, pkg); err != nil {
		return fmt.Errorf("enable %s: %w", pkg, err)
	}
	d.apps.forget()
	if on {
		return d.expect(ctx, "new state: enabled", "pm", "enable", pkg)
	}
	return d.expect(ctx, "new state: disabled", "pm", "disable-user", "--user", "0", pkg)
}

// exists checks that a package is installed; many commands say nothing when it is not.
func (d *Device) exists(ctx context.Context, pkg string) error {
	out, err := d.read(ctx, adb.Quote("pm", "list", "packages", pkg))
	if err != nil {
		return err
	}
	if !packageSet(out)[pkg] {
		return phone.ErrNoSuchApp
	}
	return nil
}

// expect runs a command of the package or activity manager whose answer must hold want. Exit codes differ between releases, so the
// text counts.
func (d *Device) expect(ctx context.Context, want string, argv ...string) error {
	out, err := d.sh(ctx, adb.Quote(argv...))
	d.acted()
	if err != nil {
		return err
	}
	said := strings.TrimSpace(string(out.Stdout) + "\n" + string(out.Stderr))
	if !strings.Contains(said, want) || want == "" && amError(said) != "" {
		return fmt.Errorf("%s: %s (exit %d)", strings.Join(argv, " "), cmp.Or(amError(said), firstLine(said), "no answer"), out.Exit)
	}
	return nil
}
