package world

// Modem is the mobile network as the phone's radio sees it, and the speed of the link.
type Modem struct {
	Voice     string `json:"voice"`     // unregistered, home, roaming, searching, denied, off, on
	Data      string `json:"data"`      // the same
	RSSI      int    `json:"rssi"`      // 0…31, 99 unknown
	BER       int    `json:"ber"`       // 0…7, 99 unknown
	Bars      int    `json:"bars"`      // 0…4
	Operator  string `json:"operator"`  // name of the network
	Numeric   string `json:"numeric"`   // its code
	UploadBPS int    `json:"upload"`    // bits per second; 0: no limit
	DownBPS   int    `json:"download"`  // bits per second; 0: no limit
	DelayMin  int    `json:"delay_min"` // ms
	DelayMax  int    `json:"delay_max"` // ms
	Meter     string `json:"meter"`     // on, off
}

// newModem is a phone at home in its network.
func newModem() Modem {
	return Modem{Voice: "home", Data: "home", RSSI: 24, BER: 0, Bars: 4, Operator: "T-Mobile", Numeric: "310260", Meter: "on"}
}

// Modem tells how the mobile network stands.
func (w *World) Modem() Modem {
	w.enter()
	defer w.leave()
	return w.modem
}

// SetModem changes it.
func (w *World) SetModem(change func(*Modem)) {
	w.enter()
	defer w.leave()
	change(&w.modem)
	w.changed()
}
