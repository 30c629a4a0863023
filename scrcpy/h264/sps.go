package h264

import (
	"errors"
	"fmt"
	"image"
)

// ErrSyntax reports a parameter set or slice header that does not follow the specification.
var ErrSyntax = errors.New("not valid H.264 syntax")

// SPS holds what handset uses of a sequence parameter set (§7.3.2.1.1).
type SPS struct {
	ID              uint32
	Profile         uint8 // profile_idc: 66 baseline, 77 main, 100 high
	Constraints     uint8 // the constraint_set flags and the reserved bits, as one byte
	Level           uint8 // level_idc: ten times the level
	Log2MaxFrameNum int   // frame_num counts modulo 1 << Log2MaxFrameNum
	OrderType       uint32
	MaxRefFrames    uint32
	GapsAllowed     bool        // frame numbers may be left out on purpose
	FrameMBsOnly    bool        // no fields
	Size            image.Point // after cropping
	Colour          *SignalType // nil when the VUI does not say
	Restricted      bool        // the VUI has a bitstream_restriction
	MaxReorder      uint32      // its max_num_reorder_frames

	chromaFormat   uint32
	separatePlanes bool
	vuiPos         int // where vui_parameters_present_flag is, in bits of the RBSP
	restrictionPos int // where bitstream_restriction_flag is; 0 when there is no VUI
}

// SignalType is the video_signal_type of a VUI (§E.2.1).
type SignalType struct {
	FullRange bool
	Matrix    uint8 // matrix_coefficients: 1 BT.709, 5 and 6 BT.601, 2 unspecified
}

// Codec is the RFC 6381 name of the stream, such as avc1.42C033, as browsers want it.
func (s *SPS) Codec() string {
	return fmt.Sprintf("avc1.%02X%02X%02X", s.Profile, s.Constraints, s.Level)
}

// hasChroma lists the profiles whose SPS names a chroma format (§7.3.2.1.1).
func hasChroma(profile uint8) bool {
	switch profile {
	case 100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135:
		return true
	}
	return false
}

// ParseSPS reads a sequence parameter set NAL unit, from its header byte on and without start code. A set that does not parse to its very
// last bit gives ErrSyntax.
func ParseSPS(unit []byte) (*SPS, error) {
	if len(unit) < 4 || nalType(unit[0]) != nalSPS {
		return nil, fmt.Errorf("read SPS: %w", ErrSyntax)
	}
	r := &bitReader{b: unescape(unit[1:])}
	s := readSPS(r)
	if r.err != nil || !r.atTrailing() {
		return nil, fmt.Errorf("read SPS: %w", ErrSyntax)
	}
	return s, nil
}

func readSPS(r *bitReader) *SPS {
	s := &SPS{chromaFormat: 1}
	s.Profile, s.Constraints, s.Level = uint8(r.u(8)), uint8(r.u(8)), uint8(r.u(8))
	s.ID = r.ue(31)
	if hasChroma(s.Profile) {
		s.readChroma(r)
	}
	s.Log2MaxFrameNum = int(r.ue(12)) + 4
	s.readOrder(r)
	s.MaxRefFrames = r.ue(16)
	s.GapsAllowed = r.flag()
	s.readSize(r)
	s.vuiPos = r.pos
	if r.flag() {
		s.readVUI(r)
	}
	return s
}

func (s *SPS) readChroma(r *bitReader) {
	if s.chromaFormat = r.ue(3); s.chromaFormat == 3 {
		s.separatePlanes = r.flag()
	}
	r.ue(6) // bit_depth_luma_minus8
	r.ue(6)
	r.flag() // qpprime_y_zero_transform_bypass_flag
	if !r.flag() {
		return
	}
	lists := 8
	if s.chromaFormat == 3 {
		lists = 12
	}
	for i := range lists {
		if !r.flag() {
			continue
		}
		if i < 6 {
			skipScalingList(r, 16)
		} else {
			skipScalingList(r, 64)
		}
	}
}

// skipScalingList reads over a scaling_list (§7.3.2.1.1.1).
func skipScalingList(r *bitReader, size int) {
	last, next := int32(8), int32(8)
	for range size {
		if next != 0 {
			next = (last + r.se() + 256) & 0xff
		}
		if next != 0 {
			last = next
		}
	}
}

func (s *SPS) readOrder(r *bitReader) {
	s.OrderType = r.ue(2)
	switch s.OrderType {
	case 0:
		r.ue(12) // log2_max_pic_order_cnt_lsb_minus4
	case 1:
		r.flag()
		r.se()
		r.se()
		for range r.ue(255) {
			r.se()
		}
	}
}

func (s *SPS) readSize(r *bitReader) {
	const most = 1 << 12 // macroblocks a side; far beyond any level
	w := (int(r.ue(most)) + 1) * 16
	h := (int(r.ue(most)) + 1) * 16
	if s.FrameMBsOnly = r.flag(); !s.FrameMBsOnly {
		h *= 2
		r.flag() // mb_adaptive_frame_field_flag
	}
	r.flag() // direct_8x8_inference_flag
	s.Size = image.Pt(w, h)
	if !r.flag() {
		return
	}
	unitX, unitY := s.cropUnit()
	left, right, top, bottom := int(r.ue(1<<16)), int(r.ue(1<<16)), int(r.ue(1<<16)), int(r.ue(1<<16))
	s.Size = image.Pt(w-unitX*(left+right), h-unitY*(top+bottom))
	if s.Size.X <= 0 || s.Size.Y <= 0 {
		r.err = errBits
	}
}

// cropUnit is CropUnitX and CropUnitY (§7.4.2.1.1).
func (s *SPS) cropUnit() (x, y int) {
	x, y = 1, 1
	if !s.separatePlanes {
		if s.chromaFormat == 1 || s.chromaFormat == 2 {
			x = 2
		}
		if s.chromaFormat == 1 {
			y = 2
		}
	}
	if !s.FrameMBsOnly {
		y *= 2
	}
	return x, y
}

// readVUI reads vui_parameters (§E.1.1).
func (s *SPS) readVUI(r *bitReader) {
	if r.flag() { // aspect_ratio_info_present_flag
		if r.u(8) == 255 { // Extended_SAR
			r.u(32)
		}
	}
	if r.flag() { // overscan_info_present_flag
		r.flag()
	}
	if r.flag() { // video_signal_type_present_flag
		r.u(3)
		s.Colour = &SignalType{FullRange: r.flag(), Matrix: 2}
		if r.flag() {
			r.u(16)
			s.Colour.Matrix = uint8(r.u(8))
		}
	}
	if r.flag() { // chroma_loc_info_present_flag
		r.ue(5)
		r.ue(5)
	}
	if r.flag() { // timing_info_present_flag
		r.u(32)
		r.u(32)
		r.flag()
	}
	nal := readHRD(r)
	vcl := readHRD(r)
	if nal || vcl {
		r.flag() // low_delay_hrd_flag
	}
	r.flag() // pic_struct_present_flag
	s.restrictionPos = r.pos
	if s.Restricted = r.flag(); s.Restricted {
		r.flag()
		for range 4 {
			r.ue(1 << 16)
		}
		s.MaxReorder = r.ue(16)
		r.ue(16)
	}
}

// readHRD reads a flag and, when it is set, hrd_parameters (§E.1.2).
func readHRD(r *bitReader) bool {
	if !r.flag() {
		return false
	}
	count := r.ue(31) + 1
	r.u(8)
	for range count {
		r.ue(1<<32 - 2)
		r.ue(1<<32 - 2)
		r.flag()
	}
	r.u(20)
	return true
}
