package cli

import (
	"fmt"
	"time"
)

// phoneAway tells on stderr that a phone which went away is being waited for (F-011).
func (p *program) phoneAway(waited time.Duration) {
	if !p.talking.mu.TryLock() {
		return // a question stands there
	}
	defer p.talking.mu.Unlock()
	fmt.Fprintln(p.Err, "  "+p.txt.T("phone.away", int(waited.Seconds())))
}
