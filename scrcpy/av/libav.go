//go:build cgo && !nolibav

package av

/*
#cgo pkg-config: libavcodec libavformat libavutil libswscale libturbojpeg
#cgo CFLAGS: -O2 -Wall -Wno-deprecated-declarations
#cgo linux LDFLAGS: -Wl,--as-needed -ldl
#include <stdlib.h>
#include "shim.h"
#include "load.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"
)

// Built reports whether the program was built with the C libraries. On Linux they are loaded when first needed; see Available.
const Built = true

// Available loads what decodes video and converts pictures. The error wraps ErrNotBuilt: this machine lacks the libraries that
// the program was built with.
func Available() error { return loadVideo() }

var (
	loadVideo = sync.OnceValue(func() error {
		if err := loaded(C.hs_load_video()); err != nil {
			return err
		}
		C.hs_quiet()
		return nil
	})
	loadFormat = sync.OnceValue(func() error {
		if err := loadVideo(); err != nil {
			return err
		}
		return loaded(C.hs_load_format())
	})
	loadJPEG = sync.OnceValue(func() error { return loaded(C.hs_load_jpeg()) })
)

// loaded makes an error of what a loader says.
func loaded(why *C.char) error {
	if why == nil {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrNotBuilt, C.GoString(why))
}

// avError turns an AVERROR code into words.
func avError(code C.int) error {
	var text [128]C.char
	C.hs_error(code, &text[0], C.int(len(text)))
	return errors.New(C.GoString(&text[0]))
}

// start is the address of the first byte, nil when there is none.
func start(b []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(b))) }
