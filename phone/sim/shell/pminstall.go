package shell

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/apk"
	"github.com/handset-agent/handset/phone/sim/vfs"
	"github.com/handset-agent/handset/phone/sim/world"
)

// maxAPK bounds a package that is being installed.
const maxAPK = 2 << 30

// installSession is an installation in steps.
type installSession struct {
	opts  world.InstallOptions
	files [][]byte
}

// stubAPK stands for the package file of an app that came with the phone.
func stubAPK(name string) []byte {
	return apk.Build(apk.Info{Package: name, VersionName: "14", VersionCode: 34, MinSDK: 34, TargetSDK: 34, Signed: true})
}

// installFlags reads the options of install and install-create. size is −1 when it was not given.
func (p *Proc) installFlags(w *words) (o world.InstallOptions, size int64, ok bool) {
	o.Replace, size = true, -1
	for {
		f, more := w.option()
		if !more {
			return o, size, true
		}
		switch f {
		case "-r", "-f", "--force-queryable", "--instant", "--full", "--dont-kill", "-q", "--enable-rollback", "--fastdeploy", "--no-incremental", "-l", "-s", "--skip-verification",
			"--bypass-low-target-sdk-block", "--staged", "--apex", "--force-sdk", "--no-streaming", "--streaming":
		case "-R":
			o.Replace = false
		case "-d", "--allow-downgrade", "--request-downgrade":
			o.Downgrade = true
		case "-t":
			o.TestOnly = true
		case "-g":
			o.Grant = true
		case "-i":
			o.Installer, _ = w.next()
		case "-S":
			s, _ := w.next()
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil || n <= 0 || n > maxAPK {
				p.Errf("Error: invalid size value: %s\n", s)
				return o, 0, false
			}
			size = n
		case "--user", "--abi", "-p", "--install-location", "--originating-uri", "--referrer", "--install-reason", "--update-ownership", "--package-source", "--pkg":
			_, _ = w.next()
		default:
			p.Errf("Error: Unknown option %s\n", f)
			return o, 0, false
		}
	}
}

// pmInstall installs from standard input (-S SIZE), or from files.
func pmInstall(_ context.Context, p *Proc, _ string, w *words) int {
	o, size, ok := p.installFlags(w)
	if !ok {
		return 1
	}
	var files [][]byte
	for {
		name, more := w.next()
		if !more {
			break
		}
		if name == "-" {
			continue
		}
		data, status := p.apkFile(name)
		if status != 0 {
			return status
		}
		files = append(files, data)
	}
	if len(files) == 0 {
		if size < 0 {
			p.Errf("Error: must either specify a package size or an APK file\n")
			return 1
		}
		data, err := p.take(size)
		if err != nil {
			p.Errf("Error: failed to write; %v\n", err)
			return 1
		}
		files = [][]byte{data}
	}
	return p.commit(o, files)
}

// apkFile reads a package that the system server can see.
func (p *Proc) apkFile(name string) ([]byte, int) {
	open := func() int {
		p.Errf("Error: Unable to open file: %s\nConsider using a file under /data/local/tmp/\nError: Can't open file: %s\n", name, name)
		return statusFailed
	}
	if m := p.d.Files.MountOf(p.abs(name)); m.Emulated {
		return nil, open()
	}
	data, err := p.d.readLimit(p.abs(name), maxAPK)
	if err != nil {
		return nil, open()
	}
	return data, 0
}

// take reads exactly n bytes of standard input.
func (p *Proc) take(n int64) ([]byte, error) {
	var b bytes.Buffer
	if got, err := io.CopyN(&b, p.Stdin, n); err != nil {
		return nil, fmt.Errorf("got %d of %d bytes: %w", got, n, err)
	}
	return b.Bytes(), nil
}

// commit installs the files as one package.
func (p *Proc) commit(o world.InstallOptions, files [][]byte) int {
	err := p.d.install(o, files)
	if err != nil {
		p.Println(failure(err))
		return 1
	}
	p.Println("Success")
	return 0
}

func refuse(code, format string, a ...any) error {
	return &world.InstallError{Code: code, Text: fmt.Sprintf(format, a...)}
}

// Install installs a package from the contents of its APK, as `pm install -r` does. A refusal is a *world.InstallError.
func (d *Device) Install(data []byte) error {
	return d.install(world.InstallOptions{Replace: true}, [][]byte{data})
}

func (d *Device) install(o world.InstallOptions, files [][]byte) error {
	if !d.w.InstallAllowed() {
		return refuse("INSTALL_FAILED_USER_RESTRICTED", "Install canceled by user")
	}
	var base apk.Info
	var data []byte
	splits := map[string][]byte{}
	total := int64(0)
	tmp := fmt.Sprintf("/data/app/vmdl%d.tmp/base.apk", rand.IntN(1<<31))
	for _, f := range files {
		info, err := d.parseAPK(f, tmp)
		if err != nil {
			return err
		}
		total += int64(len(f))
		if info.Split == "" {
			base, data = info, f
		} else {
			splits[info.Split] = f
		}
	}
	if data == nil {
		return refuse("INSTALL_FAILED_INVALID_APK", "Full install must include a base package")
	}
	if base.NeedsSplits && len(splits) == 0 {
		return refuse("INSTALL_FAILED_MISSING_SPLIT", "Missing split for %s", base.Package)
	}
	if m := d.Files.MountOf("/data/app"); m.Total() > 0 && m.Used()+total > m.Total() {
		return refuse("INSTALL_FAILED_INSUFFICIENT_STORAGE", "Failed to override installation location")
	}
	old, had := d.w.Package(base.Package)
	err := d.w.Install(world.Manifest{
		Package: base.Package, Label: base.Label, Version: base.VersionName, VersionCode: base.VersionCode, MinSDK: base.MinSDK, TargetSDK: base.TargetSDK,
		Launcher: base.Launcher, Permissions: base.Permissions, Debuggable: base.Debuggable, TestOnly: base.TestOnly, Size: int64(len(data)),
	}, o)
	if err != nil {
		return err
	}
	if had {
		d.Files.Purge(old.CodePath)
	}
	if p, ok := d.w.Package(base.Package); ok {
		d.Files.Put(p.CodePath, vfs.Entry{Mode: dir | 0o755, UID: uidSys, GID: uidSys})
		d.Files.Put(p.Path, vfs.Entry{Mode: 0o644, UID: uidSys, GID: uidSys, Data: data})
		d.dataDir(d.Files, p.Name, p.UID)
		d.addSplits(p, base, splits)
	}
	return nil
}

