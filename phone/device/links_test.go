package device_test

import (
	"context"
	"errors"
	"image"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/scrcpy/av"
)

// cable is one way to a phone: an address that leads to it until it is pulled.
type cable struct {
	l     net.Listener
	to    string
	mu    sync.Mutex
	conns []net.Conn
	wg    sync.WaitGroup
}

func plug(t *testing.T, to string) *cable {
	t.Helper()
	return plugAt(t, to, "127.0.0.1:0")
}

func plugAt(t *testing.T, to, at string) *cable {
	t.Helper()
	l, err := net.Listen("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{l: l, to: to}
	c.wg.Go(c.accept)
	t.Cleanup(c.pull)
	return c
}

func (c *cable) addr() string { return c.l.Addr().String() }

func (c *cable) accept() {
	for {
		a, err := c.l.Accept()
		if err != nil {
			return
		}
		b, err := net.Dial("tcp", c.to)
		if err != nil {
			a.Close()
			continue
		}
		c.mu.Lock()
		c.conns = append(c.conns, a, b)
		c.mu.Unlock()
		c.wg.Go(func() { io.Copy(a, b); a.Close() })
		c.wg.Go(func() { io.Copy(b, a); b.Close() })
	}
}

// pull ends the way, as pulling a cable does.
func (c *cable) pull() {
	c.l.Close()
	c.mu.Lock()
	for _, x := range c.conns {
		x.Close()
	}
	c.mu.Unlock()
	c.wg.Wait()
}

func connect(t *testing.T, c *adb.Client, addr string) {
	t.Helper()
	if _, err := c.Connect(t.Context(), addr); err != nil {
		t.Fatal(err)
	}
}

// unlisted waits until the server knows that a way is gone.
func unlisted(t *testing.T, c *adb.Client, serial string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		list, err := c.Devices(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(list, func(i adb.DeviceInfo) bool { return i.Serial == serial && i.State.Usable() }) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s is still listed", serial)
		}
	}
}

// Two ways lead to one phone. It is one device, and when one way is pulled in the middle everything goes on by the other: shell, input,
// pictures and the watch. Another phone that is there too is never taken for it.
func TestMovesToTheLiveLink_F010_F005(t *testing.T) {
	t.Parallel()
	if !av.Built {
		t.Skip(av.ErrNotBuilt)
	}
	c := startADB(t)
	_, phones := servePhones(t, c, 2)
	if err := c.Disconnect(t.Context(), phones[0].Addr); err != nil {
		t.Fatal(err)
	}
	first, second := plug(t, phones[0].Addr), plug(t, phones[0].Addr)
	connect(t, c, first.addr())
	connect(t, c, second.addr())
	d := openWire(t, c, first.addr(), device.Options{})
	other := openWire(t, c, second.addr(), device.Options{})
	stranger := openWire(t, c, phones[1].Addr, device.Options{})
	if !d.Same(other) || d.Same(stranger) {
		t.Errorf("one phone by two ways: %v; two phones: %v", d.Same(other), d.Same(stranger))
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if err := d.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	f, err := d.Frame(t.Context())
	if err != nil || f.Source != "stream" {
		t.Fatalf("first picture: %v, %v", f, err)
	}
	watched, stop := context.WithCancel(t.Context())
	lost := make(chan error, 1)
	go func() { lost <- d.Watch(watched) }()
	first.pull()
	unlisted(t, c, first.addr())
	if out, err := d.Shell(t.Context(), "getprop", "ro.serialno"); err != nil || string(out.Stdout) != d.Info().Identity+"\n" {
		t.Errorf("shell by the other way: %q, %v", out.Stdout, err)
	}
	if err := d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(f.Size.X/2, f.Size.Y/2))); err != nil {
		t.Errorf("gesture by the other way: %v", err)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if f, err = d.Frame(t.Context()); err == nil && f.Source == "stream" {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("no stream by the other way: %v, %v", f, err)
		}
	}
	second.pull()
	unlisted(t, c, second.addr())
	if _, err := d.Shell(t.Context(), "true"); !errors.Is(err, phone.ErrGone) {
		t.Errorf("with only another phone left: %v", err)
	}
	select {
	case err := <-lost:
		if !errors.Is(err, phone.ErrGone) {
			t.Errorf("the watch says %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the watch does not see that all ways are gone")
	}
	stop()
}

