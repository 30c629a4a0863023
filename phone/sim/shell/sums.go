package shell

import (
	"context"
	"crypto/md5"  //nolint:gosec // the command is md5sum
	"crypto/sha1" //nolint:gosec // the command is sha1sum
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"strings"
)

var sums = map[string]func() hash.Hash{
	"md5sum": md5.New, "sha1sum": sha1.New, "sha224sum": sha256.New224, "sha256sum": sha256.New, "sha384sum": sha512.New384, "sha512sum": sha512.New,
}

func sumCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("(status)s(check)cb")
	if !ok {
		return 1
	}
	make := sums[path.Base(p.Args[0])]
	if f.has("c") {
		return p.checkSums(f, make)
	}
	return p.eachFile(f.args, func(name string, r io.Reader) error {
		h := make()
		if _, err := io.CopyBuffer(h, struct{ io.Reader }{r}, make64k()); err != nil {
			return err
		}
		if f.has("b") {
			p.Printf("%x\n", h.Sum(nil))
			return nil
		}
		p.Printf("%x  %s\n", h.Sum(nil), name)
		return nil
	})
}

func make64k() []byte { return make([]byte, 64<<10) }

func (p *Proc) checkSums(f flags, make func() hash.Hash) int {
	bad := 0
	status := p.eachFile(f.args, func(_ string, r io.Reader) error {
		return eachLine(r, func(line []byte, _ bool) bool {
			want, name, ok := strings.Cut(string(line), " ")
			name = strings.TrimLeft(name, " *")
			if !ok {
				return true
			}
			word := "OK"
			h := make()
			in, err := p.open(name)
			if err == nil {
				_, err = io.Copy(h, in)
				_ = in.Close()
			}
			if err != nil || fmt.Sprintf("%x", h.Sum(nil)) != strings.ToLower(want) {
				word = "FAILED"
				bad++
			}
			if !f.has("s") {
				p.Printf("%s: %s\n", name, word)
			}
			return true
		})
	})
	if bad > 0 {
		return 1
	}
	return status
}

func cksumCommand(_ context.Context, p *Proc) int {
	return p.eachFile(p.Args[1:], func(name string, r io.Reader) error {
		b, err := io.ReadAll(io.LimitReader(r, 256<<20))
		crc := uint32(0)
		feed := func(c byte) {
			crc ^= uint32(c) << 24
			for range 8 {
				if crc&0x80000000 != 0 {
					crc = crc<<1 ^ 0x04c11db7
				} else {
					crc <<= 1
				}
			}
		}
		for _, c := range b {
			feed(c)
		}
		for n := len(b); n > 0; n >>= 8 {
			feed(byte(n))
		}
		p.Printf("%d %d %s\n", ^crc, len(b), name)
		return err
	})
}

func base64Command(_ context.Context, p *Proc) int {
	f, ok := p.parse("diw:")
	if !ok {
		return 1
	}
	return p.eachFile(f.args, func(_ string, r io.Reader) error {
		if f.has("d") {
			all, err := io.ReadAll(io.LimitReader(r, 256<<20))
			if err != nil {
				return err
			}
			out, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(all)), ""))
			_, _ = p.Stdout.Write(out)
			if err != nil {
				p.fail("bad input")
			}
			return err
		}
		all, err := io.ReadAll(io.LimitReader(r, 256<<20))
		text := base64.StdEncoding.EncodeToString(all)
		width := f.num("w", 76)
		for width > 0 && len(text) > width {
			p.Println(text[:width])
			text = text[width:]
		}
		if text != "" {
			p.Println(text)
		}
		return err
	})
}

// xxdCommand is toybox xxd without reversal.
func xxdCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("c:l:o:g:iprs:")
	if !ok {
		return 1
	}
	cols := f.num("c", 16)
	return p.eachFile(f.args, func(_ string, r io.Reader) error {
		all, err := io.ReadAll(io.LimitReader(r, 64<<20))
		all = all[min(len(all), f.num("s", 0)):]
		all = all[:min(len(all), f.num("l", len(all)))]
		for at := 0; at < len(all); at += cols {
			row := all[at:min(len(all), at+cols)]
			if f.has("p") {
				p.Printf("%x\n", row)
				continue
			}
			var hex, text strings.Builder
			for i, c := range row {
				fmt.Fprintf(&hex, "%02x", c)
				if i%2 == 1 {
					hex.WriteByte(' ')
				}
				if c < 32 || c > 126 {
					c = '.'
				}
				text.WriteByte(c)
			}
			p.Printf("%08x: %-*s %s\n", at, cols*5/2, hex.String(), text.String())
		}
		return err
	})
}

// ddCommand is toybox dd.
func ddCommand(ctx context.Context, p *Proc) int {
	opt := map[string]string{"bs": "512", "count": "-1", "skip": "0", "seek": "0", "conv": "", "status": ""}
	for _, a := range p.Args[1:] {
		k, v, ok := strings.Cut(a, "=")
		if !ok {
			return p.fail("bad arg %s", a)
		}
		opt[k] = v
	}
	bs, ok1 := size(opt["bs"])
	skip, ok2 := size(opt["skip"])
	seek, ok3 := size(opt["seek"])
	count, ok4 := size(opt["count"])
	if !ok1 || !ok2 || !ok3 || !ok4 || bs < 1 || bs > 256<<20 {
		return p.fail("bad number")
	}
	in, out, status := p.ddFiles(opt, seek*bs)
	if status != 0 {
		return status
	}
	defer in.Close()
	if s, ok := in.(io.Seeker); ok {
		_, _ = s.Seek(skip*bs, io.SeekStart)
	} else {
		_, _ = io.CopyN(io.Discard, in, skip*bs)
	}
	began := p.d.w.Uptime()
	b := make([]byte, bs)
	var total, fullIn, partIn int64
	for n := int64(0); n != count && ctx.Err() == nil; n++ {
		k, err := io.ReadFull(in, b)
		if _, werr := out.Write(b[:k]); werr != nil {
			_ = out.Close()
			return p.fail("%s: write error: %v", opt["of"], werr)
		}
		total += int64(k)
		if int64(k) == bs {
			fullIn++
		} else if k > 0 {
			partIn++
		}
		if err != nil {
			break
		}
	}
	_ = out.Close()
	if opt["status"] != "none" {
		secs := max((p.d.w.Uptime() - began).Seconds(), 0.001)
		p.Errf("%d+%d records in\n%d+%d records out\n%d bytes (%s) copied, %.3f s, %s/s\n", fullIn, partIn, fullIn, partIn, total, human(total, true), secs, human(int64(float64(total)/secs), true))
	}
	return 0
}

// ddFiles opens what dd reads and writes.
func (p *Proc) ddFiles(opt map[string]string, seek int64) (io.ReadCloser, io.WriteCloser, int) {
	in, out := io.NopCloser(p.Stdin), io.WriteCloser(stream{Writer: p.Stdout})
	if opt["if"] != "" {
		f, err := p.open(opt["if"])
		if err != nil {
			return nil, nil, p.fail("%s: %v", opt["if"], err)
		}
		in = f
	}
	if opt["of"] != "" {
		flag := os.O_WRONLY | os.O_CREATE
		if !strings.Contains(opt["conv"], "notrunc") && seek == 0 {
			flag |= os.O_TRUNC
		}
		f, err := p.openFlags(opt["of"], flag, 0o666)
		if err != nil {
			return nil, nil, p.fail("%s: %v", opt["of"], err)
		}
		if s, ok := f.(io.Seeker); ok {
			_, _ = s.Seek(seek, io.SeekStart)
		}
		out = f
	}
	return in, out, 0
}
