package serve

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/handset-agent/handset/phone/sim/serve/uia2"
	"github.com/handset-agent/handset/phone/sim/shell"
)

// automation is what the uiautomator2 server sees of a phone.
type automation struct{ d *device }

func (a automation) Tree(ctx context.Context, idle bool) ([]byte, error) {
	if idle {
		return a.d.phone.World().IdleTree(ctx)
	}
	return a.d.phone.World().TreeNow()
}

func (a automation) Display() (width, height, rotation int) {
	s := source{a.d.phone.World()}.Displays()[0]
	return s.Size.X, s.Size.Y, s.Rotation
}

// instrument runs the one test runner that can run here: the uiautomator2 server, which listens on a port of the phone until it
// is ended. As on a real phone it holds the only UiAutomation meanwhile, and another run takes its place.
func (d *device) instrument(ctx context.Context, p *shell.Proc, run shell.Instrumentation) (status int, ok bool) {
	if run.Runner.Package != uia2.Package+".test" || run.Target != uia2.Package {
		return 0, false
	}
	if !run.Wait {
		d.helpers.Go(func() { d.automate(d.life) })
		return 0, true
	}
	if !d.automate(ctx) {
		p.Printf("INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n")
	}
	return 0, true
}

// automate serves until ctx ends or another run takes its place, and reports whether it could.
func (d *device) automate(ctx context.Context) bool {
	ctx, end := context.WithCancel(ctx)
	defer end()
	d.mu.Lock()
	before := d.automated
	over := make(chan struct{})
	d.automated = func() { end(); <-over }
	d.mu.Unlock()
	defer close(over)
	if before != nil {
		before()
	}
	release := d.phone.Device().TakeAutomation()
	defer release()
	l, err := d.sockets.listen("tcp:" + strconv.Itoa(uia2.Port))
	if err != nil {
		return false
	}
	server := &http.Server{Handler: uia2.New(automation{d}), ReadHeaderTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	_ = server.Serve(l) // ends with ctx
	server.Close()
	return ctx.Err() != nil
}
