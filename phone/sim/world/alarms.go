package world

import (
	"fmt"
	"hash/fnv"
	"sort"
	"time"
)

// PendingAlarm is a moment at which an app wants to be woken.
type PendingAlarm struct {
	Package string
	At      time.Time // wall clock
	Hash    string    // hexadecimal
}

// Alarms lists what apps want to be woken for, the soonest first.
func (w *World) Alarms() []PendingAlarm {
	w.enter()
	defer w.leave()
	var out []PendingAlarm
	for _, p := range w.pkgs {
		if p.def.Due == nil || !p.usable() || p.Stopped {
			continue
		}
		at := p.def.Due(&Ctx{w, &activity{pkg: p}})
		if at.IsZero() {
			continue
		}
		h := fnv.New32a()
		fmt.Fprintf(h, "%s %d", p.Name, at.UnixMilli())
		out = append(out, PendingAlarm{p.Name, at.In(w.zone), fmt.Sprintf("%07x", h.Sum32()>>4)})
	}
	sort.Slice(out, func(i, k int) bool { return out[i].At.Before(out[k].At) })
	return out
}
