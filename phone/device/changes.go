package device

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone/device/journal"
	"github.com/handset-agent/handset/phone/dump"
)

// What handset changes on a phone is noted in the restore journal before it is changed, undone at the end, and by the next
// program that opens the phone when this one is killed (DV-43, F-066).

// recoverTime bounds undoing what an earlier program left, when a phone is opened.
const recoverTime = 20 * time.Second

// key names the phone in the journal: the same over USB and Wi-Fi.
func (d *Device) key() string {
	if d.info.Identity != "" {
		return d.info.Identity
	}
	return d.info.Serial
}

// begin notes a change. Only without an error may it be made.
func (d *Device) begin(kind journal.Kind, name string, old *string, ours ...string) (id int, err error) {
	return d.journal.Begin(journal.Change{Phone: d.key(), Kind: kind, Name: name, Old: old, Ours: ours})
}

// done crosses a change out.
func (d *Device) done(id int) {
	if err := d.journal.Done(id); err != nil {
		d.log.Debug("restore journal not written", "error", err) // it is undone once more, which does no harm
	}
}

// recover undoes what programs that were killed left on this phone. What cannot be undone now stays in the journal; it is no
// reason not to use the phone.
func (d *Device) recover(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, recoverTime)
	defer cancel()
	err := d.journal.Recover(d.key(), func(c journal.Change) error {
		err := d.undo(ctx, c)
		if err == nil {
			d.log.InfoContext(ctx, "restored what an earlier run had changed", "kind", string(c.Kind), "name", c.Name)
		}
		return err
	})
	if err != nil {
		d.log.WarnContext(ctx, "not everything that an earlier run changed on the phone could be restored", "error", err)
	}
}

// undoOpen undoes what is still changed, the newest first, as far as which allows.
func (d *Device) undoOpen(ctx context.Context, which func(journal.Kind) bool) error {
	var errs []error
	for _, e := range d.journal.Open(d.key()) {
		if !which(e.Kind) {
			continue
		}
		if err := d.undo(ctx, e.Change); err != nil {
			errs = append(errs, err)
			continue
		}
		d.done(e.ID)
	}
	return errors.Join(errs...)
}

// ofSession reports what belongs to a session and is undone when that ends.
func ofSession(k journal.Kind) bool { return k == journal.File || k == journal.Reverse }

// undo puts one thing back. It does nothing where somebody has changed it since.
func (d *Device) undo(ctx context.Context, c journal.Change) error {
	switch c.Kind {
	case journal.Setting:
		return d.undoSetting(ctx, c)
	case journal.Clipboard:
		return d.undoClipboard(ctx, c)
	case journal.File:
		return d.quiet(ctx, adb.Quote("rm", "-f", c.Name))
	case journal.Reverse:
		return d.undoReverse(ctx, c)
	case journal.InputSet:
		return d.undoInput(ctx, c)
	case journal.InputOn:
		return d.undoInputOn(ctx, c)
	case journal.Command:
		if c.Old == nil {
			return nil
		}
		return d.quiet(ctx, *c.Old)
	}
	return fmt.Errorf("a change of the unknown kind %q", c.Kind)
}

// quiet runs a command that is to succeed.
func (d *Device) quiet(ctx context.Context, command string) error {
	out, err := d.sh(ctx, command)
	if err == nil && out.Exit != 0 {
		err = fmt.Errorf("%s: %s (exit %d)", command, firstLine(string(out.Stderr)+string(out.Stdout)), out.Exit)
	}
	return err
}

func (d *Device) undoReverse(ctx context.Context, c journal.Change) error {
	err := d.link.KillReverse(ctx, c.Name)
	if unreachable(err) {
		return err
	}
	return nil // a rule that is gone already is refused
}

// undoClipboard puts a clipboard back that still holds what was pasted. It needs a session, which is started for it.
func (d *Device) undoClipboard(ctx context.Context, c journal.Change) error {
	if c.Old == nil {
		return nil
	}
	r, err := d.sup.get(ctx)
	if err != nil {
		return d.fail(ctx, "put the clipboard back", err)
	}
	now, err := r.clipboard(ctx)
	if err == nil && !slices.Contains(c.Ours, fingerprint(now)) {
		return nil // somebody has copied something else since
	}
	return d.fail(ctx, "put the clipboard back", r.sess.SetClipboard(ctx, *c.Old, false))
}

// fingerprint stands for a text in the journal.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:16])
}

// temporary notes a file that is about to be put on the phone, for f, which removes it.
func (d *Device) temporary(path string, f func() error) error {
	id, err := d.begin(journal.File, path, nil)
	if err != nil {
		return err
	}
	if err := f(); err != nil {
		return err // it may be there still
	}
	d.done(id)
	return nil
}

// sessionLink is the phone as a session sees it: what the session puts there is noted.
type sessionLink struct {
	transport
	d   *Device
	ids []int
}

func (l *sessionLink) note(kind journal.Kind, name string) error {
	id, err := l.d.begin(kind, name, nil)
	if err == nil {
		l.ids = append(l.ids, id)
	}
	return err
}

// settle crosses out what the session put on the phone, once it has removed it.
func (l *sessionLink) settle(tidy error) {
	if tidy != nil {
		return
	}
	for _, id := range l.ids {
		l.d.done(id)
	}
}

// removed makes sure that a session that did not start left nothing, and says when that is not known.
func (d *Device) removed(ctx context.Context, l *sessionLink) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	var errs []error
	for _, e := range d.journal.Open(d.key()) {
		if slices.Contains(l.ids, e.ID) {
			errs = append(errs, d.undo(ctx, e.Change))
		}
	}
	return errors.Join(errs...)
}

func (d *Device) undoInputOn(ctx context.Context, c journal.Change) error {
	enabled, err := d.read(ctx, "ime list -s")
	if err != nil || !slices.Contains(dump.ParseInputMethods(enabled), c.Name) {
		return err
	}
	return d.quiet(ctx, adb.Quote("ime", "disable", c.Name))
}

func (d *Device) undoInput(ctx context.Context, c journal.Change) error {
	now, err := d.read(ctx, "settings get secure default_input_method")
	if err != nil || c.Old == nil {
		return err
	}
	if strings.TrimSpace(now) != c.Name {
		return nil
	}
	return d.quiet(ctx, adb.Quote("ime", "set", *c.Old))
}
