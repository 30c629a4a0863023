package phone

import (
	"context"
	"time"
)

// TouchWatcher is a phone that tells a person's touches from those handset makes: what is injected does not come from the touch
// screen itself.
type TouchWatcher interface {
	// WatchTouches calls f each time a person puts a finger on the screen, with the moment at which that was seen, until ctx ends; its
	// error is then ctx's. ErrUnsupported: the phone does not let the shell see its touch screen.
	WatchTouches(ctx context.Context, f func(at time.Time)) error
}
