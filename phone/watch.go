package phone

import "context"

// Watcher is a phone that notices by itself when it is lost.
type Watcher interface {
	// Watch waits until the phone is lost and returns why, an error that is ErrGone; a phone that goes away and comes back within a
	// moment, as one whose adbd restarts, is not lost. When ctx ends first the error is ctx's. Any other error means that the phone
	// cannot be watched, and says nothing about the phone.
	Watch(ctx context.Context) error
}
