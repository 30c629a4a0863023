package world

import (
	"fmt"
	"image"
	"strings"
)

// Profile is a kind of phone: what it is called, its panel, its Android release and what it comes with.
type Profile struct {
	Name         string // "android-14"
	Manufacturer string // "Google"
	Brand        string // "google"
	Model        string // "Pixel 8"
	Product      string // "shiba"
	Device       string // "shiba"
	Board        string
	Release      string // "14"
	SDK          int    // 34
	BuildID      string
	Incremental  string
	Patch        string // security patch level, "2024-06-05"
	ABIs         []string
	Size         image.Point // natural orientation, pixels
	Density      int
	Locale       string            // "en-US"
	TimeZone     string            // "America/New_York"
	Kernel       string            // release of the kernel
	Props        map[string]string // more properties, or other values of the derived ones
}

// Pixel is the default profile: a Pixel-like phone with Android 14.
func Pixel() Profile {
	return Profile{
		Name: "android-14", Manufacturer: "Google", Brand: "google", Model: "Pixel 8", Product: "shiba", Device: "shiba", Board: "shiba",
		Release: "14", SDK: 34, BuildID: "AP2A.240605.024", Incremental: "11860263", Patch: "2024-06-05",
		ABIs: []string{"arm64-v8a"}, Size: image.Pt(1080, 2400), Density: 420, Locale: "en-US", TimeZone: "America/New_York",
		Kernel: "5.15.137-android14-11-gbf4f9bc41c3b-ab11664771",
	}
}

// Profiles lists the built-in profiles.
func Profiles() []Profile { return []Profile{Pixel()} }

// FindProfile looks a built-in profile up by name.
func FindProfile(name string) (Profile, error) {
	var names []string
	for _, p := range Profiles() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Profile{}, fmt.Errorf("no profile %q: there are %s", name, strings.Join(names, ", "))
}

// Fingerprint is ro.build.fingerprint.
func (p Profile) Fingerprint() string {
	return fmt.Sprintf("%s/%s/%s:%s/%s/%s:user/release-keys", p.Brand, p.Product, p.Device, p.Release, p.BuildID, p.Incremental)
}

// BuildNumber is what Settings shows as the build number.
func (p Profile) BuildNumber() string { return p.BuildID }
