// Package video turns the packets of one phone's screen into pictures, without ever making the reader of the socket wait.
//
//	reader goroutine ── Push ──▶ ring since the last key frame ──▶ decode job ──▶ newest picture
//	                                     │                                            │
//	                                     └──▶ Snapshot, Follow (web viewers,          └──▶ Latest, Wait, Updates
//	                                          recorders): packets as they came
//
// A [Pipeline] keeps the configuration and all packets since the last key frame. Whether they are decoded as they arrive
// (live), soon (lazy) or not at all until somebody asks (cold) is a matter of policy and never of correctness: skipping is
// done to a key frame only, and [Pipeline.Latest] gives a picture only after all packets it must show were decoded.
//
// A phone sends a packet when its screen changes, repeats the last picture up to ten times, 100 ms apart, and is then
// silent for as long as nothing moves. Silence is therefore freshness, not a stall.
//
// # Loss
//
// A decoder does not notice a missing packet, so the pipeline reads frame_num from the H.264 slice headers. A gap, an error
// or a damage flag taints the pictures until the next key frame heals them; the phone is asked for one through
// [Options].Reset, at most once a second.
//
// # Zero delay
//
// Configurations are patched ([h264.PatchConfig]) so that decoders and browsers return each picture at once. A stream with
// real B pictures must not be patched: when the first one is seen the pipeline asks for a key frame, opens a new decoder
// there with the configuration as it was, and says Reordering in its [Facts] from then on.
//
// # Numbers
//
// Packets are numbered from 1 as they are pushed (configurations are not counted). Pictures have a number of their own, Seq, which
// grows only when pixels differ: each decoded picture is compared with the one before it ([Comparer]; without that ability every decoded
// picture counts as new), so the phone's repeats of a still screen keep the number.
package video
