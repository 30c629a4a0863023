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
// Sound is a test tone, as samples or as recorded Opus packets; a phone has no encoder for AAC and FLAC and refuses them. H.265 and
// AV1 are short recorded films of one size, on phones that list an encoder for them. Cameras see a generated scene, virtual displays
// are what the source makes of them, keyboards and mice of /dev/uhid drive the source. The angle option has no effect.
package screend
