package app

import (
	"context"

	"github.com/handset-agent/handset/adb"
)

// StartADBServer runs a real adb server that only we use, for the commands that bring their own phones.
func StartADBServer(ctx context.Context, env func(string) string) (*adb.PrivateServer, error) {
	return adb.StartPrivateServer(ctx, env)
}
