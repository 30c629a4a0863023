package world

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"strings"
)

// ErrNoProfile is the answer to a profile name that is not built in.
var ErrNoProfile = errors.New("no such profile")

// Profile is a kind of phone: what it is called, its panels, its Android release and what it comes with.
type Profile struct {
	Name         string // "android-14"
	Manufacturer string // "Google"
	Brand        string // "google"
	Model        string // "Pixel 8"
	Product      string // "shiba"
	Device       string // "shiba"
	Board        string
	Platform     string // ro.board.platform; empty: the board
	Hardware     string // ro.hardware; empty: the device
	GPU          string // ro.hardware.egl: "mali" or "adreno"
	Release      string // "14"
	SDK          int    // 34
	FirstSDK     int    // what the phone was sold with; zero: SDK
	BuildID      string
	Display      string // ro.build.display.id; empty: BuildID
	Incremental  string
	Patch        string // security patch level, "2024-06-05"
	ABIs         []string
	Size         image.Point // natural orientation, pixels
	Density      int
	Panels       []Panel // of a foldable, the folded one first; nil: one panel of Size and Density
	Cores        int     // processors
	RAM          int     // MB
	Storage      int     // GB
	Locale       string  // "en-US"
	TimeZone     string  // "America/New_York"
	Kernel       string  // release of the kernel
	Features     []string
	Quirks       Quirks
	Props        map[string]string // more properties, or other values of the derived ones; an empty value takes one away
}

// Panel is one of a foldable's displays.
type Panel struct {
	Name     string // "CLOSED", the device state in which it is lit
	Size     image.Point
	Density  int
	UniqueID string
}

// Quirks is how a maker's phone differs from the plain system of its release.
type Quirks struct {
	// InjectNeedsSwitch: `input`, scrcpy control, `pm grant`, `pm clear` and `settings put secure|global` are refused until the
	// developer option "USB debugging (Security settings)" is on. See World.InjectionAllowed.
	InjectNeedsSwitch bool
	// InstallNeedsSwitch: `pm install` fails with INSTALL_FAILED_USER_RESTRICTED until the developer option "Install via USB" is on.
	InstallNeedsSwitch bool
	// DumpNoise: Java tools print the stack of a missing theme file before their answer.
	DumpNoise bool
	// DumpDrawingOrder: nodes of a dump have drawing-order and hint after bounds.
	DumpDrawingOrder bool
	// DumpAboveNav: a dump's bounds are cut to the display without its navigation bar.
	DumpAboveNav bool
	// NavButtons: three navigation buttons instead of gestures, as the phone comes.
	NavButtons bool
	// Taskbar: the navigation bar's window is called Taskbar.
	Taskbar bool
	// BatteryLines stand at the end of `dumpsys battery`.
	BatteryLines []string
	// SlowStart multiplies the start of apps and dumps; zero means 1.
	SlowStart float64
}

// Profiles lists the built-in profiles.
func Profiles() []Profile {
	list := []Profile{android9(), android10(), android11(), android12(), android13(), Pixel(), android15(), android16()}
	newest := android16()
	newest.Name = "pixel"
	return append(list, newest, samsung(), xiaomi(), tablet(), foldable(), lowEnd())
}

// ProfileNames lists the names of the built-in profiles.
func ProfileNames() []string {
	var names []string
	for _, p := range Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// FindProfile looks a built-in profile up by name.
func FindProfile(name string) (Profile, error) {
	for _, p := range Profiles() {
		if p.Name == name {
			return p, nil
		}
	}
	return Profile{}, fmt.Errorf("%w: %q: there are %s", ErrNoProfile, name, strings.Join(ProfileNames(), ", "))
}

// Fingerprint is ro.build.fingerprint.
func (p Profile) Fingerprint() string {
	return fmt.Sprintf("%s/%s/%s:%s/%s/%s:user/release-keys", p.Brand, p.Product, p.Device, p.Release, p.BuildID, p.Incremental)
}

// BuildNumber is what Settings shows as the build number.
func (p Profile) BuildNumber() string { return cmp.Or(p.Display, p.BuildID) }

// Is64 reports whether the phone runs 64-bit programs, Is32 whether it runs 32-bit ones.
func (p Profile) Is64() bool { return len(p.abis("64")) > 0 }

// Is32 reports whether the phone runs 32-bit programs.
func (p Profile) Is32() bool { return len(p.abis("32")) > 0 }

// abis are those of the phone's binary interfaces that have the given word size.
func (p Profile) abis(bits string) []string {
	var list []string
	for _, a := range p.ABIs {
		if (a == "arm64-v8a" || a == "x86_64") == (bits == "64") {
			list = append(list, a)
		}
	}
	return list
}
