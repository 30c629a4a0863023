package scripted

import "strings"

// subject is a thing that people ask to switch or set: how they call it, how screens label it, and the menus on the way to it as
// Android phones name them.
type subject struct {
	names  []string // folded; the first is shown
	labels []string
	path   []string
}

var switches = []subject{
	{[]string{"wifi", "wlan", "wireless", "wireless lan", "wi fi"}, []string{"Wi-Fi", "WLAN", "Use Wi-Fi"}, []string{"Network & internet", "Connections", "Internet", "Wi-Fi"}},
	{[]string{"bluetooth", "bt"}, []string{"Use Bluetooth", "Bluetooth"}, []string{"Connected devices", "Connections", "Connection preferences", "Bluetooth"}},
	{[]string{"dark theme", "dark mode", "night mode", "dark"}, []string{"Dark theme", "Dark mode", "Use Dark theme"}, []string{"Display", "Display & brightness", "Dark theme"}},
	{[]string{"airplane mode", "flight mode", "aeroplane mode"}, []string{"Airplane mode", "Flight mode", "Aeroplane mode"}, []string{"Network & internet", "Connections"}},
	{[]string{"mobile data", "cellular data", "data connection"}, []string{"Mobile data"}, []string{"Network & internet", "Connections", "SIMs", "Internet"}},
	{[]string{"data saver"}, []string{"Data Saver", "Use Data Saver"}, []string{"Network & internet", "Data Saver"}},
	{[]string{"hotspot", "wifi hotspot", "mobile hotspot"}, []string{"Wi-Fi hotspot", "Use Wi-Fi hotspot", "Mobile hotspot"}, []string{"Network & internet", "Hotspot & tethering", "Wi-Fi hotspot"}},
	{[]string{"nfc"}, []string{"NFC", "Use NFC"}, []string{"Connected devices", "Connection preferences", "NFC"}},
	{[]string{"location", "gps", "location services"}, []string{"Use location", "Location"}, []string{"Location"}},
	{[]string{"do not disturb", "dnd", "quiet mode"}, []string{"Use Do Not Disturb", "Do Not Disturb"}, []string{"Sound & vibration", "Notifications", "Do Not Disturb"}},
	{[]string{"battery saver", "power saving", "power saver"}, []string{"Use Battery Saver", "Battery Saver", "Power saving"}, []string{"Battery", "Battery Saver"}},
	{[]string{"battery percentage"}, []string{"Battery percentage"}, []string{"Battery"}},
	{[]string{"auto rotate", "autorotate", "screen rotation", "auto rotation", "autorotate screen", "auto rotate screen"}, []string{"Auto-rotate screen", "Auto-rotate", "Use Auto-rotate"}, []string{"Display", "Auto-rotate screen"}},
	{[]string{"adaptive brightness", "auto brightness", "automatic brightness"}, []string{"Adaptive brightness", "Use adaptive brightness"}, []string{"Display", "Adaptive brightness"}},
	{[]string{"night light", "blue light filter", "eye comfort"}, []string{"Night Light", "Use Night Light"}, []string{"Display", "Night Light"}},
}

var levels = []subject{
	{[]string{"brightness", "screen brightness", "brightness level", "display brightness"}, []string{"Brightness level", "Display brightness", "Brightness"}, []string{"Display", "Display & brightness", "Brightness level", "Brightness"}},
	{[]string{"media volume", "volume", "music volume", "sound volume"}, []string{"Media volume", "Media"}, []string{"Sound & vibration", "Sound", "Volume"}},
	{[]string{"ring volume", "ringtone volume", "ringer volume"}, []string{"Ring volume", "Ring & notification volume", "Ringtone"}, []string{"Sound & vibration", "Sound", "Volume"}},
	{[]string{"alarm volume"}, []string{"Alarm volume", "Alarm"}, []string{"Sound & vibration", "Sound", "Volume"}},
	{[]string{"notification volume"}, []string{"Notification volume"}, []string{"Sound & vibration", "Sound", "Volume"}},
	{[]string{"call volume"}, []string{"Call volume"}, []string{"Sound & vibration", "Sound", "Volume"}},
}

// findSubject looks a name up in a table; an unknown one becomes a subject with that label and no known way to it.
func findSubject(table []subject, said string) (s subject, known bool) {
	name := bare(said)
	for _, s := range table {
		for _, n := range s.names {
			if n == name {
				return s, true
			}
		}
	}
	return subject{names: []string{name}, labels: []string{cleanName(said), "Use " + cleanName(said)}}, false
}

// bare is a name without the small words round it, folded.
func bare(s string) string {
	words := strings.Fields(fold(s))
	for len(words) > 1 && small[words[0]] {
		words = words[1:]
	}
	for len(words) > 1 && (words[len(words)-1] == "setting" || words[len(words)-1] == "switch" || words[len(words)-1] == "option") {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

var small = map[string]bool{"the": true, "my": true, "a": true, "an": true, "this": true, "phones": true, "phone's": true, "its": true}

// cleanName is a name as it was said, without an article.
func cleanName(s string) string {
	words := strings.Fields(s)
	for len(words) > 1 && small[strings.ToLower(words[0])] {
		words = words[1:]
	}
	return strings.Trim(strings.Join(words, " "), `"“”'.!`)
}
