package peers

// reasons tells of the operations that cannot pass for a cause that lies with the peer. One that passes all the same is an error: its
// row must go.
var reasons = map[string]string{
	"appium-adb/getVersion":                       "appium-adb knows the version lines of Google's adb builds; Debian's adb words its own differently",
	"appium-adb/getDeviceCountry":                 "it reads properties that Android dropped with release 6, and says itself that it is for older releases only",
	"appium-adb/getScreenOrientation":             "it looks for SurfaceOrientation in `dumpsys input`, which the phone's release does not print any more",
	"appium-adb/setAnimationScale, isAnimationOn": "it writes 0 and takes nothing but 0.0 for off, and Android gives back what was written",
	"adbkit/getSerialNo":                          "this release of it asks for the device path instead, by a wrong export",
	"adbkit/getDHCPIpAddress":                     "it reads the property dhcp.wlan0.ipaddress, which Android no longer has",
	"mobile-mcp, older robot/clipboard":           olderRobot,
	"mobile-mcp, older robot/get_foreground_app":  olderRobot,
	"mobile-mcp, older robot/set_location":        olderRobot,
	"mobile-mcp, older robot/get_device_logs":     olderRobot,
}

const olderRobot = "the older robot says itself that it cannot do this"
