package peers

// reasons tells of the operations that cannot pass for a cause that lies with the peer. One that passes all the same is an error: its
// row must go.
var reasons = map[string]string{
	"appium-adb/getVersion": "appium-adb knows the version lines of Google's adb builds; Debian's adb words its own differently",
}
