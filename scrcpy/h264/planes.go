package h264

import (
	"bytes"
	"image"
)

// planes are 4:2:0 samples in whole macroblocks.
type planes struct {
	y, cb, cr []byte
	stride    int // of y; cb and cr have half of it
}

func newPlanes(mbs image.Point) planes {
	n := mbs.X * mbs.Y * 256
	return planes{make([]byte, n), make([]byte, n/4), make([]byte, n/4), mbs.X * 16}
}

// copyRow copies one row of macroblocks.
func (p planes) copyRow(from planes, row int) {
	n := p.stride * 16
	copy(p.y[row*n:(row+1)*n], from.y[row*n:])
	n /= 4
	copy(p.cb[row*n:(row+1)*n], from.cb[row*n:])
	copy(p.cr[row*n:(row+1)*n], from.cr[row*n:])
}

// picture is the picture being encoded and the one before it.
type picture struct {
	size image.Point // in pixels
	mbs  image.Point // in macroblocks

	rgba  []byte // the pixels last loaded, rows without padding
	fresh bool   // rgba holds nothing yet
	dirty []bool // rows of macroblocks that differ from the picture before
	cur   planes
	ref   planes // what the decoder holds: equal to cur before load

	blocks []block // what became of each macroblock of the current picture
	scroll scroll
	out    *bitWriter
	run    int // macroblocks skipped since the last coded one
}

func newPicture(size image.Point) *picture {
	mbs := image.Pt((size.X+15)/16, (size.Y+15)/16)
	return &picture{
		size: size, mbs: mbs, fresh: true,
		rgba: make([]byte, size.X*size.Y*4), dirty: make([]bool, mbs.Y),
		cur: newPlanes(mbs), ref: newPlanes(mbs), blocks: make([]block, mbs.X*mbs.Y),
	}
}

// load finds the rows of macroblocks that differ from the picture before and converts them.
func (p *picture) load(img *image.RGBA, m *matrix) {
	for row := range p.mbs.Y {
		p.dirty[row] = p.fresh
		for y := row * 16; y < min(row*16+16, p.size.Y); y++ {
			was, is := p.rgba[y*p.size.X*4:(y+1)*p.size.X*4], pixelRow(img, y)
			if !bytes.Equal(was, is) {
				copy(was, is)
				p.dirty[row] = true
			}
		}
		if p.dirty[row] {
			p.convert(row, m)
		}
	}
	p.fresh = false
}

// convert fills one row of macroblocks of cur from rgba. Outside the picture the last column and row are repeated, so that
// border macroblocks predict as well as others.
func (p *picture) convert(row int, m *matrix) {
	pixels := func(y int) []byte { return p.rgba[y*p.size.X*4 : (y+1)*p.size.X*4] }
	w, stride := p.size.X, p.cur.stride
	for y := row * 16; y < row*16+16; y += 2 {
		y0, y1 := p.cur.y[y*stride:(y+1)*stride], p.cur.y[(y+1)*stride:(y+2)*stride]
		c := y / 2 * (stride / 2)
		cb, cr := p.cur.cb[c:c+stride/2], p.cur.cr[c:c+stride/2]
		switch {
		case y >= p.size.Y: // below the picture: there is a row above, as sizes are even and not zero
			copy(y0, p.cur.y[(y-1)*stride:])
			copy(y1, y0)
			copy(cb, p.cur.cb[c-stride/2:c])
			copy(cr, p.cur.cr[c-stride/2:c])
			continue
		case y > row*16 && samePair(pixels(y-2), pixels(y), pixels(y-1), pixels(y+1)):
			copy(y0, p.cur.y[(y-2)*stride:])
			copy(y1, p.cur.y[(y-1)*stride:])
			copy(cb, p.cur.cb[c-stride/2:c])
			copy(cr, p.cur.cr[c-stride/2:c])
			continue
		}
		m.pairOfRows(pixels(y), pixels(y+1), y0[:w], y1[:w], cb[:w/2], cr[:w/2])
		repeatLast(y0, w)
		repeatLast(y1, w)
		repeatLast(cb, w/2)
		repeatLast(cr, w/2)
	}
}

func samePair(a, b, c, d []byte) bool { return bytes.Equal(a, b) && bytes.Equal(c, d) }

// repeatLast fills row from n on with the sample before.
func repeatLast(row []byte, n int) {
	for i := n; i < len(row); i++ {
		row[i] = row[n-1]
	}
}

// keep makes the picture the reference of the next one.
func (p *picture) keep() {
	for row, dirty := range p.dirty {
		if dirty {
			p.ref.copyRow(p.cur, row)
			p.scroll.forget(row)
		}
	}
}
