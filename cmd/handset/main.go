// Command handset drives Android phones over ADB, by hand and through a language model. See README.md.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/handset-agent/handset/cmd/handset/cli"
)

func main() { os.Exit(run()) }

// run ends the program's context at the first interrupt; a second one ends the program at once.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Getenv)
}
