package view

// The icons that system and apps share.
var (
	IconBack      = NewIcon("back", "s2 M20 12 L4.5 12", "s2 M11 5 L4 12 L11 19")
	IconForward   = NewIcon("forward", "s2 M9 5 L16 12 L9 19")
	IconDown      = NewIcon("down", "s2 M5 9 L12 16 L19 9")
	IconUp        = NewIcon("up", "s2 M5 15 L12 8 L19 15")
	IconClose     = NewIcon("close", "s2 M6 6 L18 18", "s2 M18 6 L6 18")
	IconCheck     = NewIcon("check", "s2.2 M5 12.5 L10 17.5 L19.5 7")
	IconAdd       = NewIcon("add", "s2 M12 5 L12 19", "s2 M5 12 L19 12")
	IconRemove    = NewIcon("remove", "s2 M5 12 L19 12")
	IconMore      = NewIcon("more", "f O 12 5.5 1.8", "f O 12 12 1.8", "f O 12 18.5 1.8")
	IconMenu      = NewIcon("menu", "s2 M4 7 L20 7", "s2 M4 12 L20 12", "s2 M4 17 L20 17")
	IconSearch    = NewIcon("search", "s2 O 10 10 6", "s2 M14.5 14.5 L20 20")
	IconDelete    = NewIcon("delete", "f R 6 8 12 13 2", "x R 8.2 10 7.6 9 0.5", "s2 M5 5.5 L19 5.5", "s2 M10 3.8 L14 3.8")
	IconEdit      = NewIcon("edit", "s2 M5 19 L5 15.5 L15.5 5 L19 8.5 L8.5 19 Z", "s2 M13 7.5 L16.5 11")
	IconShare     = NewIcon("share", "f O 18 5.5 2.8", "f O 6 12 2.8", "f O 18 18.5 2.8", "s1.8 M18 5.5 L6 12 L18 18.5")
	IconSettings  = NewIcon("settings", gear()...)
	IconWifi      = NewIcon("wifi", "s2.4 A 12 19 14 222 318", "s2.4 A 12 19 9.3 222 318", "s2.4 A 12 19 4.8 222 318", "f O 12 19 1.4")
	IconWifiFull  = NewIcon("wifi_full", "f M12 20.5 L2 8.5 Q 6.5 4.2 12 4.2 Q 17.5 4.2 22 8.5 Z")
	IconWifiOff   = NewIcon("wifi_off", "s2 M12 20 L2.6 8.7 Q 6.8 5 12 5 Q 17.2 5 21.4 8.7 Z", "xs4 M3 3 L21 21", "s1.8 M4 3 L21 20")
	IconCell      = NewIcon("cell", "f M3 20.5 L20.5 20.5 L20.5 3 Z")
	IconCellNone  = NewIcon("cell_none", "s1.8 M4.5 19.5 L19.5 19.5 L19.5 4.5 Z")
	IconAirplane  = NewIcon("airplane", "f M12 2 Q13.6 2 13.6 4 L13.6 9 L21.5 14 L21.5 16 L13.6 13.6 L13.6 18.4 L16 20.2 L16 21.8 L12 20.6 L8 21.8 L8 20.2 L10.4 18.4 L10.4 13.6 L2.5 16 L2.5 14 L10.4 9 L10.4 4 Q10.4 2 12 2 Z")
	IconBluetooth = NewIcon("bluetooth", "s1.9 M6.5 7.5 L16.5 16.5 L12 21 L12 3 L16.5 7.5 L6.5 16.5")
	IconBattery   = NewIcon("battery", "f R 7 4 10 18 1.5", "f R 9.7 2 4.6 3 0.6")
	IconCharge    = NewIcon("charge", "f R 7 4 10 18 1.5", "f R 9.7 2 4.6 3 0.6", "x M13.2 7 L8.8 14 L11.6 14 L10.8 19 L15.2 12 L12.4 12 Z")
	IconFlash     = NewIcon("flashlight", "f M7 3 L17 3 L17 7 L14.5 11 L14.5 21 L9.5 21 L9.5 11 L7 7 Z", "x O 12 14.5 1.4", "xs1.2 M7 6 L17 6")
	IconBlock     = NewIcon("dnd", "f O 12 12 9.5", "x R 6.5 10.6 11 2.8 1")
	IconRotate    = NewIcon("rotate", "s1.8 M9.5 3.5 L20.5 14.5 L14.5 20.5 L3.5 9.5 Z", "s1.8 A 12 12 10.5 -60 -15", "s1.8 A 12 12 10.5 120 165")
	IconMoon      = NewIcon("moon", "f O 12 12 9", "x O 16 9 7.4")
	IconSun       = NewIcon("sun", append([]string{"f O 12 12 4.4"}, rays()...)...)
	IconVolume    = NewIcon("volume", "f M3 9 L7 9 L12 4 L12 20 L7 15 L3 15 Z", "s2 A 12 12 4 -50 50", "s2 A 12 12 8 -55 55")
	IconBell      = NewIcon("bell", "f M5 18 L5 16.5 L6.8 14.5 L6.8 10.5 Q6.8 5.6 12 5 Q17.2 5.6 17.2 10.5 L17.2 14.5 L19 16.5 L19 18 Z", "f O 12 4.4 1.6", "f O 12 19.6 1.9")
	IconApps      = NewIcon("apps", "f O 6 6 2", "f O 12 6 2", "f O 18 6 2", "f O 6 12 2", "f O 12 12 2", "f O 18 12 2", "f O 6 18 2", "f O 12 18 2", "f O 18 18 2")
	IconStorage   = NewIcon("storage", "f R 3 4 18 4.6 1", "f R 3 10 18 4.6 1", "f R 3 16 18 4.6 1", "x O 6 6.3 0.9", "x O 6 12.3 0.9", "x O 6 18.3 0.9")
	IconLock      = NewIcon("lock", "f R 5 10 14 11.5 2", "s2.2 M8 10.5 L8 7 Q8 3 12 3 Q16 3 16 7 L16 10.5", "x O 12 15.5 1.8")
	IconPin       = NewIcon("location", "f M12 22 Q4.6 14 4.6 9.4 Q4.6 2 12 2 Q19.4 2 19.4 9.4 Q19.4 14 12 22 Z", "x O 12 9.3 2.7")
	IconPerson    = NewIcon("person", "f O 12 8 4.2", "f M3.5 20.5 L3.5 18.5 Q4.5 14 12 14 Q19.5 14 20.5 18.5 L20.5 20.5 Z")
	IconInfo      = NewIcon("info", "f O 12 12 9.6", "x R 11 10.8 2 6.4 0.4", "x O 12 7.8 1.2")
	IconPhone     = NewIcon("phone_device", "f R 6 2 12 20 2", "x R 7.6 5 8.8 13 0.3", "x R 10 19.4 4 1 0.4")
	IconDevices   = NewIcon("devices", "s1.9 R 3 5 15 10.5 1", "s1.9 M1.5 18.5 L13 18.5", "f R 15 9.5 7 11.5 1", "x R 16.5 11.3 4 7.4 0.3")
	IconAccess    = NewIcon("accessibility", "f O 12 4 2.1", "s2.2 M4 8.2 L9.5 9.4 L9.5 20.5", "s2.2 M20 8.2 L14.5 9.4 L14.5 20.5", "f R 9 8.6 6 6.4 1")
	IconPalette   = NewIcon("palette", "f O 12 12 9.5", "x O 7.2 11.2 1.6", "x O 10 6.9 1.6", "x O 15 7.1 1.6", "x O 17.3 11.6 1.6", "x O 16.5 18.5 3.4")
	IconShield    = NewIcon("shield", "f M12 2 L20 5 L20 11.5 Q20 18.5 12 22 Q4 18.5 4 11.5 L4 5 Z", "xs2 M8 12 L11 15 L16 9.5")
	IconKey       = NewIcon("key", "f O 7.5 12 5", "x O 7.5 12 1.9", "f R 11.5 10.6 10.5 2.8 0.4", "f R 17.6 12 2.6 4.6 0.4")
	IconHeart     = NewIcon("heart", "f M12 21 Q2 12.5 2 8 Q2.4 3.2 7 3.2 Q10.3 3.4 12 6.2 Q13.7 3.4 17 3.2 Q21.6 3.2 22 8 Q22 12.5 12 21 Z")
	IconHelp      = NewIcon("help", "f O 12 12 9.6", "xs2 M8.9 9.6 Q9 6.6 12 6.6 Q15 6.7 15.1 9.4 Q15 11.2 12 12.8 L12 14.2", "x O 12 17.3 1.25")
	IconHourglass = NewIcon("wellbeing", "s2 M6 3 L18 3", "s2 M6 21 L18 21", "s2 M7.5 3.5 L7.5 7 L12 12 L16.5 7 L16.5 3.5", "s2 M7.5 20.5 L7.5 17 L12 12 L16.5 17 L16.5 20.5")
	IconGlobe     = NewIcon("globe", "s1.8 O 12 12 9", "s1.6 M3 12 L21 12", "s1.6 M12 3 Q5.5 12 12 21", "s1.6 M12 3 Q18.5 12 12 21")
	IconSIM       = NewIcon("sim", "f M6 7.5 L11.5 2 L18 2 L18 22 L6 22 Z", "x R 8.6 11 6.8 8 0.6")
	IconHotspot   = NewIcon("hotspot", "f O 12 13 2.2", "s1.9 A 12 13 5.4 150 390", "s1.9 A 12 13 9.2 150 390")
	IconVPN       = NewIcon("vpn", "f O 7 12 5", "x O 7 12 2", "f R 10.5 10.4 11.5 3.2 0.4", "f R 16.5 12 3.6 4.4 0.4")
	IconNote      = NewIcon("note", "f R 4 3 16 18 2", "xs1.7 M7.5 8 L16.5 8", "xs1.7 M7.5 12 L16.5 12", "xs1.7 M7.5 16 L13 16")
	IconCalc      = NewIcon("calculator", "f R 4 2.5 16 19 2", "x R 6.6 5 10.8 4 0.6", "x O 8 13 1.2", "x O 12 13 1.2", "x O 16 13 1.2", "x O 8 17.4 1.2", "x O 12 17.4 1.2", "x O 16 17.4 1.2")
	IconHome      = NewIcon("home", "f M12 3 L21.5 11 L19 11 L19 20.5 L14 20.5 L14 14.5 L10 14.5 L10 20.5 L5 20.5 L5 11 L2.5 11 Z")
	IconSquare    = NewIcon("overview", "s2.2 R 6 6 12 12 1")
	IconCircle    = NewIcon("circle", "s2.2 O 12 12 7")
	IconTriangle  = NewIcon("nav_back", "s2.2 M16.5 5 L6.5 12 L16.5 19 Z")
	IconBackspace = NewIcon("backspace", "s1.8 M8 5 L21 5 L21 19 L8 19 L2.5 12 Z", "s1.8 M11.5 9 L17 15", "s1.8 M17 9 L11.5 15")
	IconShift     = NewIcon("shift", "s1.8 M12 4 L20.5 12.5 L16 12.5 L16 19.5 L8 19.5 L8 12.5 L3.5 12.5 Z")
	IconShiftOn   = NewIcon("shift_on", "f M12 3.2 L22 13.2 L16.6 13.2 L16.6 20.2 L7.4 20.2 L7.4 13.2 L2 13.2 Z")
	IconEnter     = NewIcon("enter", "s2 M20 6 L20 13 L5 13", "s2 M10 8 L5 13 L10 18")
	IconArrow     = NewIcon("arrow_right", "s2 M4 12 L19.5 12", "s2 M13 5 L20 12 L13 19")
	IconSmile     = NewIcon("emoji", "s1.8 O 12 12 9", "f O 8.8 9.6 1.3", "f O 15.2 9.6 1.3", "s1.8 A 12 12.6 4.6 20 160")
	IconHide      = NewIcon("hide_keyboard", "s2 M6 9.5 L12 15.5 L18 9.5")
	IconStar      = NewIcon("star", "f M12 2.5 L14.9 8.9 L21.8 9.6 L16.6 14.2 L18.1 21 L12 17.4 L5.9 21 L7.4 14.2 L2.2 9.6 L9.1 8.9 Z")
	IconCamera    = NewIcon("camera", "f R 2.5 6.5 19 13.5 2", "f R 8 4 8 5 1", "x O 12 13 4.4", "f O 12 13 2.6")
	IconCopy      = NewIcon("copy", "s1.8 R 8 8 12.5 13 1.5", "s1.8 M4 16.5 L4 4 L15.5 4")
	IconSaver     = NewIcon("data_saver", "s2.2 O 12 12 8", "s2 M12 8.5 L12 15.5", "s2 M8.5 12 L15.5 12")
	IconFont      = NewIcon("font_size", "s2 M3 8 L12 8", "s2 M7.5 8 L7.5 19", "s2.2 M12.5 5 L22 5", "s2.2 M17.2 5 L17.2 19")
	IconClock     = NewIcon("clock", "s2 O 12 12 9", "s2 M12 7 L12 12.4 L15.6 14.6")
	IconDev       = NewIcon("developer", "s2 M8.5 7 L3.5 12 L8.5 17", "s2 M15.5 7 L20.5 12 L15.5 17")
	IconReset     = NewIcon("reset", "s2 A 12 12.5 7.5 -60 230", "f M7 2.5 L7.6 9.6 L1.4 6.6 Z")
)

