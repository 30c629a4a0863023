package device

import (
	"image"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy/video"
)

// keptFrames is how many frames are kept to compare later ones with: the one before an action and the one after. Each may hold
// 14 MB at 1080×2400.
const keptFrames = 2

// hub numbers the pictures of all sources in one sequence and keeps the newest few.
type hub struct {
	mu     sync.Mutex
	seq    uint64
	last   *phone.Frame
	recent []*phone.Frame // the newest last, at most keptFrames
	key    streamKey      // of last, zero when it came from screencap
}

// streamKey names a picture of a stream.
type streamKey struct {
	r   *running
	seq uint64
}

// stream makes a frame of a stream's picture. The same picture again is the same frame.
func (h *hub) stream(r *running, pic video.Picture, size image.Point, rotation int) *phone.Frame {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := streamKey{r, pic.Seq}
	if h.last != nil && h.key == key && h.last.Size == size && h.last.Rotation == rotation && h.last.Tainted == pic.Tainted {
		return h.last
	}
	f := &phone.Frame{At: pic.Arrived, Size: size, Rotation: rotation, Source: "stream", Tainted: pic.Tainted, Image: pic.Image}
	h.number(f, h.key.r == r && h.key.seq != pic.Seq)
	h.key = key
	return f
}

// capture makes a frame of a screencap.
func (h *hub) capture(img *image.RGBA, at time.Time, rotation int) *phone.Frame {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := &phone.Frame{At: at, Size: img.Rect.Size(), Rotation: rotation, Source: "screencap", Image: shot{img}}
	h.number(f, false)
	h.key = streamKey{}
	return f
}

// number gives f its number: the last one's when it shows the same. differs tells that it is known to differ.
func (h *hub) number(f *phone.Frame, differs bool) {
	if h.last == nil || differs || h.last.Size != f.Size || h.last.Rotation != f.Rotation || !looksSame(h.last.Image, f.Image) {
		h.seq++
	}
	f.Seq = h.seq
	h.last = f
	if n := len(h.recent); n > 0 && h.recent[n-1].Seq == f.Seq {
		h.recent[n-1] = f
		return
	}
	if h.recent = append(h.recent, f); len(h.recent) > keptFrames {
		h.recent = append(h.recent[:0], h.recent[1:]...)
	}
}

// differs reports whether f shows something else than the frame numbered seq, as a person would see it. old is that frame when it
// was still known.
func differs(f, old *phone.Frame, seq uint64) bool {
	if f.Seq == seq {
		return false
	}
	return old == nil || old.Size != f.Size || old.Rotation != f.Rotation || !looksSame(old.Image, f.Image)
}

// find returns the frame numbered seq if it is kept.
func (h *hub) find(seq uint64) *phone.Frame {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.recent {
		if f.Seq == seq {
			return f
		}
	}
	return nil
}

// of returns the stream's own number of the frame numbered seq when r gave it last, else 0.
func (h *hub) of(r *running, seq uint64) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.key.r == r && h.last != nil && h.last.Seq == seq {
		return h.key.seq
	}
	return 0
}
