// Package device makes a real phone out of adb and scrcpy.
package device
