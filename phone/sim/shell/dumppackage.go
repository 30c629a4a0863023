package shell

import (
	"context"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// dumpPackage is dumpsys package: one package, or all of them.
func dumpPackage(_ context.Context, p *Proc, args []string) int {
	name := ""
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			name = a
		}
	}
	list := p.d.w.Packages()
	if name != "" && name != "packages" {
		pkg, ok := p.d.w.Package(name)
		if !ok {
			p.Printf("Unable to find package: %s\n", name)
			return 0
		}
		list = []world.Package{pkg}
	}
	p.resolverTable(list)
	p.Println("\nKey Set Manager:")
	for _, pkg := range list {
		p.Printf("  [%s]\n      Signing KeySets: 1\n", pkg.Name)
	}
	p.Println("\nPackages:")
	for _, pkg := range list {
		p.packageBlock(pkg)
	}
	p.Println("\nQueries:\n  system apps queryable: false\n\nDexopt state:")
	for _, pkg := range list {
		p.Printf("  [%s]\n    path: %s\n      arm64: [status=speed-profile] [reason=install]\n", pkg.Name, pkg.Path)
	}
	p.Println("\nCompiler stats:")
	for _, pkg := range list {
		p.Printf("  [%s]\n    (No recorded stats)\n", pkg.Name)
	}
	return 0
}

// resolverTable lists the activities by what they answer to.
func (p *Proc) resolverTable(list []world.Package) {
	type hit struct {
		a      world.ActivityInfo
		action string
		scheme string
		extra  string
	}
	byScheme, byAction := map[string][]hit{}, map[string][]hit{}
	for _, pkg := range list {
		for _, a := range pkg.Activities {
			for _, s := range a.Schemes {
				byScheme[s] = append(byScheme[s], hit{a: a, action: world.ActionView, scheme: s, extra: world.CategoryDefault})
			}
			if a.Launcher || a.Home {
				c := world.CategoryLauncher
				if a.Home {
					c = world.CategoryHome
				}
				byAction[world.ActionMain] = append(byAction[world.ActionMain], hit{a: a, action: world.ActionMain, extra: c})
			}
			for _, act := range a.Actions {
				byAction[act] = append(byAction[act], hit{a: a, action: act, extra: world.CategoryDefault})
			}
		}
	}
	p.Println("Activity Resolver Table:")
	show := func(title string, table map[string][]hit) {
		if len(table) == 0 {
			return
		}
		p.Printf("  %s:\n", title)
		for _, key := range sortedKeys(table) {
			p.Printf("      %s:\n", key)
			for _, h := range table[key] {
				p.Printf("        %s %s filter %s\n          Action: \"%s\"\n          Category: \"%s\"\n", hex(h.a.Component.Class), h.a.Component.Short(), hex(h.a.Component.Class, key), h.action, h.extra)
				if h.scheme != "" {
					p.Printf("          Scheme: \"%s\"\n", h.scheme)
				}
			}
		}
		p.Println("")
	}
	show("Schemes", byScheme)
	show("Non-Data Actions", byAction)
}

