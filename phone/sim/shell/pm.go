package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

const pmHelp = "Package manager (package) commands:\n  help\n    Print this help text.\n\n  path [--user USER_ID] PACKAGE\n    Print the path to the .apk of the given PACKAGE.\n\n  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-l] [-u] [-U]\n      [--show-versioncode] [--apex-only] [--factory-only]\n      [--uid UID] [--user USER_ID] [FILTER]\n    Prints all packages; optionally only those whose name contains\n    the text in FILTER.\n"

var pmVerbs map[string]verb

func init() {
	pmVerbs = map[string]verb{
		"list": pmList, "path": pmPath, "dump": pmDump, "resolve-activity": pmResolve, "query-activities": pmQuery, "clear": pmClear, "grant": pmGrant,
		"revoke": pmGrant, "enable": pmEnable, "disable": pmEnable, "disable-user": pmEnable, "default-state": pmEnable, "disable-until-used": pmEnable,
		"hide": pmHide, "unhide": pmHide, "suspend": pmSuspend, "unsuspend": pmSuspend, "install": pmInstall, "install-streaming": pmInstall,
		"install-create": pmInstallCreate, "install-write": pmInstallWrite, "install-commit": pmInstallCommit, "install-abandon": pmInstallAbandon,
		"uninstall": pmUninstall, "get-install-location": pmLocation, "has-feature": pmHasFeature, "get-max-users": pmMaxUsers, "trim-caches": pmDone,
		"compile": pmSuccess, "bg-dexopt-job": pmSuccess, "reset-permissions": pmDone, "set-home-activity": pmSuccess, "query-receivers": pmNone,
		"query-services": pmNone, "get-app-link-owners": pmDone, "get-privapp-permissions": pmDone, "get-oemservices": pmDone, "get-moduleinfo": pmDone, "set-installer": pmSetInstaller,
		"get-harmful-app-warning": pmDone, "set-harmful-app-warning": pmDone, "get-app-links": pmAppLinks, "get-distracting-restriction": pmDone, "log-visibility": pmDone,
		"install-existing": pmInstallExisting, "install-destroy": pmInstallAbandon, "install-set-post-install": pmDone, "set-permission-enforced": pmDone, "set-app-link": pmDone, "is-audio-only": pmFalse,
		"dump-package": pmDump, "dump-profiles": pmDone, "force-dex-opt": pmDone, "reconcile-secondary-dex-files": pmSuccess, "cancel-bg-dexopt-job": pmSuccess, "art": pmDone,
		"create-user": pmCreateUser, "remove-user": pmRemoveUser, "get-user-restrictions": pmDone, "set-user-restriction": pmUserRestriction, "get-package-storage-stats": pmStorage,
		"set-install-location": pmSetLocation, "move-package": pmMove, "supports-multiple-users": pmSupportsUsers,
	}
}

// pmCommand is pm (and cmd package).
func pmCommand(ctx context.Context, p *Proc) int { return p.service(ctx, pmVerbs, pmHelp) }

func pmDone(context.Context, *Proc, string, *words) int { return 0 }

func pmSuccess(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("Success")
	return 0
}

func pmNone(_ context.Context, p *Proc, verb string, _ *words) int {
	p.Printf("No %s found\n", strings.TrimPrefix(verb, "query-"))
	return 0
}

func pmLocation(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("0[auto]")
	return 0
}

func pmMaxUsers(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("Maximum supported users: 4")
	return 0
}

func pmHasFeature(_ context.Context, p *Proc, verb string, w *words) int {
	name, ok := w.next()
	if !ok {
		return p.missing(verb, verb)
	}
	has := slices.Contains(p.d.features(), name)
	p.Println(fmt.Sprint(has))
	return boolInt(!has)
}

func pmList(_ context.Context, p *Proc, verb string, w *words) int {
	what, ok := w.next()
	if !ok {
		p.Errf("Error: didn't specify type of data to list\n")
		return statusFailed
	}
	switch what {
	case "packages", "package":
		return p.listPackages(w)
	case "features":
		for _, f := range p.d.features() {
			p.Printf("feature:%s\n", f)
		}
	case "libraries":
		for _, l := range []string{"android.ext.shared", "android.test.base", "android.test.mock", "android.test.runner", "com.android.location.provider", "com.android.media.remotedisplay",
			"javax.obex", "org.apache.http.legacy"} {
			p.Printf("library:%s\n", l)
		}
	case "users":
		p.Println("Users:\n\tUserInfo{0:Owner:c13} running")
	case "permission-groups":
		for _, g := range []string{"CALENDAR", "CAMERA", "CONTACTS", "LOCATION", "MICROPHONE", "PHONE", "SMS", "STORAGE", "NOTIFICATIONS"} {
			p.Printf("permission group:android.permission-group.%s\n", g)
		}
	case "instrumentation":
		p.listInstrumentations(w)
	case "permissions", "staged-sessions", "initial-non-stopped-system-packages":
	default:
		p.Errf("Error: unknown list type '%s'\n", what)
		return statusFailed
	}
	return 0
}

