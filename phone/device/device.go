package device

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device/journal"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/video"
)

// Via is the way a picture is taken.
type Via string

// The ways to a picture.
const (
	Auto      Via = "auto"      // the stream when it runs, else one screencap while the stream starts
	Stream    Via = "stream"    // only from the live video
	Screencap Via = "screencap" // only by running screencap on the phone: exact pixels, but slow
)

// Options of a device. The zero value is right for most.
type Options struct {
	Via     Via            // what Frame and Settled use; empty means Auto
	Tree    TreeSource     // where the UI hierarchy comes from; empty means TreeAuto
	MaxSize int            // limit of the longer side of the video stream in pixels; 0 means as it is
	MaxFPS  float64        // limit of the stream's rate; 0 means none
	Scrcpy  scrcpy.Options // further settings of the session; MaxSize and MaxFPS above win when set
	Pool    *video.Pool    // shared by the decoders of many phones; nil means an own one
	Log     *slog.Logger   // nil means silence
	// Journal remembers what is changed on the phone, so that it is undone also when this program is killed; nil means that it is
	// undone by Close only.
	Journal *journal.Journal
	// Wait is how long a phone that went away is waited for, before a call or the watch reports it as gone (F-011); 0 means that only
	// another way that is there already is taken.
	Wait    time.Duration
	Waiting func(waited time.Duration)  // is told about each second of waiting
	Known   func(serial string) string  // the serial number of the phone that was last reached at serial, "" unknown
	Learned func(serial, number string) // is told the serial number of the phone that is reached at serial
}

// transport is the way to one phone. A device of package adb fits it, with Present added.
type transport interface {
	scrcpy.Link
	Serial() string
	Shell(ctx context.Context, command string) (adb.Output, error)
	Run(ctx context.Context, command string) (adb.Output, error)
	Pull(ctx context.Context, from string, w io.Writer, progress func(done, total int64)) error
	Stat(ctx context.Context, path string) (adb.FileInfo, error)
	List(ctx context.Context, dir string) ([]adb.FileInfo, error)
	Install(ctx context.Context, r io.Reader, size int64, args ...string) error
	// Open opens a service of the phone, such as "tcp:6790".
	Open(ctx context.Context, service string) (net.Conn, error)
	// Present returns an error when the phone is not listed as usable.
	Present(ctx context.Context) error
}

// Device is one real phone for its whole life (F-006): the one it was opened with, whichever way it is reached later (F-010). Its methods may be called from many goroutines at
// once; inputs are played one after the other.
type Device struct {
	link transport
	opts Options
	info phone.Info
	id   identity
	log  *slog.Logger

	journal *journal.Journal

	life context.Context // ends with Close
	end  context.CancelFunc

	sup   *supervisor
	hub   hub
	shots shots
	geo   geometry
	acts  acts
	power silent
	clips clips
	tree  treeWay
	fast  *fastTree
	apps  labels

	playing chan struct{} // capacity 1: held by the input that plays
	closing sync.Once
	closed  error
}

// The abilities of a device.
var (
	_ phone.Phone     = (*Device)(nil)
	_ phone.Tree      = (*Device)(nil)
	_ phone.Clipboard = (*Device)(nil)
	_ phone.Files     = (*Device)(nil)
	_ phone.Apps      = (*Device)(nil)
	_ phone.Windows   = (*Device)(nil)
	_ phone.Power     = (*Device)(nil)
	_ phone.Recorder  = (*Device)(nil)
)

// minSDK is Android 9, the oldest release that is supported (DV-44).
const minSDK = 28

// Open resolves serial ("" = the only usable phone) and reads what the phone is. Nothing stays running on the phone; the
// scrcpy session starts when a picture or an input is first needed. Errors of the resolution are those of package adb;
// a phone older than Android 9 gives phone.ErrUnsupported.
func Open(ctx context.Context, c *adb.Client, serial string, o Options) (*Device, error) {
	found, err := Resolve(ctx, c, serial, o.Known)
	if err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return open(ctx, newLinks(c, found, patience{o.Wait, o.Waiting}, o.Log), o)
}

