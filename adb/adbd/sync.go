package adbd

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// syncConn is one sync: stream. Requests follow each other until QUIT or the end.
type syncConn struct {
	banner Banner
	files  FileSystem
	r      *bufio.Reader
	w      *bufio.Writer
}

// serveSync answers the file protocol (adb-protocol A7).
func (t *conn) serveSync(s *stream) {
	if t.d.Files == nil {
		s.refuse()
		return
	}
	s.accept()
	c := syncConn{t.d.Banner, t.d.Files, bufio.NewReaderSize(s, 64<<10), bufio.NewWriterSize(s, 256<<10)}
	for {
		more := c.request()
		if c.w.Flush() != nil || !more {
			return
		}
	}
}

// needs names the feature behind each request of version 2.
var needs = map[string]string{
	wire.SyncStat2: "stat_v2", wire.SyncLstat2: "stat_v2", wire.SyncList2: "ls_v2",
	wire.SyncSend2: "sendrecv_v2", wire.SyncRecv2: "sendrecv_v2",
}

// request answers one request and reports whether another may follow.
func (c *syncConn) request() bool {
	head, err := wire.ReadSyncHead(c.r)
	if err != nil || head.ID == wire.SyncQuit {
		return false
	}
	if head.N > wire.SyncMaxPath {
		return c.fail("path too long")
	}
	name, err := wire.ReadSyncText(c.r, head.N, wire.SyncMaxPath)
	if err != nil {
		return false
	}
	if feature := needs[head.ID]; feature != "" && !c.banner.Has(feature) {
		return c.unknown(head.ID)
	}
	switch head.ID {
	case wire.SyncStat:
		return c.stat1(name)
	case wire.SyncStat2:
		return c.stat2(head.ID, name, c.files.Stat)
	case wire.SyncLstat2:
		return c.stat2(head.ID, name, c.files.Lstat)
	case wire.SyncList, wire.SyncList2:
		return c.list(name, head.ID == wire.SyncList2)
	case wire.SyncRecv:
		return c.recv(name)
	case wire.SyncRecv2:
		return c.recv2(name)
	case wire.SyncSend:
		return c.send1(name)
	case wire.SyncSend2:
		return c.send2(name)
	}
	return c.unknown(head.ID)
}

// fail answers FAIL; the stream cannot go on.
func (c *syncConn) fail(text string) bool {
	c.w.Write(wire.AppendSyncRequest(nil, wire.SyncFail, text))
	return false
}

func (c *syncConn) unknown(id string) bool {
	return c.fail(fmt.Sprintf("unknown command %08x", uint32(id[0])|uint32(id[1])<<8|uint32(id[2])<<16|uint32(id[3])<<24))
}

func (c *syncConn) stat1(name string) bool {
	info, err := c.files.Lstat(name)
	if err != nil {
		info = FileInfo{}
	}
	c.w.Write(wire.AppendStat1(nil, wire.SyncStat, info.wire()))
	return true
}

func (c *syncConn) stat2(id, name string, stat func(string) (FileInfo, error)) bool {
	info, err := stat(name)
	s := info.wire()
	if err != nil {
		s = wire.Stat{Err: errNumber(err)}
	}
	c.w.Write(wire.AppendStat2(nil, id, s))
	return true
}

// list writes a directory; what cannot be read gives an empty one.
func (c *syncConn) list(name string, long bool) bool {
	if entries, err := c.files.ReadDir(name); err == nil {
		for _, dots := range []string{".", ".."} {
			if info, err := c.files.Stat(path.Join(name, dots)); err == nil {
				c.w.Write(wire.AppendDent(nil, long, info.wire(), dots))
			}
		}
		for _, info := range entries {
			c.w.Write(wire.AppendDent(nil, long, info.wire(), info.Name))
		}
	}
	c.w.Write(wire.AppendDentDone(nil, long))
	return true
}

func (info FileInfo) wire() wire.Stat {
	return wire.Stat{
		Dev: info.Dev, Ino: info.Ino, Mode: info.Mode, Nlink: info.Nlink, UID: info.UID, GID: info.GID, Size: uint64(info.Size),
		Atime: wire.Seconds(info.Atime), Mtime: wire.Seconds(info.Mtime), Ctime: wire.Seconds(info.Ctime),
	}
}

// recv2 reads the flags and answers as recv.
func (c *syncConn) recv2(name string) bool {
	head, err := wire.ReadSyncHead(c.r)
	if err != nil {
		return false
	}
	if head.ID != wire.SyncRecv2 || head.N != 0 {
		return c.fail(fmt.Sprintf("unknown flags: %d", head.N))
	}
	return c.recv(name)
}

