package shell

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

// stub writes pictures that say their size.
type stub struct{ n int }

func (s *stub) Encode(img *image.RGBA, _ bool) (config, data []byte, key bool, err error) {
	s.n++
	if s.n == 1 {
		return []byte("\x00\x00\x00\x01\x67\x42\xc0\x28x\x00\x00\x00\x01\x68y"), []byte("\x00\x00\x00\x01\x65picture"), true, nil
	}
	return nil, []byte("\x00\x00\x00\x01\x41p"), false, nil
}

// boxes finds the contents of an MP4's boxes by their path: "moov/trak/mdia".
func boxes(b []byte, path string) []byte {
	want, rest, more := strings.Cut(path, "/")
	for len(b) >= 8 {
		n, head := uint64(binary.BigEndian.Uint32(b)), uint64(8)
		if n == 1 {
			n, head = binary.BigEndian.Uint64(b[8:]), 16
		}
		if n < head || n > uint64(len(b)) {
			return nil
		}
		if string(b[4:8]) == want {
			if more {
				return boxes(b[head:n], rest)
			}
			return b[head:n]
		}
		b = b[n:]
	}
	return nil
}

func TestScreenrecord(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := world.New(world.Options{Seed: 1, Apps: apps.All()})
		d := New(w, Options{Encoder: func() VideoEncoder { return &stub{} }})
		defer func() { _, _ = d.Close(), w.Close() }()
		go func() {
			time.Sleep(2 * time.Second)
			w.ExpandNotifications()
		}()
		began := time.Now()
		if out, errs, status := sh(t, d, "screenrecord --size 540x1200 --bit-rate 4M --time-limit 5 /sdcard/a.mp4"); out+errs != "" || status != 0 {
			t.Fatalf("%q %q %d", out, errs, status)
		}
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("took %v", took)
		}
		file, err := d.read("/sdcard/a.mp4")
		if err != nil {
			t.Fatal(err)
		}
		if mdat := boxes(file, "mdat"); !bytes.HasPrefix(mdat, []byte("\x00\x00\x00\x08\x65picture\x00\x00\x00\x02\x41p")) {
			t.Errorf("pictures: %.60q", mdat)
		}
		if mdhd := boxes(file, "moov/trak/mdia/mdhd"); len(mdhd) < 20 || binary.BigEndian.Uint32(mdhd[16:]) != 5*mp4Scale {
			t.Errorf("length: %x", mdhd)
		}
		stbl := boxes(file, "moov/trak/mdia/minf/stbl")
		n := binary.BigEndian.Uint32(boxes(stbl, "stsz")[8:])
		if n < 2 || int(n)*8+8 != len(boxes(stbl, "stts")) || int(n)*4+12 != len(boxes(stbl, "stsz")) {
			t.Errorf("%d pictures, %d bytes of times", n, len(boxes(stbl, "stts")))
		}
		if !bytes.Contains(boxes(stbl, "stsd"), []byte("avcC\x01\x42\xc0\x28\xff\xe1\x00\x05\x67\x42\xc0\x28x\x01\x00\x02\x68y")) {
			t.Errorf("parameter sets: %q", boxes(stbl, "stsd"))
		}
	})
}

// TestScreenrecordEnds: an interrupt closes the file, a kill leaves one without an index.
func TestScreenrecordEnds(t *testing.T) {
	t.Parallel()
	for sig, want := range map[string]bool{"INT": true, "KILL": false} {
		synctest.Test(t, func(t *testing.T) {
			w := world.New(world.Options{Seed: 1, Apps: apps.All()})
			d := New(w, Options{Encoder: func() VideoEncoder { return &stub{} }})
			defer func() { _, _ = d.Close(), w.Close() }()
			sh(t, d, "screenrecord /sdcard/a.mp4 >/dev/null 2>&1 & sleep 3; pkill -"+sig+" screenrecord; sleep 1")
			file, _ := d.read("/sdcard/a.mp4")
			if got := boxes(file, "moov") != nil; got != want || len(file) < 48 {
				t.Errorf("%s: index %t, want %t; %d bytes", sig, got, want, len(file))
			}
		})
	}
}

func TestScreenrecordRefuses(t *testing.T) {
	t.Parallel()
	d := start(t, world.Options{}, Options{Encoder: func() VideoEncoder { return &stub{} }})
	for line, want := range map[string]string{
		"screenrecord":                                 "Must specify output file (see --help).\n",
		"screenrecord --size big /sdcard/a.mp4":        "Invalid size 'big', must be width x height\n",
		"screenrecord --time-limit -1 /sdcard/a.mp4":   "Time limit -1s outside acceptable range [1,180]\n",
		"screenrecord --time-limit 1 /system/a.mp4":    "Unable to open '/system/a.mp4': Read-only file system\n",
		"screenrecord --output-format=x /sdcard/a.mp4": "Unknown format 'x'\n",
		"screenrecord --nosuch /sdcard/a.mp4":          "screenrecord: unrecognized option `--nosuch'\n",
	} {
		if out, errs, status := sh(t, d, line); out != "" || !strings.HasPrefix(errs, want) || status == 0 {
			t.Errorf("%s: %q %q %d", line, out, errs, status)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var out bytes.Buffer
	d.Run(ctx, "screenrecord --output-format=h264 -", nil, &out, nil)
	if !bytes.HasPrefix(out.Bytes(), []byte("\x00\x00\x00\x01\x67")) {
		t.Errorf("stream: %.40q", out.Bytes())
	}
}
