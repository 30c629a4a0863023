package serve

import (
	"fmt"
	"image"

	"github.com/handset-agent/handset/phone/sim/shell"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// recorder is the phone's encoder for screenrecord.
type recorder struct{ e *h264.Encoder }

// keyEvery is how many pictures follow each other without one that stands for itself.
const keyEvery = 60

func newRecorder() shell.VideoEncoder {
	return recorder{h264.NewEncoder(h264.EncoderOptions{KeyInterval: keyEvery})}
}

func (r recorder) Encode(img *image.RGBA, key bool) (config, data []byte, isKey bool, err error) {
	out, err := r.e.Encode(img, key)
	if err != nil {
		return nil, nil, false, fmt.Errorf("recorder: %w", err)
	}
	return out.Config, out.Data, out.Key, nil
}
