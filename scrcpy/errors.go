package scrcpy

// ProtocolError is something on the wire that release 3.3.3 cannot have sent.
type ProtocolError struct{ What string }

func (e *ProtocolError) Error() string { return "scrcpy protocol: unexpected " + e.What }
