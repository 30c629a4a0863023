package apps

import (
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// homeNetwork is the network the phone knows.
const homeNetwork = "HomeNet"

func networkRows(c *world.Ctx) []row {
	net := "Off"
	if c.SettingOn("global", "wifi_on") {
		net = homeNetwork
	}
	return []row{
		link(c, "Internet", net, "internet", view.IconWifi),
		link(c, "SIMs", "Fi Network", "sims", view.IconSIM),
		with(toggle(c, "Airplane mode", "", "global", "airplane_mode_on"), view.IconAirplane),
		link(c, "Hotspot & tethering", on(c.SettingOn("global", "hotspot_on")), "hotspot", view.IconHotspot),
		with(toggle(c, "Data Saver", "", "global", "data_saver_on"), view.IconSaver),
		with(choice(c, "Private DNS", "global", "private_dns_mode", "opportunistic", []option{{"Off", "off"}, {"Automatic", "opportunistic"}}), view.IconGlobe),
	}
}

// with adds an icon to a row.
func with(r row, i *view.Icon) row {
	r.icon = i
	return r
}

func internetRows(c *world.Ctx) []row {
	wifi := toggle(c, "Wi-Fi", "", "global", "wifi_on")
	data := toggle(c, "Mobile data", "Fi Network / LTE", "global", "mobile_data")
	data.icon = view.IconCell
	rows := []row{wifi}
	if *wifi.toggle {
		rows = append(rows,
			row{title: homeNetwork, summary: "Connected", icon: view.IconWifiFull, click: func() { networkDialog(c) }},
			row{title: "Cafe Guest", summary: "", icon: view.IconWifiFull, click: func() { joinDialog(c, "Cafe Guest") }},
			row{title: "Neighbour 5G", summary: "", icon: view.IconWifiFull, click: func() { joinDialog(c, "Neighbour 5G") }},
			row{title: "Add network", icon: view.IconAdd, click: func() { joinDialog(c, "") }},
		)
	} else {
		rows = append(rows, row{summary: "", title: "To see available networks, turn Wi-Fi on", off: true})
	}
	return append(rows, data, heading("Preferences"),
		toggle(c, "Turn on Wi-Fi automatically", "Wi-Fi will turn back on near high-quality saved networks", "global", "wifi_wakeup_enabled"),
		toggle(c, "Wi-Fi scanning", "Let apps and services scan for networks even when Wi-Fi is off", "global", "wifi_scan_always_enabled"))
}

func networkDialog(c *world.Ctx) {
	c.ShowDialog(world.Dialog{
		Title: homeNetwork, Message: "Status: Connected\nSignal strength: Excellent\nLink speed: 866 Mbps\nFrequency: 5 GHz\nSecurity: WPA2-Personal\nIP address: 192.168.1.23",
		OK: tr(c, "OK"), Cancel: "",
	})
}

// joinDialog asks for a network's password; there is no such network in reach, so joining fails politely.
func joinDialog(c *world.Ctx, ssid string) {
	pass := ""
	title := ssid
	if title == "" {
		title = "Add network"
	}
	c.ShowDialog(world.Dialog{
		Title: title, OK: tr(c, "Connect"), Cancel: tr(c, "Cancel"),
		Body: func() *view.Node {
			f := c.Field("password", pass, "Password", func(s string) { pass = s })
			f.Password, f.Edit.AutoFocus = true, true
			return view.Col(framed(c, f))
		},
		OnOK: func() { c.Toast(tr(c, "Couldn't connect to network")) },
	})
}

func simRows(c *world.Ctx) []row {
	return []row{
		{title: "Fi Network", summary: "Active / Default for calls, SMS", icon: view.IconSIM},
		with(toggle(c, "Mobile data", "Access data using mobile network", "global", "mobile_data"), view.IconCell),
		with(toggle(c, "Roaming", "Connect to data services when roaming", "global", "data_roaming"), view.IconGlobe),
		choice(c, "Preferred network type", "global", "preferred_network_mode", "33", []option{{"5G (recommended)", "33"}, {"LTE", "22"}, {"3G", "18"}}),
	}
}

func hotspotRows(c *world.Ctx) []row {
	return []row{
		toggle(c, "Wi-Fi hotspot", "Share your internet connection", "global", "hotspot_on"),
		{title: "USB tethering", summary: "Share phone's internet connection via USB", off: true},
		toggle(c, "Bluetooth tethering", "Share phone's internet connection via Bluetooth", "global", "bluetooth_tethering_on"),
	}
}

func connectedRows(c *world.Ctx) []row {
	bt := c.SettingOn("global", "bluetooth_on")
	return []row{
		{title: "Pair new device", summary: pairSummary(bt), icon: view.IconAdd, off: !bt, click: func() { c.Toast(tr(c, "Searching for devices…")) }},
		heading("Previously connected devices"),
		{title: "Living Room Speaker", summary: "", icon: view.IconVolume, off: !bt, click: func() { c.Toast(tr(c, "Couldn't connect to Living Room Speaker")) }},
		heading("Connection preferences"),
		link(c, "Bluetooth", on(bt), "bluetooth", view.IconBluetooth),
		with(toggle(c, "NFC", "Allow data exchange when the phone touches another device", "global", "nfc_on"), view.IconDevices),
	}
}

func pairSummary(bt bool) string {
	if bt {
		return ""
	}
	return "Bluetooth will turn on to pair"
}

func bluetoothRows(c *world.Ctx) []row {
	use := toggle(c, "Use Bluetooth", "", "global", "bluetooth_on")
	use.main = true
	rows := []row{use, nameRow(c)}
	if *use.toggle {
		rows = append(rows, row{title: "Pair new device", icon: view.IconAdd, click: func() { c.Toast(tr(c, "Searching for devices…")) }})
	} else {
		rows = append(rows, row{title: "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices.", off: true})
	}
	return rows
}

// nameRow edits the phone's name.
func nameRow(c *world.Ctx) row {
	name := c.Setting("global", "device_name", c.Profile().Model)
	return row{title: "Device name", summary: name, click: func() {
		text := name
		c.ShowDialog(world.Dialog{
			Title: tr(c, "Device name"), OK: tr(c, "OK"), Cancel: tr(c, "Cancel"),
			Body: func() *view.Node {
				f := c.Field("android:id/edit", text, "", func(s string) { text = s })
				f.Edit.AutoFocus, f.Edit.MaxLen = true, 32
				return view.Col(framed(c, f))
			},
			OnOK: func() {
				if s := strings.TrimSpace(text); s != "" {
					c.PutSetting("global", "device_name", s)
					c.PutSetting("secure", "bluetooth_name", s)
				}
			},
		})
	}}
}
