package adb

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

// Device is one phone, named by its serial for its whole life. It holds no connection; its methods may be called from many
// goroutines at once.
type Device struct {
	client *Client
	serial string

	mu       sync.Mutex
	features map[string]bool // of the transport with the id below; nil when not known
	id       uint64
}

// Serial names the phone; it may hold blanks and colons.
func (d *Device) Serial() string { return d.serial }

// attach opens a socket to the server and switches it to the phone. The transport id tells whether what is known of the phone still
// holds: the server never uses one twice.
func (d *Device) attach(ctx context.Context) (l *link, id uint64, err error) {
	l, err = d.client.dial(ctx)
	if err != nil {
		return nil, 0, err
	}
	err = l.exchange(ctx, d.client.timeout(), func() error {
		if err := l.ask("host:tport:serial:" + d.serial); err != nil {
			return err
		}
		var b [8]byte
		if _, err := io.ReadFull(l, b[:]); err != nil {
			return err
		}
		id = binary.LittleEndian.Uint64(b[:])
		return nil
	})
	if err != nil {
		return nil, 0, d.named(err)
	}
	l.peer, l.serial = fmt.Sprintf("device %q", d.serial), d.serial
	return l, id, nil
}

// serve asks for a service on an attached socket.
func (d *Device) serve(ctx context.Context, l *link, service string) error {
	return d.named(l.exchange(ctx, d.client.timeout(), func() error { return l.ask(service) }))
}

// open attaches and asks for a service.
func (d *Device) open(ctx context.Context, service string) (*link, error) {
	l, _, err := d.attach(ctx)
	if err != nil {
		return nil, err
	}
	if err := d.serve(ctx, l, service); err != nil {
		return nil, err
	}
	return l, nil
}

// openBy is open with a service that depends on the phone's features. A refusal may mean that the features are of an Android
// that is gone (adbd restarted under the same transport id), so they are read again once.
func (d *Device) openBy(ctx context.Context, service func(features map[string]bool) string) (l *link, opened string, err error) {
	for try := 0; ; try++ {
		l, id, err := d.attach(ctx)
		if err != nil {
			return nil, "", err
		}
		features, cached, err := d.featuresOf(ctx, id)
		if err != nil {
			l.Close()
			return nil, "", err
		}
		opened := service(features)
		err = d.serve(ctx, l, opened)
		if err == nil {
			return l, opened, nil
		}
		if !cached || try > 0 || !errors.Is(err, ErrRefused) {
			return nil, "", err
		}
		d.forget()
	}
}

// named puts the serial into errors of the server that do not tell it.
func (d *Device) named(err error) error {
	switch e := err.(type) {
	case *StateError:
		if e.Serial == "" {
			e.Serial = d.serial
		}
	case *NoDeviceError:
		if e.Serial == "" {
			e.Serial = d.serial
		}
	}
	return err
}

// Open opens a device service (adb-protocol A5) as a raw stream: "tcp:8080", "localabstract:name", "framebuffer:", … ctx bounds the
// opening only. A service the phone does not offer gives ErrRefused. Closing the write side alone is not possible: the
// server would close both.
func (d *Device) Open(ctx context.Context, service string) (net.Conn, error) {
	l, err := d.open(ctx, service)
	if err != nil {
		return nil, err
	}
	return l.Conn, nil
}

// DialLocal dials an abstract unix socket on the phone. ctx bounds the dial only; ErrRefused when nobody listens.
func (d *Device) DialLocal(ctx context.Context, abstractName string) (net.Conn, error) {
	return d.Open(ctx, "localabstract:"+abstractName)
}

// maxAnswer bounds the texts services answer with.
const maxAnswer = 64 << 10

// Text opens a service that answers with a short text and closes, such as "tcpip:5555", "root:" or "reboot:", and returns the text.
// Most of these restart the phone's side, so that the phone is gone for a moment afterwards.
func (d *Device) Text(ctx context.Context, service string) (string, error) {
	l, err := d.open(ctx, service)
	if err != nil {
		return "", err
	}
	defer l.Close()
	var text []byte
	err = l.exchange(ctx, d.client.timeout(), func() error {
		text, err = io.ReadAll(io.LimitReader(l, maxAnswer))
		if isLost(err) {
			return nil // adbd restarting cuts its own answer short
		}
		return err
	})
	return string(text), err
}

