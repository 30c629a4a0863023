package h264

import (
	"bytes"
	"fmt"
)

// SliceType is slice_type modulo 5 (table 7-6).
type SliceType uint8

// The slice types.
const (
	SliceP SliceType = iota
	SliceB
	SliceI
	SliceSP
	SliceSI
)

func (t SliceType) String() string { return [...]string{"P", "B", "I", "SP", "SI"}[t] }

// Slice is the beginning of a slice header (§7.3.3).
type Slice struct {
	Type        SliceType
	FirstMB     uint32
	FrameNum    uint32
	MaxFrameNum uint32 // FrameNum counts modulo this
	IDR         bool
	RefIDC      uint8 // nal_ref_idc: 0 when no later picture refers to this one
	GapsAllowed bool  // the stream may leave out frame numbers
	Fields      bool  // the stream may hold fields, two of which share a frame number
}

// PPS holds what handset uses of a picture parameter set (§7.3.2.2).
type PPS struct {
	ID, SPS uint32
	CABAC   bool
}

// ParsePPS reads the beginning of a picture parameter set NAL unit, from its header byte on and without start code.
func ParsePPS(unit []byte) (*PPS, error) {
	if len(unit) < 2 || nalType(unit[0]) != nalPPS {
		return nil, fmt.Errorf("read PPS: %w", ErrSyntax)
	}
	r := &bitReader{b: unescape(unit[1:])}
	p := &PPS{ID: r.ue(255), SPS: r.ue(31), CABAC: r.flag()}
	if r.err != nil {
		return nil, fmt.Errorf("read PPS: %w", ErrSyntax)
	}
	return p, nil
}

// Sets are the parameter sets of a stream. The zero value has none.
type Sets struct {
	sps [32]*SPS
	pps [256]*PPS
}

// Read takes over all parameter sets in an Annex B stream. The first one that does not parse is the error; the others count
// all the same.
func (s *Sets) Read(stream []byte) error {
	var failed error
	for _, unit := range nals(stream) {
		if err := s.take(unit); err != nil && failed == nil {
			failed = err
		}
	}
	return failed
}

func (s *Sets) take(unit []byte) error {
	switch nalType(unit[0]) {
	case nalSPS:
		sps, err := ParseSPS(unit)
		if err != nil {
			return err
		}
		s.sps[sps.ID] = sps
	case nalPPS:
		pps, err := ParsePPS(unit)
		if err != nil {
			return err
		}
		s.pps[pps.ID] = pps
	}
	return nil
}

// SPS returns any one of the sequence parameter sets, the lowest number first, or nil. Phones send one.
func (s *Sets) SPS() *SPS {
	for _, sps := range s.sps {
		if sps != nil {
			return sps
		}
	}
	return nil
}

// headerBytes are enough for the part of a slice header that Peek reads, emulation prevention included.
const headerBytes = 48

// Peek reads the first slice header of an access unit. Parameter sets in front of it are taken over. It looks at no more
// than the first bytes of the slice.
func (s *Sets) Peek(unit []byte) (Slice, error) {
	for {
		at := bytes.Index(unit, startCode)
		if at < 0 || at+len(startCode) >= len(unit) {
			return Slice{}, fmt.Errorf("peek slice: %w", ErrSyntax)
		}
		unit = unit[at+len(startCode):]
		switch nalType(unit[0]) {
		case nalSlice, nalIDR:
			return s.slice(unit)
		case nalSPS, nalPPS:
			end := len(unit)
			if next := bytes.Index(unit, startCode); next >= 0 {
				end = next
			}
			if err := s.take(bytes.TrimRight(unit[:end], "\x00")); err != nil {
				return Slice{}, err
			}
		}
	}
}

func (s *Sets) slice(unit []byte) (Slice, error) {
	r := &bitReader{b: unescape(unit[1:min(len(unit), headerBytes)])}
	out := Slice{IDR: nalType(unit[0]) == nalIDR, RefIDC: unit[0] >> 5 & 3}
	out.FirstMB = r.ue(1 << 24)
	out.Type = SliceType(r.ue(9) % 5)
	pps := s.pps[r.ue(255)]
	if r.err != nil || pps == nil || s.sps[pps.SPS] == nil {
		return Slice{}, fmt.Errorf("read slice header: %w", ErrSyntax)
	}
	sps := s.sps[pps.SPS]
	if sps.separatePlanes {
		r.u(2) // colour_plane_id
	}
	out.MaxFrameNum = 1 << sps.Log2MaxFrameNum
	out.FrameNum = r.u(sps.Log2MaxFrameNum)
	out.GapsAllowed = sps.GapsAllowed
	out.Fields = !sps.FrameMBsOnly
	if r.err != nil {
		return Slice{}, fmt.Errorf("read slice header: %w", ErrSyntax)
	}
	return out, nil
}
