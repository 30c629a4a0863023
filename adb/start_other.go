//go:build !unix

package adb

import (
	"context"
	"os/exec"
	"time"
)

// startLimit is how long a new server may take until it listens; it waits up to 3 s for USB phones.
const startLimit = 10 * time.Second

// startServer runs "adb start-server" and returns what it said.
func startServer(ctx context.Context, binary, spec string, _ func(string) string) (said string, err error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	out, err := exec.CommandContext(ctx, binary, "-L", spec, "start-server").CombinedOutput()
	return string(out), err
}
