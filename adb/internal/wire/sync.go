package wire

import (
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// Ids of the sync protocol (adb-protocol A7).
const (
	SyncStat   = "STAT"
	SyncList   = "LIST"
	SyncSend   = "SEND"
	SyncRecv   = "RECV"
	SyncStat2  = "STA2"
	SyncLstat2 = "LST2"
	SyncList2  = "LIS2"
	SyncSend2  = "SND2"
	SyncRecv2  = "RCV2"
	SyncDent   = "DENT"
	SyncDent2  = "DNT2"
	SyncData   = "DATA"
	SyncDone   = "DONE"
	SyncOkay   = "OKAY"
	SyncFail   = "FAIL"
	SyncQuit   = "QUIT"
)

// Limits of the sync protocol.
const (
	SyncMaxPath = 1024
	SyncMaxData = 64 << 10 // one DATA
	syncMaxName = 4096     // a name in a directory, or a FAIL text; Linux allows 255
)

// SyncHead is an id with the number behind it: a length, a time or zero.
type SyncHead struct {
	ID string
	N  uint32
}

// AppendSyncHead writes an id and a number.
func AppendSyncHead(b []byte, id string, n uint32) []byte {
	return binary.LittleEndian.AppendUint32(append(b, id...), n)
}

// AppendSyncRequest writes an id, the length of text and text.
func AppendSyncRequest(b []byte, id, text string) []byte {
	return append(AppendSyncHead(b, id, uint32(len(text))), text...)
}

// ReadSyncHead reads an id and a number. An end before the first byte is io.EOF.
func ReadSyncHead(r io.Reader) (SyncHead, error) {
	var h [8]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return SyncHead{}, err
	}
	return SyncHead{ID: string(h[:4]), N: binary.LittleEndian.Uint32(h[4:])}, nil
}

// ReadSyncText reads the n bytes that a head announced: a path, a name or a message of at most limit bytes.
func ReadSyncText(r io.Reader, n uint32, limit int) (string, error) {
	if int64(n) > int64(limit) {
		return "", fmt.Errorf("%w sync text: %d bytes, the limit is %d", ErrMalformed, n, limit)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", noEOF(err)
	}
	return string(text), nil
}

// ReadSyncFail reads the message of a FAIL whose head was read.
func ReadSyncFail(r io.Reader, n uint32) (string, error) { return ReadSyncText(r, n, syncMaxName) }

// Stat is a file as the sync protocol tells it. Version 1 fills Mode, Size and Mtime only.
type Stat struct {
	Err                 uint32 // a Linux errno, or zero; version 2 only
	Dev, Ino            uint64
	Mode                uint32 // st_mode
	Nlink, UID, GID     uint32
	Size                uint64
	Atime, Mtime, Ctime int64 // seconds since 1970
}

// Sizes of the records behind their ids.
const (
	stat1Size = 12
	stat2Size = 68
)

// AppendStat1 writes mode, size and time as 32 bits each; a size that does not fit is cut, as phones do.
func AppendStat1(b []byte, id string, s Stat) []byte {
	b = append(b, id...)
	for _, v := range [3]uint32{s.Mode, uint32(s.Size), uint32(s.Mtime)} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// AppendStat2 writes the long record.
func AppendStat2(b []byte, id string, s Stat) []byte {
	le := binary.LittleEndian
	b = append(b, id...)
	b = le.AppendUint32(b, s.Err)
	b = le.AppendUint64(b, s.Dev)
	b = le.AppendUint64(b, s.Ino)
	for _, v := range [4]uint32{s.Mode, s.Nlink, s.UID, s.GID} {
		b = le.AppendUint32(b, v)
	}
	b = le.AppendUint64(b, s.Size)
	for _, v := range [3]int64{s.Atime, s.Mtime, s.Ctime} {
		b = le.AppendUint64(b, uint64(v))
	}
	return b
}

// ReadStat1 reads what follows STAT or DENT.
func ReadStat1(r io.Reader) (Stat, error) {
	var b [stat1Size]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return Stat{}, noEOF(err)
	}
	le := binary.LittleEndian
	return Stat{Mode: le.Uint32(b[0:]), Size: uint64(le.Uint32(b[4:])), Mtime: int64(le.Uint32(b[8:]))}, nil
}

// ReadStat2 reads what follows STA2, LST2 or DNT2.
func ReadStat2(r io.Reader) (Stat, error) {
	var b [stat2Size]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return Stat{}, noEOF(err)
	}
	le := binary.LittleEndian
	return Stat{
		Err: le.Uint32(b[0:]), Dev: le.Uint64(b[4:]), Ino: le.Uint64(b[12:]),
		Mode: le.Uint32(b[20:]), Nlink: le.Uint32(b[24:]), UID: le.Uint32(b[28:]), GID: le.Uint32(b[32:]),
		Size:  le.Uint64(b[36:]),
		Atime: int64(le.Uint64(b[44:])), Mtime: int64(le.Uint64(b[52:])), Ctime: int64(le.Uint64(b[60:])),
	}, nil
}

// AppendDent writes one directory entry; long selects version 2.
func AppendDent(b []byte, long bool, s Stat, name string) []byte {
	if long {
		b = AppendStat2(b, SyncDent2, s)
	} else {
		b = AppendStat1(b, SyncDent, s)
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(name)))
	return append(b, name...)
}

// AppendDentDone ends a listing: DONE and a record of zeros.
func AppendDentDone(b []byte, long bool) []byte {
	b = append(b, SyncDone...)
	if long {
		return append(b, make([]byte, stat2Size+4)...)
	}
	return append(b, make([]byte, stat1Size+4)...)
}

// ReadDent reads the next directory entry; done is true at the end of the listing.
func ReadDent(r io.Reader, long bool) (s Stat, name string, done bool, err error) {
	var id [4]byte
	if _, err := io.ReadFull(r, id[:]); err != nil {
		return Stat{}, "", false, noEOF(err)
	}
	want := SyncDent
	if long {
		want = SyncDent2
	}
	if got := string(id[:]); got != want && got != SyncDone {
		return Stat{}, "", false, fmt.Errorf("%w directory entry: id %q", ErrMalformed, got)
	}
	if long {
		s, err = ReadStat2(r)
	} else {
		s, err = ReadStat1(r)
	}
	if err != nil {
		return Stat{}, "", false, err
	}
	var n [4]byte
	if _, err := io.ReadFull(r, n[:]); err != nil {
		return Stat{}, "", false, noEOF(err)
	}
	if string(id[:]) == SyncDone {
		return Stat{}, "", true, nil
	}
	name, err = ReadSyncText(r, binary.LittleEndian.Uint32(n[:]), syncMaxName)
	return s, name, false, err
}

// Seconds gives t as the protocol counts it; the zero time is 0.
func Seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