func (p *Proc) packageBlock(pkg world.Package) {
	when := func(t time.Time) string { return t.In(p.d.now().Location()).Format(time.DateTime) }
	flags := "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP"
	if pkg.System {
		flags = "SYSTEM " + flags
	}
	if pkg.Debuggable {
		flags = "DEBUGGABLE " + flags
	}
	newer := p.d.sdk() >= 36
	idKey := "userId"
	if newer {
		idKey = "appId"
	}
	p.Printf("  Package [%s] (%s):\n    %s=%d\n", pkg.Name, hex(pkg.Name), idKey, pkg.UID)
	if pkg.UID < 10000 {
		p.Printf("    sharedUser=SharedUserSetting{%s android.uid.%s/%d}\n", hex("shared", itoa(pkg.UID)), userName(pkg.UID), pkg.UID)
	}
	p.Printf("    pkg=Package{%s %s}\n    codePath=%s\n    resourcePath=%s\n    legacyNativeLibraryDir=%s/lib\n", hex(pkg.Name, "pkg"), pkg.Name, pkg.CodePath, pkg.CodePath, pkg.CodePath)
	p.Printf("    extractNativeLibs=false\n    primaryCpuAbi=null\n    secondaryCpuAbi=null\n    cpuAbiOverride=null\n    versionCode=%d minSdk=%d targetSdk=%d\n    minExtensionVersions=[]\n    versionName=%s\n    usesNonSdkApi=false\n    splits=[%s]\n    apkSigningVersion=3\n", pkg.VersionCode, pkg.MinSDK, pkg.TargetSDK, pkg.Version, p.splitNames(pkg.Name))
	p.Printf("    flags=[ %s ]\n    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION ALLOW_AUDIO_PLAYBACK_CAPTURE ]\n    forceQueryable=false\n    dataDir=%s\n    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]\n    timeStamp=%s\n", flags, pkg.DataDir, when(pkg.Updated))
	if !newer {
		p.Printf("    firstInstallTime=%s\n", when(pkg.Installed))
	}
	p.Printf("    lastUpdateTime=%s\n", when(pkg.Updated))
	if pkg.Installer != "" {
		p.Printf("    installerPackageName=%s\n    installerPackageUid=-1\n", pkg.Installer)
	}
	p.Printf("    signatures=PackageSignatures{%s version:3, signatures:[%s], past signatures:[]}\n    installPermissionsFixed=true\n    pkgFlags=[ %s ]\n", hex(pkg.Name, "sig"), hex(path.Base(pkg.CodePath)), flags)
	p.permissions(pkg)
	p.userLine(pkg)
	p.Printf("      installReason=%d\n", boolInt(!pkg.System)*4)
	if newer {
		p.Printf("      dataDir=%s\n      firstInstallTime=%s\n      uninstallReason=0\n", pkg.DataDir, when(pkg.Installed))
	}
	if pkg.State == world.DisabledUser {
		p.Printf("      lastDisabledCaller: shell:%d\n", shellUID)
	}
	p.Println("      gids=[3003]\n      runtime permissions:")
	for _, perm := range pkg.Permissions {
		if perm.Runtime {
			p.Printf("        %s: granted=%t, flags=[ %s%s]\n", perm.Name, perm.Granted, permissionFlags(perm, pkg), map[bool]string{true: " "}[p.d.sdk() <= android10])
		}
	}
}

// splitNames lists a package's parts: base, config.xxhdpi.
func (p *Proc) splitNames(name string) string {
	names := []string{"base"}
	for _, f := range p.d.splitsOf(name) {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(path.Base(f), "split_"), ".apk"))
	}
	return strings.Join(names, ", ")
}

// userLine is a package's state for the user, which grew with the releases.
func (p *Proc) userLine(pkg world.Package) {
	n, inode := p.d.sdk(), 10000+len(pkg.Name)*37
	de, more, quarantined := "", "", ""
	if n >= android16 {
		de, quarantined = fmt.Sprintf(" deDataInode=%d", inode+1), " quarantined=false"
	}
	if n >= android10 {
		more = " distractionFlags=0"
	}
	p.Printf("    User 0: ceDataInode=%d%s installed=true hidden=%t suspended=%t%s stopped=%t notLaunched=%t enabled=%d instant=false virtual=false%s\n",
		inode, de, pkg.Hidden, pkg.Suspended, more, pkg.Stopped, pkg.Stopped, pkg.State, quarantined)
	if pkg.Suspended {
		p.Println("    Suspend params:\n      suspendingPackage=com.android.shell dialogInfo=null")
	}
}

func permissionFlags(perm world.Permission, pkg world.Package) string {
	f := "USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED"
	if perm.Granted && pkg.System {
		f = "GRANTED_BY_DEFAULT|" + f
	} else if perm.Granted {
		f = "USER_SET|" + f
	}
	return f
}

func (p *Proc) permissions(pkg world.Package) {
	var asked, granted strings.Builder
	for _, perm := range pkg.Permissions {
		fmt.Fprintf(&asked, "      %s\n", perm.Name)
		if !perm.Runtime {
			fmt.Fprintf(&granted, "      %s: granted=%t\n", perm.Name, perm.Granted)
		}
	}
	if asked.Len() > 0 {
		p.Printf("    requested permissions:\n%s", asked.String())
	}
	if granted.Len() > 0 {
		p.Printf("    install permissions:\n%s", granted.String())
	}
}
