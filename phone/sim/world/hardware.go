package world

// hardware is what the world knows of the parts that only the emulator's console and the control socket reach.
type hardware struct {
	clock   wallClock
	place   Location
	modem   Modem
	fingers []int // that the fingerprint sensor knows
	journal journal
	raw     rawState
}
