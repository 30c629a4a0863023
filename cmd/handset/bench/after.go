package bench

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/scrcpy/video"
)

// frameAfterAction: from the call that taps a digit of the calculator until a decoded picture of the stream shows it in the display
// above the keys. Pictures that show only the press do not count.
func (r *rig) frameAfterAction(ctx context.Context) (Ratio, error) {
	if err := r.device.Launch(ctx, "com.google.android.calculator"); err != nil {
		return Ratio{}, err
	}
	f, _, err := r.device.Settled(ctx, phone.Settle{})
	if err != nil {
		return Ratio{}, err
	}
	digit, clear, shown, err := r.calculator(ctx, f)
	if err != nil {
		return Ratio{}, err
	}
	pipe, err := r.device.Video(ctx)
	if err != nil {
		return Ratio{}, err
	}
	times := make([]time.Duration, 0, taps)
	for i := range taps + 1 {
		took, err := r.untilShown(ctx, pipe, phone.LongPress(f.Size, digit, 0).AimedAt(f), shown)
		if err != nil {
			return Ratio{}, err
		}
		if i > 0 {
			times = append(times, took)
		}
		if _, err := r.untilShown(ctx, pipe, phone.LongPress(f.Size, clear, 0).AimedAt(f), shown); err != nil {
			return Ratio{}, err
		}
	}
	slices.Sort(times)
	return Ratio{Name: "frame after action: tap sent to first decoded frame that shows it, 1080×2400", Got: ms(middle(times)), Want: 60, Unit: "ms",
		Note: fmt.Sprintf("median of %d; slowest %.0f ms", len(times), ms(times[len(times)-1]))}, nil
}

// calculator finds a digit, the key that clears, and the part of the screen above all keys.
func (r *rig) calculator(ctx context.Context, f *phone.Frame) (digit, clear image.Point, shown image.Rectangle, err error) {
	tree, err := uitree.Read(ctx, r.device)
	if err != nil {
		return digit, clear, shown, err
	}
	v := uitree.Prune(tree, uitree.Options{})
	eight, err := v.Find(uitree.Query{Text: "8", Exact: true, Tappable: true})
	if err != nil {
		return digit, clear, shown, err
	}
	all, err := v.Find(uitree.Query{Text: "clear", Tappable: true})
	if err != nil {
		return digit, clear, shown, err
	}
	top := f.Size.Y
	for _, e := range v.Elements {
		if e.Tappable() {
			top = min(top, e.Bounds.Min.Y)
		}
	}
	return eight.Point, all.Point, image.Rect(0, f.Size.Y/20, f.Size.X, max(top, f.Size.Y/4)), nil
}

// untilShown plays g and returns the time until a picture differs in area from the one before.
func (r *rig) untilShown(ctx context.Context, pipe *video.Pipeline, g phone.Gesture, area image.Rectangle) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	old, err := pipe.Latest(ctx, video.Want{})
	if err != nil {
		return 0, err
	}
	start := time.Now()
	done := make(chan error, 1)
	go func() { done <- r.device.Gesture(ctx, g) }()
	var took time.Duration
	for seq := old.Seq; took == 0; {
		if _, err := pipe.Wait(ctx, func(f video.Facts) bool { return f.Picture > seq }); err != nil {
			return 0, errors.Join(err, <-done)
		}
		pic, err := pipe.Latest(ctx, video.Want{})
		if err != nil {
			return 0, errors.Join(err, <-done)
		}
		if seq = pic.Seq; differs(old.Image, pic.Image, area) {
			took = time.Since(start)
		}
	}
	return took, <-done
}

// differs looks at every eighth pixel of every eighth row.
func differs(a, b image.Image, area image.Rectangle) bool {
	if a.Bounds() != b.Bounds() {
		return true
	}
	far := 0
	for y := area.Min.Y; y < area.Max.Y; y += 8 {
		for x := area.Min.X; x < area.Max.X; x += 8 {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if d := int(r1) - int(r2) + int(g1) - int(g2) + int(b1) - int(b2); d > 90<<8 || d < -90<<8 {
				far++
			}
		}
	}
	return far > 4
}
