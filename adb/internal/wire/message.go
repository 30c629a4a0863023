// Package wire holds the byte formats that both ends of adb share: transport messages, the smart-socket framing of the
// server, shell v2 packets and sync records. Every length is checked against a limit before memory is set aside.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Commands of transport messages: four ASCII letters, little-endian (adb-protocol B1).
const (
	CNXN = 0x4e584e43
	AUTH = 0x48545541
	OPEN = 0x4e45504f
	OKAY = 0x59414b4f
	CLSE = 0x45534c43
	WRTE = 0x45545257
	STLS = 0x534c5453
	SYNC = 0x434e5953
)

// First arguments of AUTH.
const (
	AuthToken     = 1
	AuthSignature = 2
	AuthPublicKey = 3
)

// Versions and limits of the transport.
const (
	Version    = 0x01000001 // from here on data_check is not used
	MaxPayload = 1 << 20    // what we take and announce
	HeaderSize = 24
	TokenSize  = 20
)

// ErrMalformed is wrapped by every error about bytes that break the format.
var ErrMalformed = errors.New("malformed")

// Message is one transport message.
type Message struct {
	Command, Arg0, Arg1 uint32
	Data                []byte
}

// String is for logs and test failures; data is cut.
func (m Message) String() string {
	var name [4]byte
	binary.LittleEndian.PutUint32(name[:], m.Command)
	data := m.Data
	if len(data) > 64 {
		data = data[:64]
	}
	return fmt.Sprintf("%s(%d, %d, %d bytes %q)", name, m.Arg0, m.Arg1, len(m.Data), data)
}

// AppendHeader writes the header of m. The check field is the sum of the data when sum is true and zero otherwise.
func (m Message) AppendHeader(b []byte, sum bool) []byte {
	var check uint32
	if sum {
		for _, c := range m.Data {
			check += uint32(c)
		}
	}
	b = binary.LittleEndian.AppendUint32(b, m.Command)
	b = binary.LittleEndian.AppendUint32(b, m.Arg0)
	b = binary.LittleEndian.AppendUint32(b, m.Arg1)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(m.Data)))
	b = binary.LittleEndian.AppendUint32(b, check)
	return binary.LittleEndian.AppendUint32(b, m.Command^0xffffffff)
}

// ReadMessage reads one message with at most limit bytes of data. The check field is ignored, as all servers do. An end before
// the first byte is io.EOF, one inside a message io.ErrUnexpectedEOF.
func ReadMessage(r io.Reader, limit int) (Message, error) {
	var h [HeaderSize]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return Message{}, err
	}
	le := binary.LittleEndian
	m := Message{Command: le.Uint32(h[0:]), Arg0: le.Uint32(h[4:]), Arg1: le.Uint32(h[8:])}
	n := le.Uint32(h[12:])
	if magic := le.Uint32(h[20:]); magic != m.Command^0xffffffff {
		return Message{}, fmt.Errorf("%w transport message: magic %08x for command %08x", ErrMalformed, magic, m.Command)
	}
	if int64(n) > int64(limit) {
		return Message{}, fmt.Errorf("%w transport message: %d bytes of data, the limit is %d", ErrMalformed, n, limit)
	}
	if n == 0 {
		return m, nil
	}
	m.Data = make([]byte, n)
	if _, err := io.ReadFull(r, m.Data); err != nil {
		return Message{}, noEOF(err)
	}
	return m, nil
}

// noEOF turns an end inside a record into io.ErrUnexpectedEOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
