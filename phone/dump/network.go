package dump

import (
	"net/netip"
	"strings"
)

// Route is one line of "ip route".
type Route struct {
	To     string // "192.168.1.0/24" or "default"
	Device string // "wlan0"
	Source netip.Addr
}

// ParseRoutes reads "ip route". Each line is words in pairs after the destination, in any order.
func ParseRoutes(out string) []Route {
	var all []Route
	for line := range lines(out) {
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		r := Route{To: f[0]}
		for i := 1; i+1 < len(f); i++ {
			switch f[i] {
			case "dev":
				r.Device = f[i+1]
			case "src":
				r.Source, _ = netip.ParseAddr(f[i+1])
			}
		}
		if r.Device != "" {
			all = append(all, r)
		}
	}
	return all
}

// WiFiAddress is the phone's own address on its first wireless network; it is not valid when there is none. Addresses of mobile
// networks and tunnels do not count.
func WiFiAddress(out string) netip.Addr {
	for _, r := range ParseRoutes(out) {
		if strings.HasPrefix(r.Device, "wlan") && r.Source.IsValid() {
			return r.Source
		}
	}
	return netip.Addr{}
}
