// Package scrcpy talks to the screen server of the scrcpy project, version 3.3.3, on a phone.
//
// [Start] pushes the server file, opens a tunnel, runs the server and returns a [Session]: video packets come out of
// [Session.ReadPacket], touches, keys, text and clipboard go in through its other methods. The package decodes no
// picture; a [Decoder] does. It reaches the phone through the [Link] it is given and imports nothing of the
// transport.
//
// The words of the wire are exported for both ends: every control message is a small type with an Append method and
// [ReadMessage] reads them back; device messages likewise with [ReadDeviceMessage]; [AppendHeader] and [ReadPacket]
// are the framing of the video socket. Package scrcpy/screend, the phone's end, uses the same words.
//
// The protocol is private to each release: client and server must be the very same version. What differs between
// releases is kept behind one small type, dialect.
package scrcpy
