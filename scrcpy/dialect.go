package scrcpy

// Version is the release of the server that this package starts and speaks with.
const Version = "3.3.3"
