package shell

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

// opener opens names for one command: files of the tree, and the devices and descriptors that belong to the command.
type opener struct {
	d              *Device
	con            *console
	stdin          io.Reader
	stdout, stderr io.Writer
	dir            string
}

// errNoTTY is what opening /dev/tty says without a terminal.
var errNoTTY = vfs.ENXIO

func (o opener) open(name string, flag int, perm fs.FileMode) (io.ReadWriteCloser, error) {
	p := absolute(o.dir, name)
	f, err := o.d.Files.Open(shellCred, p, flag, perm)
	if err == nil {
		return f, nil
	}
	if !errors.Is(err, vfs.ENXIO) {
		return nil, err
	}
	info, err := o.d.Files.Stat(shellCred, p)
	if err != nil {
		return nil, err
	}
	return o.device(string(info.Special), flag)
}

// device opens what a special file stands for.
func (o opener) device(kind string, flag int) (io.ReadWriteCloser, error) {
	write := flag&(os.O_WRONLY|os.O_RDWR) != 0
	switch kind {
	case "null":
		return stream{Reader: strings.NewReader(""), Writer: io.Discard}, nil
	case "zero":
		return stream{Reader: zeros{}, Writer: io.Discard}, nil
	case "full":
		return stream{Reader: zeros{}, Writer: full{}}, nil
	case "urandom":
		return stream{Reader: rand.Reader, Writer: io.Discard}, nil
	case "tty":
		if o.con == nil || !o.con.tty {
			return nil, errNoTTY
		}
		return stream{Reader: o.stdin, Writer: o.con.out}, nil
	case "fd0":
		if write {
			return nil, vfs.EACCES
		}
		return stream{Reader: o.stdin, Writer: io.Discard}, nil
	case "fd1":
		return stream{Reader: strings.NewReader(""), Writer: o.stdout}, nil
	case "fd2":
		return stream{Reader: strings.NewReader(""), Writer: o.stderr}, nil
	}
	return nil, vfs.EACCES
}

// stream makes a file of two ends whose closing does nothing.
type stream struct {
	io.Reader
	io.Writer
}

func (stream) Close() error { return nil }

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, vfs.ENOSPC }
