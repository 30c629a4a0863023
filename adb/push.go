package adb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Push copies r into the file to on the phone, making missing directories. size is checked against what r gives; -1 means
// unknown. mode holds the permission bits (0 means 0644; phones apply their own mask), or fs.ModeSymlink with the target as
// content. A zero mtime means now. progress, when not nil, is told the bytes so far and size. ctx bounds the copy, and a
// stop of more than a minute ends it with ErrTimeout.
//
// A push that ends early leaves no half file: the phone removes what it was not told to keep. A refusal is a *FileError with
// the phone's words.
func (d *Device) Push(ctx context.Context, r io.Reader, size int64, to string, mode fs.FileMode, mtime time.Time, progress func(done, total int64)) error {
	if err := checkPath("push", to); err != nil {
		return err
	}
	if mode == 0 {
		mode = 0o644
	}
	if mtime.IsZero() {
		mtime = time.Now()
	}
	s, err := d.openSync(ctx)
	if err != nil {
		return fileOp("push", to, err)
	}
	defer s.Close()
	p := push{fileSync: s, to: to, size: size, progress: progress, answer: make(chan error, 1)}
	return fileOp("push", to, s.exchange(ctx, 0, func() error {
		return p.run(r, wire.UnixMode(mode), uint32(wire.Seconds(mtime)))
	}))
}

// push is one file on its way. The phone may refuse it at any moment and then takes and drops what still comes, so its
// answer is read beside the writing.
type push struct {
	*fileSync
	to       string
	size     int64
	progress func(done, total int64)
	answer   chan error // receives one: the phone's answer
}

// refusalTime is how long a broken push waits for the words of the phone that broke it.
const refusalTime = time.Second

func (p *push) run(r io.Reader, mode, mtime uint32) error {
	go func() { p.answer <- p.readAnswer() }()
	answered, err := p.sendAll(r, mode, mtime)
	switch _, local := errors.AsType[*localError](err); {
	case answered:
		return err
	case local:
		p.Close() // without DONE: the phone removes the file
		<-p.answer
		return err
	case err != nil:
		p.SetReadDeadline(time.Now().Add(refusalTime))
		if refusal, ok := errors.AsType[*FileError](<-p.answer); ok {
			return refusal
		}
		return err
	}
	p.SetReadDeadline(time.Now().Add(stallLimit))
	return <-p.answer
}

// sendAll writes the request, the data and DONE. answered is true when the phone spoke first; err is its answer then.
func (p *push) sendAll(r io.Reader, mode, mtime uint32) (answered bool, err error) {
	if err := p.send(p.begin(mode)); err != nil {
		return false, err
	}
	const headSize = 8
	buf := make([]byte, wire.SyncMaxData)
	for done := int64(0); ; {
		select {
		case err := <-p.answer:
			return true, early(err)
		default:
		}
		n, readErr := io.ReadFull(r, buf[headSize:])
		if n > 0 {
			wire.AppendSyncHead(buf[:0], wire.SyncData, uint32(n))
			if err := p.send(buf[:headSize+n]); err != nil {
				return false, err
			}
			if done += int64(n); p.progress != nil {
				p.progress(done, p.size)
			}
		}
		switch {
		case readErr == nil && (p.size < 0 || done <= p.size):
			continue
		case readErr != nil && readErr != io.EOF && readErr != io.ErrUnexpectedEOF:
			return false, &localError{readErr}
		case p.size >= 0 && done != p.size:
			return false, &localError{fmt.Errorf("the source gave %d bytes or more instead of %d", done, p.size)}
		}
		return false, p.send(wire.AppendSyncHead(nil, wire.SyncDone, mtime))
	}
}

// begin is the request that comes before the data.
func (p *push) begin(mode uint32) []byte {
	if p.features["sendrecv_v2"] {
		b := wire.AppendSyncRequest(nil, wire.SyncSend2, p.to)
		b = wire.AppendSyncHead(b, wire.SyncSend2, mode)
		return append(b, 0, 0, 0, 0) // flags: no compression
	}
	return wire.AppendSyncRequest(nil, wire.SyncSend, p.to+","+strconv.FormatUint(uint64(mode), 10))
}

func (p *push) send(b []byte) error {
	p.SetWriteDeadline(time.Now().Add(stallLimit))
	_, err := p.Write(b)
	return err
}

// readAnswer waits for OKAY or FAIL.
func (p *push) readAnswer() error {
	head, err := wire.ReadSyncHead(p.r)
	if err != nil {
		return err
	}
	switch head.ID {
	case wire.SyncOkay:
		return nil
	case wire.SyncFail:
		text, err := wire.ReadSyncFail(p.r, head.N)
		if err != nil {
			return err
		}
		return newFileError("push", p.to, text)
	}
	return fmt.Errorf("%w sync answer %q to a push", wire.ErrMalformed, head.ID)
}

// early makes an answer before the end an error in any case.
func early(err error) error {
	if err == nil {
		return fmt.Errorf("%w push: the phone answered before the end", wire.ErrMalformed)
	}
	return err
}