// A phone that comes back within the wait is used on, at whatever address it comes back; the wait is told of and bounded.
func TestWaitsForThePhone_F011_F009(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	if err := c.Disconnect(t.Context(), phones[0].Addr); err != nil {
		t.Fatal(err)
	}
	way := plug(t, phones[0].Addr)
	connect(t, c, way.addr())
	var told atomic.Int32
	d := openWire(t, c, way.addr(), device.Options{Wait: 4 * time.Second, Waiting: func(time.Duration) { told.Add(1) }})
	way.pull()
	unlisted(t, c, way.addr())
	back := time.AfterFunc(1500*time.Millisecond, func() {
		c.Connect(context.Background(), plug(t, phones[0].Addr).addr()) // the port has changed
	})
	defer back.Stop()
	if out, err := d.Shell(t.Context(), "echo", "still here"); err != nil || string(out.Stdout) != "still here\n" {
		t.Errorf("after the wait: %q, %v", out.Stdout, err)
	}
	if told.Load() == 0 {
		t.Error("nobody was told about the wait")
	}
}

func TestWaitIsBounded_F011_F013(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	if err := c.Disconnect(t.Context(), phones[0].Addr); err != nil {
		t.Fatal(err)
	}
	way := plug(t, phones[0].Addr)
	connect(t, c, way.addr())
	d := openWire(t, c, way.addr(), device.Options{Wait: time.Second})
	way.pull()
	unlisted(t, c, way.addr())
	began := time.Now()
	if _, err := d.Shell(t.Context(), "true"); !errors.Is(err, phone.ErrGone) {
		t.Errorf("after the wait: %v", err)
	}
	if took := time.Since(began); took < 900*time.Millisecond || took > 4*time.Second {
		t.Errorf("a wait of 1 s took %v", took)
	}
	began = time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := d.Shell(ctx, "true"); err == nil {
		t.Error("a phone that is gone answers")
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("a cancelled wait took %v", took)
	}
}

// A phone is found by its own serial number, by its old address, and among several ways to it without any serial.
func TestResolveByIdentity_F009_F008b_DV03(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 2)
	number := map[string]string{}
	for _, p := range phones {
		learned := ""
		d := openWire(t, c, p.Addr, device.Options{Learned: func(_, n string) { learned = n }})
		if number[p.Addr] = d.Info().Identity; learned != number[p.Addr] || learned == "" {
			t.Fatalf("learned %q of %q", learned, number[p.Addr])
		}
	}
	if number[phones[0].Addr] == number[phones[1].Addr] {
		t.Fatal("two phones with one serial number")
	}
	i, err := device.Resolve(t.Context(), c, number[phones[1].Addr], nil)
	if err != nil || i.Serial != phones[1].Addr {
		t.Errorf("by serial number: %+v, %v", i, err)
	}
	known := func(serial string) string {
		return map[string]string{"192.0.2.7:37123": number[phones[0].Addr]}[serial]
	}
	i, err = device.Resolve(t.Context(), c, "192.0.2.7:37123", known)
	if err != nil || i.Serial != phones[0].Addr {
		t.Errorf("by an old address: %+v, %v", i, err)
	}
	if i, err = device.Resolve(t.Context(), c, "192.0.2.8:37123", known); err == nil {
		t.Errorf("an unknown address leads to %+v", i)
	}
	if i, err = device.Resolve(t.Context(), c, "NOSUCHNUMBER", known); err == nil {
		t.Errorf("an unknown serial number leads to %+v", i)
	}
	if i, err = device.Resolve(t.Context(), c, "", nil); err == nil {
		t.Errorf("of two phones %+v was chosen", i)
	}
	way := plug(t, phones[0].Addr)
	connect(t, c, way.addr())
	if err := c.Disconnect(t.Context(), phones[1].Addr); err != nil {
		t.Fatal(err)
	}
	if i, err = device.Resolve(t.Context(), c, "", nil); err != nil || i.Serial != phones[0].Addr && i.Serial != way.addr() {
		t.Errorf("one phone by two ways: %+v, %v", i, err)
	}
}