func (p *Proc) listPackages(w *words) int {
	on := map[string]bool{}
	uid := ""
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		switch o {
		case "-d", "-e", "-f", "-i", "-l", "-lf", "-s", "-u", "-U", "-3", "-a", "-q", "--show-versioncode", "--apex-only", "--factory-only", "--match-libraries", "--include-unpublished":
			on[o] = true
		case "--uid":
			on["-U"] = true
			uid, _ = w.next()
		case "--user":
			_, _ = w.next()
		default:
			p.Errf("Error: Unknown option: %s\n", o)
			return statusFailed
		}
	}
	filter, _ := w.next()
	for _, pkg := range p.d.w.Packages() {
		if !strings.Contains(pkg.Name, filter) || on["-3"] && pkg.System || on["-s"] && !pkg.System || on["-d"] && pkg.Enabled() || on["-e"] && !pkg.Enabled() ||
			pkg.Hidden && !on["-u"] || uid != "" && itoa(pkg.UID) != uid || on["--apex-only"] {
			continue
		}
		var b strings.Builder
		b.WriteString("package:")
		if on["-f"] {
			b.WriteString(pkg.Path + "=")
		}
		b.WriteString(pkg.Name)
		if on["--show-versioncode"] {
			fmt.Fprintf(&b, " versionCode:%d", pkg.VersionCode)
		}
		if on["-i"] {
			installer := pkg.Installer
			if installer == "" {
				installer = "null"
			}
			b.WriteString("  installer=" + installer)
		}
		if on["-U"] {
			fmt.Fprintf(&b, " uid:%d", pkg.UID)
		}
		p.Println(b.String())
	}
	return 0
}

func pmPath(_ context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	pkg, ok := p.d.w.Package(name)
	if !ok || pkg.Hidden {
		return 1
	}
	p.Printf("package:%s\n", pkg.Path)
	for _, s := range p.d.splitsOf(pkg.Name) {
		p.Printf("package:%s\n", s)
	}
	return 0
}

func pmDump(ctx context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	return dumpPackage(ctx, p, []string{name})
}

// query reads the options of resolve-activity and query-activities and finds the activities.
func (p *Proc) query(verb string, w *words) (list []world.ActivityInfo, brief, components bool, status int) {
	intent, err := parseIntent(w, func(o string, w *words) bool {
		switch o {
		case "--brief":
			brief = true
		case "--components":
			components = true
		case "--query-flags", "--user":
			_, _ = w.next()
		default:
			return false
		}
		return true
	})
	if err != nil {
		return nil, false, false, p.exception(verb, err.Error())
	}
	return p.d.w.Resolve(intent), brief, components, 0
}

const resolveLine = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"

func pmResolve(_ context.Context, p *Proc, verb string, w *words) int {
	list, brief, components, status := p.query(verb, w)
	if status != 0 {
		return status
	}
	if len(list) == 0 {
		p.Println("No activity found")
		return 0
	}
	a := list[0]
	if len(list) > 1 {
		c := world.Component{Package: "android", Class: "com.android.internal.app.ResolverActivity"}
		a = world.ActivityInfo{Component: c, Exported: true}
	}
	switch {
	case components:
		p.Println(a.Component.Short())
	case brief:
		p.Printf("%s\n%s\n", resolveLine, a.Component.Short())
	default:
		p.resolveInfo("", a)
	}
	return 0
}

// resolveInfo prints an activity as ResolveInfo.dump does.
func (p *Proc) resolveInfo(indent string, a world.ActivityInfo) {
	pkg, _ := p.d.w.Package(a.Component.Package)
	p.Printf("%s%s\n%sActivityInfo:\n", indent, resolveLine, indent)
	in := indent + "  "
	p.Printf("%sname=%s\n%spackageName=%s\n", in, a.Component.Class, in, a.Component.Package)
	p.Printf("%senabled=%t exported=%t directBootAware=false\n", in, pkg.Enabled(), a.Exported)
	p.Printf("%staskAffinity=%s targetActivity=null persistableMode=PERSIST_ROOT_ONLY\n", in, a.Component.Package)
	p.Printf("%slaunchMode=0 flags=0x200 privateFlags=0x1 theme=0x0\n", in)
	p.Printf("%sApplicationInfo:\n", in)
	in += "  "
	p.Printf("%spackageName=%s\n%slabelRes=0x0 nonLocalizedLabel=%s icon=0x0 banner=0x0\n", in, a.Component.Package, in, pkg.Label)
	p.Printf("%sprocessName=%s\n%staskAffinity=%s\n%suid=%d flags=0x%x\n", in, a.Component.Package, in, a.Component.Package, in, pkg.UID, map[bool]int{true: 0x3848bc45, false: 0x3848be44}[pkg.System])
	p.Printf("%ssourceDir=%s\n%sdataDir=%s\n%senabled=%t minSdkVersion=%d targetSdkVersion=%d versionCode=%d\n", in, pkg.Path, in, pkg.DataDir, in, pkg.Enabled(), pkg.MinSDK, pkg.TargetSDK, pkg.VersionCode)
}

