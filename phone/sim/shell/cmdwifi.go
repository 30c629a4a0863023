package shell

import (
	"context"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// The network the phone is connected to while its Wi-Fi is on.
const (
	wifiSSID    = "HomeNet"
	wifiBSSID   = "02:00:00:44:55:66"
	wifiMAC     = "02:00:00:11:22:33"
	wifiAddress = "192.168.1.23"
)

func (d *Device) wifiOn() bool { return d.on("global", "wifi_on") }

// cmdWifi is cmd wifi, with what the shell user may do on Android 14.
func cmdWifi(_ context.Context, p *Proc) int {
	switch verb := p.arg(1); verb {
	case "status":
		p.wifiStatus()
	case "set-wifi-enabled":
		switch p.arg(2) {
		case "enabled", "disabled":
			p.d.setOn("global", "wifi_on", p.arg(2) == "enabled")
		default:
			p.Errf("Invalid args to set-wifi-enabled - 'enabled' or 'disabled'\n")
			return statusFailed
		}
	case "list-networks":
		p.Println("Network Id      SSID                         Security type")
		p.Printf("%-12d %-32s %-4s\n", 0, wifiSSID, "wpa2-psk")
	case "list-scan-results":
		if !p.d.wifiOn() {
			p.Println("No scan results")
			return 0
		}
		p.Println("    BSSID              Frequency      RSSI           Age(sec)     SSID                                 Flags")
		p.Printf("  %-20s %-14d %-14s %-12s %-36s %s\n", wifiBSSID, 5180, "-52(0:-52)", "1.234", wifiSSID, "[WPA2-PSK-CCMP-128][RSN-PSK-CCMP-128][ESS]")
	case "start-scan", "set-scan-always-available":
	case "connect-network", "add-network", "forget-network":
		if n := p.d.sdk(); n == android13 || n == android14 {
			return p.wifiRefused(verb)
		}
		return p.wifiNetwork(verb)
	default:
		return p.wifiRefused(verb)
	}
	return 0
}

func (p *Proc) wifiRefused(verb string) int {
	return p.exception(verb, fmt.Sprintf("java.lang.SecurityException: Uid 2000 does not have access to %s wifi command (or such command doesn't exist)", verb))
}

// wifiNetwork connects to a network or forgets one: the phone is in reach of its own only.
func (p *Proc) wifiNetwork(verb string) int {
	switch verb {
	case "forget-network":
		p.Println("Forget failed")
	case "connect-network":
		if len(p.Args) < 4 {
			return p.missing(verb, p.Args[len(p.Args)-1])
		}
		if p.arg(2) == wifiSSID && p.d.wifiOn() {
			p.Println("Connection initiated ")
		} else {
			p.Println("Connection failed")
		}
	default:
		if len(p.Args) < 4 {
			return p.missing(verb, p.Args[len(p.Args)-1])
		}
		p.Println("Save successful")
	}
	return 0
}

func (p *Proc) wifiStatus() {
	const scanning = "Wifi scanning is only available when wifi is enabled"
	if !p.d.wifiOn() {
		p.Printf("Wifi is disabled\n%s\n", scanning)
		return
	}
	p.Printf("Wifi is enabled\n%s\n", scanning)
	if p.d.sdk() >= android12 {
		p.Println("==== Primary ClientModeManager instance ====")
	}
	p.Printf("Wifi is connected to \"%s\"\nWifiInfo: %s\n", wifiSSID, p.d.wifiInfo())
	p.Printf("successfulTxPackets: 1234\nsuccessfulTxPacketsPerSecond: 1.5\nretriedTxPackets: 0\nretriedTxPacketsPerSecond: 0.0\nlostTxPackets: 0\nlostTxPacketsPerSecond: 0.0\nsuccessfulRxPackets: 4321\nsuccessfulRxPacketsPerSecond: 3.1\nNetworkCapabilities: [ Transports: WIFI Capabilities: NOT_METERED&INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN&VALIDATED&NOT_ROAMING&FOREGROUND&NOT_CONGESTED&NOT_SUSPENDED ]\n")
}

// wifiInfo is the connection in one line.
func (d *Device) wifiInfo() string {
	n := d.sdk()
	ip, usable, standard := ", IP: /"+wifiAddress, ", isUsable: true", "11ax"
	if n < android13 {
		ip, usable = "", ""
	}
	if n <= android13 {
		standard = "6"
	}
	return fmt.Sprintf("SSID: \"%s\", BSSID: %s, MAC: %s%s, Security type: 2, Supplicant state: COMPLETED, Wi-Fi standard: %s, RSSI: -52, Link speed: 866Mbps, Tx Link speed: 866Mbps, Max Supported Tx Link speed: 1201Mbps, Rx Link speed: 780Mbps, Max Supported Rx Link speed: 1201Mbps, Frequency: 5180MHz, Net ID: 0, Metered hint: false, score: 60%s, CarrierMerged: false, SubscriptionId: -1, IsPrimary: 1",
		wifiSSID, wifiBSSID, wifiMAC, ip, standard, usable)
}

// setLock chooses the lock screen by name.
func (d *Device) setLock(kind, secret string) { d.w.SetLock(world.KeyguardKind(kind), secret) }

// home is the home screen.
func (d *Device) home() (world.Component, bool) {
	list := d.w.Resolve(world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryHome}})
	if len(list) == 0 {
		return world.Component{}, false
	}
	return list[0].Component, true
}

// svcCommand is svc.
func svcCommand(_ context.Context, p *Proc) int {
	key, what := p.arg(1), p.arg(2)
	set := func(ns, name string) int {
		switch what {
		case "enable", "disable":
			p.d.setOn(ns, name, what == "enable")
			return 0
		}
		p.Errf("Control the %s manager\n\nusage: svc %s [enable|disable]\n", key, key)
		return 1
	}
	switch key {
	case "wifi":
		return set("global", "wifi_on")
	case "data":
		return set("global", "mobile_data")
	case "bluetooth":
		return set("global", "bluetooth_on")
	case "nfc":
		return set("global", "nfc_on")
	case "power":
		return p.svcPower(what)
	case "usb":
		if what == "getFunctions" {
			p.Println("adb")
		}
		return 0
	}
	p.Errf("Available commands:\n    help     Show information about the subcommands\n    power    Control the power manager\n    wifi     Control the Wi-Fi manager\n    data     Control mobile data connectivity\n    usb      Control Usb state\n    nfc      Control NFC functions\n    bluetooth Control Bluetooth service\n    system-server System server process related command\n")
	return 1
}

func (p *Proc) svcPower(what string) int {
	switch what {
	case "stayon":
		bits := map[string]string{"true": "15", "false": "0", "ac": "1", "usb": "2", "wireless": "4", "dock": "8"}
		v, ok := bits[p.arg(3)]
		if !ok {
			p.Errf("usage: svc power stayon [true|false|usb|ac|wireless|dock]\n")
			return 1
		}
		p.d.w.Settings().Put("global", "stay_on_while_plugged_in", v)
	case "reboot", "shutdown":
		if p.d.opts.Reboot != nil {
			p.d.opts.Reboot(strings.Join(p.Args[3:], " "))
		}
	case "forcesuspend":
	default:
		p.Errf("Control the power manager\n\nusage: svc power stayon [true|false|usb|ac|wireless|dock]\n         Set the 'keep awake while plugged in' setting.\n       svc power reboot [reason]\n       svc power shutdown\n")
		return 1
	}
	return 0
}
