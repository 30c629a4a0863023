package device

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"log/slog"
	"strconv"
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
	MaxSize int            // limit of the longer side of the video stream in pixels; 0 means as it is
	MaxFPS  float64        // limit of the stream's rate; 0 means none
	Scrcpy  scrcpy.Options // further settings of the session; MaxSize and MaxFPS above win when set
	Pool    *video.Pool    // shared by the decoders of many phones; nil means an own one
	Log     *slog.Logger   // nil means silence
	// Journal remembers what is changed on the phone, so that it is undone also when this program is killed; nil means that it is
	// undone by Close only.
	Journal *journal.Journal
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
	// Present returns an error when the phone is not listed as usable.
	Present(ctx context.Context) error
}

// link is a device of package adb as a transport.
type link struct {
	*adb.Device
	client *adb.Client
}

func (l link) Present(ctx context.Context) error {
	_, err := l.client.Resolve(ctx, l.Serial())
	return err
}

var _ fs.FileMode // the Push of scrcpy.Link speaks of it

// Device is one real phone, bound to one serial for its whole life (F-006). Its methods may be called from many goroutines at
// once; inputs are played one after the other.
type Device struct {
	link transport
	opts Options
	info phone.Info
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
	found, err := c.Resolve(ctx, serial)
	if err != nil {
		return nil, err
	}
	return open(ctx, link{c.Device(found.Serial), c}, o)
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
	if err := d.identify(ctx); err != nil {
		d.end()
		return nil, err
	}
	d.recover(ctx)
	return d, nil
}

// identify reads the phone's properties and display in one command.
func (d *Device) identify(ctx context.Context) error {
	out, err := d.read(ctx, "getprop; wm size; wm density")
	if err != nil {
		return err
	}
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
		d.end()
		ended := d.sup.close()
		d.closed = d.fail(ctx, "close", errors.Join(restore, ended, d.undoOpen(ctx, ofSession)))
	})
	return d.closed
}

// closeTime bounds undoing things at the end.
const closeTime = 2 * time.Second
