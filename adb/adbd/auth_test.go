package adbd_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/binary"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
	"github.com/handset-agent/handset/adb/internal/wire"
)

// publicText writes a key as adbkey.pub holds it.
func publicText(key *rsa.PublicKey) string {
	le := binary.LittleEndian
	b := le.AppendUint32(nil, 64)
	two32 := new(big.Int).Lsh(big.NewInt(1), 32)
	n0inv := new(big.Int).ModInverse(new(big.Int).Mod(key.N, two32), two32)
	b = le.AppendUint32(b, uint32(new(big.Int).Sub(two32, n0inv).Uint64()))
	for _, n := range []*big.Int{key.N, new(big.Int).Exp(big.NewInt(2), big.NewInt(4096), key.N)} {
		part := n.FillBytes(make([]byte, 256))
		slices.Reverse(part)
		b = append(b, part...)
	}
	b = le.AppendUint32(b, uint32(key.E))
	return base64.StdEncoding.EncodeToString(b) + " someone@somewhere"
}

// keyed answers tokens with signatures of keys in their order, then with the public key of the last.
func keyed(keys ...*rsa.PrivateKey) func(h *adbtest.Host, m wire.Message) {
	next := 0
	return func(h *adbtest.Host, m wire.Message) {
		if m.Arg0 != wire.AuthToken || len(m.Data) != wire.TokenSize {
			panic(m.String())
		}
		if next == len(keys) {
			h.Send(wire.Message{Command: wire.AUTH, Arg0: wire.AuthPublicKey, Data: append([]byte(publicText(&keys[next-1].PublicKey)), 0)})
			return
		}
		signature, err := rsa.SignPKCS1v15(nil, keys[next], crypto.SHA1, m.Data)
		if err != nil {
			panic(err)
		}
		next++
		h.Send(wire.Message{Command: wire.AUTH, Arg0: wire.AuthSignature, Data: signature})
	}
}

var makeKeys = sync.OnceValue(func() (keys [2]*rsa.PrivateKey) {
	for i := range keys {
		keys[i], _ = rsa.GenerateKey(rand.Reader, 2048)
	}
	return keys
})

func TestAuth_B3(t *testing.T) {
	t.Parallel()
	keys := makeKeys()
	known := func() []string { return []string{"rubbish", publicText(&keys[0].PublicKey)} }
	for _, c := range []struct {
		name string
		auth adbd.Auth
		keys []*rsa.PrivateKey
		in   bool
	}{
		{"a known key", adbd.Auth{Known: known}, keys[:1], true},
		{"the second key is known", adbd.Auth{Known: known}, []*rsa.PrivateKey{keys[1], keys[0]}, true},
		{"an unknown key and nobody to ask", adbd.Auth{Known: known}, keys[1:], false},
		{"refused", adbd.Auth{Ask: func(context.Context, string) bool { return false }}, keys[1:], false},
		{"pending", adbd.Auth{Ask: func(ctx context.Context, _ string) bool { <-ctx.Done(); return false }}, keys[1:], false},
		{"accepted", adbd.Auth{Ask: func(_ context.Context, key string) bool { return key == publicText(&keys[1].PublicKey) }}, keys[1:], true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := phone(t, func(p *adbtest.Phone) { p.Auth = &c.auth })
			limit := 5 * time.Second
			if !c.in {
				limit = 200 * time.Millisecond
			}
			h, err := adbtest.DialHost(p.Addr, limit, keyed(c.keys...))
			if (err == nil) != c.in {
				t.Fatalf("let in: %v", err)
			}
			if c.in {
				defer h.Close()
				if got := all(t, open(t, h, "shell:echo hi")); got != "hi\n" {
					t.Errorf("got %q", got)
				}
			}
		})
	}
}

func TestAuth_NothingBeforeIt(t *testing.T) {
	t.Parallel()
	var ran atomic.Bool
	p := phone(t, func(p *adbtest.Phone) {
		p.Auth = &adbd.Auth{}
		p.Shell = func(context.Context, *adbd.Session) int { ran.Store(true); return 0 }
	})
	_, err := adbtest.DialHost(p.Addr, 200*time.Millisecond, func(h *adbtest.Host, m wire.Message) {
		h.Send(wire.Message{Command: wire.OPEN, Arg0: 1, Data: []byte("shell:id\x00")})
		h.Send(wire.Message{Command: wire.AUTH, Arg0: wire.AuthSignature, Data: bytes.Repeat([]byte{0}, 256)})
	})
	if err == nil || ran.Load() {
		t.Errorf("a host without a key: %v, ran a command: %v", err, ran.Load())
	}
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	keys := makeKeys()
	var known atomic.Bool
	known.Store(true)
	tokens := make(chan struct{}, 10)
	answer := keyed(keys[0], keys[0], keys[0])
	p := phone(t, func(p *adbtest.Phone) {
		p.Auth = &adbd.Auth{Known: func() []string {
			if !known.Load() {
				return nil
			}
			return []string{publicText(&keys[0].PublicKey)}
		}}
	})
	h, err := adbtest.DialHost(p.Addr, 5*time.Second, func(h *adbtest.Host, m wire.Message) {
		tokens <- struct{}{}
		answer(h, m)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	<-tokens
	known.Store(false)
	p.Revoke()
	<-tokens // asked again
	h.Send(wire.Message{Command: wire.OPEN, Arg0: 77, Data: []byte("shell:true\x00")})
	<-tokens // and once more, since the key is not known
	known.Store(true)
}
