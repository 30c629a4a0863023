package device

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/handset-agent/handset/adb"
)

// identity tells one phone from all others, whichever way it is reached. The serial number of the hardware alone will not do: cheap
// phones carry the same made-up one, and phones that were copied from one image even have Android's own id in common. The kernel's id
// of this start is the same by every way and on no other phone; a phone that was restarted is another one until it is opened anew.
type identity struct {
	serial  string // ro.serialno
	android string // secure setting android_id
	boot    string // of the kernel; empty where the shell may not read it
}

// certain reports an identity that can be compared.
func (i identity) certain() bool { return i.serial != "" && i.serial != "unknown" }

// identityCommand prints an identity.
const identityCommand = "getprop ro.serialno; getprop ro.boot.serialno; " + idsCommand

// idsCommand prints the ids that are no properties.
const idsCommand = "settings get secure android_id; cat /proc/sys/kernel/random/boot_id 2>/dev/null"

// parseIdentity reads what identityCommand prints.
func parseIdentity(out string) identity {
	lines := strings.Split(strings.ReplaceAll(out, "\r", ""), "\n")
	at := func(i int) string {
		if i < len(lines) {
			return strings.TrimSpace(lines[i])
		}
		return ""
	}
	id := identity{serial: at(0), android: at(2), boot: at(3)}
	if id.serial == "" {
		id.serial = at(1)
	}
	if id.android == "null" || strings.ContainsRune(id.android, ' ') {
		id.android = ""
	}
	if len(id.boot) != 36 { // a UUID
		id.boot = ""
	}
	return id
}

// identities asks phones who they are, side by side; who does not say in time is the zero identity (F-017).
func identities(ctx context.Context, c *adb.Client, list []adb.DeviceInfo) []identity {
	all := make([]identity, len(list))
	var asking sync.WaitGroup
	for i, info := range list {
		asking.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, identifyIn)
			defer cancel()
			if out, err := c.Device(info.Serial).Shell(ctx, identityCommand); err == nil {
				all[i] = parseIdentity(string(out.Stdout))
			}
		})
	}
	asking.Wait()
	return all
}

// prefer chooses among several ways to a phone: a cable before the network, then as listed.
func prefer(list []adb.DeviceInfo) adb.DeviceInfo {
	i := slices.IndexFunc(list, func(i adb.DeviceInfo) bool { return i.DevPath != "" || !isAddress(i.Serial) && !announced(i.Serial) })
	return list[max(i, 0)]
}

// isAddress reports a serial that is host:port.
func isAddress(serial string) bool {
	host, port, err := net.SplitHostPort(serial)
	return err == nil && host != "" && port != ""
}

// announced reports a serial that the server made of a phone's announcement in the network.
func announced(serial string) bool { return strings.Contains(serial, "._adb") }

// Resolve finds one usable phone, as adb.Client.Resolve does, and knows that one phone may be listed several times: a serial may also
// be the phone's own serial number, however it is connected; several ways to one phone are one phone; and a phone that is only
// announced in the network is connected to (F-008b, F-009). known, when not nil, tells the serial number of the phone that was last
// at an address.
func Resolve(ctx context.Context, c *adb.Client, serial string, known func(serial string) string) (adb.DeviceInfo, error) {
	info, err := c.Resolve(ctx, serial)
	many, isMany := errors.AsType[*adb.ManyDevicesError](err)
	_, none := errors.AsType[*adb.NoDeviceError](err)
	switch {
	case isMany && serial == "":
		return oneOf(ctx, c, many, err)
	case !none || serial == "":
		return info, err
	}
	want := serial
	if known != nil {
		if id := known(serial); id != "" {
			want = id
		}
	}
	if found, ok := byIdentity(ctx, c, want); ok {
		return found, nil
	}
	if want == serial && isAddress(serial) {
		return info, err // an address nobody was ever at
	}
	if connectAnnounced(ctx, c, want) != nil {
		return info, err
	}
	if found, ok := byIdentity(ctx, c, want); ok {
		return found, nil
	}
	return info, err
}

// oneOf is the phone that all the ways lead to, or the error that there are several.
func oneOf(ctx context.Context, c *adb.Client, many *adb.ManyDevicesError, err error) (adb.DeviceInfo, error) {
	ids := identities(ctx, c, many.Devices)
	for _, id := range ids {
		if !id.certain() || id != ids[0] {
			return adb.DeviceInfo{}, err
		}
	}
	if len(ids) == 0 {
		return adb.DeviceInfo{}, err
	}
	return prefer(many.Devices), nil
}

// byIdentity finds the usable phone with a serial number of its own. Two phones with the same number are none.
func byIdentity(ctx context.Context, c *adb.Client, number string) (adb.DeviceInfo, bool) {
	list, err := c.Devices(ctx)
	if err != nil {
		return adb.DeviceInfo{}, false
	}
	list = slices.DeleteFunc(list, func(i adb.DeviceInfo) bool { return !i.State.Usable() })
	var fit []adb.DeviceInfo
	var who identity
	for i, id := range identities(ctx, c, list) {
		switch {
		case id.serial != number:
		case who != (identity{}) && who != id:
			return adb.DeviceInfo{}, false
		default:
			who = id
			fit = append(fit, list[i])
		}
	}
	if len(fit) == 0 {
		return adb.DeviceInfo{}, false
	}
	return prefer(fit), true
}

var errNotAnnounced = errors.New("no phone with this serial number is announced in the network")

// connectAnnounced connects to a phone that is announced in the network under its serial number: the instance is named
// "adb-SERIAL-xxxxxx" (adb-protocol, mDNS).
func connectAnnounced(ctx context.Context, c *adb.Client, number string) error {
	services, err := c.MDNSServices(ctx)
	if err != nil {
		return err
	}
	for _, s := range services {
		if s.Type != "_adb-tls-connect._tcp" && s.Type != "_adb._tcp" {
			continue
		}
		name := strings.TrimPrefix(s.Instance, "adb-")
		if name != number && !strings.HasPrefix(name, number+"-") {
			continue
		}
		if _, err = c.Connect(ctx, s.Addr); err == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	return errNotAnnounced
}
