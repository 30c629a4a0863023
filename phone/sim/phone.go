// Package sim is the simulated phone: a world in memory (phone/sim/world) with its apps (phone/sim/apps) and its command line
// (phone/sim/shell), made into a phone.Phone that works in process. phone/sim/serve puts the same phone on the wire.
//
// A [Phone] passes the contract suite of phone/phonetest. It has the optional abilities Tree, Clipboard, Files, Apps, Windows and
// Power; it does not record.
package sim

import (
	"context"
	"fmt"
	"image"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/shell"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Options says what phone to make. The zero value is the default profile with all its apps.
type Options struct {
	Profile world.Profile // zero: the default profile
	Seed    int64         // serial number and hashes follow from it
	Now     func() time.Time
	Serial  string         // as Info tells it; empty: the phone's own serial number
	Apps    []world.AppDef // nil: every app of phone/sim/apps
	Shell   shell.Options  // hooks of the command line
	// DumpStartup and IdleWindow are the times of a UI dump, see world.Options. A zero IdleWindow means 100 ms here, which is
	// shorter than on a phone.
	DumpStartup, IdleWindow time.Duration
}

const idleWindow = 100 * time.Millisecond

// Phone is one simulated phone. All methods may be called from any goroutine.
type Phone struct {
	w      *world.World
	sh     *shell.Device
	serial string

	fingers sync.Mutex // held while a gesture plays
	paste   sync.Mutex // held while the clipboard is borrowed
}

var (
	_ phone.Phone     = (*Phone)(nil)
	_ phone.Tree      = (*Phone)(nil)
	_ phone.Clipboard = (*Phone)(nil)
	_ phone.Files     = (*Phone)(nil)
	_ phone.Apps      = (*Phone)(nil)
	_ phone.Windows   = (*Phone)(nil)
	_ phone.Power     = (*Phone)(nil)
)

// New makes a phone that has just booted. Close it when done.
func New(o Options) *Phone {
	if o.Apps == nil {
		o.Apps = apps.All()
	}
	if o.IdleWindow == 0 {
		o.IdleWindow = idleWindow
	}
	w := world.New(world.Options{Profile: o.Profile, Seed: o.Seed, Now: o.Now, DumpStartup: o.DumpStartup, IdleWindow: o.IdleWindow, Apps: o.Apps})
	if o.Serial == "" {
		o.Serial = w.Prop("ro.serialno")
	}
	p := &Phone{w: w, sh: shell.New(w, o.Shell), serial: o.Serial}
	files := storage{p.sh.Files}
	w.SetFiles(files)
	files.fill(w)
	return p
}

// World is the state behind the phone.
func (p *Phone) World() *world.World { return p.w }

// Device is the phone's command line and file tree.
func (p *Phone) Device() *shell.Device { return p.sh }

// Close ends the phone's background jobs and its clockwork.
func (p *Phone) Close() error {
	if err := p.sh.Close(); err != nil {
		return fmt.Errorf("close shell: %w", err)
	}
	if err := p.w.Close(); err != nil {
		return fmt.Errorf("close world: %w", err)
	}
	return nil
}

// Info tells what phone this is.
func (p *Phone) Info() phone.Info {
	d := p.w.Display()
	sdk := 0
	_, _ = fmt.Sscan(p.w.Prop("ro.build.version.sdk"), &sdk)
	return phone.Info{
		Serial: p.serial, Identity: p.w.Prop("ro.serialno"), Manufacturer: p.w.Prop("ro.product.manufacturer"), Brand: p.w.Prop("ro.product.brand"),
		Model: p.w.Prop("ro.product.model"), Android: p.w.Prop("ro.build.version.release"), SDK: sdk, ABI: p.w.Prop("ro.product.cpu.abi"),
		Displays: []phone.Display{{ID: 0, Size: d.Natural, Density: d.Density}},
	}
}

// Shell runs argv as `adb shell` would, each word quoted.
func (p *Phone) Shell(ctx context.Context, argv ...string) (phone.Output, error) {
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = quote(a)
	}
	var out, errw strings.Builder
	status := p.sh.Run(ctx, strings.Join(words, " "), nil, &out, &errw)
	if ctx.Err() != nil {
		return phone.Output{}, fmt.Errorf("shell %s: %w", argv[0], context.Cause(ctx))
	}
	return phone.Output{Stdout: []byte(out.String()), Stderr: []byte(errw.String()), Exit: status}, nil
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+:,./-]+$`)

func quote(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// size is the display's size in its present orientation.
func (p *Phone) size() image.Point { return p.w.Display().Size }
