package fault

import "slices"

// Name is a fault's name: area.what.
type Name string

// The faults of the way to the phone. Their occasions are in phone/sim/serve.
const (
	LinkLatency      Name = "link.latency"      // each message to the host is late. Value: how much, default 100ms
	LinkJitter       Name = "link.jitter"       // each message to the host is late by a random time. Value: the most, default 100ms
	LinkDrop         Name = "link.drop"         // the connection closes when a service is opened; it may be made again. Value: after so many bytes more, default 0
	LinkOffline      Name = "link.offline"      // the phone does not answer: listed as offline
	LinkUnauthorized Name = "link.unauthorized" // the phone does not accept the host's key
	LinkRestart      Name = "link.restart"      // as when the adb server is restarted: all connections go and come back. Value: away for, default 1s
	LinkStorm        Name = "link.storm"        // the connection comes and goes. Value: how long it lives each time, default 200ms
	TunnelRefused    Name = "tunnel.refused"    // sockets of the phone cannot be opened, neither forwarded nor reversed
	ShellSlow        Name = "shell.slow"        // a command begins late. Value: how much, default 3s
)

// The faults of the scrcpy server.
const (
	ScrcpyKilled  Name = "scrcpy.killed"         // the server is killed while it streams. Value: after so many packets, default 30
	ScrcpyVersion Name = "scrcpy.version"        // the server on the phone is another version. Value: which, default 2.7
	StreamFrozen  Name = "stream.frozen"         // pictures stop coming. Value: after so many packets more, default 2
	StreamNoFirst Name = "stream.no-first-frame" // the stream opens and no picture comes
	EncoderError  Name = "encoder.error"         // the encoder fails. Value: only for pictures with a larger side than this, default all
)

// The faults of the UI dump.
const (
	DumpNeverIdle Name = "dump.never-idle" // could not get idle state
	DumpNullRoot  Name = "dump.null-root"  // null root node returned
	DumpKilled    Name = "dump.killed"     // the process is killed, exit 137
	DumpOldFile   Name = "dump.old-file"   // says that it wrote and leaves the file of an earlier dump
	DumpNoise     Name = "dump.rom-noise"  // lines of the maker round the answer. Value: the line, default one of a real maker
	DumpNoTree    Name = "dump.no-tree"    // exit 0 and no tree
)

// The faults of input and of what is on the screen.
const (
	InputRefused     Name = "input.refused"      // injection is refused: INJECT_EVENTS permission
	IMERefused       Name = "ime.refused"        // the input method cannot be changed
	ClipboardRefused Name = "clipboard.refused"  // the clipboard cannot be read or written
	WindowSecure     Name = "window.secure"      // the window in front is secure
	ScreenOff        Name = "screen.off"         // the display goes off
	ScreenLocked     Name = "screen.locked"      // the keyguard comes up
	RotateMidGesture Name = "rotate.mid-gesture" // the display turns while a finger is down
	Fold             Name = "fold"               // a foldable is folded or opened
	TargetMoved      Name = "target.moved"       // what was on the screen has moved when the tap comes. Value: how far, default 200 (pixels down)
	PopUp            Name = "popup"              // a dialog comes up by itself. Value: its title
	AppCrash         Name = "app.crash"          // the app in front crashes
	AppANR           Name = "app.anr"            // the app in front does not answer: the system's dialog
	MemoryKill       Name = "memory.kill"        // apps in the background are killed for memory
	DiskFull         Name = "disk.full"          // no space left on device. Value: what is left in bytes, default 0
	ClockJump        Name = "clock.jump"         // the wall clock jumps. Value: how far, default 1h
)

// All lists every fault's name in order.
func All() []Name {
	all := []Name{
		LinkLatency, LinkJitter, LinkDrop, LinkOffline, LinkUnauthorized, LinkRestart, LinkStorm, TunnelRefused, ShellSlow,
		ScrcpyKilled, ScrcpyVersion, StreamFrozen, StreamNoFirst, EncoderError,
		DumpNeverIdle, DumpNullRoot, DumpKilled, DumpOldFile, DumpNoise, DumpNoTree,
		InputRefused, IMERefused, ClipboardRefused, WindowSecure, ScreenOff, ScreenLocked, RotateMidGesture, Fold, TargetMoved, PopUp,
		AppCrash, AppANR, MemoryKill, DiskFull, ClockJump,
	}
	slices.Sort(all)
	return all
}
