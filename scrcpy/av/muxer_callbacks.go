//go:build cgo && !nolibav

package av

/*
#include <stdint.h>
#include <libavutil/error.h>
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// ioError is what libavformat is told when the file fails; the true error stays in muxOutput.
const ioError = C.AVERROR_EXTERNAL

//export handsetMuxWrite
func handsetMuxWrite(id C.uintptr_t, data *C.uint8_t, n C.int) C.int {
	out := cgo.Handle(id).Value().(*muxOutput)
	if out.err == nil {
		_, out.err = out.w.Write(unsafe.Slice((*byte)(unsafe.Pointer(data)), int(n)))
	}
	if out.err != nil {
		return ioError
	}
	return n
}

//export handsetMuxSeek
func handsetMuxSeek(id C.uintptr_t, offset C.int64_t, whence C.int) C.int64_t {
	out := cgo.Handle(id).Value().(*muxOutput)
	if out.err != nil {
		return ioError
	}
	var at int64
	if at, out.err = out.w.Seek(int64(offset), int(whence)); out.err != nil {
		return ioError
	}
	return C.int64_t(at)
}