// turnedIcons point where reading goes, so that they are mirrored where that is to the left.
var turnedIcons = map[*Icon]*Icon{}

func init() {
	for _, i := range []*Icon{IconBack, IconForward, IconArrow, IconBackspace, IconEnter, IconTriangle, IconShare, IconVolume} {
		turnedIcons[i] = i.mirror()
	}
}

// turned is the icon as it stands in a page that runs from right to left.
func (i *Icon) turned() *Icon {
	if t, ok := turnedIcons[i]; ok {
		return t
	}
	return i
}

// mirror is the icon seen in a mirror.
func (i *Icon) mirror() *Icon {
	out := &Icon{Name: i.Name + "_mirrored"}
	for _, s := range i.shapes {
		m := shape{cut: s.cut, width: s.width}
		for _, path := range s.paths {
			turned := make([]pt, len(path))
			for k, q := range path {
				turned[k] = pt{24 - q.x, q.y}
			}
			m.paths = append(m.paths, turned)
		}
		out.shapes = append(out.shapes, m)
	}
	return out
}

// gear is a wheel of eight teeth with a hole.
func gear() []string {
	return []string{
		"f O 12 12 7.2",
		"s4 M12 3.6 L12 20.4", "s4 M3.6 12 L20.4 12", "s4 M6.1 6.1 L17.9 17.9", "s4 M17.9 6.1 L6.1 17.9",
		"x O 12 12 3.2",
	}
}

func rays() []string {
	return []string{
		"s2 M12 2 L12 4.4", "s2 M12 19.6 L12 22", "s2 M2 12 L4.4 12", "s2 M19.6 12 L22 12",
		"s2 M4.9 4.9 L6.6 6.6", "s2 M17.4 17.4 L19.1 19.1", "s2 M19.1 4.9 L17.4 6.6", "s2 M6.6 17.4 L4.9 19.1",
	}
}
