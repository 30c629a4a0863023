package h264

// PatchConfig rewrites every sequence parameter set in an Annex B stream so that decoders return each picture at once:
// bitstream_restriction with max_num_reorder_frames 0 (§E.2.1). Everything else, start codes included, stays as it is, and
// when nothing needs to change the result is the very slice given.
//
// A parameter set that cannot be read is left alone and reported by the error; the result can be used all the same.
//
// A stream with B pictures must not be patched.
func PatchConfig(config []byte) ([]byte, error) {
	var out []byte
	var failed error
	done := 0 // config is copied to out up to here
	for at, unit := range nals(config) {
		if nalType(unit[0]) != nalSPS {
			continue
		}
		s, err := ParseSPS(unit)
		if err != nil {
			failed = err
			continue
		}
		if s.Restricted && s.MaxReorder == 0 {
			continue
		}
		out = append(out, config[done:at]...)
		out = appendEscaped(append(out, unit[0]), patchSPS(s, unescape(unit[1:])))
		done = at + len(unit)
	}
	if done == 0 {
		return config, failed
	}
	return append(out, config[done:]...), failed
}

// patchSPS returns the RBSP with a restriction in the place of what it had. Nothing follows the restriction in an SPS.
func patchSPS(s *SPS, rbsp []byte) []byte {
	w := &bitWriter{}
	if s.restrictionPos > 0 {
		w.copyBits(rbsp, s.restrictionPos)
	} else {
		w.copyBits(rbsp, s.vuiPos)
		w.flag(true)
		w.u(8, 0) // no aspect ratio, overscan, signal type, chroma location, timing, NAL HRD, VCL HRD, pic_struct
	}
	writeRestriction(w, 0, s.MaxRefFrames)
	w.trailing()
	return w.b
}

// writeRestriction writes bitstream_restriction_flag and what follows it.
func writeRestriction(w *bitWriter, reorder, refFrames uint32) {
	w.flag(true)
	w.flag(true) // motion_vectors_over_pic_boundaries_flag
	w.ue(0)      // max_bytes_per_pic_denom: no limit
	w.ue(0)      // max_bits_per_mb_denom
	w.ue(15)     // log2_max_mv_length_horizontal
	w.ue(15)
	w.ue(reorder)
	w.ue(max(1, refFrames)) // max_dec_frame_buffering
}

// HasConfig reports whether an access unit begins with parameter sets of its own, maybe after a delimiter or a message.
func HasConfig(unit []byte) bool {
	for _, u := range nals(unit) {
		switch nalType(u[0]) {
		case nalSPS, nalPPS:
			return true
		case nalSlice, nalIDR:
			return false
		}
	}
	return false
}
