package device

import (
	"cmp"
	"image"
	"slices"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
)

// moveStep is how often a moving finger is heard of.
const moveStep = 8 * time.Millisecond

// event is one message of a gesture.
type event struct {
	at     time.Duration
	finger int
	action scrcpy.TouchAction
	p      image.Point
}

// timeline makes the messages of a gesture in the order of their time: down, moves no more than 8 ms apart while a finger moves,
// up. Of messages at the same time the fingers' order counts, and a finger's own order is kept.
func timeline(g phone.Gesture) []event {
	var all []event
	for i, touches := range g.Fingers {
		first, last := touches[0], touches[len(touches)-1]
		all = append(all, event{first.T, i, scrcpy.TouchDown, first.At})
		for k := 1; k < len(touches); k++ {
			a, b := touches[k-1], touches[k]
			if a.At == b.At {
				continue
			}
			n := max(1, int((b.T-a.T+moveStep-1)/moveStep))
			for s := 1; s <= n; s++ {
				t := a.T + (b.T-a.T)*time.Duration(s)/time.Duration(n)
				all = append(all, event{t, i, scrcpy.TouchMove, between(a.At, b.At, s, n)})
			}
		}
		all = append(all, event{last.T, i, scrcpy.TouchUp, last.At})
	}
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	return all
}

// between is the point s of n steps from a to b.
func between(a, b image.Point, s, n int) image.Point {
	return image.Pt(a.X+(b.X-a.X)*s/n, a.Y+(b.Y-a.Y)*s/n)
}