func pmQuery(_ context.Context, p *Proc, verb string, w *words) int {
	list, brief, components, status := p.query(verb, w)
	if status != 0 {
		return status
	}
	if len(list) == 0 {
		p.Println("No activities found")
		return 0
	}
	if components {
		for _, a := range list {
			p.Println(a.Component.Short())
		}
		return 0
	}
	p.Printf("%d activities found:\n", len(list))
	for n, a := range list {
		if brief {
			p.Printf("  %s\n  %s\n", resolveLine, a.Component.Short())
			continue
		}
		p.Printf("  Activity #%d:\n", n)
		p.resolveInfo("    ", a)
	}
	return 0
}

func pmClear(_ context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	if status, refused := p.protectedRefused(verb, fmt.Sprintf("PID %d does not have permission android.permission.CLEAR_APP_USER_DATA to clear data of package %s", p.PID, name)); refused {
		return status
	}
	if !p.d.w.ClearData(name) {
		p.Println("Failed")
		return 1
	}
	p.Println("Success")
	return 0
}

func pmGrant(_ context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	permission, ok := w.next()
	if !ok {
		p.Errf("Error: no permission specified\n")
		return 1
	}
	if status, refused := p.protectedRefused(verb, noGrant); refused {
		return status
	}
	if err := p.d.w.SetPermission(name, permission, verb == "grant"); err != nil {
		text := err.Error()
		if !strings.HasPrefix(text, "java.") {
			text = "java.lang.IllegalArgumentException: " + text
		}
		return p.exception(verb, text)
	}
	return 0
}

// enabledStates are what the verbs set and how the state is printed.
var enabledStates = map[string]struct {
	state world.EnabledState
	word  string
}{
	"enable": {world.EnabledOn, "enabled"}, "disable": {world.Disabled, "disabled"}, "disable-user": {world.DisabledUser, "disabled-user"},
	"default-state": {world.EnabledDefault, "default"}, "disable-until-used": {world.DisabledUser, "disabled-until-used"},
}

func pmEnable(_ context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	if pkg, _, isComponent := strings.Cut(name, "/"); isComponent {
		return p.exception(verb, fmt.Sprintf("java.lang.SecurityException: Shell cannot change component state for %s to %d", name, enabledStates[verb].state))
	} else if verb == "disable" {
		return p.exception(verb, "java.lang.SecurityException: Shell cannot change component state for null to 2")
	} else if !p.d.w.SetEnabled(pkg, enabledStates[verb].state) {
		return p.exception(verb, "java.lang.IllegalArgumentException: Unknown package: "+name)
	}
	p.Printf("Package %s new state: %s\n", name, enabledStates[verb].word)
	return 0
}

func pmHide(_ context.Context, p *Proc, verb string, w *words) int {
	if _, status := p.packageArg(verb, w); status != 0 {
		return status
	}
	return p.exception(verb, "java.lang.SecurityException: Neither user 2000 nor current process has android.permission.MANAGE_USERS.")
}

func pmSuspend(_ context.Context, p *Proc, verb string, w *words) int {
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	on := verb == "suspend"
	if !p.d.w.SetSuspended(name, on) {
		p.Printf("Failure: package %s not found\n", name)
		return 1
	}
	p.Printf("Package %s new suspended state: %t\n", name, on)
	return 0
}

func pmUninstall(_ context.Context, p *Proc, verb string, w *words) int {
	keep := false
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		switch o {
		case "-k":
			keep = true
		case "--user", "--versionCode":
			_, _ = w.next()
		default:
			p.Errf("Error: Unknown option: %s\n", o)
			return 1
		}
	}
	name, ok := w.next()
	if !ok {
		p.Errf("Error: package name not specified\n")
		return 1
	}
	pkg, known := p.d.w.Package(name)
	if !known {
		p.Println("Failure [not installed for 0]")
		return 1
	}
	if err := p.d.w.Uninstall(name, keep); err != nil {
		p.Println(failure(err))
		return 1
	}
	p.d.Files.Purge(pkg.CodePath)
	p.d.Files.Purge("/data/data/" + name)
	p.Println("Success")
	return 0
}

// failure words a refusal as pm prints it.
func failure(err error) string {
	if e, ok := errors.AsType[*world.InstallError](err); ok {
		if e.Text == "" {
			return "Failure [" + e.Code + "]"
		}
		return "Failure [" + e.Code + ": " + e.Text + "]"
	}
	return "Failure [" + err.Error() + "]"
}