// Features tells what the phone's adbd offers ("shell_v2", "cmd", "stat_v2", …). They are read once for each transport id.
func (d *Device) Features(ctx context.Context) (map[string]bool, error) {
	l, id, err := d.attach(ctx)
	if err != nil {
		return nil, err
	}
	l.Close()
	features, _, err := d.featuresOf(ctx, id)
	return features, err
}

// featuresOf returns the features of the transport with that id, and whether they were known. The map is never changed.
func (d *Device) featuresOf(ctx context.Context, id uint64) (features map[string]bool, cached bool, err error) {
	d.mu.Lock()
	features, known := d.features, d.features != nil && d.id == id
	d.mu.Unlock()
	if known {
		return features, true, nil
	}
	text, err := d.client.query(ctx, fmt.Sprintf("host-transport-id:%d:features", id))
	if err != nil {
		return nil, false, d.named(err)
	}
	features = make(map[string]bool)
	for _, name := range strings.Split(strings.TrimSpace(text), ",") {
		if name != "" {
			features[name] = true
		}
	}
	d.mu.Lock()
	d.features, d.id = features, id
	d.mu.Unlock()
	return features, false, nil
}

// forget drops the features.
func (d *Device) forget() {
	d.mu.Lock()
	d.features = nil
	d.mu.Unlock()
}

// WaitFor waits until the phone is in the state: "device", "recovery", "rescue", "sideload", "bootloader", "any", or "disconnect"
// (gone or not usable). ctx is the only limit.
func (d *Device) WaitFor(ctx context.Context, state string) error {
	switch state {
	case "device", "recovery", "rescue", "sideload", "bootloader", "any", "disconnect":
	default:
		return fmt.Errorf("wait for %q: no such state", state)
	}
	prefix, err := d.hostPrefix(ctx)
	if err != nil {
		return err
	}
	l, err := d.client.dial(ctx)
	if err != nil {
		return err
	}
	defer l.Close()
	request := prefix + "wait-for-any-" + state
	if err := l.exchange(ctx, d.client.timeout(), func() error { return l.ask(request) }); err != nil {
		return d.named(err)
	}
	return d.named(l.exchange(ctx, 0, func() error { return l.status(request) }))
}

// hostPrefix begins a request to the server about this phone. Serials whose colons the server would misread (adb-protocol A2) are
// named by their transport id.
func (d *Device) hostPrefix(ctx context.Context) (string, error) {
	if readableSerial(d.serial) {
		return "host-serial:" + d.serial + ":", nil
	}
	l, id, err := d.attach(ctx)
	if err != nil {
		return "", err
	}
	l.Close()
	return fmt.Sprintf("host-transport-id:%d:", id), nil
}

// readableSerial reports whether the server finds the end of the serial in "host-serial:SERIAL:request".
func readableSerial(serial string) bool {
	host, port, colon := strings.Cut(serial, ":")
	if !colon {
		return true
	}
	if strings.HasPrefix(serial, "[") {
		h, p, err := net.SplitHostPort(serial)
		return err == nil && h != "" && validPort(p)
	}
	switch host {
	case "usb", "product", "model", "device":
		return !strings.Contains(port, ":")
	}
	return validPort(port)
}

// request is one exchange about this phone with the server.
func (d *Device) request(ctx context.Context, what string) (*link, error) {
	prefix, err := d.hostPrefix(ctx)
	if err != nil {
		return nil, err
	}
	l, err := d.client.dial(ctx)
	if err != nil {
		return nil, err
	}
	request := prefix + what
	// The first status says that the request was read, the second what came of it; an error may stand in either place.
	err = l.exchange(ctx, d.client.timeout(), func() error {
		if err := l.ask(request); err != nil {
			return err
		}
		return l.status(request)
	})
	if err != nil {
		return nil, d.named(err)
	}
	return l, nil
}
