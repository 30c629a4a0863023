// Package h264 reads and writes the few words of the H.264 bit stream (ITU-T H.264) that handset needs, in pure Go.
//
// Reading: [PatchConfig] rewrites sequence parameter sets so that a decoder returns every picture at once instead of
// holding one back for reordering; [Sets] follows parameter sets and peeks into slice headers, which is how a lost packet
// ([Slice].FrameNum) and a B picture are noticed.
//
// Writing: [Encoder] is a lossless constrained-baseline encoder for screens. What it writes is exactly what a decoder shows,
// so a test can compare pixels, and a still screen costs about a millisecond and a dozen bytes.
//
// Streams are in Annex B byte stream format throughout: NAL units after 00 00 01 or 00 00 00 01.
package h264
