// Package apps holds the apps of the simulated phone, one small file each. An app is data and screens over phone/sim/world; see
// that package for how to write one.
package apps

import "github.com/handset-agent/handset/phone/sim/world"

// All returns the apps a phone comes with.
func All() []world.AppDef {
	return []world.AppDef{
		Launcher(), Settings(), Contacts(), Dialer(), Messages(), Clock(), Calendar(), Files(), Gallery(), Camera(), Notes(), Calculator(),
		Browser(), Mail(), Chat(), Music(), Shop(), Bank(), Game(),
	}
}
