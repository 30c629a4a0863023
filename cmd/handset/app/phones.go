package app

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone/device"
)

// Listed is one phone as `handset devices` shows it.
type Listed struct {
	Serial  string `json:"serial"`
	State   string `json:"state"`
	Usable  bool   `json:"usable"`
	Model   string `json:"model,omitempty"`
	Android string `json:"android,omitempty"`
	SDK     string `json:"sdk,omitempty"`
	Battery string `json:"battery,omitempty"` // "64 %", with "charging" where it is
	Reason  string `json:"reason,omitempty"`  // why it is not usable, or why its details are missing
	Next    string `json:"next,omitempty"`
	Err     error  `json:"-"` // the reason as an error
}

// detailTime bounds the questions to one phone, so that a hanging one does not hold up the list.
const detailTime = 3 * time.Second

// Phones lists every phone the adb server knows. The usable ones are asked for details side by side; a phone that does not
// answer in time keeps its row, with the reason.
func (a *App) Phones(ctx context.Context) ([]Listed, error) {
	c, err := a.ADB(ctx)
	if err != nil {
		return nil, err
	}
	infos, err := c.Devices(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Listed, len(infos))
	var wait sync.WaitGroup
	for i, info := range infos {
		wait.Go(func() { out[i] = describe(ctx, c, info) })
	}
	wait.Wait()
	return out, ctx.Err()
}

func describe(ctx context.Context, c *adb.Client, info adb.DeviceInfo) Listed {
	l := Listed{Serial: info.Serial, State: string(info.State), Usable: info.State.Usable(),
		Model: strings.ReplaceAll(info.Model, "_", " "), Next: info.State.Next()}
	if !l.Usable {
		l.Reason = strings.TrimSpace(string(info.State) + " " + info.Detail)
		l.Err = &adb.StateError{Serial: info.Serial, State: info.State, Detail: info.Detail}
		return l
	}
	asking, cancel := context.WithTimeout(ctx, detailTime)
	defer cancel()
	out, err := c.Device(info.Serial).Shell(asking,
		"getprop ro.product.model; getprop ro.build.version.release; getprop ro.build.version.sdk; dumpsys battery")
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = &adb.SilentError{Peer: "the phone", Serial: info.Serial}
		}
		l.Usable, l.Reason, l.Err = false, err.Error(), err // what answers nothing can be told nothing
		return l
	}
	lines := strings.SplitN(string(out.Stdout), "\n", 4)
	for i, field := range []*string{&l.Model, &l.Android, &l.SDK} {
		if i < len(lines) && strings.TrimSpace(lines[i]) != "" {
			*field = strings.TrimSpace(lines[i])
		}
	}
	if len(lines) == 4 {
		l.Battery = battery(lines[3])
	}
	return l
}

// battery reads the level and whether it charges from `dumpsys battery`.
func battery(dump string) string {
	level, charging := "", false
	for line := range strings.Lines(dump) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case key == "level":
			level = value + " %"
		case strings.HasSuffix(key, "powered") && value == "true":
			charging = true
		}
	}
	if level != "" && charging {
		level += " charging"
	}
	return level
}

// Connect tells the adb server to connect to a phone at host:port and returns its serial. A phone that is listed as offline is
// let go and connected anew; when that does not help it is an *adb.StateError, and an *adb.SilentError when it answers nothing.
func (a *App) Connect(ctx context.Context, addr string) (string, error) {
	c, err := a.ADB(ctx)
	if err != nil {
		return "", err
	}
	known, err := c.Devices(ctx)
	if err != nil {
		return "", err
	}
	serial, err := c.Connect(ctx, addr)
	if err != nil {
		return "", a.forget(ctx, c, addr, known, err)
	}
	err = answers(ctx, c, serial)
	var state *adb.StateError
	if !errors.As(err, &state) || state.State != adb.StateOffline {
		return serial, err
	}
	a.Log.DebugContext(ctx, "the phone is listed as offline; connecting anew", "serial", serial)
	if err := c.Disconnect(ctx, serial); err != nil {
		return "", err
	}
	if serial, err = c.Connect(ctx, addr); err != nil {
		return "", err
	}
	return serial, answers(ctx, c, serial)
}

// forget takes an address that gave no phone off the server's list, where a failed connect may leave it as offline for ever. One that
// was listed before is left alone. It returns why connecting failed.
func (a *App) forget(ctx context.Context, c *adb.Client, addr string, known []adb.DeviceInfo, why error) error {
	var failed *adb.ConnectError
	if !errors.As(why, &failed) || failed.Reason != adb.ConnectSilent || slices.ContainsFunc(known, func(d adb.DeviceInfo) bool { return d.Serial == addr }) {
		return why
	}
	if err := c.Disconnect(ctx, addr); err != nil {
		a.Log.DebugContext(ctx, "nothing to forget", "address", addr, "error", err)
	}
	return why
}

// answers proves that a phone that was just connected runs commands.
func answers(ctx context.Context, c *adb.Client, serial string) error {
	if _, err := c.Resolve(ctx, serial); err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, detailTime)
	defer cancel()
	_, err := c.Device(serial).Shell(asking, "true")
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = &adb.SilentError{Peer: "the phone", Serial: serial}
	}
	return err
}

// Disconnect tells the adb server to drop the phone at host:port.
func (a *App) Disconnect(ctx context.Context, addr string) error {
	c, err := a.ADB(ctx)
	if err != nil {
		return err
	}
	return c.Disconnect(ctx, addr)
}

// Pair pairs with the phone that shows code at host:port (Android 11 and later).
func (a *App) Pair(ctx context.Context, addr, code string) (string, error) {
	c, err := a.ADB(ctx)
	if err != nil {
		return "", err
	}
	return c.Pair(ctx, addr, code)
}

// Serial resolves the phone to act on without opening it.
func (a *App) Serial(ctx context.Context) (string, error) {
	c, err := a.ADB(ctx)
	if err != nil {
		return "", err
	}
	info, err := device.Resolve(ctx, c, a.Config.Serial, a.known.of)
	return info.Serial, err
}

// Shell runs one line in the phone's shell, copying its output as it comes, and returns its exit code. When ctx ends first the
// command is ended on the phone too.
func (a *App) Shell(ctx context.Context, command string, stdout, stderr io.Writer) (int, error) {
	c, err := a.ADB(ctx)
	if err != nil {
		return 0, err
	}
	info, err := device.Resolve(ctx, c, a.Config.Serial, a.known.of)
	if err != nil {
		return 0, err
	}
	a.Log.DebugContext(ctx, "phone", "serial", info.Serial)
	proc, err := c.Device(info.Serial).Start(ctx, command)
	if err != nil {
		return 0, err
	}
	defer proc.Close()
	proc.Stdin.Close()
	var copying sync.WaitGroup
	var outErr, errErr error
	copying.Go(func() { _, outErr = io.Copy(stdout, proc.Stdout) })
	copying.Go(func() { _, errErr = io.Copy(stderr, proc.Stderr) })
	copying.Wait()
	code, err := proc.Wait()
	if err == nil {
		err = errors.Join(outErr, errErr)
	}
	return code, err
}
