// Package codec measures the video path against plain alternatives on the machine it runs on. Times of one machine mean nothing on
// another, so every result is a ratio of two times, or a size or count, with the figure it must reach.
package codec

import (
	"context"
	"time"
)

// Ratio is one result. Got must be at least Want when AtLeast is set, and at most Want otherwise.
type Ratio struct {
	Name      string
	Got, Want float64
	AtLeast   bool
	Unit      string // "×" for a ratio of times, "bytes", "of 1"
	Note      string // the two times, or what was counted
}

// OK reports whether the figure was reached.
func (r Ratio) OK() bool {
	if r.AtLeast {
		return r.Got >= r.Want
	}
	return r.Got <= r.Want
}

// runs is how often each thing is measured; the best time counts, as everything else on the machine only makes it slower.
const runs = 5

// compare returns the shortest time of each of two things. They run by turns, so that a busy machine slows both. Before, when
// not nil, runs in front of each and is not measured.
func compare(ctx context.Context, before func() error, a, b func() error) (timeA, timeB time.Duration, err error) {
	for range runs {
		for _, one := range []struct {
			f    func() error
			best *time.Duration
		}{{a, &timeA}, {b, &timeB}} {
			if err := ctx.Err(); err != nil {
				return 0, 0, err
			}
			if before != nil {
				if err := before(); err != nil {
					return 0, 0, err
				}
			}
			begun := time.Now()
			if err := one.f(); err != nil {
				return 0, 0, err
			}
			shortest(one.best, time.Since(begun))
		}
	}
	return timeA, timeB, nil
}

// shortest lowers best to took; the first time it takes any.
func shortest(best *time.Duration, took time.Duration) {
	if *best == 0 || took < *best {
		*best = max(took, time.Nanosecond)
	}
}
