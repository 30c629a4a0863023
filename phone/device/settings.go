package device

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device/journal"
	"github.com/handset-agent/handset/phone/dump"
)

// settingName is what tables and names of settings are made of.
var settingName = regexp.MustCompile(`^(system|secure|global)/([\w.:-]+)$`)

// setting reads a setting; absent is nil.
func (d *Device) setting(ctx context.Context, table, name string) (*string, error) {
	out, err := d.sh(ctx, adb.Quote("settings", "get", table, name))
	if err != nil {
		return nil, err
	}
	value := strings.TrimRight(string(out.Stdout), "\r\n")
	if out.Exit != 0 {
		return nil, fmt.Errorf("settings get %s %s: %s", table, name, firstLine(string(out.Stderr)+value))
	}
	if value == "null" {
		return nil, nil
	}
	return &value, nil
}

// putSetting writes a setting, or deletes it where value is nil.
func (d *Device) putSetting(ctx context.Context, table, name string, value *string) error {
	argv := []string{"settings", "delete", table, name}
	if value != nil {
		argv = []string{"settings", "put", table, name, *value}
	}
	out, err := d.sh(ctx, adb.Quote(argv...))
	if err != nil {
		return err
	}
	if said := string(out.Stderr) + string(out.Stdout); out.Exit != 0 || strings.Contains(said, "Exception") {
		return fmt.Errorf("%s: %s", strings.Join(argv, " "), firstLine(said))
	}
	return nil
}

func (d *Device) undoSetting(ctx context.Context, c journal.Change) error {
	m := settingName.FindStringSubmatch(c.Name)
	if m == nil {
		return fmt.Errorf("a setting with the name %q", c.Name)
	}
	now, err := d.setting(ctx, m[1], m[2])
	if err != nil {
		return err
	}
	if now == nil || !slices.Contains(c.Ours, *now) {
		return nil // not changed yet, or changed by somebody else since
	}
	return d.putSetting(ctx, m[1], m[2], c.Old)
}

// Hold says what is to be different on a phone for a while.
type Hold struct {
	StayAwake    bool // the screen stays on while the phone has power
	ShowTouches  bool // a dot where a finger is, for recordings
	NoAnimations bool // screens change at once
	Rotation     *int // quarter turns: the screen stays so, 0 to 3
}

// settings lists what h changes, in the order of changing it: table, name, value.
func (h Hold) settings() ([][3]string, error) {
	var all [][3]string
	if h.StayAwake {
		all = append(all, [3]string{"global", "stay_on_while_plugged_in", "7"}) // AC, USB and wireless power
	}
	if h.ShowTouches {
		all = append(all, [3]string{"system", "show_touches", "1"})
	}
	if h.NoAnimations {
		for _, name := range []string{"window_animation_scale", "transition_animation_scale", "animator_duration_scale"} {
			all = append(all, [3]string{"global", name, "0"})
		}
	}
	if h.Rotation != nil {
		if *h.Rotation < 0 || *h.Rotation > 3 {
			return nil, fmt.Errorf("rotation %d: quarter turns are 0 to 3", *h.Rotation)
		}
		all = append(all, [3]string{"system", "accelerometer_rotation", "0"}, [3]string{"system", "user_rotation", strconv.Itoa(*h.Rotation)})
	}
	return all, nil
}

// Hold changes settings for a while. release puts them back; so does Close, and the next program that opens the phone when
// this one is killed. A setting that somebody changes meanwhile is left as they want it.
func (d *Device) Hold(ctx context.Context, h Hold) (release func(context.Context) error, err error) {
	settings, err := h.settings()
	if err != nil {
		return nil, err
	}
	var held []journal.Entry
	release = func(ctx context.Context) error {
		var errs []error
		for _, e := range slices.Backward(held) {
			if err := d.undo(ctx, e.Change); err != nil {
				errs = append(errs, err)
				continue
			}
			d.done(e.ID)
		}
		held = nil
		d.acted()
		return errors.Join(errs...)
	}
	for _, s := range settings {
		e, err := d.changeSetting(ctx, s[0], s[1], s[2])
		if e != nil {
			held = append(held, *e)
		}
		if err != nil {
			return nil, errors.Join(err, release(context.WithoutCancel(ctx)))
		}
	}
	d.acted()
	return release, nil
}

// changeSetting notes the old value and sets a new one. It returns nil where the phone has that value already.
func (d *Device) changeSetting(ctx context.Context, table, name, value string) (*journal.Entry, error) {
	old, err := d.setting(ctx, table, name)
	if err != nil || old != nil && *old == value {
		return nil, err
	}
	c := journal.Change{Phone: d.key(), Kind: journal.Setting, Name: table + "/" + name, Old: old, Ours: []string{value}}
	id, err := d.journal.Begin(c)
	if err != nil {
		return nil, err
	}
	return &journal.Entry{ID: id, Change: c}, d.putSetting(ctx, table, name, &value)
}

// UseInputMethod enables an installed input method and selects it (F-068): enabled first, then selected, then checked. The one before
// comes back by release, as with Hold. A phone that refuses gives phone.ErrUnsupported.
func (d *Device) UseInputMethod(ctx context.Context, id string) (release func(context.Context) error, err error) {
	old, err := d.setting(ctx, "secure", "default_input_method")
	if err != nil {
		return nil, err
	}
	enabled, err := d.read(ctx, "ime list -s")
	if err != nil {
		return nil, err
	}
	var ids []int
	release = func(ctx context.Context) error {
		var errs []error
		for _, e := range d.journal.Open(d.key()) {
			if slices.Contains(ids, e.ID) {
				if err := d.undo(ctx, e.Change); err != nil {
					errs = append(errs, err)
					continue
				}
				d.done(e.ID)
			}
		}
		return errors.Join(errs...)
	}
	if !slices.Contains(dump.ParseInputMethods(enabled), id) {
		n, err := d.begin(journal.InputOn, id, nil)
		if err != nil {
			return nil, err
		}
		ids = append(ids, n)
		if err := d.quiet(ctx, adb.Quote("ime", "enable", id)); err != nil {
			return nil, errors.Join(fmt.Errorf("input method %s: %w: %w", id, phone.ErrUnsupported, err), release(context.WithoutCancel(ctx)))
		}
	}
	n, err := d.begin(journal.InputSet, id, old)
	if err != nil {
		return nil, errors.Join(err, release(context.WithoutCancel(ctx)))
	}
	ids = append(ids, n)
	err = d.quiet(ctx, adb.Quote("ime", "set", id))
	now, readErr := d.setting(ctx, "secure", "default_input_method")
	if err == nil && readErr == nil && (now == nil || *now != id) {
		err = errors.New("the phone keeps another one selected")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("input method %s: %w: %w", id, phone.ErrUnsupported, err), release(context.WithoutCancel(ctx)))
	}
	return release, errors.Join(readErr)
}
