package phone

import (
	"context"
	"io"
	"time"
)

// SoundRecorder is a Recorder that can take what the phone plays too. On a phone that gives no sound it records the pictures alone, and
// Recording.Silent says why.
type SoundRecorder interface {
	RecordSound(ctx context.Context, w io.WriteSeeker, d time.Duration) (Recording, error)
}
