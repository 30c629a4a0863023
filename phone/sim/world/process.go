package world

import (
	"fmt"
	"slices"
	"time"
)

// Process is one running process.
type Process struct {
	PID, PPID int
	UID       int
	User      string // "u0_a123", "system", "root", "shell"
	Name      string // process name; kernel threads in brackets
	Package   string // of an app's process
	VSZ, RSS  int    // kB
	Started   time.Time
	Hash      string // of the ProcessRecord
}

// Processes lists the running processes by number.
func (w *World) Processes() []Process {
	w.enter()
	defer w.leave()
	out := make([]Process, 0, len(w.procs))
	for _, p := range w.procs {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Process) int { return a.PID - b.PID })
	return out
}

// KillProcess ends a process by number as a crash would and reports whether the shell user could: an app's process ends, a
// system one does not.
func (w *World) KillProcess(pid int) bool {
	w.enter()
	defer w.leave()
	p := w.procs[pid]
	if p == nil || p.Package == "" || p.UID < 10000 {
		return false
	}
	w.die(p.Package, "kill")
	return true
}

// UserName is the name of an Android user id: "u0_a123", "system", "shell", "root".
func UserName(uid int) string {
	switch {
	case uid >= 10000 && uid < 20000:
		return fmt.Sprintf("u0_a%d", uid-10000)
	case uid == 1000:
		return "system"
	case uid == 2000:
		return "shell"
	case uid == 0:
		return "root"
	}
	if n, ok := fixedUsers[uid]; ok {
		return n
	}
	return fmt.Sprint(uid)
}

var fixedUsers = map[int]string{
	1001: "radio", 1002: "bluetooth", 1003: "graphics", 1010: "wifi", 1013: "media", 1017: "keystore", 1027: "nfc", 1036: "logd",
	1041: "audioserver", 1047: "cameraserver", 1066: "statsd", 1069: "lmkd",
}

// bootProcesses starts what init and the system server start.
func (w *World) bootProcesses() {
	w.nextPID = 1
	add := func(name string, uid, ppid, rss int) *Process {
		p := &Process{
			PID: w.nextPID, PPID: ppid, UID: uid, User: UserName(uid), Name: name, VSZ: 10700000 + rss*7, RSS: rss, Started: w.wall().Add(-bootAge),
			Hash: w.hash(),
		}
		w.procs[p.PID] = p
		w.nextPID += 1 + w.rng.IntN(9)
		return p
	}
	add("init", 0, 0, 8600)
	w.nextPID = 2
	for _, k := range []string{"[kthreadd]", "[rcu_gp]", "[kworker/0:0H]", "[ksoftirqd/0]", "[migration/0]", "[kswapd0]", "[f2fs_ckpt-254:5]"} {
		add(k, 0, min(2, w.nextPID-1), 0)
	}
	w.nextPID = 380 + w.rng.IntN(40)
	for _, d := range []struct {
		name string
		uid  int
	}{
		{"logd", 1036}, {"lmkd", 1069}, {"servicemanager", 1000}, {"hwservicemanager", 1000}, {"vndservicemanager", 1000}, {"vold", 0},
		{"surfaceflinger", 1000}, {"zygote64", 0}, {"audioserver", 1041}, {"cameraserver", 1047}, {"installd", 0}, {"keystore2", 1017},
		{"netd", 0}, {"media.extractor", 1013}, {"statsd", 1066}, {"wificond", 1010}, {"wpa_supplicant", 1010}, {"adbd", 2000}, {"storaged", 0},
		{"tombstoned", 1000}, {"update_engine", 0},
	} {
		add(d.name, d.uid, 1, 6000+w.rng.IntN(20000))
	}
	w.nextPID = 1100 + w.rng.IntN(300)
	add("system_server", 1000, w.pidOf("zygote64"), 412000)
	add("com.android.bluetooth", 1002, w.pidOf("zygote64"), 98000)
	add("com.android.phone", 1001, w.pidOf("zygote64"), 104000)
	w.nextPID = 4200 + w.rng.IntN(900)
}

func (w *World) pidOf(name string) int {
	for _, p := range w.procs {
		if p.Name == name {
			return p.PID
		}
	}
	return 0
}

func (w *World) sysPID() int { return w.pidOf("system_server") }

// spawn starts the process of a package unless it runs, and reports whether it was started now.
func (w *World) spawn(p *pkg, why string) bool {
	if p.proc != nil {
		return false
	}
	proc := &Process{
		PID: w.nextPID, PPID: w.pidOf("zygote64"), UID: p.UID, User: UserName(p.UID), Name: p.Name, Package: p.Name,
		VSZ: 13900000 + w.rng.IntN(900000), RSS: 84000 + w.rng.IntN(60000), Started: w.wall(), Hash: w.hash(),
	}
	w.nextPID += 3 + w.rng.IntN(40)
	w.procs[proc.PID] = proc
	p.proc = proc
	p.Stopped = false
	w.log('I', "system", "ActivityManager", fmt.Sprintf("Start proc %d:%s/%s for %s", proc.PID, p.Name, shortUser(p.UID), why))
	w.event(30014, "am_proc_start", fmt.Sprintf("[0,%d,%d,%s,%s]", proc.PID, p.UID, p.Name, why))
	return true
}

// shortUser is the form of a user in log lines: "u0a123" or the number.
func shortUser(uid int) string {
	if uid >= 10000 {
		return fmt.Sprintf("u0a%d", uid-10000)
	}
	return fmt.Sprint(uid)
}
