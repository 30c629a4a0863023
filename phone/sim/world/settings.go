package world

import (
	"maps"
	"strconv"
	"strings"
)

// Settings is the phone's settings store. Changing a value changes the world: wifi_on, bluetooth_on, airplane_mode_on,
// screen_brightness, user_rotation, accelerometer_rotation, ui_night_mode, font_scale, navigation_mode and the animation scales
// take effect at once, and what the screen shows changes with them.
type Settings struct{ w *World }

// Namespaces are the settings namespaces in Android's order.
var Namespaces = []string{"system", "secure", "global"}

// Settings gives access to the settings.
func (w *World) Settings() Settings { return Settings{w} }

// Get returns a value and whether it is set.
func (s Settings) Get(namespace, key string) (string, bool) {
	s.w.enter()
	defer s.w.leave()
	v, ok := s.w.settings[namespace][key]
	return v, ok
}

// Put sets a value. It reports false for an unknown namespace.
func (s Settings) Put(namespace, key, value string) bool {
	s.w.enter()
	defer s.w.leave()
	if s.w.settings[namespace] == nil {
		return false
	}
	s.w.put(namespace, key, value)
	return true
}

// Delete removes a value and reports how many rows that were (0 or 1).
func (s Settings) Delete(namespace, key string) int {
	s.w.enter()
	defer s.w.leave()
	if _, ok := s.w.settings[namespace][key]; !ok {
		return 0
	}
	delete(s.w.settings[namespace], key)
	s.w.applySetting(namespace, key)
	return 1
}

// List returns a copy of a namespace, nil for an unknown one.
func (s Settings) List(namespace string) map[string]string {
	s.w.enter()
	defer s.w.leave()
	return maps.Clone(s.w.settings[namespace])
}

// get reads a setting, def when it is not set.
func (w *World) get(namespace, key, def string) string {
	if v, ok := w.settings[namespace][key]; ok {
		return v
	}
	return def
}

func (w *World) getInt(namespace, key string, def int) int {
	n, err := strconv.Atoi(strings.TrimSpace(w.get(namespace, key, "")))
	if err != nil {
		return def
	}
	return n
}

func (w *World) getFloat(namespace, key string, def float64) float64 {
	f, err := strconv.ParseFloat(strings.TrimSpace(w.get(namespace, key, "")), 64)
	if err != nil || f < 0 {
		return def
	}
	return f
}

func (w *World) isOn(namespace, key string) bool { return w.getInt(namespace, key, 0) != 0 }

func (w *World) put(namespace, key, value string) {
	if old, ok := w.settings[namespace][key]; ok && old == value {
		return
	}
	w.settings[namespace][key] = value
	w.applySetting(namespace, key)
}

func (w *World) putInt(namespace, key string, v int) { w.put(namespace, key, strconv.Itoa(v)) }

func (w *World) putOn(namespace, key string, on bool) {
	v := "0"
	if on {
		v = "1"
	}
	w.put(namespace, key, v)
}

// applySetting makes the world follow a setting that changed.
func (w *World) applySetting(namespace, key string) {
	w.changed()
	switch namespace + "/" + key {
	case "system/accelerometer_rotation", "system/user_rotation":
		w.updateRotation()
	case "system/system_locales":
		w.relabel()
	case "secure/default_input_method":
		w.useIME()
	case "global/airplane_mode_on":
		w.applyAirplane()
	case "global/zen_mode":
		w.log('I', "system", "ZenModeHelper", "zen mode "+w.get("global", "zen_mode", "0"))
	case "global/wifi_on":
		w.logAs(w.sysPID(), 'I', "main", "WifiService", "wifi_on="+w.get("global", "wifi_on", "0"))
	}
	if strings.HasPrefix(key, "volume_") {
		w.followVolumeSetting(key)
	}
}

// applyAirplane turns the radios off, and back to what they were.
func (w *World) applyAirplane() {
	if w.isOn("global", "airplane_mode_on") {
		w.putInt("global", "wifi_saved_state", w.getInt("global", "wifi_on", 0))
		w.putInt("global", "bluetooth_saved_state", w.getInt("global", "bluetooth_on", 0))
		w.put("global", "wifi_on", "0")
		w.put("global", "bluetooth_on", "0")
		return
	}
	if w.isOn("global", "wifi_saved_state") {
		w.put("global", "wifi_on", "1")
	}
	if w.isOn("global", "bluetooth_saved_state") {
		w.put("global", "bluetooth_on", "1")
	}
}

func (w *World) fontScale() float64 {
	return min(2, max(0.5, w.getFloat("system", "font_scale", 1)))
}

func (w *World) animScale(key string) float64 {
	return min(10, w.getFloat("global", key, 1))
}