func open(ctx context.Context, l transport, o Options) (*Device, error) {
	d := &Device{link: l, opts: o, log: o.Log, journal: o.Journal, playing: make(chan struct{}, 1)}
	if d.journal == nil {
		d.journal = &journal.Journal{}
	}
	if d.opts.Via == "" {
		d.opts.Via = Auto
	}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	if d.opts.Pool == nil {
		d.opts.Pool = video.NewPool(1)
	}
	// The device outlives the call that opened it.
	d.life, d.end = context.WithCancel(context.WithoutCancel(ctx))
	d.sup = newSupervisor(d.life, d.launch)
	d.fast = newFastTree(d)
	if err := d.identify(ctx); err != nil {
		d.end()
		return nil, err
	}
	d.recover(ctx)
	return d, nil
}

// identify reads the phone's properties and display in one command.
func (d *Device) identify(ctx context.Context) error {
	const next = "@@id@@"
	out, err := d.read(ctx, "getprop; wm size; wm density; echo "+next+"; "+idsCommand)
	if err != nil {
		return err
	}
	out, id, _ := strings.Cut(out, next)
	props := parseProps(out)
	first := func(names ...string) string {
		for _, n := range names {
			if v := props[n]; v != "" {
				return v
			}
		}
		return ""
	}
	sdk, _ := strconv.Atoi(props["ro.build.version.sdk"])
	d.info = phone.Info{
		Serial:       d.link.Serial(),
		Identity:     first("ro.serialno", "ro.boot.serialno"),
		Manufacturer: first("ro.product.manufacturer", "ro.product.vendor.manufacturer"),
		Brand:        first("ro.product.brand", "ro.product.vendor.brand"),
		Model:        first("ro.product.model", "ro.product.vendor.model"),
		Android:      props["ro.build.version.release"],
		SDK:          sdk,
		ABI:          first("ro.product.cpu.abi", "ro.product.cpu.abilist"),
	}
	d.id = parseIdentity(d.info.Identity + "\n\n" + strings.TrimSpace(id))
	if l, ok := d.link.(*links); ok {
		l.id = d.id
	}
	if d.opts.Learned != nil && d.id.certain() {
		d.opts.Learned(d.info.Serial, d.id.serial)
	}
	size, density := parseWM(out)
	if size != (image.Point{}) {
		d.info.Displays = []phone.Display{{ID: 0, Size: size, Density: density}}
		d.geo.learn(size)
	}
	if sdk > 0 && sdk < minSDK {
		return fmt.Errorf("device %q runs Android %s (API level %d), and Android 9 (28) is the oldest that is supported: %w",
			d.info.Serial, d.info.Android, sdk, phone.ErrUnsupported)
	}
	return nil
}

// Info tells what the phone is, as it was when it was opened.
func (d *Device) Info() phone.Info { return d.info }

// Same reports whether both are one phone, reached in two ways.
func (d *Device) Same(other *Device) bool { return d.id.certain() && d.id == other.id }

// Warm starts the scrcpy session unless it runs, and waits until it does. The error says why there is none; the device then
// works without, more slowly.
func (d *Device) Warm(ctx context.Context) error {
	_, err := d.sup.get(ctx)
	return d.fail(ctx, "start the screen session", err)
}

// Video returns the pipeline of the running session, starting one when there is none. It is closed when the session ends.
func (d *Device) Video(ctx context.Context) (*video.Pipeline, error) {
	r, err := d.sup.get(ctx)
	if err != nil {
		return nil, d.fail(ctx, "start the screen session", err)
	}
	if r.pipe == nil {
		return nil, fmt.Errorf("watch the screen: %w", scrcpy.ErrNoVideo)
	}
	return r.pipe, nil
}

// Close ends everything the device started, undoes what was changed on the phone, and leaves nothing there. Later calls of other
// methods fail. On a phone that is gone the error is phone.ErrGone; the scrcpy server cleans up there by itself.
func (d *Device) Close() error {
	d.closing.Do(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(d.life), closeTime)
		defer cancel()
		restore := errors.Join(d.clips.flush(ctx, d), d.undoOpen(ctx, func(k journal.Kind) bool { return !ofSession(k) }))
		d.fast.stop(ctx)
		d.end()
		ended := d.sup.close()
		d.closed = d.fail(ctx, "close", errors.Join(restore, ended, d.undoOpen(ctx, ofSession)))
	})
	return d.closed
}

// closeTime bounds undoing things at the end.
const closeTime = 2 * time.Second
