package scrcpy

import "image"

// configSize is the cropped size that a configuration packet announces.
func configSize(codec string, data []byte) (image.Point, bool) {
	return image.Point{}, false
}
