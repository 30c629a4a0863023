package device

import (
	"context"
	"errors"
	"log/slog"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
)

// Via is the way a picture is taken.
type Via string

// The ways to a picture.
const (
	Auto      Via = "auto"      // the stream when it runs, else one screencap while the stream starts
	Stream    Via = "stream"    // only from the live video
	Screencap Via = "screencap" // only by running screencap on the phone
)

// Options of a device. The zero value is right for most.
type Options struct {
	Via     Via          // empty means Auto
	MaxSize int          // limit of the longer side of the video stream in pixels; 0 means as it is
	Log     *slog.Logger // nil means silence
}

// Device is one real phone.
type Device struct{ info phone.Info }

// Open resolves serial ("" = the only usable phone) and reads Info. The scrcpy session starts on first need.
func Open(ctx context.Context, c *adb.Client, serial string, o Options) (*Device, error) {
	return nil, errors.New("stub")
}

// Close ends everything the device started and leaves nothing on the phone.
func (d *Device) Close() error { return nil }

// FrameVia is Frame by a named way.
func (d *Device) FrameVia(ctx context.Context, via Via) (*phone.Frame, error) {
	return nil, errors.New("stub")
}
