package adbd

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// authState is where the talk about keys stands.
type authState struct {
	token  []byte // what the host has to sign; nil when no talk is on
	asking bool   // the dialog is up
	never  bool   // no key is good enough
}

// challenge sends a token to sign.
func (t *conn) challenge() error {
	token := make([]byte, wire.TokenSize)
	rand.Read(token)
	t.mu.Lock()
	t.online = false
	t.auth.token = token
	t.mu.Unlock()
	return t.send(wire.Message{Command: wire.AUTH, Arg0: wire.AuthToken, Data: token})
}

// handleAuth judges a signature or takes a public key to the dialog.
func (t *conn) handleAuth(m wire.Message) error {
	t.mu.Lock()
	token, asking := t.auth.token, t.auth.asking
	t.mu.Unlock()
	if token == nil {
		return nil
	}
	switch m.Arg0 {
	case wire.AuthSignature:
		if t.signedByKnown(token, m.Data) {
			return t.admit()
		}
		return t.challenge() // the host tries its next key
	case wire.AuthPublicKey:
		key := strings.TrimRight(string(m.Data), "\x00\n")
		if !asking {
			t.ask(key)
		}
	}
	return nil
}

// admit ends the talk about keys.
func (t *conn) admit() error {
	t.mu.Lock()
	t.auth = authState{}
	t.mu.Unlock()
	return t.welcome()
}

// ask shows the dialog, beside the reading of messages.
func (t *conn) ask(key string) {
	if t.suspicious() || t.d.Auth == nil || t.d.Auth.Ask == nil {
		return
	}
	t.mu.Lock()
	t.auth.asking = true
	t.mu.Unlock()
	t.work.Go(func() {
		if t.d.Auth.Ask(t.alive, key) && t.alive.Err() == nil {
			_ = t.admit() // the reader ends when the line is lost
			return
		}
		t.mu.Lock()
		t.auth.asking = false
		t.mu.Unlock()
	})
}

// signedByKnown reports whether one of the accepted keys signed the token, which stands for a SHA-1 sum.
func (t *conn) signedByKnown(token, signature []byte) bool {
	if t.suspicious() || t.d.Auth == nil || t.d.Auth.Known == nil {
		return false
	}
	return slices.ContainsFunc(t.d.Auth.Known(), func(text string) bool {
		key, err := parseKey(text)
		return err == nil && rsa.VerifyPKCS1v15(key, crypto.SHA1, token, signature) == nil
	})
}

// Android's form of a 2048 bit RSA key: words, n0inv, modulus, rr, exponent, all little-endian.
const (
	keyBytes  = 256
	keyStruct = 4 + 4 + keyBytes + keyBytes + 4
)

// parseKey reads the text of an adbkey.pub file.
func parseKey(text string) (*rsa.PublicKey, error) {
	encoded, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	b, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, err
	}
	if len(b) != keyStruct || binary.LittleEndian.Uint32(b) != keyBytes/4 {
		return nil, errors.New("not an Android public key")
	}
	modulus := bytes.Clone(b[8 : 8+keyBytes])
	slices.Reverse(modulus)
	exponent := binary.LittleEndian.Uint32(b[keyStruct-4:])
	if exponent < 3 || exponent > 1<<30 || exponent%2 == 0 || modulus[0] == 0 {
		return nil, errors.New("not a usable RSA key")
	}
	return &rsa.PublicKey{N: new(big.Int).SetBytes(modulus), E: int(exponent)}, nil
}

// Revoke asks all connected hosts for their keys again, as "Revoke USB debugging authorizations" does. Without Auth they are lost until
// they connect again.
func (d *Device) Revoke() {
	for _, t := range d.hosts() {
		t.dropStreams()
		t.challenge()
	}
}
