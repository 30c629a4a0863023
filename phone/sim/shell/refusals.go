package shell

import (
	"strconv"

	"github.com/handset-agent/handset/phone/sim/fault"
)

// Refusals of makers and faults (android-shell.md §12).

// short tells the file tree how much room the full-disk fault leaves.
func (d *Device) short(refusing bool) (left int64, short bool) {
	rule, on := d.w.Faults().Active(fault.DiskFull)
	if on && refusing {
		rule, on = d.w.Faults().Hit(fault.DiskFull)
	}
	left, _ = strconv.ParseInt(rule.Value, 10, 64)
	return left, on
}

// injectionRefused reports that an event may not be injected, in the words of the release.
func (p *Proc) injectionRefused(command string) (status int, refused bool) {
	_, hit := p.d.w.Faults().Hit(fault.InputRefused)
	if !hit && p.d.w.InjectionAllowed() {
		return 0, false
	}
	switch n := p.d.sdk(); {
	case n >= android13:
		return p.exception(command, "java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission."), true
	case n >= android12:
		return p.exception(command, "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission"), true
	}
	p.Errf("%s\n%s\n", javaTrace("java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission",
		"android.os.Parcel.createException(Parcel.java:2071)", "android.os.Parcel.readException(Parcel.java:2039)", "android.os.Parcel.readException(Parcel.java:1987)",
		"android.hardware.input.IInputManager$Stub$Proxy.injectInputEvent(IInputManager.java:946)", "android.hardware.input.InputManager.injectInputEvent(InputManager.java:907)",
		"com.android.commands.input.Input.injectMotionEvent(Input.java:397)", "com.android.commands.input.Input.main(Input.java:71)",
		"com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)", "com.android.internal.os.RuntimeInit.main(RuntimeInit.java:338)"),
		javaTrace("Caused by: android.os.RemoteException: Remote stack trace:", "com.android.server.input.InputManagerService.injectInputEventInternal(InputManagerService.java:677)",
			"com.android.server.input.InputManagerService.injectInputEvent(InputManagerService.java:651)", "android.os.Binder.execTransact(Binder.java:1021)"))
	return 1, true
}

// protectedRefused reports that the maker's switch keeps the shell user from changing what its permission protects.
func (p *Proc) protectedRefused(command, permission string) (status int, refused bool) {
	if p.d.w.InjectionAllowed() {
		return 0, false
	}
	return p.exception(command, "java.lang.SecurityException: "+permission), true
}

const (
	noSecureSettings = "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS"
	noGrant          = "grantRuntimePermission: Neither user 2000 nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS."
)

// putSetting writes a setting unless the phone refuses it.
func (p *Proc) putSetting(command, ns, key, value string) int {
	if ns != "system" {
		if status, refused := p.protectedRefused(command, noSecureSettings); refused {
			return status
		}
	}
	if ns == "secure" && key == "default_input_method" && p.imeRefused() {
		return p.exception(command, "java.lang.SecurityException: "+noSecureSettings)
	}
	p.d.w.Settings().Put(ns, key, value)
	return 0
}

// imeRefused reports that the input method cannot be changed.
func (p *Proc) imeRefused() bool {
	_, hit := p.d.w.Faults().Hit(fault.IMERefused)
	return hit
}
