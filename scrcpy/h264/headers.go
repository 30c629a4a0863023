package h264

import "image"

// headers writes the parameter sets and slice headers of one coded session.
type headers struct {
	opt  EncoderOptions
	size image.Point
	mbs  image.Point // size in macroblocks
}

const (
	frameNumBits = 8
	orderBits    = 16
)

// config is SPS and PPS in Annex B.
func (h headers) config() []byte {
	out := appendNAL(nil, 3<<5|nalSPS, h.sps())
	return appendNAL(out, 3<<5|nalPPS, h.pps())
}

// level is level_idc: the lowest of 4.2, 5.1 and 6.2 whose MaxFS (table A-1) fits.
func (h headers) level() uint32 {
	switch n := h.mbs.X * h.mbs.Y; {
	case n <= 8704:
		return 42
	case n <= 36864:
		return 51
	}
	return 62
}

func (h headers) sps() []byte {
	w := &bitWriter{}
	w.u(8, 66)   // profile_idc: baseline
	w.u(8, 0xc0) // constraint_set0 and 1: constrained baseline
	w.u(8, h.level())
	w.ue(0) // seq_parameter_set_id
	w.ue(frameNumBits - 4)
	if h.opt.Order == OrderDecode {
		w.ue(2)
	} else {
		w.ue(0)
		w.ue(orderBits - 4)
	}
	w.ue(1)       // max_num_ref_frames
	w.flag(false) // gaps_in_frame_num_value_allowed_flag
	w.ue(uint32(h.mbs.X - 1))
	w.ue(uint32(h.mbs.Y - 1))
	w.flag(true) // frame_mbs_only_flag
	w.flag(true) // direct_8x8_inference_flag
	cropX, cropY := h.mbs.X*16-h.size.X, h.mbs.Y*16-h.size.Y
	w.flag(cropX+cropY > 0)
	if cropX+cropY > 0 {
		w.ue(0)
		w.ue(uint32(cropX / 2))
		w.ue(0)
		w.ue(uint32(cropY / 2))
	}
	h.vui(w)
	w.trailing()
	return w.b
}

func (h headers) vui(w *bitWriter) {
	present := h.opt.SayColour || h.opt.Reorder != ReorderUnsaid
	w.flag(present)
	if !present {
		return
	}
	w.u(2, 0) // no aspect ratio, no overscan
	w.flag(h.opt.SayColour)
	if h.opt.SayColour {
		s := h.opt.Colour.signal()
		w.u(3, 5) // video_format: unspecified
		w.flag(s.FullRange)
		w.flag(true)
		w.u(8, uint32(s.Matrix)) // colour_primaries: 1 and 6 mean the same standards as for the matrix
		w.u(8, uint32(s.Matrix)) // transfer_characteristics
		w.u(8, uint32(s.Matrix)) // matrix_coefficients
	}
	w.u(5, 0) // no chroma location, timing, NAL HRD, VCL HRD, pic_struct
	switch h.opt.Reorder {
	case ReorderUnsaid:
		w.flag(false)
	case ReorderNone:
		writeRestriction(w, 0, 1)
	case ReorderOne:
		writeRestriction(w, 1, 1)
	}
}

func (h headers) pps() []byte {
	w := &bitWriter{}
	w.ue(0)       // pic_parameter_set_id
	w.ue(0)       // seq_parameter_set_id
	w.flag(false) // entropy_coding_mode_flag: CAVLC
	w.flag(false) // bottom_field_pic_order_in_frame_present_flag
	w.ue(0)       // one slice group
	w.ue(0)       // num_ref_idx_l0_default_active_minus1
	w.ue(0)
	w.flag(false) // weighted_pred_flag
	w.u(2, 0)     // weighted_bipred_idc
	w.se(0)       // pic_init_qp_minus26
	w.se(0)       // pic_init_qs_minus26
	w.se(0)       // chroma_qp_index_offset
	w.flag(true)  // deblocking_filter_control_present_flag
	w.flag(false) // constrained_intra_pred_flag
	w.flag(false) // redundant_pic_cnt_present_flag
	w.trailing()
	return w.b
}

// slice begins a slice: its header up to slice_data. n counts the pictures since the IDR.
func (h headers) slice(idr bool, n int, idrID uint32) *bitWriter {
	w := &bitWriter{}
	w.ue(0) // first_mb_in_slice
	if idr {
		w.ue(uint32(SliceI) + 5) // + 5: all slices of the picture are of this type
	} else {
		w.ue(uint32(SliceP) + 5)
	}
	w.ue(0) // pic_parameter_set_id
	w.u(frameNumBits, uint32(n))
	if idr {
		w.ue(idrID)
	}
	switch h.opt.Order {
	case OrderStep2:
		w.u(orderBits, uint32(2*n))
	case OrderStep4:
		w.u(orderBits, uint32(4*n))
	}
	if idr {
		w.u(2, 0) // no_output_of_prior_pics_flag, long_term_reference_flag
	} else {
		w.flag(false) // num_ref_idx_active_override_flag
		w.flag(false) // ref_pic_list_modification_flag_l0
		w.flag(false) // adaptive_ref_pic_marking_mode_flag
	}
	w.se(0) // slice_qp_delta
	w.ue(1) // disable_deblocking_filter_idc
	return w
}
