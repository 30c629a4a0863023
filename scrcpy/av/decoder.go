//go:build cgo && !nolibav

package av

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"fmt"
	"image"
	"math"
	"sync"
	"time"
	"unsafe"

	"github.com/handset-agent/handset/scrcpy"
)

// decoders maps the codec names of scrcpy to those of libavcodec. AV1 must be dav1d: FFmpeg's own av1 needs hardware.
var decoders = map[string]string{"h264": "h264", "h265": "hevc", "av1": "libdav1d"}

// Decoder decodes one stream with libavcodec. It implements scrcpy.Decoder; the images are *[Picture].
//
// With a configuration that was patched for zero delay (h264.PatchConfig) the picture of each packet comes out of the very
// call that the packet went into.
type Decoder struct {
	mu      sync.Mutex // a context may change threads, but never serve two at once
	c       *C.hs_decoder
	codec   string
	config  []byte // waits for the next picture: a configuration fed alone is an error to libavcodec
	scalers *scalers
}

// NewDecoder makes a decoder for "h264", "h265" or "av1".
func NewDecoder(codec string) (*Decoder, error) {
	name, ok := decoders[codec]
	if !ok {
		return nil, fmt.Errorf("open decoder: unknown codec %q", codec)
	}
	if err := loadVideo(); err != nil {
		return nil, fmt.Errorf("open decoder %s: %w", codec, err)
	}
	d := &Decoder{codec: codec, scalers: &scalers{}}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	if code := C.hs_decoder_new(cname, &d.c); code < 0 {
		return nil, fmt.Errorf("open decoder %s: %w", codec, avError(code))
	}
	return d, nil
}

// Decode feeds one packet and returns the newest *[Picture] that came out, or nil. A configuration is kept for the next
// packet. A picture may come with an error: then it is damaged.
func (d *Decoder) Decode(p scrcpy.Packet) (image.Image, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.c == nil {
		return nil, ErrClosed
	}
	if p.Config {
		if d.codec != "av1" { // there it is no bit stream
			d.config = append(d.config[:0], p.Data...)
		}
		return nil, nil
	}
	if len(p.Data) == 0 || len(p.Data)+len(d.config) > math.MaxInt32-1024 {
		return nil, fmt.Errorf("decode packet: %d bytes", len(p.Data))
	}
	var frame *C.AVFrame
	pic := &Picture{scalers: d.scalers}
	key := C.int(0)
	if p.Key {
		key = 1
	}
	code := C.hs_decode(d.c, start(d.config), C.int(len(d.config)), start(p.Data), C.int(len(p.Data)), C.int64_t(p.PTS), key, &frame, &pic.info)
	d.config = d.config[:0]
	var err error
	if code < 0 {
		err = fmt.Errorf("decode packet: %w", avError(code))
	}
	if frame == nil {
		return nil, err
	}
	pic.hold(frame)
	return pic, err
}

// Close frees the decoder. Pictures that came from it stay usable.
func (d *Decoder) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	C.hs_decoder_free(d.c)
	d.c = nil
	d.scalers.close()
	return nil
}

// PTS is that of the packet the picture came from.
func (p *Picture) PTS() time.Duration { return time.Duration(p.info.pts) }

// Damaged reports that the decoder saw damage in this picture. Later pictures are wrong too, but say nothing.
func (p *Picture) Damaged() bool { return p.info.damaged != 0 }
