package device

import (
	"image"
	"image/draw"
)

// planar is implemented by decoded pictures that can show their YUV planes without converting them.
type planar interface{ YCbCr() (*image.YCbCr, error) }

// rgbaImage is implemented by decoded pictures that convert themselves once.
type rgbaImage interface{ RGBA() (*image.RGBA, error) }

// toRGBA is img as RGBA, shared when it is that already; nil when it cannot be had.
func toRGBA(img image.Image) *image.RGBA {
	switch img := img.(type) {
	case shot:
		return img.RGBA
	case *image.RGBA:
		return img
	case rgbaImage:
		out, err := img.RGBA()
		if err != nil {
			return nil
		}
		return out
	}
	return opaque(img)
}

func opaque(img image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, image.Black, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Over)
	return out
}

// yuv gives the planes of a decoded 4:2:0 picture, nil for any other image.
func yuv(img image.Image) *image.YCbCr {
	p, ok := img.(planar)
	if !ok {
		return nil
	}
	y, err := p.YCbCr()
	if err != nil || y.SubsampleRatio != image.YCbCrSubsampleRatio420 {
		return nil
	}
	return y
}

// Black lies between that of full range (0) and of limited range (16), with some room for the encoder.
const (
	blackLuma = 22
	blackRGB  = 10
	greyNear  = 6 // how far chroma may be from 128
)

// black reports a picture that is black all over. A coarse grid is looked at first.
func black(img image.Image) bool {
	if p := yuv(img); p != nil {
		w, h := p.Rect.Dx(), p.Rect.Dy()
		dark := func(b byte) bool { return b <= blackLuma }
		grey := func(b byte) bool { return b >= 128-greyNear && b <= 128+greyNear }
		for _, step := range []int{61, 1} {
			if !every(p.Y, p.YStride, w, h, step, dark) || !every(p.Cb, p.CStride, w/2, h/2, step, grey) || !every(p.Cr, p.CStride, w/2, h/2, step, grey) {
				return false
			}
		}
		return true
	}
	rgba := toRGBA(img)
	if rgba == nil || rgba.Rect.Empty() {
		return false
	}
	for _, step := range []int{61, 1} {
		for y := 0; y < rgba.Rect.Dy(); y += step {
			row := rgba.Pix[y*rgba.Stride:][:4*rgba.Rect.Dx()]
			for x := 0; x+4 <= len(row); x += 4 * step {
				if row[x] > blackRGB || row[x+1] > blackRGB || row[x+2] > blackRGB {
					return false
				}
			}
		}
	}
	return true
}

func every(pix []byte, stride, w, h, step int, ok func(byte) bool) bool {
	for y := 0; y < h; y += step {
		row := pix[y*stride:][:w]
		for x := 0; x < len(row); x += step {
			if !ok(row[x]) {
				return false
			}
		}
	}
	return true
}

// What counts as another picture in one block of samples: a lossy encoder sharpens a still picture again and again, which moves
// single samples a little and the mean of a block hardly at all.
const (
	blockSide  = 16
	sampleDiff = 40 // a sample that differs by more counts
	samplesMin = 3  // so many of them make a difference
	meanDiff   = 3  // so does a block whose mean moved by more
	meanAcross = 12 // the same between the stream and screencap
)

// looksSame reports whether two pictures show the same to a person, whatever the encoder did to them.
func looksSame(a, b image.Image) bool {
	if a == b {
		return true
	}
	if a.Bounds().Size() != b.Bounds().Size() {
		return false
	}
	if p, q := yuv(a), yuv(b); p != nil && q != nil {
		w, h := p.Rect.Dx(), p.Rect.Dy()
		return sameBlocks(p.Y, q.Y, p.YStride, q.YStride, w, h) &&
			sameBlocks(p.Cb, q.Cb, p.CStride, q.CStride, w/2, h/2) &&
			sameBlocks(p.Cr, q.Cr, p.CStride, q.CStride, w/2, h/2)
	}
	p, q := toRGBA(a), toRGBA(b)
	if p == nil || q == nil {
		return false
	}
	if yuv(a) == nil && yuv(b) == nil {
		return sameBlocks(p.Pix, q.Pix, p.Stride, q.Stride, 4*p.Rect.Dx(), p.Rect.Dy())
	}
	return sameAcross(p, q)
}

// sameAcross compares a picture from the stream with one from screencap: the stream has only a quarter of the colour samples, so
// that brightness is compared closely and colour by its mean in a block.
func sameAcross(p, q *image.RGBA) bool {
	for y := 0; y < p.Rect.Dy(); y += blockSide {
		for x := 0; x < p.Rect.Dx(); x += blockSide {
			if !sameAcrossBlock(p, q, image.Rect(x, y, x+blockSide, y+blockSide).Intersect(p.Rect)) {
				return false
			}
		}
	}
	return true
}

func sameAcrossBlock(p, q *image.RGBA, r image.Rectangle) bool {
	var sum [3]int
	far := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		a, b := p.Pix[p.PixOffset(r.Min.X, y):], q.Pix[q.PixOffset(r.Min.X, y):]
		for i := 0; i < 4*r.Dx(); i += 4 {
			dr, dg, db := int(a[i])-int(b[i]), int(a[i+1])-int(b[i+1]), int(a[i+2])-int(b[i+2])
			sum[0], sum[1], sum[2] = sum[0]+dr, sum[1]+dg, sum[2]+db
			if luma := (299*dr + 587*dg + 114*db) / 1000; luma > sampleDiff || luma < -sampleDiff {
				far++
			}
		}
	}
	limit := meanAcross * r.Dx() * r.Dy()
	for _, s := range sum {
		if max(s, -s) > limit {
			return false
		}
	}
	return far < samplesMin
}

func sameBlocks(p, q []byte, pStride, qStride, w, h int) bool {
	for y := 0; y < h; y += blockSide {
		for x := 0; x < w; x += blockSide {
			if !sameBlock(p[y*pStride+x:], q[y*qStride+x:], pStride, qStride, min(blockSide, w-x), min(blockSide, h-y)) {
				return false
			}
		}
	}
	return true
}

func sameBlock(p, q []byte, pStride, qStride, w, h int) bool {
	sum, far := 0, 0
	for y := range h {
		rp, rq := p[y*pStride:][:w], q[y*qStride:][:w]
		for x := range rp {
			d := int(rp[x]) - int(rq[x])
			sum += d
			if d > sampleDiff || d < -sampleDiff {
				far++
			}
		}
	}
	return far < samplesMin && max(sum, -sum) <= meanDiff*w*h
}
