package world

import "image"

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
	Props        map[string]string // more properties, or other values of the derived ones
}

// Fingerprint is ro.build.fingerprint.
func (p Profile) Fingerprint() string { return "" }
