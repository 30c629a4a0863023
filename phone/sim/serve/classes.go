package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/handset-agent/handset/phone/sim/serve/mobilecli"
	"github.com/handset-agent/handset/phone/sim/serve/yadb"
	"github.com/handset-agent/handset/phone/sim/shell"
	"github.com/handset-agent/handset/phone/sim/world"
)

// appProcess is app_process: the phone knows a few classes, each if its file is there.
func (d *device) appProcess(ctx context.Context, p *shell.Proc, class string, args []string) (int, bool) {
	classpath := p.Getenv("CLASSPATH")
	switch {
	case class == scrcpyClass:
		return d.scrcpy(ctx, p, args), true
	case !d.jarExists(classpath):
	case class == mobilecli.Class:
		return d.mobilecli(ctx, p, classpath), true
	case class == yadb.Class:
		return yadb.Run(ctx, helped{d}, args, flushing{p.Stdout}, p.Stderr), true
	}
	return 0, false
}

// scrcpy is one run of the scrcpy server.
func (d *device) scrcpy(ctx context.Context, p *shell.Proc, args []string) int {
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	server := d.sessionServer(func() { kill(errKilled) })
	status := server.Run(ctx, args, p.Getenv("CLASSPATH"), flushing{p.Stdout}, p.Stderr)
	if context.Cause(ctx) == errKilled {
		p.Errf("Killed \n")
		return statusKilled
	}
	return status
}

// mobilecli serves mobilecli's requests until ctx ends. It holds the phone's only UiAutomation meanwhile.
func (d *device) mobilecli(ctx context.Context, p *shell.Proc, classpath string) int {
	l, err := d.sockets.listen("localabstract:" + mobilecli.Socket)
	if err != nil {
		p.Errf("Error: Address already in use\n")
		return 1
	}
	release := d.phone.Device().TakeAutomation()
	defer release()
	server := &http.Server{Handler: &mobilecli.Server{Phone: inspected{d.phone.World()}, Jar: d.hash(classpath)}, ReadHeaderTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	_ = server.Serve(l) // ends with ctx
	_ = server.Close()
	return statusKilled
}

// hash is the SHA-256 of a file; empty when it cannot be read.
func (d *device) hash(path string) string {
	f, err := d.phone.Device().Files.Open(shell.Cred(), path, os.O_RDONLY, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// inspected is the world as mobilecli's server sees it.
type inspected struct{ w *world.World }

func (i inspected) Tree(ctx context.Context, wait time.Duration) ([]byte, error) {
	if wait > 0 {
		within, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		if tree, err := i.w.IdleTree(within); err == nil {
			return tree, nil
		}
	}
	return i.w.TreeNow() // whatever it shows at this moment
}

func (i inspected) Screen() *image.RGBA {
	img, _ := i.w.Screen()
	return img
}

func (i inspected) Apps() []mobilecli.App {
	var out []mobilecli.App
	for _, p := range i.w.Packages() {
		out = append(out, mobilecli.App{Package: p.Name, Label: p.Label, Version: p.Version, VersionCode: p.VersionCode})
	}
	return out
}

func (i inspected) Clipboard() string {
	text, _ := i.w.Clipboard()
	return text
}

func (i inspected) SetClipboard(text string) { i.w.SetClipboard(text) }

func (i inspected) SetLocation(latitude, longitude float64) {
	i.w.SetLocation(world.Location{Latitude: latitude, Longitude: longitude, Accuracy: 1})
}

// ClearLocation takes the mock provider away; the last fix stays known, as on a phone.
func (i inspected) ClearLocation() {}

func (i inspected) HideKeyboard() bool {
	shown := i.w.IME().Shown
	if shown {
		i.w.HideIME()
	}
	return shown
}

// helped is the phone as yadb drives it.
type helped struct{ d *device }

func (h helped) world() *world.World { return h.d.phone.World() }

func (h helped) Touch(finger int, a yadb.Action, at image.Point) {
	pressure := 1.0
	if a == yadb.Up {
		pressure = 0
	}
	h.world().Touch(finger, world.TouchAction(a), at, pressure)
}

func (h helped) Key(code, meta int) {
	h.world().Key(code, meta, true)
	h.world().Key(code, meta, false)
}

func (h helped) Clipboard() (string, bool) { return h.world().Clipboard() }
func (h helped) SetClipboard(text string)  { h.world().SetClipboard(text) }

func (h helped) Screen() *image.RGBA {
	img, _ := h.world().Screen()
	return img
}

func (h helped) Tree(ctx context.Context) ([]byte, error) { return h.world().IdleTree(ctx) }

func (h helped) WriteFile(path string, data []byte) error {
	f, err := h.d.phone.Device().Files.Open(shell.Cred(), path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("java.io.FileNotFoundException: %s: open failed: %w", path, err)
	}
	if _, err := f.Write(data); err != nil {
		_ = f.Close()
		return fmt.Errorf("java.io.IOException: write failed: %w", err)
	}
	return f.Close()
}

func (h helped) Pause(ctx context.Context, t time.Duration) error {
	if !sleep(ctx, t) {
		return context.Cause(ctx)
	}
	return nil
}
