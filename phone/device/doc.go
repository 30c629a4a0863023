// Package device makes a real phone out of adb and scrcpy: it implements phone.Phone and all its optional abilities.
//
//	d, err := device.Open(ctx, client, serial, device.Options{})   // cheap: one shell command
//	f, err := d.Frame(ctx)                                        // starts the scrcpy session on the way
//	err = d.Gesture(ctx, phone.Tap(f.Size, image.Pt(540, 1200)))
//	defer d.Close()                                               // leaves nothing on the phone
//
// # One session
//
// A device keeps one scrcpy session, started on first need, shared by all callers, and started again with growing pauses
// (0.5 s to 8 s) when it was lost. While there is none, everything still works, only slower: pictures come from screencap,
// input from the input command.
//
// # Pictures
//
// The video goroutine fills the pipeline of package scrcpy/video and never waits for a reader. [Device.Frame] returns the newest
// picture that shows every input delivered before the call: after an input it waits until the picture changed and stood still
// for a moment, or until the phone had time enough to change it. On a still screen the stream is silent; then the last
// picture is fresh (F-029). When the screen is off, locked and black, or the window in front forbids capture, the answer is
// a *phone.NotAPicture; no picture is ever made up.
//
// # Input
//
// Gestures are aimed in device pixels at a picture of a certain size. When the display has another size by now nothing is sent
// (phone.ErrStaleView). A gesture that is interrupted always lifts its fingers first.
package device
