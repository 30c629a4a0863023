package shell

import (
	"crypto/rand"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

// Owners that the tree knows by name.
var userNames = map[int]string{
	0: "root", 1000: "system", 1001: "radio", 1002: "bluetooth", 1004: "input", 1007: "log", 1010: "wifi", 1011: "adb", 1013: "media",
	1015: "sdcard_rw", 1023: "media_rw", 1028: "sdcard_r", 1041: "audioserver", 1078: "ext_data_rw", 1079: "ext_obb_rw", 2000: "shell",
	3001: "net_bt_admin", 3002: "net_bt", 3003: "inet", 3006: "net_bw_stats", 3009: "readproc", 3011: "uhid", 3012: "readtracefs",
}

// userName names a uid or gid as bionic does.
func userName(id int) string {
	if s, ok := userNames[id]; ok {
		return s
	}
	if id >= 10000 && id < 20000 {
		return fmt.Sprintf("u0_a%d", id-10000)
	}
	return itoa(id)
}

const (
	dir      = fs.ModeDir
	device   = fs.ModeDevice | fs.ModeCharDevice
	uidRoot  = 0
	uidSys   = 1000
	buildDay = "2009-01-01"
)

// buildTree makes the file tree of a phone that has just been set up.
func (d *Device) buildTree() *vfs.Tree {
	t := vfs.New(d.w.Clock)
	built, _ := time.Parse(time.DateOnly, buildDay)
	put := func(p string, mode fs.FileMode, uid, gid int) {
		t.Put(p, vfs.Entry{Mode: dir | mode, UID: uid, GID: gid})
	}
	for _, p := range []string{"/acct", "/apex", "/config", "/dev", "/linkerconfig", "/mnt", "/odm", "/oem", "/proc", "/product/bin", "/storage", "/sys", "/system/app",
		"/system/bin", "/system/etc", "/system/fonts", "/system/framework", "/system/lib64", "/system/priv-app", "/system/usr", "/system_ext/bin", "/vendor/bin"} {
		t.Put(p, vfs.Entry{Mode: dir | 0o755, Mtime: built})
	}
	links := map[string]string{"/bin": "/system/bin", "/etc": "/system/etc", "/sdcard": "/storage/self/primary", "/d": "/sys/kernel/debug", "/system/product": "/product"}
	for p, target := range links {
		t.Put(p, vfs.Entry{Target: target, Mtime: built})
	}
	t.AddMount(&vfs.Mount{Source: "tmpfs", Point: "/dev", Type: "tmpfs", Size: 3 << 30}, 0o755, uidRoot, uidRoot)
	t.AddMount(&vfs.Mount{Source: "proc", Point: "/proc", Type: "proc"}, 0o555, uidRoot, uidRoot)
	t.AddMount(&vfs.Mount{Source: "sysfs", Point: "/sys", Type: "sysfs"}, 0o755, uidRoot, uidRoot)
	t.AddMount(&vfs.Mount{Source: "tmpfs", Point: "/storage", Type: "tmpfs", Size: 3 << 30}, 0o755, uidRoot, 1028)
	data := &vfs.Mount{Source: "/dev/block/dm-5", Point: "/data", Type: "f2fs", Size: d.opts.Storage, Reserved: d.opts.Storage / 9}
	data.Short = d.short
	t.AddMount(data, 0o771, uidSys, uidSys)
	put("/storage/self", 0o755, uidRoot, uidRoot)
	t.Put("/storage/self/primary", vfs.Entry{Target: "/storage/emulated/0"})
	t.AddMount(&vfs.Mount{Source: "/dev/fuse", Point: "/storage/emulated", Type: "fuse", Emulated: true, On: data}, 0o770, uidRoot, vfs.EmulatedGID)
	for _, name := range []string{"", "/Alarms", "/Android", "/Android/data", "/Android/media", "/Android/obb", "/Audiobooks", "/DCIM", "/Documents", "/Download", "/Movies",
		"/Music", "/Notifications", "/Pictures", "/Podcasts", "/Recordings", "/Ringtones"} {
		put("/storage/emulated/0"+name, 0o770, 0, 0)
	}
	put("/data/app", 0o771, uidSys, uidSys)
	put("/data/data", 0o771, uidSys, uidSys)
	put("/data/user", 0o711, uidSys, uidSys)
	put("/data/user/0", 0o771, uidSys, uidSys)
	put("/data/system", 0o775, uidSys, uidSys)
	put("/data/misc", 0o1771, uidSys, 9998)
	put("/data/media", 0o550, vfs.EmulatedGID, vfs.EmulatedGID)
	put("/data/local", 0o751, uidRoot, uidRoot)
	put("/data/local/tmp", 0o771, shellUID, shellUID)
	d.buildDevices(t)
	d.buildSystem(t, built)
	d.buildProc(t)
	d.syncPackages(t)
	return t
}

func (d *Device) buildDevices(t *vfs.Tree) {
	for _, name := range []string{"null", "zero", "full", "urandom", "tty"} {
		t.Put("/dev/"+name, vfs.Entry{Mode: device | 0o666, Special: vfs.Special(name)})
	}
	t.Put("/dev/random", vfs.Entry{Mode: device | 0o666, Special: "urandom"})
	for i, name := range []string{"stdin", "stdout", "stderr"} {
		t.Put("/dev/"+name, vfs.Entry{Target: "/proc/self/fd/" + itoa(i)})
		t.Put("/proc/self/fd/"+itoa(i), vfs.Entry{Mode: device | 0o666, UID: shellUID, GID: shellUID, Special: vfs.Special("fd" + itoa(i))})
	}
	t.Put("/dev/fd", vfs.Entry{Target: "/proc/self/fd"})
	t.Put("/dev/block", vfs.Entry{Mode: dir | 0o755})
	t.Put("/dev/input", vfs.Entry{Mode: dir | 0o755, GID: 1004})
	for i := range 3 {
		t.Put("/dev/input/event"+itoa(i), vfs.Entry{Mode: device | 0o660, GID: 1004, Special: "input"})
	}
	t.Put("/sys/class/power_supply/battery/capacity", vfs.Entry{Mode: 0o400})
	t.Put("/sys/class/net/wlan0/address", vfs.Entry{Mode: 0o400})
}

// buildSystem makes the system partition: a file for every command, and build.prop.
func (d *Device) buildSystem(t *vfs.Tree, built time.Time) {
	elf := []byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\xb7\x00")
	for name, c := range commands {
		switch {
		case c.inside:
		case c.toybox && name != "toybox":
			t.Put("/system/bin/"+name, vfs.Entry{Target: "toybox", Mtime: built})
		default:
			t.Put("/system/bin/"+name, vfs.Entry{Mode: 0o755, GID: shellUID, Data: elf, Mtime: built})
		}
	}
	t.Put("/system/etc/hosts", vfs.Entry{Mode: 0o644, Data: []byte("127.0.0.1       localhost\n::1             ip6-localhost\n"), Mtime: built})
	t.Put("/system/etc/mkshrc", vfs.Entry{Mode: 0o644, Data: []byte("# mkshrc\n"), Mtime: built})
	t.Put("/system/build.prop", vfs.Entry{Mode: 0o600, Data: []byte("ro.build.id=" + d.w.Prop("ro.build.id") + "\n"), Mtime: built})
	t.Put("/init", vfs.Entry{Target: "/system/bin/init", Mtime: built})
}

func (d *Device) buildProc(t *vfs.Tree) {
	gen := func(p string, f func() string) {
		t.Put(p, vfs.Entry{Mode: 0o444, Gen: func() []byte { return []byte(f()) }})
	}
	gen("/proc/uptime", func() string {
		up := d.w.Uptime().Seconds()
		return fmt.Sprintf("%.2f %.2f\n", up, up*float64(d.cores())*0.93)
	})
	boot := make([]byte, 16)
	rand.Read(boot) // another one on each start, whatever the seed
	t.Put("/proc/sys/kernel/random/boot_id", vfs.Entry{Mode: 0o444, Data: fmt.Appendf(nil, "%x-%x-4%03x-%x-%x\n", boot[:4], boot[4:6], int(boot[6])<<4|int(boot[7])>>4, append([]byte{0x80 | boot[8]&0x3f}, boot[9]), boot[10:])})
	gen("/proc/loadavg", func() string { return fmt.Sprintf("1.02 0.98 0.87 1/%d %d\n", 2410, firstPID) })
	gen("/proc/version", func() string {
		_, version := d.kernel()
		return version + "\n"
	})
	gen("/proc/meminfo", func() string {
		mem := d.memory()
		return fmt.Sprintf("MemTotal:       %8d kB\nMemFree:        %8d kB\nMemAvailable:   %8d kB\nBuffers:        %8d kB\nCached:         %8d kB\nSwapCached:     %8d kB\nSwapTotal:      %8d kB\nSwapFree:       %8d kB\n",
			mem.total, mem.free, mem.available, buffers, mem.cached, 20112, mem.swap, mem.swapFree)
	})
	gen("/proc/cpuinfo", func() string {
		var b strings.Builder
		for i := range d.cores() {
			fmt.Fprintf(&b, "processor\t: %d\nBogoMIPS\t: 49.15\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd05\nCPU revision\t: 0\n\n", i)
		}
		return b.String()
	})
	gen("/proc/stat", func() string {
		up := int(d.w.Uptime().Seconds() * 100)
		var b strings.Builder
		n := d.cores()
		fmt.Fprintf(&b, "cpu  %d %d %d %d %d 0 0 0 0 0\n", up/20*n, 150*n, up/25*n, up*9/10*n, 42*n)
		for i := range n {
			fmt.Fprintf(&b, "cpu%d %d 150 %d %d 42 0 0 0 0 0\n", i, up/20, up/25, up*9/10)
		}
		fmt.Fprintf(&b, "ctxt %d\nbtime %d\nprocesses 24100\n", up*90, d.w.Now().Add(-d.w.Uptime()).Unix())
		return b.String()
	})
	gen("/proc/mounts", func() string {
		var b strings.Builder
		for _, m := range t.Mounts() {
			rw := "rw"
			if m.ReadOnly {
				rw = "ro"
			}
			fmt.Fprintf(&b, "%s %s %s %s,seclabel 0 0\n", m.Source, m.Point, m.Type, rw)
		}
		return b.String()
	})
	gen("/proc/net/unix", func() string {
		return "Num       RefCount Protocol Flags    Type St Inode Path\n"
	})
	gen("/proc/self/cmdline", func() string { return "cat\x00/proc/self/cmdline\x00" })
	t.Put("/proc/1", vfs.Entry{Mode: dir | 0o555})
	t.Put("/proc/1/maps", vfs.Entry{Mode: 0o400})
	t.Put("/proc/1/cmdline", vfs.Entry{Mode: 0o444, Data: []byte("/system/bin/init\x00second_stage\x00")})
}

// syncPackages makes the APK files of the installed packages.
func (d *Device) syncPackages(t *vfs.Tree) {
	for _, p := range d.w.Packages() {
		if p.Path == "" {
			continue
		}
		if _, err := t.Lstat(vfs.Root, p.Path); err == nil {
			continue
		}
		uid := uidRoot
		if strings.HasPrefix(p.Path, "/data/") {
			uid = uidSys
		}
		t.Put(p.CodePath, vfs.Entry{Mode: dir | 0o755, UID: uid, GID: uid})
		t.Put(p.Path, vfs.Entry{Mode: 0o644, UID: uid, GID: uid, Data: stubAPK(p.Name)})
		d.dataDir(t, p.Name, p.UID)
	}
}

// dataDir makes the private folder of a package, which the shell user cannot enter.
func (d *Device) dataDir(t *vfs.Tree, name string, uid int) {
	for _, base := range []string{"/data/data/", "/data/user/0/"} {
		t.Put(base+name, vfs.Entry{Mode: dir | 0o700, UID: uid, GID: uid})
	}
}

// sortedKeys lists the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
