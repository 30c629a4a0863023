package world_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone/sim/world"
)

func TestProfilesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range world.Profiles() {
		if seen[p.Name] {
			t.Errorf("two profiles %s", p.Name)
		}
		seen[p.Name] = true
		onPhoneWith(t, world.Options{Profile: p}, func(r *rig) {
			for _, key := range []string{"ro.product.model", "ro.product.manufacturer", "ro.build.fingerprint", "ro.serialno", "ro.build.display.id",
				"ro.product.cpu.abilist", "ro.board.platform", "ro.hardware", "ro.build.version.security_patch", "sys.boot_completed"} {
				if r.Prop(key) == "" {
					t.Errorf("%s: %s is not set", p.Name, key)
				}
			}
			if r.Prop("ro.build.version.sdk") != strconv.Itoa(p.SDK) || r.Display().Size != p.Size || r.Display().Density != p.Density {
				t.Errorf("%s: sdk %s, display %+v", p.Name, r.Prop("ro.build.version.sdk"), r.Display())
			}
			if r.see("Settings").Package == "" {
				t.Errorf("%s: no home screen", p.Name)
			}
		})
		if len(p.Features) < 40 {
			t.Errorf("%s has %d features", p.Name, len(p.Features))
		}
	}
	for sdk, release := 28, 9; release <= 16; release++ {
		if p, err := world.FindProfile("android-" + strconv.Itoa(release)); err != nil || p.SDK < sdk || p.Release != strconv.Itoa(release) {
			t.Errorf("android-%d: %+v, %v", release, p, err)
		}
	}
}

func TestUnknownProfileNamesAll(t *testing.T) {
	_, err := world.FindProfile("nosuch")
	if !errors.Is(err, world.ErrNoProfile) {
		t.Fatalf("%v", err)
	}
	for _, name := range world.ProfileNames() {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q does not name %s", err, name)
		}
	}
}

func TestPropertiesFollowRelease(t *testing.T) {
	has := func(profile, prop string) bool {
		p, err := world.FindProfile(profile)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		onPhoneWith(t, world.Options{Profile: p}, func(r *rig) { found = r.Prop(prop) != "" })
		return found
	}
	for _, c := range []struct {
		prop, with, without string
	}{
		{"ro.build.version.release_or_codename", "android-11", "android-10"},
		{"init.svc.keystore2", "android-12", "android-11"},
		{"init.svc.keystore", "android-11", "android-12"},
		{"ro.product.cpu.abilist32", "android-9", "android-14"},
		{"ro.product.cpu.abilist64", "android-9", "low-end"},
		{"ro.miui.ui.version.name", "xiaomi", "samsung"},
		{"ro.build.version.oneui", "samsung", "xiaomi"},
		{"gsm.sim.state", "android-15", "tablet"},
	} {
		if !has(c.with, c.prop) || has(c.without, c.prop) {
			t.Errorf("%s: %s has it %t, %s has it %t", c.prop, c.with, has(c.with, c.prop), c.without, has(c.without, c.prop))
		}
	}
}

func TestMakerRefusesInjectionUntilSwitched(t *testing.T) {
	p, _ := world.FindProfile("xiaomi")
	onPhoneWith(t, world.Options{Profile: p}, func(r *rig) {
		if r.InjectionAllowed() || r.InstallAllowed() {
			t.Error("allowed on a phone that has not been switched")
		}
		if r.SetProp("persist.security.adbinput", "1") == nil {
			t.Error("the shell may turn the switch itself")
		}
		r.SetInjectionAllowed(true)
		if !r.InjectionAllowed() || r.InstallAllowed() {
			t.Error("the switch for input does something else")
		}
	})
	onPhone(t, func(r *rig) {
		if !r.InjectionAllowed() || !r.InstallAllowed() {
			t.Error("refused on a phone without such a switch")
		}
	})
}
