package device

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb"
)

// links are the ways to one phone: by cable, over Wi-Fi, at an address that changed. They are the device's transport: an exchange
// that finds its way gone moves to another one of the same phone (F-010, F-011), waiting a bounded time for one. Only what was not
// begun is tried again, so that nothing is done twice.
type links struct {
	client *adb.Client
	id     identity
	patience
	log *slog.Logger

	mu    sync.Mutex
	cur   *adb.Device
	lost  bool           // a wait was in vain: until the phone is seen again nobody waits
	known map[int64]bool // by transport id: whether that is this phone; the server never uses one twice

	moving chan struct{} // capacity 1: held by the one who looks for another way
}

// patience says how long a phone that is away is waited for.
type patience struct {
	limit time.Duration
	tell  func(waited time.Duration)
}

// newLinks starts with the way that found is.
func newLinks(c *adb.Client, found adb.DeviceInfo, p patience, log *slog.Logger) *links {
	return &links{
		client: c, patience: p, log: log, cur: c.Device(found.Serial),
		known: map[int64]bool{found.TransportID: true}, moving: make(chan struct{}, 1),
	}
}

// now is the way that is used.
func (l *links) now() *adb.Device {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cur
}

// use makes serial the way that is used.
func (l *links) use(serial string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cur.Serial() != serial {
		l.cur = l.client.Device(serial)
	}
}

// Serial names the way that is used.
func (l *links) Serial() string { return l.now().Serial() }

// Present returns an error when the phone is not there by any way.
func (l *links) Present(ctx context.Context) error {
	_, err := l.client.Resolve(ctx, l.Serial())
	if !unreachable(err) {
		return err
	}
	if l.look(ctx) == nil {
		return nil
	}
	return err
}

// do runs f by the way that is used. When that way was gone before f began, it looks for another one and runs f once more.
func (l *links) do(ctx context.Context, f func(*adb.Device) error) error {
	d := l.now()
	err := f(d)
	if err == nil || ctx.Err() != nil || !unreachable(err) {
		return err
	}
	if l.await(ctx) != nil {
		return err
	}
	return f(l.now())
}

// Limits of looking for a phone.
const (
	lookAgain  = 500 * time.Millisecond
	tellEvery  = time.Second
	callEvery  = 5 * time.Second // between two connects to remembered or announced addresses
	identifyIn = 3 * time.Second // for one phone to tell who it is
)

// await waits until the phone is there by any way, and returns the last reason when it does not come in time.
func (l *links) await(ctx context.Context) error {
	select {
	case l.moving <- struct{}{}:
		defer func() { <-l.moving }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	began := time.Now()
	told, called := began, time.Time{}
	for {
		err := l.look(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if l.limit > 0 && !l.gaveUp() && time.Since(called) >= callEvery {
			called = time.Now()
			l.call(ctx)
			if l.look(ctx) == nil {
				return nil
			}
		}
		waited := time.Since(began)
		if waited >= l.limit || l.gaveUp() {
			l.seen(false)
			return err
		}
		if l.tell != nil && time.Since(told) >= tellEvery {
			told = time.Now()
			l.tell(waited.Round(time.Second))
		}
		if err := pause(ctx, min(lookAgain, l.limit-waited)); err != nil {
			return err
		}
	}
}

// look finds a way that works now: the one that is used, else another one to the same phone.
func (l *links) look(ctx context.Context) error {
	list, err := l.client.Devices(ctx)
	if err != nil {
		return err
	}
	serial := l.Serial()
	if usable(list, serial) {
		l.seen(true)
		return nil
	}
	others := l.same(ctx, list)
	if len(others) == 0 {
		return &adb.NoDeviceError{Serial: serial, Known: list}
	}
	next := prefer(others)
	l.log.InfoContext(ctx, "the phone is reached another way now", "from", serial, "to", next.Serial)
	l.use(next.Serial)
	l.seen(true)
	return nil
}

// seen notes whether the phone was there when it was last looked for.
func (l *links) seen(there bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = !there
}

func (l *links) gaveUp() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// same are the usable ways in the list that lead to this phone.
func (l *links) same(ctx context.Context, list []adb.DeviceInfo) []adb.DeviceInfo {
	if !l.id.certain() {
		return nil
	}
	ask := make([]adb.DeviceInfo, 0, len(list))
	var found []adb.DeviceInfo
	l.mu.Lock()
	for _, i := range list {
		is, asked := l.known[i.TransportID]
		switch {
		case !i.State.Usable() || asked && i.TransportID != 0 && !is:
		case asked && i.TransportID != 0:
			found = append(found, i)
		default:
			ask = append(ask, i)
		}
	}
	l.mu.Unlock()
	for i, id := range identities(ctx, l.client, ask) {
		if id == (identity{}) {
			continue // it did not say; ask again next time
		}
		is := id == l.id
		l.mu.Lock()
		l.known[ask[i].TransportID] = is
		l.mu.Unlock()
		if is {
			found = append(found, ask[i])
		}
	}
	return found
}

// call makes the server connect again: to the address the phone was at, to those it announces (F-008b, F-009), and to what is listed as
// offline (F-012).
func (l *links) call(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, callEvery)
	defer cancel()
	_ = l.client.ReconnectOffline(ctx) // look tells what came of it, here and below
	if serial := l.Serial(); isAddress(serial) {
		_, _ = l.client.Connect(ctx, serial)
	}
	_ = connectAnnounced(ctx, l.client, l.id.serial)
}
