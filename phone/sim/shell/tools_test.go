package shell

import (
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone/sim/apk"
	"github.com/handset-agent/handset/phone/sim/vfs"
	"github.com/handset-agent/handset/phone/sim/world"
)

// TestTools has what programs of the system answer the shell user.
func TestTools(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, c := range []struct {
		line, out, err string
		status         int
	}{
		{"tty", "not a tty\n", "", 1},
		{"su -c id", "", "/system/bin/sh: su: inaccessible or not found\n", 127},
		{"sendevent /dev/input/event2 3 57 1", "", "could not open /dev/input/event2, Permission denied\n", 1},
		{"nc 10.0.0.1 80", "", "nc: connect: No route to host\n", 1},
		{"dmesg", "", "dmesg: klogctl: Permission denied\n", 1},
		{"getenforce", "Enforcing\n", "", 0},
		{"sm has-adoptable", "false\n", "", 0},
		{"dpm list-owners", "no owners\n", "", 0},
		{"service call notification 1", "Result: Parcel(00000000   '....')\n", "", 0},
		{"service call nosuch 1", "", "service: Service nosuch does not exist\n", 10},
		{"service check activity", "Service activity: found\n", "", 0},
		{"am task focus 99", "Failed to set focused task to 99\n", "", 255},
		{"am to-uri -a x.Y -d http://a/b", "http://a/b#Intent;action=x.Y;end\n", "", 0},
		{"am dumpheap system_server /data/local/tmp/x", "", "\nException occurred while executing 'dumpheap':\njava.lang.SecurityException: Process not debuggable: ProcessRecord{", 255},
		{"am instrument -w x.y/.Z", "INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{x.y/x.y.Z}\nINSTRUMENTATION_STATUS_CODE: -1\n",
			"android.util.AndroidException: INSTRUMENTATION_FAILED: x.y/.Z\n\tat ", 1},
	} {
		out, errs, status := sh(t, d, c.line)
		if out != c.out || !strings.HasPrefix(errs, c.err) || c.err == "" && errs != "" || status != c.status {
			t.Errorf("%s\n got out %q err %q exit %d\nwant out %q err %q exit %d", c.line, out, errs, status, c.out, c.err, c.status)
		}
	}
	d.w.SetLocation(world.Location{Provider: "gps", Latitude: 48.8584, Longitude: 2.2945, Accuracy: 12, Time: d.w.Now()})
	if out, _, _ := sh(t, d, "dumpsys location"); !strings.Contains(out, "last location=Location[gps 48.858400,2.294500 hAcc=12.0 et=+") {
		t.Errorf("%s", out)
	}
	d.w.IncomingCall("+15550123")
	if out, _, _ := sh(t, d, "dumpsys telephony.registry | grep -e mCallState -e Incoming"); out != "    mCallState=1\n    mCallIncomingNumber=+15550123\n" {
		t.Errorf("%q", out)
	}
}

// TestSplitsInstall: a base that needs its splits is refused without them; with them pm path and dumpsys list all.
func TestSplitsInstall(t *testing.T) {
	t.Parallel()
	d := open(t)
	base := apk.Info{Package: "com.example.app", VersionName: "5", VersionCode: 5, MinSDK: 24, TargetSDK: 34, Signed: true}
	split := base
	split.Split = "config.xxhdpi"
	for name, i := range map[string]apk.Info{"base": base, "split": split} {
		d.Files.Put("/data/local/tmp/"+name+".apk", vfs.Entry{Mode: 0o644, UID: shellUID, GID: shellUID, Data: apk.Build(i)})
	}
	const create = "s=$(pm install-create | grep -o '[0-9]*'); cd /data/local/tmp; "
	if out, _, _ := sh(t, d, create+"pm install-write $s split split.apk; pm install-commit $s"); !strings.HasSuffix(out, "Failure [INSTALL_FAILED_INVALID_APK: Full install must include a base package]\n") {
		t.Errorf("%q", out)
	}
	if out, errs, _ := sh(t, d, create+"pm install-write $s base /data/local/tmp/base.apk; pm install-write $s split /data/local/tmp/split.apk; pm install-commit $s"); !strings.HasSuffix(out, "\nSuccess\n") {
		t.Fatalf("%q %q", out, errs)
	}
	out, _, _ := sh(t, d, "pm path com.example.app; dumpsys package com.example.app | grep splits=")
	lines := strings.Split(out, "\n")
	if len(lines) != 4 || !strings.HasSuffix(lines[0], "/base.apk") || !strings.HasSuffix(lines[1], "/split_config.xxhdpi.apk") || lines[2] != "    splits=[base, config.xxhdpi]" {
		t.Errorf("%q", out)
	}
	if _, _, status := sh(t, d, "ls $(pm path com.example.app | sed s/package://)"); status != 0 {
		t.Error("the files are not there")
	}
}
