package world

import "time"

// Location is where the phone is, as its GPS receiver says.
type Location struct {
	Provider   string    `json:"provider"` // "gps"
	Latitude   float64   `json:"latitude"`
	Longitude  float64   `json:"longitude"`
	Altitude   float64   `json:"altitude"` // m
	Speed      float64   `json:"speed"`    // m/s
	Bearing    float64   `json:"bearing"`  // degrees
	Accuracy   float64   `json:"accuracy"` // m
	Satellites int       `json:"satellites"`
	Time       time.Time `json:"time"` // of the fix
}

// Location is the last fix; false when there was none yet.
func (w *World) Location() (Location, bool) {
	w.enter()
	defer w.leave()
	return w.place, !w.place.Time.IsZero()
}

// SetLocation takes a fix. An empty provider, time or accuracy is filled in.
func (w *World) SetLocation(l Location) {
	w.enter()
	defer w.leave()
	if l.Provider == "" {
		l.Provider = "gps"
	}
	if l.Time.IsZero() {
		l.Time = w.wall().Truncate(time.Millisecond)
	}
	if l.Accuracy == 0 {
		l.Accuracy = 5
	}
	w.place = l
	w.log('D', "system", "GnssLocationProvider", "reportLocation")
	w.changed()
}
