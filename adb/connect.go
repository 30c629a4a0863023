package adb

import (
	"context"
	"net"
	"strconv"
	"strings"
	"time"
)

// connectTimeout bounds connect and pair: the server itself waits 10 s for a phone.
const connectTimeout = 15 * time.Second

// Connect makes the server connect to a phone at addr (host:port; the port defaults to 5555) and returns the serial it has
// from then on. A phone that wants its dialog accepted gives a *StateError, everything else a *ConnectError. "Already connected" is
// no error, and says nothing of the state: see Resolve.
func (c *Client) Connect(ctx context.Context, addr string) (serial string, err error) {
	if err := checkAddr(addr); err != nil {
		return "", err
	}
	request := "host:connect:" + addr
	text, err := c.queryShown(ctx, request, request, connectTimeout)
	if err != nil {
		return "", err
	}
	return connectResult(addr, firstLine(text))
}

// connectResult reads the text that tells how connecting went; the status is OKAY in all cases (adb-protocol A3).
func connectResult(addr, text string) (serial string, err error) {
	for _, good := range []string{"connected to ", "already connected to "} {
		if serial, ok := strings.CutPrefix(text, good); ok {
			return serial, nil
		}
	}
	if serial, ok := strings.CutPrefix(text, "failed to authenticate to "); ok {
		return "", &StateError{Serial: serial, State: StateUnauthorized}
	}
	e := &ConnectError{Addr: addr, Text: text, Reason: ConnectOther}
	switch {
	case strings.Contains(text, "Connection refused"):
		e.Reason = ConnectRefused
	case strings.Contains(text, "failed to resolve"):
		e.Reason = ConnectResolve
	case strings.HasPrefix(text, "bad port"), strings.HasPrefix(text, "empty address"), strings.Contains(text, "bad host"):
		e.Reason = ConnectAddress
	case strings.Contains(text, "No route to host"), strings.Contains(text, "unreachable"), strings.Contains(text, "timed out"):
		e.Reason = ConnectNoRoute
	case strings.HasPrefix(text, "failed to connect to "):
		e.Reason = ConnectSilent
	}
	return "", e
}

// Disconnect makes the server forget the phone at addr. An address it does not know gives a *NoDeviceError. There is no way to
// disconnect everything: it would hit phones of other programs, and old servers hang when there are many.
func (c *Client) Disconnect(ctx context.Context, addr string) error {
	if err := checkAddr(addr); err != nil {
		return err
	}
	_, err := c.query(ctx, "host:disconnect:"+addr)
	if fail, ok := err.(*FailError); ok && strings.HasPrefix(fail.Message, "no such device") {
		return &NoDeviceError{Serial: addr}
	}
	return err
}

// Pair pairs this computer with the phone whose pairing dialog shows addr and code (Android 11 and newer; server 30 and newer, else
// ErrUnsupported). It returns the phone's name in mDNS, or "" when the server did not tell. Connect comes after.
func (c *Client) Pair(ctx context.Context, addr, code string) (guid string, err error) {
	if err := checkAddr(addr); err != nil {
		return "", err
	}
	if code == "" || strings.ContainsAny(code, ": ") {
		return "", &ConnectError{Addr: addr, Reason: ConnectPassword, Text: "the pairing code is six digits"}
	}
	text, err := c.queryShown(ctx, "host:pair:"+code+":"+addr, "host:pair:******:"+addr, connectTimeout)
	if fail, ok := err.(*FailError); ok {
		text = fail.Message
	} else if err != nil {
		return "", err
	}
	return pairResult(addr, firstLine(text))
}

// pairResult reads the text of a pairing.
func pairResult(addr, text string) (guid string, err error) {
	if strings.HasPrefix(text, "Successfully paired") {
		_, guid, _ = strings.Cut(text, "[guid=")
		return strings.TrimSuffix(guid, "]"), nil
	}
	e := &ConnectError{Addr: addr, Text: text, Reason: ConnectOther}
	switch lower := strings.ToLower(text); {
	case strings.Contains(lower, "wrong password"):
		e.Reason = ConnectPassword
	case strings.Contains(lower, "unable to start pairing"), strings.Contains(lower, "protocol fault"), strings.Contains(lower, "refused"):
		e.Reason = ConnectExpired
	case strings.Contains(lower, "parse address"), strings.Contains(lower, "bad port"):
		e.Reason = ConnectAddress
	}
	return "", e
}

// checkAddr refuses what the server would read as "everything" or as more than one word.
func checkAddr(addr string) error {
	if addr == "" {
		return &ConnectError{Reason: ConnectAddress, Text: "no address was given"}
	}
	if strings.ContainsAny(addr, " \t\r\n\x00") {
		return &ConnectError{Addr: strconv.Quote(addr), Reason: ConnectAddress, Text: "not an address"}
	}
	return nil
}

// MDNSService is one announcement the server saw on the network.
type MDNSService struct {
	Instance string // "adb-SERIAL-random"
	Type     string // "_adb-tls-connect._tcp", "_adb-tls-pairing._tcp" or "_adb._tcp"
	Addr     string // "ip:port"
}

// MDNSServices lists the phones that announce wireless debugging (F-008b). ErrUnsupported from servers before version 30.
func (c *Client) MDNSServices(ctx context.Context) ([]MDNSService, error) {
	text, err := c.query(ctx, "host:mdns:services")
	if err != nil {
		return nil, err
	}
	return parseMDNS(text), nil
}

// parseMDNS reads lines "INSTANCE\tTYPE\tIP:PORT"; lines of another shape are left out.
func parseMDNS(text string) []MDNSService {
	var out []MDNSService
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(f) != 3 {
			continue
		}
		if _, _, err := net.SplitHostPort(f[2]); err != nil {
			continue
		}
		out = append(out, MDNSService{Instance: f[0], Type: strings.TrimSuffix(f[1], "."), Addr: f[2]})
	}
	return out
}
