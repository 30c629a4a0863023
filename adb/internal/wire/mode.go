package wire

import "io/fs"

// Type bits of st_mode (Linux).
const (
	ModeType    = 0o170000
	ModeSocket  = 0o140000
	ModeSymlink = 0o120000
	ModeRegular = 0o100000
	ModeBlock   = 0o060000
	ModeDir     = 0o040000
	ModeChar    = 0o020000
	ModeFIFO    = 0o010000
)

// specialBits pairs the set-user, set-group and sticky bits of both forms.
var specialBits = [3]struct {
	unix uint32
	mode fs.FileMode
}{{0o4000, fs.ModeSetuid}, {0o2000, fs.ModeSetgid}, {0o1000, fs.ModeSticky}}

// FileMode turns st_mode into Go's form.
func FileMode(m uint32) fs.FileMode {
	out := fs.FileMode(m & 0o777)
	switch m & ModeType {
	case ModeDir:
		out |= fs.ModeDir
	case ModeSymlink:
		out |= fs.ModeSymlink
	case ModeSocket:
		out |= fs.ModeSocket
	case ModeFIFO:
		out |= fs.ModeNamedPipe
	case ModeBlock:
		out |= fs.ModeDevice
	case ModeChar:
		out |= fs.ModeDevice | fs.ModeCharDevice
	}
	for _, s := range specialBits {
		if m&s.unix != 0 {
			out |= s.mode
		}
	}
	return out
}

// UnixMode turns Go's form into st_mode.
func UnixMode(m fs.FileMode) uint32 {
	out := uint32(m.Perm())
	switch {
	case m.IsDir():
		out |= ModeDir
	case m&fs.ModeSymlink != 0:
		out |= ModeSymlink
	case m&fs.ModeSocket != 0:
		out |= ModeSocket
	case m&fs.ModeNamedPipe != 0:
		out |= ModeFIFO
	case m&fs.ModeCharDevice != 0:
		out |= ModeChar
	case m&fs.ModeDevice != 0:
		out |= ModeBlock
	default:
		out |= ModeRegular
	}
	for _, s := range specialBits {
		if m&s.mode != 0 {
			out |= s.unix
		}
	}
	return out
}
