package world

import "slices"

// EnrollFinger makes the fingerprint sensor know a finger.
func (w *World) EnrollFinger(id int) {
	w.enter()
	defer w.leave()
	if !slices.Contains(w.fingers, id) {
		w.fingers = append(w.fingers, id)
	}
}

// EnrolledFingers are the fingers that the sensor knows.
func (w *World) EnrolledFingers() []int {
	w.enter()
	defer w.leave()
	return slices.Clone(w.fingers)
}

// TouchSensor puts a finger on the fingerprint sensor and reports whether it was known. A known one opens the lock screen.
func (w *World) TouchSensor(id int) bool {
	w.enter()
	defer w.leave()
	known := slices.Contains(w.fingers, id)
	if known {
		w.log('D', "system", "FingerprintService", "onAuthenticated")
		if w.power.awake {
			w.unlock()
		}
	} else {
		w.log('D', "system", "FingerprintService", "onAuthenticationFailed")
	}
	return known
}
