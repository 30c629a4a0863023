package adbd

import (
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// helloTime is how long a host may take to say the first word.
const helloTime = 30 * time.Second

// hello answers CNXN. A second one on a live transport starts it anew.
func (t *conn) hello(m wire.Message) error {
	t.raw.SetReadDeadline(time.Time{})
	t.mu.Lock()
	t.online = false
	t.mu.Unlock()
	t.dropStreams()
	t.reverse.clear()
	t.d.dropReverse(t)
	t.max.Store(int64(min(m.Arg1, wire.MaxPayload)))
	t.sum.Store(m.Arg0 < wire.Version)
	g := t.faults().greeting()
	t.mu.Lock()
	t.auth.never = g == GreetUnauthorized
	t.mu.Unlock()
	switch {
	case m.Arg1 == 0 || g == GreetSilent:
		return nil
	case g == GreetUnauthorized || t.d.Auth != nil:
		return t.challenge()
	}
	return t.welcome()
}

// welcome lets the host in.
func (t *conn) welcome() error {
	t.mu.Lock()
	t.online = true
	t.mu.Unlock()
	return t.send(wire.Message{Command: wire.CNXN, Arg0: wire.Version, Arg1: wire.MaxPayload, Data: t.d.Banner.text()})
}

func (t *conn) isOnline() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.online
}

// text writes the banner: "TYPE::key=value;…". Signs with a meaning in it become underscores.
func (b Banner) text() []byte {
	clean := strings.NewReplacer(":", "_", ";", "_", "=", "_", "\x00", "_")
	kind := b.Type
	if kind == "" {
		kind = "device"
	}
	var s strings.Builder
	s.WriteString(clean.Replace(kind) + "::")
	for _, kv := range [][2]string{{"ro.product.name", b.Product}, {"ro.product.model", b.Model}, {"ro.product.device", b.Device}} {
		if kv[1] != "" {
			s.WriteString(kv[0] + "=" + clean.Replace(kv[1]) + ";")
		}
	}
	s.WriteString("features=" + clean.Replace(strings.Join(b.features(), ",")))
	return []byte(s.String())
}

func (b Banner) features() []string {
	if b.Features == nil {
		return DefaultFeatures
	}
	return b.Features
}

// Has reports whether the banner announces a feature. What it does not announce is not served either.
func (b Banner) Has(feature string) bool { return slices.Contains(b.features(), feature) }
