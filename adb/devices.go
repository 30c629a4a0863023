package adb

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// DeviceInfo is one line of the device list.
type DeviceInfo struct {
	Serial                 string // may hold blanks and colons
	State                  State
	Detail                 string // what follows the word in "no permissions (…)"
	DevPath                string // "usb:1-2"; empty for phones over the network
	Product, Model, Device string // empty while the phone is not usable
	TransportID            int64  // never used again by this server; zero when unknown
}

// Devices lists all phones the server knows, usable or not. A phone in a bad state affects its own line only (F-004).
func (c *Client) Devices(ctx context.Context) ([]DeviceInfo, error) {
	// The long listing cannot be taken apart alone, since serials, states and properties may all hold blanks; the short one
	// separates serial and state with a tab. Between the two requests the list may change: then ask again.
	const tries = 3
	for try := 1; ; try++ {
		short, err := c.query(ctx, "host:devices")
		if err != nil {
			return nil, err
		}
		if short == "" {
			return nil, nil
		}
		long, err := c.query(ctx, "host:devices-l")
		if err != nil {
			return nil, err
		}
		if list, whole := joinListings(short, long); whole || try == tries {
			return list, nil
		}
	}
}

// Track yields the device list now and after every change, as the server pushes it. Servers before version 30 do not push the loss of a
// phone on the network, so the list is also looked at each second. Lists may repeat, and a phone may be offline in one of
// them for a few milliseconds: a caller that reports losses waits about 250 ms first. The sequence ends with one error (ctx's
// own when it ended), or when the loop is left.
func (c *Client) Track(ctx context.Context) iter.Seq2[[]DeviceInfo, error] {
	return func(yield func([]DeviceInfo, error) bool) {
		t, err := c.track(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		defer t.l.Close()
		defer context.AfterFunc(ctx, func() { t.l.Close() })()
		for {
			list, err := t.next(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(list, nil) {
				return
			}
		}
	}
}

// lookTime is how often a tracker looks at the list by itself.
const lookTime = time.Second

// tracker follows the device list.
type tracker struct {
	c    *Client
	l    *link
	r    *bufio.Reader
	last string // the newest short listing
}

func (c *Client) track(ctx context.Context) (*tracker, error) {
	l, err := c.dial(ctx)
	if err != nil {
		return nil, err
	}
	if err := l.exchange(ctx, c.timeout(), func() error { return l.ask("host:track-devices") }); err != nil {
		return nil, err
	}
	return &tracker{c: c, l: l, r: bufio.NewReader(l)}, nil
}

// next waits for a frame or a change. Details come from a long listing where it agrees.
func (t *tracker) next(ctx context.Context) ([]DeviceInfo, error) {
	for {
		short, err := t.frame()
		pushed := !errors.Is(err, os.ErrDeadlineExceeded)
		if !pushed && ctx.Err() == nil {
			short, err = t.c.query(ctx, "host:devices")
		}
		if err != nil {
			return nil, t.l.explain(ctx, err)
		}
		if !pushed && short == t.last {
			continue
		}
		if t.last = short; short == "" {
			return nil, nil
		}
		long, err := t.c.query(ctx, "host:devices-l")
		if err != nil {
			return nil, err
		}
		list, _ := joinListings(short, long)
		return list, nil
	}
}

// frame reads what the server pushes. os.ErrDeadlineExceeded when nothing comes for a while; a frame that has begun must
// arrive whole in time.
func (t *tracker) frame() (string, error) {
	t.l.SetReadDeadline(time.Now().Add(lookTime))
	if _, err := t.r.Peek(1); err != nil {
		return "", err
	}
	t.l.SetReadDeadline(time.Now().Add(t.c.timeout()))
	text, err := wire.ReadText(t.r)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.ErrUnexpectedEOF
	}
	return text, err
}

// joinListings parses the short listing and adds to each line the details of its line in the long one. whole is false when a
// line had none, because the listings are of different moments.
func joinListings(short, long string) (list []DeviceInfo, whole bool) {
	details := listingLines(long)
	whole = true
	for _, line := range listingLines(short) {
		serial, state, ok := strings.Cut(line, "\t")
		if !ok {
			continue
		}
		info := DeviceInfo{Serial: serial}
		info.State, info.Detail = splitState(state)
		found := false
		for i, long := range details {
			if rest, ok := cutSerialAndState(long, serial, state); ok {
				info.addDetails(rest)
				details = append(details[:i:i], details[i+1:]...)
				found = true
				break
			}
		}
		whole = whole && found
		list = append(list, info)
	}
	return list, whole && len(details) == 0
}

// listingLines splits a listing and drops the blank lines and the header and daemon lines of the adb program.
func listingLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "* ") || line == "List of devices attached" {
			continue
		}
		out = append(out, line)
	}
	return out
}

