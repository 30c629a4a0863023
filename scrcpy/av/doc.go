// Package av is the one place that knows C libraries: libavcodec decodes, libswscale converts and scales, TurboJPEG and
// an own PNG writer encode, libavformat writes MP4 files. FFmpeg 4.3 to 9 will do.
//
// With -tags nolibav, or without cgo, the package still builds: [NewDecoder] and [NewMuxer] return [ErrNotBuilt], and
// [EncodePNG] and [EncodeJPEG] work in plain Go.
//
// # Memory
//
// A [Picture] fresh from [Decoder.Decode] refers to a buffer of the decoder, about 4 MB at 1080×2400 that the garbage collector does not see.
// Whoever drops it without handing it on calls [Picture.Close]. Whoever hands it on calls [Picture.Detach] first: the planes are copied
// into Go memory, once, the decoder gets its buffer back, and from then on the picture is ordinary garbage. A picture that was
// neither closed nor detached is freed when the collector finds it, which is a net and not a plan.
package av

import "errors"

// ErrNotBuilt: this program was built without the C libraries.
var ErrNotBuilt = errors.New("video decoding is not available (built without cgo or with -tags nolibav, or the C libraries are missing)")

// ErrClosed: the decoder, picture or muxer was closed.
var ErrClosed = errors.New("already closed")

// ErrConfigChanged: a file holds one configuration only.
var ErrConfigChanged = errors.New("the stream has a new configuration")

// slack is room for vector instructions of libswscale that read and write past the end of a row.
const slack = 64
