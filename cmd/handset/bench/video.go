package bench

import (
	"context"

	"github.com/handset-agent/handset/cmd/handset/bench/codec"
)

// videoRatios measures encoders, decoders and picture writers.
func videoRatios(ctx context.Context, _ Options, report func(Ratio)) error {
	ratios, err := codec.VideoRatios(ctx)
	for _, r := range ratios {
		report(Ratio(r))
	}
	return err
}
