package wire

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Ids of shell v2 packets (adb-protocol A6).
const (
	ShellStdin      = 0
	ShellStdout     = 1
	ShellStderr     = 2
	ShellExit       = 3
	ShellCloseStdin = 4
	ShellResize     = 5
)

// ShellHeaderSize is the size of a packet's id and length.
const ShellHeaderSize = 5

// MaxShellPacket is the longest packet taken from a peer. adbd sends less than its max payload; the bound leaves room.
const MaxShellPacket = 4 << 20

// AppendShellPacket frames data as one packet.
func AppendShellPacket(b []byte, id byte, data []byte) []byte {
	b = append(b, id)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	return append(b, data...)
}

// ReadShellHeader reads the head of the next packet; n bytes of data follow. An end before the first byte is io.EOF.
func ReadShellHeader(r io.Reader) (id byte, n int, err error) {
	var h [ShellHeaderSize]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return 0, 0, err
	}
	size := binary.LittleEndian.Uint32(h[1:])
	if size > MaxShellPacket {
		return 0, 0, fmt.Errorf("%w shell packet: %d bytes, the limit is %d", ErrMalformed, size, MaxShellPacket)
	}
	return h[0], int(size), nil
}

// WindowSize formats the data of a ShellResize packet, with its trailing NUL.
func WindowSize(rows, cols, xpixels, ypixels int) []byte {
	return fmt.Appendf(nil, "%dx%d,%dx%d\x00", rows, cols, xpixels, ypixels)
}

// ParseWindowSize reads the data of a ShellResize packet; all numbers must fit 16 bits.
func ParseWindowSize(data []byte) (rows, cols, xpixels, ypixels int, err error) {
	if len(data) > 64 {
		return 0, 0, 0, 0, fmt.Errorf("%w window size: %d bytes", ErrMalformed, len(data))
	}
	for len(data) > 0 && data[len(data)-1] == 0 {
		data = data[:len(data)-1]
	}
	n, _ := fmt.Sscanf(string(data), "%dx%d,%dx%d", &rows, &cols, &xpixels, &ypixels)
	for _, v := range [4]int{rows, cols, xpixels, ypixels} {
		if v < 0 || v > 0xffff {
			n = 0
		}
	}
	if n != 4 {
		return 0, 0, 0, 0, fmt.Errorf("%w window size %q", ErrMalformed, data)
	}
	return rows, cols, xpixels, ypixels, nil
}