// recv sends a file.
func (c *syncConn) recv(name string) bool {
	f, err := c.files.Open(name)
	if err != nil {
		return c.fail("open failed: " + errText(err))
	}
	defer f.Close()
	buf := make([]byte, wire.SyncMaxData)
	for {
		n, err := io.ReadFull(f, buf)
		if n > 0 {
			c.w.Write(wire.AppendSyncHead(nil, wire.SyncData, uint32(n)))
			if _, err := c.w.Write(buf[:n]); err != nil {
				return false
			}
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			c.w.Write(wire.AppendSyncHead(nil, wire.SyncDone, 0))
			return true
		default:
			return c.fail("read failed: " + errText(err))
		}
	}
}

// send1 reads "path,mode" with the mode in decimal.
func (c *syncConn) send1(spec string) bool {
	comma := strings.LastIndexByte(spec, ',')
	if comma < 0 {
		return c.drain("missing , in ID_SEND")
	}
	mode, err := strconv.ParseUint(spec[comma+1:], 0, 32)
	if err != nil {
		return c.drain("bad mode")
	}
	return c.receive(spec[:comma], uint32(mode))
}

// send2 reads the mode and flags that follow the path.
func (c *syncConn) send2(name string) bool {
	head, err := wire.ReadSyncHead(c.r)
	if err != nil {
		return false
	}
	var flags [4]byte
	if _, err := io.ReadFull(c.r, flags[:]); err != nil {
		return false
	}
	if head.ID != wire.SyncSend2 || flags != [4]byte{} {
		return c.drain(fmt.Sprintf("unknown flags: %d", uint32(flags[0])|uint32(flags[1])<<8|uint32(flags[2])<<16|uint32(flags[3])<<24))
	}
	return c.receive(name, head.N)
}

// receive takes a file or a symbolic link.
func (c *syncConn) receive(name string, mode uint32) bool {
	if err := c.files.MkdirAll(path.Dir(name)); err != nil {
		return c.drain("secure_mkdirs failed: " + errText(err))
	}
	if mode&wire.ModeType == wire.ModeSymlink {
		return c.receiveLink(name)
	}
	up, err := c.files.Create(name, mode&0o777)
	if err != nil {
		return c.drain("couldn't create file: " + errText(err))
	}
	mtime, failure, ended := c.data(up)
	switch {
	case ended:
		up.Abort() // the host is gone in the middle
		return false
	case failure != nil:
		up.Abort()
		return c.drain("write failed: " + errText(failure))
	}
	if err := up.Close(mtime); err != nil {
		return c.fail("close failed: " + errText(err))
	}
	c.w.Write(wire.AppendSyncHead(nil, wire.SyncOkay, 0))
	return true
}

// receiveLink makes a symbolic link; its target is the data.
func (c *syncConn) receiveLink(name string) bool {
	var target limitedBuffer
	_, failure, ended := c.data(&target)
	switch {
	case ended:
		return false
	case failure != nil:
		return c.drain("symlink failed: " + errText(failure))
	}
	if err := c.files.Symlink(strings.TrimRight(string(target), "\x00"), name); err != nil {
		return c.fail("symlink failed: " + errText(err))
	}
	c.w.Write(wire.AppendSyncHead(nil, wire.SyncOkay, 0))
	return true
}

// data copies DATA until DONE. failure is w's; ended means that the host is gone or broke the protocol.
func (c *syncConn) data(w io.Writer) (mtime time.Time, failure error, ended bool) {
	buf := make([]byte, wire.SyncMaxData)
	for {
		head, err := wire.ReadSyncHead(c.r)
		switch {
		case err != nil:
			return time.Time{}, nil, true
		case head.ID == wire.SyncDone:
			return time.Unix(int64(head.N), 0), nil, false
		case head.ID != wire.SyncData:
			c.fail("invalid data message")
			return time.Time{}, nil, true
		case head.N > wire.SyncMaxData:
			c.fail("oversize data message")
			return time.Time{}, nil, true
		}
		if _, err := io.ReadFull(c.r, buf[:head.N]); err != nil {
			return time.Time{}, nil, true
		}
		if _, err := w.Write(buf[:head.N]); err != nil {
			return time.Time{}, err, false
		}
	}
}

// drain answers FAIL at once and then reads what the host still sends until DONE: a host that finds the stream closed while it
// writes would lose the message.
func (c *syncConn) drain(text string) bool {
	c.fail(text)
	if c.w.Flush() == nil {
		c.data(io.Discard)
	}
	return false
}

// limitedBuffer keeps as much as a link's target may have.
type limitedBuffer []byte

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if len(*b)+len(p) > wire.SyncMaxPath {
		return 0, errTooLong
	}
	*b = append(*b, p...)
	return len(p), nil
}
