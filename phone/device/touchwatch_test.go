package device_test

import (
	"context"
	"errors"
	"image"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
)

// What handset injects is no person's touch: the watch stays silent (and it does run).
func TestWatchTouchesSeesNothingInjected(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	d := openWire(t, c, phones[0].Addr, device.Options{})
	ctx, stop := context.WithCancel(t.Context())
	seen, over := make(chan time.Time, 10), make(chan error, 1)
	go func() { over <- d.WatchTouches(ctx, func(at time.Time) { seen <- at }) }()
	if err := d.Gesture(t.Context(), phone.Tap(image.Pt(360, 640), image.Pt(180, 300))); err != nil {
		t.Fatal(err)
	}
	select {
	case <-seen:
		t.Error("an injected touch was taken for a person's")
	case err := <-over:
		t.Errorf("the watch ended: %v", err)
	case <-time.After(500 * time.Millisecond):
	}
	stop()
	if err := <-over; !errors.Is(err, context.Canceled) {
		t.Errorf("the watch ended with %v", err)
	}
}
