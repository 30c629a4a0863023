package h264

import (
	"cmp"
	"hash/maphash"
	"slices"
)

const (
	bands     = 4   // a row is hashed in so many parts: something that floats over a list spoils one of them only
	minVotes  = 8   // rows that must agree on a distance
	maxMoves  = 2   // distances tried a picture, besides standing still
	minDirty  = 2   // rows of macroblocks that must have changed before a scroll is looked for
	maxScroll = 511 // the least vertical vector range of the levels used, in pixels (table A-1)
)

var hashSeed = maphash.MakeSeed()

// scroll finds how far the content moved up or down since the picture before. The zero value knows nothing yet.
type scroll struct {
	ref   [][bands]uint64 // hashes of the luma rows of the reference
	known []bool          // per row of macroblocks
}

// forget drops what is known about a row of macroblocks of the reference.
func (s *scroll) forget(row int) {
	if s.known != nil {
		s.known[row] = false
	}
}

// vectors returns the vertical vectors worth trying, standing still first. They are even, as chroma has half the rows.
func (s *scroll) vectors(p *picture) []int {
	moves := []int{0}
	changed := 0
	for _, d := range p.dirty {
		if d {
			changed++
		}
	}
	if changed < minDirty {
		return moves
	}
	s.learn(p)
	votes := map[int]int{}
	for band := range bands {
		s.vote(p, band, votes)
	}
	type count struct{ dy, n int }
	var best []count
	for dy, n := range votes {
		if n >= minVotes {
			best = append(best, count{dy, n})
		}
	}
	slices.SortFunc(best, func(a, b count) int { return cmp.Or(b.n-a.n, a.dy-b.dy) })
	for _, c := range best[:min(len(best), maxMoves)] {
		moves = append(moves, c.dy)
	}
	return moves
}

// learn hashes the rows of the reference that are not known.
func (s *scroll) learn(p *picture) {
	if s.known == nil {
		s.known = make([]bool, p.mbs.Y)
		s.ref = make([][bands]uint64, p.mbs.Y*16)
	}
	for row, known := range s.known {
		if known {
			continue
		}
		s.known[row] = true
		for y := row * 16; y < row*16+16; y++ {
			for band := range bands {
				s.ref[y][band] = hashBand(p.ref, y, band)
			}
		}
	}
}

func hashBand(p planes, y, band int) uint64 {
	row := p.y[y*p.stride : (y+1)*p.stride]
	return maphash.Bytes(hashSeed, row[len(row)*band/bands:len(row)*(band+1)/bands])
}

// vote counts, for one band, the distances between each changed row and the one row of the reference that looks like it. Rows that look
// like several, such as empty ones, tell nothing.
func (s *scroll) vote(p *picture, band int, votes map[int]int) {
	const several = -1
	where := make(map[uint64]int, len(s.ref))
	for y := range s.ref {
		h := s.ref[y][band]
		if _, twice := where[h]; twice {
			y = several
		}
		where[h] = y
	}
	for row, dirty := range p.dirty {
		if !dirty {
			continue
		}
		for y := row * 16; y < row*16+16; y++ {
			from, ok := where[hashBand(p.cur, y, band)]
			dy := from - y
			if ok && from != several && dy != 0 && dy%2 == 0 && dy >= -maxScroll && dy <= maxScroll {
				votes[dy]++
			}
		}
	}
}
