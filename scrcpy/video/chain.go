package video

import "github.com/handset-agent/handset/scrcpy/h264"

// chain follows frame_num from picture to picture (H.264 §7.4.3): a decoder does not say that a packet is missing, but the
// numbers do.
type chain struct {
	known bool
	last  uint32 // frame_num of the last reference picture
}

// broken reports that pictures are missing before s, and takes s as the newest picture.
func (c *chain) broken(s h264.Slice) bool {
	if s.IDR {
		*c = chain{known: true}
		return false
	}
	was, known := c.last, c.known
	if s.RefIDC != 0 {
		c.last, c.known = s.FrameNum, true
	}
	if !known || s.GapsAllowed || s.Fields {
		return false
	}
	return s.FrameNum != (was+1)%s.MaxFrameNum
}

// lost forgets the numbers: the next picture may have any.
func (c *chain) lost() { c.known = false }
