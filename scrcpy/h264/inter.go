package h264

// inter writes the current picture as a P slice and returns its RBSP.
func (p *picture) inter(head *bitWriter) []byte {
	p.out, p.run = head, 0
	moves := p.scroll.vectors(p)
	for y, dirty := range p.dirty {
		if dirty {
			for x := range p.mbs.X {
				p.codeInter(x, y, moves)
			}
			continue
		}
		// A row that stands still is skipped whole: its first block has no left neighbour, so its predictor is zero
		// (§8.4.1.1), and from then on the left neighbour stands still, which makes it zero again.
		row := p.blocks[y*p.mbs.X : (y+1)*p.mbs.X]
		for x := range row {
			row[x] = block{inter: true}
		}
		p.run += p.mbs.X
	}
	if p.run > 0 {
		head.ue(uint32(p.run))
	}
	head.trailing()
	return head.b
}

// codeInter writes one macroblock: skipped when it is where the decoder expects it, else moved, else from its border.
func (p *picture) codeInter(x, y int, moves []int) {
	b := &p.blocks[y*p.mbs.X+x]
	expected := p.skipVector(x, y)
	if p.matches(x, y, int(expected)) {
		*b = block{inter: true, mv: expected}
		p.run++
		return
	}
	p.out.ue(uint32(p.run)) // mb_skip_run
	p.run = 0
	for _, dy := range moves {
		if p.matches(x, y, dy) {
			*b = block{inter: true, mv: int16(dy)}
			p.out.ue(0) // P_L0_16x16
			p.out.se(0) // mvd_l0, sideways
			p.out.se(4 * (int32(dy) - int32(p.medianVector(x, y))))
			p.out.ue(0) // coded_block_pattern 0
			return
		}
	}
	p.codeIntra(x, y, mbIntraInP)
}

// at is the block of a macroblock, nil outside the picture.
func (p *picture) at(x, y int) *block {
	if x < 0 || y < 0 || x >= p.mbs.X {
		return nil
	}
	return &p.blocks[y*p.mbs.X+x]
}

// skipVector is the vector of a P_Skip macroblock (§8.4.1.1).
func (p *picture) skipVector(x, y int) int16 {
	left, above := p.at(x-1, y), p.at(x, y-1)
	if left == nil || above == nil || left.inter && left.mv == 0 || above.inter && above.mv == 0 {
		return 0
	}
	return p.medianVector(x, y)
}

// medianVector is the predictor of a 16×16 vector (§8.4.1.3). All blocks before this one were decoded, and all inter blocks
// have the same reference.
func (p *picture) medianVector(x, y int) int16 {
	a, b, c := p.at(x-1, y), p.at(x, y-1), p.at(x+1, y-1)
	if c == nil {
		c = p.at(x-1, y-1)
	}
	if b == nil && c == nil && a != nil {
		b, c = a, a
	}
	var v [3]int16
	inter, only := 0, int16(0)
	for i, n := range []*block{a, b, c} {
		if n != nil && n.inter {
			v[i], only = n.mv, n.mv
			inter++
		}
	}
	if inter == 1 {
		return only
	}
	return max(min(v[0], v[1]), min(max(v[0], v[1]), v[2]))
}

// matches reports whether the macroblock equals the reference dy rows further down, which must lie within the picture.
func (p *picture) matches(x, y, dy int) bool {
	top := y*16 + dy
	if top < 0 || top+16 > p.mbs.Y*16 {
		return false
	}
	s := p.cur.stride
	at, from := y*16*s+x*16, top*s+x*16
	for n := 0; n < 16; at, from, n = at+s, from+s, n+1 {
		is, was := p.cur.y[at:at+16], p.ref.y[from:from+16]
		if load8(is) != load8(was) || load8(is[8:]) != load8(was[8:]) {
			return false
		}
	}
	s /= 2
	at, from = y*8*s+x*8, top/2*s+x*8
	for n := 0; n < 8; at, from, n = at+s, from+s, n+1 {
		if load8(p.cur.cb[at:]) != load8(p.ref.cb[from:]) || load8(p.cur.cr[at:]) != load8(p.ref.cr[from:]) {
			return false
		}
	}
	return true
}
