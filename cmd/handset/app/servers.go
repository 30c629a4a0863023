package app

import (
	"context"
	"time"

	"github.com/handset-agent/handset/adb"
)

// otherTime bounds the questions to an adb server that is not ours.
const otherTime = time.Second

// HoldsPhones is an adb server and how many phones it holds: a phone is with one server only.
type HoldsPhones struct {
	Addr   string
	Phones int
}

// Servers lists the server that is used, and after it the one at the place where the environment and adb itself would look, when that
// is another and it answers. Nothing is started and nothing is ended.
func (a *App) Servers(ctx context.Context) ([]HoldsPhones, error) {
	c, err := a.ADB(ctx)
	if err != nil {
		return nil, err
	}
	list, err := c.Devices(ctx)
	if err != nil {
		return nil, err
	}
	found := []HoldsPhones{{c.Addr, len(list)}}
	for _, env := range []func(string) string{a.Config.Env, func(string) string { return "" }} {
		network, addr, err := adb.Address("", env)
		if err != nil || addr == c.Addr || addr == found[len(found)-1].Addr {
			continue
		}
		other := &adb.Client{Network: network, Addr: addr, Env: a.Config.Env, Timeout: otherTime}
		if list, err := other.Devices(ctx); err == nil {
			found = append(found, HoldsPhones{addr, len(list)})
		}
	}
	return found, nil
}
