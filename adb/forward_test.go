package adb_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
)

func unauthorized() adbd.Faults { return adbd.Faults{Unauthorized: true} }

// echo answers every connection with what it sends, until the listener is closed.
func echo(t *testing.T, l net.Listener) {
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				io.Copy(c, c)
				c.Close()
			}()
		}
	}()
}

// ping sends 200 kB through a connection and wants it back.
func ping(t *testing.T, c net.Conn, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	data := noise(200_000)
	go c.Write(data)
	back := make([]byte, len(data))
	if _, err := io.ReadFull(c, back); err != nil || string(back) != string(data) {
		t.Errorf("came back wrong: %v", err)
	}
}

func TestForward_F027(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		echo(t, p.ListenAbstract(t, "echo"))
		port, err := d.Forward(soon(t), "tcp:0", "localabstract:echo")
		if err != nil || port == 0 {
			t.Fatalf("port %d, %v", port, err)
		}
		local := fmt.Sprintf("tcp:%d", port)
		c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		ping(t, c, err)
		list, err := d.Forwards(soon(t))
		if err != nil || len(list) != 1 || list[0] != (adb.Forward{Serial: d.Serial(), Local: local, Remote: "localabstract:echo"}) {
			t.Errorf("list %+v, %v", list, err)
		}
		if _, err := d.Forward(soon(t), local, "localabstract:other"); !errors.Is(err, adb.ErrAddrInUse) {
			t.Errorf("taking it over: %v", err)
		}
		if err := d.KillForward(soon(t), local); err != nil {
			t.Error(err)
		}
		if err := d.KillForward(soon(t), local); err == nil {
			t.Error("removed twice")
		}
	})
}

func TestDialLocal(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		echo(t, p.ListenAbstract(t, "scrcpy_0a"))
		c, err := d.DialLocal(soon(t), "scrcpy_0a")
		ping(t, c, err)
		if _, err := d.DialLocal(soon(t), "nosuch"); !errors.Is(err, adb.ErrRefused) {
			t.Errorf("nobody listens: %v", err)
		}
	})
}

func TestReverse(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		echo(t, l)
		_, port, _ := net.SplitHostPort(l.Addr().String())
		if err := d.Reverse(soon(t), "localabstract:back", "tcp:"+port); err != nil {
			t.Fatal(err)
		}
		c, err := p.DialAbstract("back")
		ping(t, c, err)
		list, err := d.Reverses(soon(t))
		if err != nil || len(list) != 1 || list[0].Remote != "localabstract:back" || list[0].Local != "tcp:"+port {
			t.Errorf("list %+v, %v", list, err)
		}
		if err := d.KillReverse(soon(t), "localabstract:back"); err != nil {
			t.Error(err)
		}
		if err := d.KillReverse(soon(t), "localabstract:back"); err == nil {
			t.Error("removed twice")
		}
		if c, err := p.DialAbstract("back"); err == nil {
			c.Close()
			t.Error("the listener is still there")
		}
	})
}

func TestText_TCPIP_DV04(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		if text, err := d.Text(soon(t), "tcpip:5555"); err != nil || text != "restarting in TCP mode port: 5555\n" {
			t.Errorf("got %q, %v", text, err)
		}
		if _, err := d.Text(soon(t), "root:"); !errors.Is(err, adb.ErrRefused) {
			t.Errorf("root: %v", err)
		}
	})
}
