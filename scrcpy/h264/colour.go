package h264

// Colour is how RGB relates to YUV. The zero value is what Android's encoders use.
type Colour struct {
	BT601 bool // the coefficients of BT.601 instead of BT.709
	Full  bool // samples span 0…255 instead of 16…235 (luma) and 16…240 (chroma)
}
