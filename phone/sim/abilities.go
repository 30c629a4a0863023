package sim

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/world"
)

// DumpTree returns the hierarchy of the active window.
func (p *Phone) DumpTree(ctx context.Context) (phone.Dump, error) {
	xml, err := p.w.DumpTree(ctx)
	switch {
	case errors.Is(err, world.ErrNotIdle):
		return phone.Dump{}, &phone.TreeError{Reason: phone.NoIdleState, Output: "ERROR: could not get idle state."}
	case errors.Is(err, world.ErrNullRoot):
		return phone.Dump{}, &phone.TreeError{Reason: phone.NullRoot, Output: "ERROR: null root node returned by UiTestAutomationBridge."}
	case err != nil:
		return phone.Dump{}, err
	}
	return phone.Dump{XML: xml, Source: "uiautomator", At: time.Now()}, nil
}

// Clipboard returns the text on the clipboard, "" when there is none.
func (p *Phone) Clipboard(ctx context.Context) (string, error) {
	s, _ := p.w.Clipboard()
	return s, ctx.Err()
}

// SetClipboard puts text on the clipboard.
func (p *Phone) SetClipboard(ctx context.Context, s string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.w.SetClipboard(s)
	return nil
}

// Apps lists launchable apps, or all packages.
func (p *Phone) Apps(ctx context.Context, all bool) ([]phone.App, error) {
	var out []phone.App
	for _, a := range p.w.Packages() {
		launchable := a.Launcher.Package != "" && a.Enabled() && !a.Hidden
		if !all && !launchable {
			continue
		}
		app := phone.App{Package: a.Name, Label: a.Label, Version: a.Version, System: a.System, Disabled: !a.Enabled()}
		if a.Launcher.Package != "" {
			app.Activity = a.Launcher.Class
		}
		out = append(out, app)
	}
	slices.SortFunc(out, func(a, b phone.App) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label)), strings.Compare(a.Package, b.Package))
	})
	return out, ctx.Err()
}

func (p *Phone) exists(what, pkg string) error {
	if _, ok := p.w.Package(pkg); !ok {
		return fmt.Errorf("%s %s: %w", what, pkg, phone.ErrNoSuchApp)
	}
	return nil
}

// launchTime bounds the wait for a launched app.
const launchTime = 10 * time.Second

// Launch starts the launcher activity of pkg and waits until it is in front.
func (p *Phone) Launch(ctx context.Context, pkg string) error {
	intent := world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryLauncher}, Package: pkg}
	list := p.w.Resolve(intent)
	if len(list) == 0 {
		return fmt.Errorf("launch %s: %w, or it has nothing to launch", pkg, phone.ErrNoSuchApp)
	}
	changed, stop := p.w.Watch()
	defer stop()
	intent.Package, intent.Component, intent.Flags = "", list[0].Component, world.FlagNewTask|0x00200000
	if _, err := p.w.Start(intent); err != nil {
		return fmt.Errorf("launch %s: %w", pkg, err)
	}
	ctx, cancel := context.WithTimeout(ctx, launchTime)
	defer cancel()
	for {
		a, err := p.Foreground(ctx)
		if err == nil && a.Package == pkg {
			return nil
		}
		t := time.NewTimer(50 * time.Millisecond) // focus may move without a change of the picture
		select {
		case <-changed:
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return fmt.Errorf("launch %s: it was started but %s is in front", pkg, cmp.Or(a.Package, a.Window, "nothing"))
		}
		t.Stop()
	}
}

// Stop ends pkg and its processes.
func (p *Phone) Stop(ctx context.Context, pkg string) error {
	if err := cmp.Or(ctx.Err(), p.exists("stop", pkg)); err != nil {
		return err
	}
	p.w.ForceStop(pkg)
	return nil
}

// Install installs an APK. A refusal is a *world.InstallError.
func (p *Phone) Install(ctx context.Context, apk io.Reader, size int64, progress func(done, total int64)) error {
	var b bytes.Buffer
	if _, err := io.Copy(&b, &counting{ctx: ctx, r: apk, total: size, tell: progress}); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	return p.sh.Install(b.Bytes())
}

// Uninstall removes pkg.
func (p *Phone) Uninstall(ctx context.Context, pkg string) error {
	if err := p.exists("uninstall", pkg); err != nil {
		return err
	}
	return p.expect(ctx, "Success", "pm", "uninstall", pkg)
}

// ClearData deletes the data of pkg.
func (p *Phone) ClearData(ctx context.Context, pkg string) error {
	if !p.w.ClearData(pkg) {
		return fmt.Errorf("clear %s: %w", pkg, phone.ErrNoSuchApp)
	}
	return ctx.Err()
}

// SetEnabled switches pkg on or off.
func (p *Phone) SetEnabled(ctx context.Context, pkg string, on bool) error {
	state := world.DisabledUser
	if on {
		state = world.EnabledOn
	}
	if !p.w.SetEnabled(pkg, state) {
		return fmt.Errorf("set enabled %s: %w", pkg, phone.ErrNoSuchApp)
	}
	return ctx.Err()
}

// expect runs a command that has to print a word.
func (p *Phone) expect(ctx context.Context, word string, argv ...string) error {
	out, err := p.Shell(ctx, argv...)
	if err != nil {
		return err
	}
	if text := string(out.Stdout) + string(out.Stderr); !strings.Contains(text, word) {
		return fmt.Errorf("%s: %s", strings.Join(argv, " "), strings.TrimSpace(text))
	}
	return nil
}

// errNoFocus: no window has the focus and no activity would get it.
var errNoFocus = errors.New("no window is in front")

// Foreground tells what is in front.
func (p *Phone) Foreground(ctx context.Context) (phone.Activity, error) {
	var a phone.Activity
	if app, ok := p.w.FocusedApp(); ok {
		a.Package, a.Class = app.Component.Package, app.Component.Class
	}
	w, ok := p.w.FocusedWindow()
	if !ok {
		if a.Package == "" {
			return a, errNoFocus
		}
		return a, ctx.Err()
	}
	a.Window, a.Secure = w.Title, w.Flags&world.FlagSecure != 0
	if c, ok := world.ParseComponent(w.Title); ok {
		a.Package, a.Class = c.Package, c.Class
	}
	return a, ctx.Err()
}

// KeyboardShown reports whether a soft keyboard is up.
func (p *Phone) KeyboardShown(ctx context.Context) (bool, error) { return p.w.IME().Shown, ctx.Err() }

// PowerState tells whether the phone can be used.
func (p *Phone) PowerState(ctx context.Context) (phone.PowerState, error) {
	k := p.w.Keyguard()
	return phone.PowerState{On: p.w.Display().On, Locked: k.Showing && !k.Occluded, Secure: k.Secure}, ctx.Err()
}

// Wake turns the display on and dismisses a keyguard that is not secure.
func (p *Phone) Wake(ctx context.Context) (phone.PowerState, error) {
	p.w.Wake()
	if k := p.w.Keyguard(); k.Showing && !k.Secure {
		p.w.DismissKeyguard()
	}
	return p.PowerState(ctx)
}
