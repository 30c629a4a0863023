package world

// Settings is the phone's settings store. Changing a value changes the world: wifi_on, bluetooth_on, airplane_mode_on,
// screen_brightness, user_rotation, accelerometer_rotation, ui_night_mode, font_scale, navigation_mode and the animation scales
// take effect at once, and what the screen shows changes with them.
type Settings struct{ w *World }

// Namespaces are the settings namespaces in Android's order.
var Namespaces = []string{"system", "secure", "global"}

// Settings gives access to the settings.
func (w *World) Settings() Settings { return Settings{w} }

// Get returns a value and whether it is set. A key stored without a value reads as not set.
func (s Settings) Get(namespace, key string) (string, bool) { return "", false }

// Put sets a value. It reports false for an unknown namespace.
func (s Settings) Put(namespace, key, value string) bool { return false }

// Delete removes a value and reports how many rows that were (0 or 1).
func (s Settings) Delete(namespace, key string) int { return 0 }

// List returns a copy of a namespace, nil for an unknown one.
func (s Settings) List(namespace string) map[string]string { return nil }
