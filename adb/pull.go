package adb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Pull copies the file at from into w. progress, when not nil, is told the bytes so far and the size the phone gave before
// (-1 unknown). ctx bounds the copy, and every stop of more than a minute ends it with ErrTimeout.
func (d *Device) Pull(ctx context.Context, from string, w io.Writer, progress func(done, total int64)) error {
	if err := checkPath("pull", from); err != nil {
		return err
	}
	s, err := d.openSync(ctx)
	if err != nil {
		return fileOp("pull", from, err)
	}
	defer s.Close()
	total := int64(-1)
	if progress != nil {
		err := s.exchange(ctx, d.client.timeout(), func() error {
			info, err := s.stat(from)
			if err == nil {
				total = info.Size
			}
			return err
		})
		if err != nil {
			return fileOp("pull", from, pullError(from, err))
		}
	}
	return fileOp("pull", from, s.exchange(ctx, 0, func() error { return s.pull(from, w, total, progress) }))
}

// pullError makes a failed stat a failed pull.
func pullError(from string, err error) error {
	if e, ok := errors.AsType[*FileError](err); ok {
		return &FileError{Op: "pull", Path: from, Text: e.Text, Err: e.Err}
	}
	return err
}

func (s *fileSync) pull(from string, w io.Writer, total int64, progress func(done, total int64)) error {
	request := wire.AppendSyncRequest(nil, wire.SyncRecv, from)
	if s.features["sendrecv_v2"] {
		request = wire.AppendSyncRequest(nil, wire.SyncRecv2, from)
		request = wire.AppendSyncHead(request, wire.SyncRecv2, 0) // no compression
	}
	if _, err := s.Write(request); err != nil {
		return err
	}
	buf := make([]byte, wire.SyncMaxData)
	for done := int64(0); ; {
		s.SetReadDeadline(time.Now().Add(stallLimit))
		head, err := wire.ReadSyncHead(s.r)
		if err != nil {
			return err
		}
		switch head.ID {
		case wire.SyncDone:
			return nil
		case wire.SyncFail:
			text, err := wire.ReadSyncFail(s.r, head.N)
			if err != nil {
				return err
			}
			return newFileError("pull", from, text)
		case wire.SyncData:
		default:
			return fmt.Errorf("%w sync answer %q to a pull", wire.ErrMalformed, head.ID)
		}
		if head.N > wire.SyncMaxData {
			return fmt.Errorf("%w sync data: %d bytes, the limit is %d", wire.ErrMalformed, head.N, wire.SyncMaxData)
		}
		data := buf[:head.N]
		if _, err := io.ReadFull(s.r, data); err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return &localError{err}
		}
		done += int64(head.N)
		if progress != nil {
			progress(done, total)
		}
	}
}
