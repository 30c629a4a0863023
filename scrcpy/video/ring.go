package video

import "github.com/handset-agent/handset/scrcpy"

// Bounds of the ring, and of each follower's queue.
const (
	maxRingBytes   = 16 << 20
	maxRingPackets = 600
)

// config is one configuration packet, as it came and patched for zero delay. A pointer to it names a coded session.
type config struct{ raw, patched []byte }

// entry is one picture packet.
type entry struct {
	number uint64
	pkt    scrcpy.Packet
	config *config // in force; nil when none came
	gop    uint64  // the key frames received up to this one
}

// ring holds the packets since the last key frame, oldest first. Its entries are consecutive.
type ring struct {
	entries  []entry
	bytes    int
	complete bool // begins with a key frame
}

// push adds an entry; a key frame makes everything before it needless.
func (r *ring) push(e entry) {
	if e.pkt.Key {
		*r = ring{complete: true}
	}
	r.entries = append(r.entries, e)
	r.bytes += len(e.pkt.Data)
}

// full reports that the bounds are passed.
func (r *ring) full() bool { return r.bytes > maxRingBytes || len(r.entries) > maxRingPackets }

// after returns the entries with a higher number.
func (r *ring) after(number uint64) []entry {
	if len(r.entries) == 0 || number < r.entries[0].number {
		return r.entries
	}
	return r.entries[min(int(number-r.entries[0].number)+1, len(r.entries)):]
}

// forget drops the entries up to number. What is left may be decoded, but by nobody who joins late.
func (r *ring) forget(number uint64) {
	rest := r.after(number)
	if len(rest) == len(r.entries) {
		return
	}
	kept := ring{entries: append([]entry(nil), rest...)}
	for _, e := range kept.entries {
		kept.bytes += len(e.pkt.Data)
	}
	*r = kept
}

// clear drops everything.
func (r *ring) clear() { *r = ring{} }
