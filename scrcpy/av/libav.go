//go:build cgo && !nolibav

package av

/*
#cgo pkg-config: libavcodec libavformat libavutil libswscale libturbojpeg
#cgo CFLAGS: -O2 -Wall -Wno-deprecated-declarations
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"errors"
	"sync"
	"unsafe"
)

// Built reports whether the C libraries are in this program.
const Built = true

var quiet = sync.OnceFunc(func() { C.hs_quiet() })

// avError turns an AVERROR code into words.
func avError(code C.int) error {
	var text [128]C.char
	C.hs_error(code, &text[0], C.int(len(text)))
	return errors.New(C.GoString(&text[0]))
}

// start is the address of the first byte, nil when there is none.
func start(b []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(b))) }