// cutSerialAndState takes "SERIAL padding STATE" off the front of a long line.
func cutSerialAndState(line, serial, state string) (rest string, ok bool) {
	padded, ok := strings.CutPrefix(line, serial)
	if !ok {
		return "", false
	}
	word := strings.TrimLeft(padded, " \t")
	rest, ok = strings.CutPrefix(word, state)
	if !ok || len(word) == len(padded) || (rest != "" && rest[0] != ' ') {
		return "", false
	}
	return rest, true
}

// addDetails reads " usb:1-2 product:… model:… device:… transport_id:…". Values may hold blanks, so each reaches to the next
// known key.
func (info *DeviceInfo) addDetails(rest string) {
	const devpath = ""
	key := devpath
	value := []string{}
	flush := func() {
		v := strings.Join(value, " ")
		switch key {
		case devpath:
			info.DevPath = v
		case "product":
			info.Product = v
		case "model":
			info.Model = v
		case "device":
			info.Device = v
		case "transport_id":
			info.TransportID, _ = strconv.ParseInt(v, 10, 64)
		}
		value = value[:0]
	}
	for _, word := range strings.Split(strings.TrimSpace(rest), " ") {
		if k, v, ok := strings.Cut(word, ":"); ok {
			switch k {
			case "product", "model", "device", "transport_id", "features":
				flush()
				key, word = k, v
			}
		}
		value = append(value, word)
	}
	flush()
}

// Resolve finds one usable phone. An empty serial means the only usable one: others that cannot be used do not stand in its way
// (F-005), but two usable ones give a *ManyDevicesError; none gives a *NoDeviceError, or the *StateError of the only phone. A
// serial that is listed but not usable gives its *StateError. An address may be given without its port. A phone that is
// just being connected is waited for, at most a second.
func (c *Client) Resolve(ctx context.Context, serial string) (DeviceInfo, error) {
	const pause, tries = 100 * time.Millisecond, 10
	for try := 1; ; try++ {
		list, err := c.Devices(ctx)
		if err != nil {
			return DeviceInfo{}, err
		}
		info, err := choose(list, serial)
		state, bad := errors.AsType[*StateError](err)
		if !bad || !state.State.Passing() || try == tries {
			return info, err
		}
		select {
		case <-ctx.Done():
			return DeviceInfo{}, ended(ctx)
		case <-time.After(pause):
		}
	}
}

// choose is Resolve's decision.
func choose(list []DeviceInfo, serial string) (DeviceInfo, error) {
	var fit []DeviceInfo
	for _, info := range list {
		if matches(info, serial) {
			fit = append(fit, info)
		}
	}
	usable := fit
	if len(fit) > 1 {
		usable = nil
		for _, info := range fit {
			if info.State.Usable() {
				usable = append(usable, info)
			}
		}
	}
	switch {
	case len(fit) == 0 || len(usable) == 0:
		return DeviceInfo{}, &NoDeviceError{Serial: serial, Known: list}
	case len(usable) > 1:
		return DeviceInfo{}, &ManyDevicesError{Devices: usable}
	case !usable[0].State.Usable():
		info := usable[0]
		return info, &StateError{Serial: info.Serial, State: info.State, Detail: info.Detail}
	}
	return usable[0], nil
}

// matches reports whether info is meant by serial: any, exactly, or the address without its port.
func matches(info DeviceInfo, serial string) bool {
	if serial == "" || info.Serial == serial {
		return true
	}
	host, _, err := net.SplitHostPort(info.Serial)
	return err == nil && host != "" && host == serial
}
