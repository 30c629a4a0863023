package scrcpy

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"os"
)

// assets holds the server file once "make setup" has put it there; the file is never committed.
//
//go:embed assets
var assets embed.FS

const (
	serverAsset = "assets/scrcpy-server"
	maxServer   = 4 << 20 // bytes; the published file has 90 164
)

// Server returns the server file of release 3.3.3: the one at path (the user's HANDSET_SCRCPY_SERVER), or the
// embedded one when path is empty. Its SHA-256 must be the published one, otherwise the error is a *ServerFileError.
// ErrNoServerFile means that the program was built without the file.
func Server(path string) ([]byte, error) {
	if path == "" {
		b, err := assets.ReadFile(serverAsset)
		if err != nil {
			return nil, ErrNoServerFile
		}
		return b, checkServer("embedded", b)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read scrcpy server: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxServer {
		return nil, &ServerFileError{Path: path, Want: release333.sum}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read scrcpy server: %w", err)
	}
	return b, checkServer(path, b)
}

func checkServer(path string, b []byte) error {
	sum := sha256.Sum256(b)
	if got := hex.EncodeToString(sum[:]); got != release333.sum {
		return &ServerFileError{Path: path, Got: got, Want: release333.sum}
	}
	return nil
}
