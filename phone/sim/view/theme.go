package view

// Theme holds the colours of a look, in the roles of Material 3.
type Theme struct {
	Dark           bool
	Primary        Color // switches, buttons, what is chosen
	OnPrimary      Color
	Container      Color // tinted backgrounds
	OnContainer    Color
	Background     Color // of a page
	Surface        Color // of bars and cards
	SurfaceHigh    Color // of what stands out on it: keys, fields
	OnSurface      Color // text
	OnSurfaceFaint Color // secondary text and icons
	Outline        Color
	OutlineFaint   Color
	Error          Color
	Scrim          Color
}

// Light is the light look.
func Light() Theme {
	return Theme{
		Primary: RGB(0x34618e), OnPrimary: RGB(0xffffff), Container: RGB(0xd0e4ff), OnContainer: RGB(0x0f3052),
		Background: RGB(0xf3f4f9), Surface: RGB(0xfafafd), SurfaceHigh: RGB(0xe3e6ee), OnSurface: RGB(0x191c20),
		OnSurfaceFaint: RGB(0x43474e), Outline: RGB(0x73777f), OutlineFaint: RGB(0xc9ccd4), Error: RGB(0xb3261e),
		Scrim: Color{A: 110},
	}
}

// Dark is the dark look.
func Dark() Theme {
	return Theme{
		Dark: true, Primary: RGB(0x9ecafc), OnPrimary: RGB(0x003257), Container: RGB(0x23476b), OnContainer: RGB(0xd0e4ff),
		Background: RGB(0x111418), Surface: RGB(0x1b1f24), SurfaceHigh: RGB(0x2a2f36), OnSurface: RGB(0xe2e2e8),
		OnSurfaceFaint: RGB(0xbfc3cc), Outline: RGB(0x8d9199), OutlineFaint: RGB(0x42474e), Error: RGB(0xf2b8b5),
		Scrim: Color{A: 150},
	}
}
