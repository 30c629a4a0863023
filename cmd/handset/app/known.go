package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
)

// numbers remembers which phone was last reached at which serial, so that a phone over Wi-Fi whose port has changed is found again
// (F-009). It is a convenience: a file that cannot be read or written is as good as none.
type numbers struct {
	path string

	mu     sync.Mutex
	number map[string]string // nil: not read yet
}

// maxKnown bounds the file: a full one begins anew.
const maxKnown = 500

func (k *numbers) read() {
	if k.number != nil {
		return
	}
	if b, err := os.ReadFile(k.path); err == nil && json.Unmarshal(b, &k.number) != nil {
		k.number = nil // damaged: it only saves a search, so it begins anew
	}
	if k.number == nil {
		k.number = map[string]string{}
	}
}

// of is the serial number of the phone that was last reached at serial, "" unknown.
func (k *numbers) of(serial string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.read()
	return k.number[serial]
}

// learn notes the serial number of the phone at serial.
func (k *numbers) learn(serial, number string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.read()
	if k.number[serial] == number {
		return
	}
	if len(k.number) >= maxKnown {
		k.number = map[string]string{}
	}
	k.number[serial] = number
	b, err := json.Marshal(k.number)
	if err != nil {
		return
	}
	_ = os.MkdirAll(filepath.Dir(k.path), 0o700)
	if os.WriteFile(k.path+".new", b, 0o600) == nil {
		_ = os.Rename(k.path+".new", k.path)
	}
}
