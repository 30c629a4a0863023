// Package screend is the phone's end of the scrcpy protocol, release 3.3.3: it behaves like the Java server that
// scrcpy pushes to a phone, over a phone it is given as a [Source].
//
// Put the device's abstract sockets and its file of the server behind [Server], then call [Server.Run] where a shell
// would start "app_process / com.genymobile.scrcpy.Server": Run parses the arguments, prints the same log lines,
// streams lossless H.264 of the source's screen, injects what the client sends, and returns the exit status.
//
// A still screen costs nothing: after the last change the picture is repeated ten times, then the video goroutine
// blocks on [Screen.Watch]. A slow client holds up only its own session, never the source.
//
// What it does not do yet: audio is answered as not available, cameras, new virtual displays and codecs other than
// H.264 are refused with the texts the real server has for a phone without them, and the angle option is accepted
// without effect.
package screend
