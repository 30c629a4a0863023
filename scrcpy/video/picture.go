package video

import (
	"image"
	"time"
)

// Picture is a decoded picture and what is known about it. It is a value; Image never changes and may be kept.
type Picture struct {
	Image   image.Image   // *av.Picture with the libavcodec decoder; converts when first looked at
	Size    image.Point   // of Image: the truth about the display's size in the stream
	Seq     uint64        // grows only when pixels differ
	Packet  uint64        // number of the newest packet this picture shows
	PTS     time.Duration // of the packet that brought these pixels, on the phone's clock
	Arrived time.Time     // when the packet that brought these pixels arrived
	Last    time.Time     // when the newest packet shown arrived; it may have been a repeat
	Settled bool          // the screen stood still for 100 ms when the picture was handed out
	Tainted bool          // decoded after a loss that no key frame has healed, or older than such a loss
	Behind  int           // packets received but not shown: only after a failed decode, or while the decoder reorders
}

// Stamped is implemented by decoded images that know which packet they came from. Without it an image counts as that of the
// packet just decoded.
type Stamped interface {
	// PTS of the packet the picture was decoded from.
	PTS() time.Duration
	// Damaged reports that the decoder saw damage in it.
	Damaged() bool
}

// Comparer is implemented by decoded images that can tell cheaply whether they show the same pixels as another one.
type Comparer interface {
	Equal(image.Image) bool
}

// Borrowed is implemented by decoded images that live in the decoder's memory. The pipeline closes such an image when a newer
// one takes its place, unless it handed it out; before handing it out it detaches it.
type Borrowed interface {
	// Detach moves the pixels into memory of their own, once.
	Detach() error
	// Close gives the memory back. A detached image stays usable.
	Close() error
}