// addSplits keeps what a package has besides its base: further APKs, and test runners.
func (d *Device) addSplits(p world.Package, base apk.Info, splits map[string][]byte) {
	var names []string
	for _, name := range sortedKeys(splits) {
		file := p.CodePath + "/split_" + name + ".apk"
		d.Files.Put(file, vfs.Entry{Mode: 0o644, UID: uidSys, GID: uidSys, Data: splits[name]})
		names = append(names, file)
	}
	var runs []Instrumentation
	for _, i := range base.Instrumentations {
		runs = append(runs, Instrumentation{Runner: world.Component{Package: p.Name, Class: i.Class}, Target: i.Target})
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.splits[p.Name], d.runners[p.Name] = names, runs
}

// locale is the language the phone is set to.
func (d *Device) locale() string {
	return cmp.Or(d.w.Prop("persist.sys.locale"), d.w.Prop("ro.product.locale"))
}

// parseAPK reads a package and refuses it in the installer's words.
func (d *Device) parseAPK(data []byte, tmp string) (apk.Info, error) {
	info, err := apk.Parse(bytes.NewReader(data), int64(len(data)), d.locale())
	switch {
	case errors.Is(err, apk.ErrNotAPK):
		return info, refuse("INSTALL_PARSE_FAILED_NOT_APK", "Failed to parse %s: Failed to load asset path %s", tmp, tmp)
	case err != nil:
		return info, refuse("INSTALL_PARSE_FAILED_NOT_APK", "Failed to parse %s: AndroidManifest.xml", tmp)
	case info.Package == "":
		return info, refuse("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", "Failed parse during installPackageLI: %s (at Binary XML file line #1): <manifest> has no package", tmp)
	case !strings.Contains(info.Package, "."):
		return info, refuse("INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME", "Invalid manifest package: must have at least one '.' separator")
	case !info.Signed:
		return info, refuse("INSTALL_PARSE_FAILED_NO_CERTIFICATES", "Failed to collect certificates from %s: Attempt to get length of null array", tmp)
	}
	abis := strings.Split(d.w.Prop("ro.product.cpu.abilist"), ",")
	if len(info.ABIs) > 0 && !slices.ContainsFunc(info.ABIs, func(a string) bool { return slices.Contains(abis, a) }) {
		return info, refuse("INSTALL_FAILED_NO_MATCHING_ABIS", "INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113")
	}
	return info, nil
}

func pmInstallCreate(_ context.Context, p *Proc, _ string, w *words) int {
	o, _, ok := p.installFlags(w)
	if !ok {
		return 1
	}
	p.d.mu.Lock()
	id := rand.IntN(1 << 30)
	p.d.sessions[id] = &installSession{opts: o}
	p.d.mu.Unlock()
	p.Printf("Success: created install session [%d]\n", id)
	return 0
}

// session takes the number of an installation that was begun.
func (p *Proc) session(w *words) (*installSession, int, bool) {
	s, _ := w.next()
	id := atoi(s, -1)
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	in := p.d.sessions[id]
	if in == nil {
		p.Errf("\nException occurred while executing 'install-commit':\njava.lang.SecurityException: Caller has no access to session %d\n", id)
	}
	return in, id, in != nil
}

func pmInstallWrite(_ context.Context, p *Proc, _ string, w *words) int {
	_, size, ok := p.installFlags(w)
	if !ok {
		return 1
	}
	in, _, ok := p.session(w)
	if !ok {
		return statusFailed
	}
	_, _ = w.next() // name of the split
	file, has := w.next()
	var data []byte
	if has && file != "-" {
		var status int
		if data, status = p.apkFile(file); status != 0 {
			return status
		}
	} else {
		if size < 0 {
			p.Errf("Error: must specify a size\n")
			return 1
		}
		var err error
		if data, err = p.take(size); err != nil {
			p.Errf("Error: failed to write; %v\n", err)
			return 1
		}
	}
	p.d.mu.Lock()
	in.files = append(in.files, data)
	p.d.mu.Unlock()
	p.Printf("Success: streamed %d bytes\n", len(data))
	return 0
}

func pmInstallCommit(_ context.Context, p *Proc, _ string, w *words) int {
	in, id, ok := p.session(w)
	if !ok {
		return statusFailed
	}
	p.d.mu.Lock()
	delete(p.d.sessions, id)
	p.d.mu.Unlock()
	return p.commit(in.opts, in.files)
}

func pmInstallAbandon(_ context.Context, p *Proc, _ string, w *words) int {
	_, id, ok := p.session(w)
	if !ok {
		return statusFailed
	}
	p.d.mu.Lock()
	delete(p.d.sessions, id)
	p.d.mu.Unlock()
	p.Println("Success")
	return 0
}
