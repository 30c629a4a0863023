package av

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// encodes caps how many pictures are encoded at once: each wants a core and several megabytes.
var encodes = make(chan struct{}, runtime.NumCPU())

// pngBuffers are the scan lines and the compressed data of one PNG, kept for the next.
type pngBuffers struct {
	rows   []byte
	packed bytes.Buffer
	zip    *zlib.Writer
}

var pngPool = sync.Pool{New: func() any {
	b := &pngBuffers{}
	b.zip, _ = zlib.NewWriterLevel(&b.packed, zlib.BestSpeed) // the level is valid, so there is no error
	return b
}}

// maxPNG is the longest side of a PNG written here, in pixels.
const maxPNG = 1 << 14

// writePNG writes a PNG of 8-bit RGB. fill puts the pixels of row y at dst[y*(3w+1)+1:]; it may write up to slack bytes past the
// end of a row. All rows have filter 0: on screens other filters make the file larger and take longer than everything else.
func writePNG(w io.Writer, size image.Point, fill func(dst []byte, stride int) error) error {
	if size.X <= 0 || size.Y <= 0 || size.X > maxPNG || size.Y > maxPNG {
		return fmt.Errorf("write PNG: no picture of %d×%d", size.X, size.Y)
	}
	encodes <- struct{}{}
	defer func() { <-encodes }()
	b := pngPool.Get().(*pngBuffers)
	defer pngPool.Put(b)
	stride := 3*size.X + 1
	n := stride * size.Y
	if cap(b.rows) < n+slack {
		b.rows = make([]byte, n+slack)
	}
	rows := b.rows[:n+slack]
	if err := fill(rows[1:], stride); err != nil {
		return err
	}
	for y := range size.Y {
		rows[y*stride] = 0
	}
	b.packed.Reset()
	b.zip.Reset(&b.packed)
	if _, err := b.zip.Write(rows[:n]); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	if err := b.zip.Close(); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	return writeChunks(w, size, b.packed.Bytes())
}

// writeChunks writes signature, IHDR, one IDAT and IEND (PNG specification §5, §11.2).
func writeChunks(w io.Writer, size image.Point, data []byte) error {
	head := binary.BigEndian.AppendUint32(nil, uint32(size.X))
	head = binary.BigEndian.AppendUint32(head, uint32(size.Y))
	head = append(head, 8, 2, 0, 0, 0) // bit depth, true colour, deflate, adaptive filters, no interlace
	if _, err := io.WriteString(w, "\x89PNG\r\n\x1a\n"); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	for _, c := range []struct {
		kind string
		data []byte
	}{{"IHDR", head}, {"IDAT", data}, {"IEND", nil}} {
		if err := writeChunk(w, c.kind, c.data); err != nil {
			return fmt.Errorf("write PNG: %w", err)
		}
	}
	return nil
}

func writeChunk(w io.Writer, kind string, data []byte) error {
	front := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), kind...)
	sum := crc32.Update(crc32.ChecksumIEEE(front[4:]), crc32.IEEETable, data)
	for _, part := range [][]byte{front, data, binary.BigEndian.AppendUint32(nil, sum)} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// pngWriter is an image that writes itself.
type pngWriter interface{ WritePNG(w io.Writer) error }

// EncodePNG writes img as a PNG of 8-bit RGB; alpha is dropped, as screens have none. A *Picture writes itself, an
// *image.RGBA is read as it is, and anything else is drawn into one first.
func EncodePNG(w io.Writer, img image.Image) error {
	if self, ok := img.(pngWriter); ok {
		return self.WritePNG(w)
	}
	rgba := toRGBA(img)
	return writePNG(w, rgba.Rect.Size(), func(dst []byte, stride int) error {
		for y := range rgba.Rect.Dy() {
			dropAlpha(dst[y*stride:][:3*rgba.Rect.Dx()], rgbaRow(rgba, y))
		}
		return nil
	})
}

// toRGBA returns img itself when it is RGBA already.
func toRGBA(img image.Image) *image.RGBA {
	if rgba, ok := img.(*image.RGBA); ok {
		return rgba
	}
	out := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out
}

// rgbaRow is row y of img, counted from its top.
func rgbaRow(img *image.RGBA, y int) []byte {
	at := img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+y)
	return img.Pix[at : at+4*img.Rect.Dx()]
}

// dropAlpha copies pixels of 4 bytes to pixels of 3.
func dropAlpha(dst, src []byte) {
	for len(src) >= 16 && len(dst) >= 12 {
		s, d := src[:16], dst[:12]
		d[0], d[1], d[2] = s[0], s[1], s[2]
		d[3], d[4], d[5] = s[4], s[5], s[6]
		d[6], d[7], d[8] = s[8], s[9], s[10]
		d[9], d[10], d[11] = s[12], s[13], s[14]
		src, dst = src[16:], dst[12:]
	}
	for len(src) >= 4 {
		dst[0], dst[1], dst[2] = src[0], src[1], src[2]
		src, dst = src[4:], dst[3:]
	}
}
