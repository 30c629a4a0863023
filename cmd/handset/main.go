// Command handset drives Android phones over ADB, by hand and through a language model. See README.md.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/handset-agent/handset/cmd/handset/cli"
)

func main() { os.Exit(run()) }

// graceTime is how long the program has to put its affairs in order before a second interrupt ends it at once.
const graceTime = 2 * time.Second

// run ends the program's context at the first interrupt, or when the terminal goes away.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(graceTime, stop) })
	return cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Getenv)
}
