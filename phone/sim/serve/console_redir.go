package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
)

func redirCommands() []command {
	return []command{
		{name: "list", help: "list current redirections", run: (*console).redirList},
		{name: "add", help: "add new redirection", run: (*console).redirAdd},
		{name: "del", help: "remove existing redirection", run: (*console).redirDel},
	}
}

// redirection leads a port of the computer to one of the phone.
type redirection struct {
	host, guest int
	end         context.CancelFunc
}

func (t *console) redirList(string) error {
	t.d.mu.Lock()
	defer t.d.mu.Unlock()
	if len(t.d.redirections) == 0 {
		t.print("no active redirections")
		return nil
	}
	for _, r := range t.d.redirections {
		t.print(fmt.Sprintf("tcp:%-5d => %-5d", r.host, r.guest))
	}
	return nil
}

const badRedirection = koError("bad redirection format, try (tcp|udp):hostport:guestport")

func (t *console) redirAdd(rest string) error {
	f := strings.Split(rest, ":")
	if len(f) != 3 {
		return badRedirection
	}
	host, err1 := strconv.Atoi(f[1])
	guest, err2 := strconv.Atoi(f[2])
	switch {
	case err1 != nil || err2 != nil || host < 1 || guest < 1 || host > 65535 || guest > 65535:
		return badRedirection
	case f[0] == "udp":
		return koError("udp redirections are not available on this device")
	case f[0] != "tcp":
		return badRedirection
	}
	t.d.mu.Lock()
	defer t.d.mu.Unlock()
	if slices.ContainsFunc(t.d.redirections, func(r redirection) bool { return r.host == host }) {
		return koError("host port already active, use 'redir del' to remove first")
	}
	l, err := listen(t.d.life, "", host)
	if err != nil {
		return koError("can't setup redirection, port probably used by another program on host")
	}
	ctx, end := context.WithCancel(t.d.life)
	t.d.redirections = append(t.d.redirections, redirection{host, guest, end})
	t.d.helpers.Go(func() { t.d.redirect(ctx, l, guest) })
	return nil
}

func (t *console) redirDel(rest string) error {
	kind, text, _ := strings.Cut(rest, ":")
	host, err := strconv.Atoi(text)
	if kind != "tcp" || err != nil {
		return koError("bad format, try (tcp|udp):hostport")
	}
	t.d.mu.Lock()
	defer t.d.mu.Unlock()
	i := slices.IndexFunc(t.d.redirections, func(r redirection) bool { return r.host == host })
	if i < 0 {
		return koError(fmt.Sprintf("can't remove unknown redirection (tcp:%d)", host))
	}
	t.d.redirections[i].end()
	t.d.redirections = slices.Delete(t.d.redirections, i, i+1)
	return nil
}

// redirect passes connections on until ctx ends.
func (d *device) redirect(ctx context.Context, l net.Listener, guest int) {
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	defer l.Close()
	var open sync.WaitGroup
	defer open.Wait()
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		open.Go(func() {
			defer c.Close()
			far, err := d.sockets.dial(ctx, fmt.Sprintf("tcp:%d", guest))
			if err != nil {
				return
			}
			defer far.Close()
			defer context.AfterFunc(ctx, func() { _, _ = c.Close(), far.Close() })()
			open.Go(func() {
				_, _ = io.Copy(far, c)
				_ = far.Close()
			})
			_, _ = io.Copy(c, far)
		})
	}
}
