// Package adb is a client of the adb server: the long-running program that owns the phones plugged into a workstation. It
// speaks the server's socket protocol itself, so no adb program is needed while a server listens, and it never stops or
// replaces a server, whatever its version.
//
//	c := new(adb.Client)
//	if err := c.Ensure(ctx); err != nil { … }
//	info, err := c.Resolve(ctx, "")        // the only phone, or a typed error that lists them
//	out, err := c.Device(info.Serial).Shell(ctx, adb.Quote("ls", "-l", "/sdcard/My Files"))
//
// A [Device] is bound to one serial for its whole life; there is no call path without one. Every method takes a context
// and returns soon after it ends. Exchanges that need an answer at once are bounded by [Client.Timeout] besides; commands
// that may take long are bounded by their context alone.
//
// Conditions are sentinels ([ErrNoServer], [ErrTimeout], [ErrConnectionLost], …); facts are types ([StateError],
// [NoDeviceError], [ManyDevicesError], [ConnectError], [FileError], [InstallError]), most with a Next method that says what
// a person can do. The server's texts are compared in this package only.
//
// The device side of the transport, for simulated phones, is package adb/adbd.
package adb
