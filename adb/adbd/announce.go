package adbd

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Announce tells the adb server at network and addr that a phone listens at port of this computer's loopback address. The server
// connects to it and lists it as emulator-(port-1) (adb-protocol B6). The server gives no answer, so none is waited for; an emulator
// that goes away is looked for each second for a minute.
func Announce(ctx context.Context, network, addr string, port int) error {
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, network, addr)
	if err != nil {
		return fmt.Errorf("announce emulator: %w", err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(openTime))
	request, _ := wire.AppendRequest(nil, fmt.Sprintf("host:emulator:%d", port))
	if _, err := c.Write(request); err != nil {
		return fmt.Errorf("announce emulator: %w", err)
	}
	_, _ = c.Read(make([]byte, 1)) // until the server hangs up: it has read the request then
	return nil
}
