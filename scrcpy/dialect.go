package scrcpy

import "io"

// Version is the release of the server that this package starts and speaks with.
const Version = "3.3.3"

// dialect is all that differs between releases of the server. Release 3.3.4 differs in the first two fields only;
// release 4 has session headers on the video socket, moved flag bits and renamed options.
type dialect struct {
	version string
	sum     string                                               // SHA-256 of the published server file, in hex
	meta    func(r io.Reader) (VideoMeta, error)                 // what precedes the first packet
	header  func([HeaderSize]byte) (p Packet, size int, _ error) // what precedes each packet
	options func(Options, session) []string                      // the words after the version
}

var release333 = dialect{
	version: Version,
	sum:     "7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0",
	meta:    readVideoMeta,
	header:  parseHeader,
	options: options333,
}
