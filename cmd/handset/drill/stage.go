package drill

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/agent/gate"
	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/cmd/handset/config"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/serve"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/tools"
)

// stage is one simulated phone and, on the other side of a real adb server, handset as a person runs it.
type stage struct {
	o      Options
	server *adb.PrivateServer
	rack   *serve.Rack
	serial string
	home   string
	app    *app.App
	before state // of the phone, when all was well
}

// newStage boots a phone, makes it known to the adb server and notes its state.
func newStage(ctx context.Context, o Options, server *adb.PrivateServer, i int) (_ *stage, err error) {
	s := &stage{o: o, server: server}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.home, err = os.MkdirTemp("", "handset-drill-"); err != nil {
		return nil, err
	}
	if s.rack, err = serve.Start(ctx, serve.Options{Seed: o.Seed + int64(i)}); err != nil {
		return nil, err
	}
	s.serial = s.rack.Phones()[0].Addr
	if err := s.connect(ctx); err != nil {
		return nil, err
	}
	s.app = s.newApp()
	s.before, err = stateOf(s.world())
	return s, err
}

// connect makes the adb server know the phone.
func (s *stage) connect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	_, err := s.server.Client().Connect(ctx, s.serial)
	return err
}

// newApp is handset started anew, with the home of this stage.
func (s *stage) newApp() *app.App {
	c := s.o.Config
	c.Paths = config.Paths{Data: s.home, Cache: s.home, Runs: s.home}
	c.Serial, c.ADB = s.serial, "tcp:"+s.server.Addr
	return app.New(c, slog.New(slog.DiscardHandler))
}

func (s *stage) phone() *sim.Phone { return s.rack.Phones()[0].Phone }

func (s *stage) world() *world.World { return s.phone().World() }

func (s *stage) close() {
	if s.app != nil {
		_ = s.app.Close()
	}
	if s.rack != nil {
		_ = s.rack.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = s.server.Client().Disconnect(ctx, s.serial)
	}
	if s.home != "" {
		_ = os.RemoveAll(s.home)
	}
}

// errHung is a run that its limit ended.
var errHung = errors.New("did not come to an end")

// play runs the flow within its limit. What does not come back even after its context ended is a hang too.
func (s *stage) play(ctx context.Context, f flow, limit time.Duration) error {
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- f.run(inner, &hand{s}) }()
	select {
	case err := <-done:
		if inner.Err() != nil && ctx.Err() == nil {
			return fmt.Errorf("%w within %s: %w", errHung, limit, errors.Join(err))
		}
		return err
	case <-time.After(limit + 10*time.Second):
		return fmt.Errorf("%w, not even after it was told to stop", errHung)
	}
}

// hand is what a flow does things with: the tools and the phone of the product, nothing of the simulation.
type hand struct{ s *stage }

// toolError is a tool that said that it could not.
type toolError struct {
	tool   string
	result tools.Result
}

func (e *toolError) Error() string {
	return fmt.Sprintf("%s: %s (%s)", e.tool, e.result.Text, e.result.Code)
}

// tool calls a tool through all its guards.
func (h *hand) tool(ctx context.Context, name string, args map[string]any) (tools.Result, error) {
	raw, err := json.Marshal(args)
	if err != nil {
		return tools.Result{}, err
	}
	r, err := h.s.app.CallTool(ctx, name, raw, gate.Policy{Allow: []string{"*"}, Risky: true})
	if err != nil {
		return r, fmt.Errorf("%s: %w", name, err)
	}
	if r.Status != tools.OK {
		return r, &toolError{name, r}
	}
	return r, nil
}

// device is the phone as the product sees it.
func (h *hand) device(ctx context.Context) (*device.Device, error) { return h.s.app.Phone(ctx) }

// frame takes a picture, the newest there is.
func (h *hand) frame(ctx context.Context) (*phone.Frame, error) {
	d, err := h.device(ctx)
	if err != nil {
		return nil, err
	}
	return d.Frame(ctx)
}
