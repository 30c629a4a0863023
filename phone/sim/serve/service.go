package serve

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/phone/sim/world"
)

// service answers what is neither shell, sync, reverse nor a socket (adb-protocol.md A5).
func (d *device) service(ctx context.Context, name string, c io.ReadWriter) error {
	kind, arg, _ := strings.Cut(name, ":")
	switch kind {
	case "abb_exec":
		d.phone.World().Note(world.Event{Kind: "command", Text: "cmd " + strings.ReplaceAll(arg, "\x00", " ")})
		d.phone.Device().Exec(ctx, append([]string{"cmd"}, strings.Split(arg, "\x00")...), c, c, c)
		return nil
	case "reboot":
		d.reboot()
		return nil
	case "root":
		return answer(c, "adbd cannot run as root in production builds\n")
	case "unroot":
		return answer(c, "adbd not running as root\n")
	case "remount":
		return answer(c, "Not running as root. Try \"adb root\" first.\n")
	case "tcpip":
		return d.tcpip(c, arg)
	case "usb":
		defer d.dropSoon()
		return answer(c, "restarting in USB mode\n")
	case "reconnect":
		defer d.dropSoon()
		return answer(c, "done")
	case "framebuffer":
		return d.framebuffer(c)
	case "jdwp":
		return answer(c, d.debuggable())
	case "track-jdwp":
		list := d.debuggable()
		if err := answer(c, fmt.Sprintf("%04x%s", len(list), list)); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	case "sink":
		n, _ := strconv.ParseInt(arg, 10, 64)
		_, err := io.CopyN(io.Discard, c, n)
		return err
	case "source":
		n, _ := strconv.ParseInt(arg, 10, 64)
		_, err := io.CopyN(c, zeros{}, n)
		return err
	}
	return adbd.ErrRefused
}

func answer(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// tcpip restarts adbd; the phone goes on listening at its own port whatever the host asks for.
func (d *device) tcpip(c io.Writer, arg string) error {
	port, err := strconv.Atoi(arg)
	if err != nil || port <= 0 || port > 65535 {
		return answer(c, "invalid port "+arg+"\n")
	}
	defer d.dropSoon()
	return answer(c, fmt.Sprintf("restarting in TCP mode port: %d\n", port))
}

// dropSoon closes the transports once the answer is out.
func (d *device) dropSoon() { time.AfterFunc(rebootGrace, d.adbd.Disconnect) }

// framebuffer sends one picture behind a header of version 2 (adb-protocol.md A8).
func (d *device) framebuffer(c io.Writer) error {
	img, _ := d.phone.World().Screen()
	size := img.Bounds().Size()
	var head []byte
	for _, v := range []int{2, 32, 0, size.X * size.Y * 4, size.X, size.Y, 0, 8, 16, 8, 8, 8, 24, 8} {
		head = binary.LittleEndian.AppendUint32(head, uint32(v))
	}
	if _, err := c.Write(head); err != nil {
		return err
	}
	for y := range size.Y {
		row := img.Pix[y*img.Stride:]
		if _, err := c.Write(row[:4*size.X]); err != nil {
			return err
		}
	}
	return nil
}

// debuggable lists the processes that a debugger may attach to, one a line.
func (d *device) debuggable() string {
	w := d.phone.World()
	var b strings.Builder
	for _, p := range w.Processes() {
		if pkg, ok := w.Package(p.Package); ok && pkg.Debuggable {
			fmt.Fprintf(&b, "%d\n", p.PID)
		}
	}
	return b.String()
}
