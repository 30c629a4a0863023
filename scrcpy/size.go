package scrcpy

import (
	"image"

	"github.com/handset-agent/handset/scrcpy/h264"
)

// configSize is the cropped size that a configuration packet announces; ok is false for codecs other than H.264.
func configSize(codec string, data []byte) (size image.Point, ok bool) {
	if codec != "h264" {
		return image.Point{}, false
	}
	var sets h264.Sets
	if err := sets.Read(data); err != nil {
		return image.Point{}, false
	}
	sps := sets.SPS()
	if sps == nil {
		return image.Point{}, false
	}
	return sps.Size, true
}
