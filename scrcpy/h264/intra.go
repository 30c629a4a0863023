package h264

import "encoding/binary"

// block is what a macroblock became; its neighbours' codes depend on it.
type block struct {
	inter bool
	pcm   bool
	mv    int16 // of inter blocks: vertical, in whole pixels; nothing moves sideways
}

// Macroblock types of I slices (table 7-11); 5 is added in P slices.
const (
	mbVertical   = 1 // I_16x16_0_0_0
	mbHorizontal = 2 // I_16x16_1_0_0
	mbPCM        = 25
	mbIntraInP   = 5
)

// intra_chroma_pred_mode (table 7-16).
const (
	chromaHorizontal = 1
	chromaVertical   = 2
)

// intra writes the whole current picture as an I slice and returns its RBSP.
func (p *picture) intra(head *bitWriter) []byte {
	p.out = head
	for y := range p.mbs.Y {
		for x := range p.mbs.X {
			p.codeIntra(x, y, 0)
		}
	}
	head.trailing()
	return head.b
}

// codeIntra writes one macroblock from its border alone; typeOffset is added to its type.
func (p *picture) codeIntra(x, y int, typeOffset uint32) {
	w := p.out
	b := &p.blocks[y*p.mbs.X+x]
	switch {
	case x > 0 && p.equalsLeft(x, y):
		p.codePredicted(x, y, typeOffset+mbHorizontal, chromaHorizontal)
		*b = block{}
	case y > 0 && p.equalsAbove(x, y):
		p.codePredicted(x, y, typeOffset+mbVertical, chromaVertical)
		*b = block{}
	default:
		w.ue(typeOffset + mbPCM)
		w.align()
		p.appendSamples(x, y)
		*b = block{pcm: true}
	}
}

// codePredicted writes an Intra_16x16 macroblock without residual.
func (p *picture) codePredicted(x, y int, mbType, chromaMode uint32) {
	w := p.out
	w.ue(mbType)
	w.ue(chromaMode)
	w.se(0) // mb_qp_delta
	// coeff_token for no coefficients (table 9-5). nC is the mean of the neighbours' counts (§9.2.1): 16 for I_PCM,
	// 0 for everything else that is written here. One of two makes 8, which is in the last column already.
	if x > 0 && p.blocks[y*p.mbs.X+x-1].pcm || y > 0 && p.blocks[(y-1)*p.mbs.X+x].pcm {
		w.u(6, 3)
	} else {
		w.u(1, 1)
	}
}

// appendSamples writes the 384 samples of a macroblock; the writer is at a byte border.
func (p *picture) appendSamples(x, y int) {
	w, s := p.out, p.cur.stride
	for at, n := y*16*s+x*16, 0; n < 16; at, n = at+s, n+1 {
		w.b = append(w.b, p.cur.y[at:at+16]...)
	}
	s /= 2
	for _, plane := range [][]byte{p.cur.cb, p.cur.cr} {
		for at, n := y*8*s+x*8, 0; n < 8; at, n = at+s, n+1 {
			w.b = append(w.b, plane[at:at+8]...)
		}
	}
}

// spread repeats a sample eight times.
func spread(v byte) uint64 { return uint64(v) * 0x0101010101010101 }

func load8(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// equalsLeft reports whether each row of the macroblock repeats the sample to its left.
func (p *picture) equalsLeft(x, y int) bool {
	s := p.cur.stride
	for at, n := y*16*s+x*16, 0; n < 16; at, n = at+s, n+1 {
		row := p.cur.y[at-1 : at+16]
		if want := spread(row[0]); load8(row[1:]) != want || load8(row[9:]) != want {
			return false
		}
	}
	s /= 2
	for at, n := y*8*s+x*8, 0; n < 8; at, n = at+s, n+1 {
		cb, cr := p.cur.cb[at-1:at+8], p.cur.cr[at-1:at+8]
		if load8(cb[1:]) != spread(cb[0]) || load8(cr[1:]) != spread(cr[0]) {
			return false
		}
	}
	return true
}

// equalsAbove reports whether each row of the macroblock equals the row above it.
func (p *picture) equalsAbove(x, y int) bool {
	s := p.cur.stride
	at := y*16*s + x*16
	above := p.cur.y[at-s : at-s+16]
	a, b := load8(above), load8(above[8:])
	for n := 0; n < 16; at, n = at+s, n+1 {
		if row := p.cur.y[at : at+16]; load8(row) != a || load8(row[8:]) != b {
			return false
		}
	}
	s /= 2
	at = y*8*s + x*8
	cb, cr := load8(p.cur.cb[at-s:]), load8(p.cur.cr[at-s:])
	for n := 0; n < 8; at, n = at+s, n+1 {
		if load8(p.cur.cb[at:]) != cb || load8(p.cur.cr[at:]) != cr {
			return false
		}
	}
	return true
}
