package adbd

import (
	"context"
	"time"
)

// faults is how the phone misbehaves now.
func (t *conn) faults() Faults {
	if t.d.Faults == nil {
		return Faults{}
	}
	return t.d.Faults()
}

func (f Faults) refuses(service string) bool { return f.Refuse != nil && f.Refuse(service) }

// delay waits as long as a message with n bytes of data is to be held up.
func (f Faults) delay(ctx context.Context, n int) error {
	d := f.Latency
	if f.BytesPerSecond > 0 {
		d += time.Duration(float64(n) / float64(f.BytesPerSecond) * float64(time.Second))
	}
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
