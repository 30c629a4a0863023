// Package adbtest holds what the tests of adb and adb/adbd share: the host end of the transport, a small adb server made of it,
// a real adb server on a private port, and a phone with files in memory whose shell is the workstation's sh.
package adbtest
