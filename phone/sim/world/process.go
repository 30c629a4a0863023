package world

import "time"

// Process is one running process.
type Process struct {
	PID, PPID int
	UID       int
	User      string // "u0_a123", "system", "root", "shell"
	Name      string // process name; kernel threads in brackets
	Package   string // of an app's process
	VSZ, RSS  int    // kB
	Started   time.Time
	Hash      string // of the ProcessRecord
}

// Processes lists the running processes by number.
func (w *World) Processes() []Process { return nil }

// KillProcess ends a process by number as a crash would and reports whether the shell user could: an app's process ends, a
// system one does not.
func (w *World) KillProcess(pid int) bool { return false }
