// Package adbd is the phone's side of the adb transport as a library: an adb server connects to it as to a phone in network
// debugging mode. It knows messages, streams, the shell and file protocols and port forwarding, and nothing of Android; what the
// phone does is in the handlers of [Device].
//
//	d := &adbd.Device{
//		Banner: adbd.Banner{Product: "sim", Model: "Sim Phone", Device: "sim"},
//		Shell:  func(ctx context.Context, s *adbd.Session) int { fmt.Fprintln(s.Stdout, "hi"); return 0 },
//	}
//	err := d.Serve(ctx, listener) // then: adb connect 127.0.0.1:PORT
//
// Promises: the reader of a transport never waits for a slow stream, each stream has at most one unread message in either direction,
// what a host sent before it closed a stream reaches the handler, and nothing is ever opened towards a host but the live
// target of a reverse it asked for (a server ends itself, with all its phones, at anything else).
package adbd
