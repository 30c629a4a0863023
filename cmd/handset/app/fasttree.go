package app

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// The package that ships the uiautomator2 server: its version and the checksums of the two packages in it.
const (
	uia2NPM    = "appium-uiautomator2-server@10.6.6"
	uia2Server = "package/apks/appium-uiautomator2-server-v10.6.6.apk"
	uia2Test   = "package/apks/appium-uiautomator2-server-debug-androidTest.apk"
)

var uia2Sums = map[string]string{
	uia2Server: "8ff760a2a86b487f53090fbdcd5b0360e67d02bb811887d527a9557b0d59c80d",
	uia2Test:   "e6f729287d72351388fd66597c35b69988b9091a7011954bf92a55d416cb1e1c",
}

// maxUIA2 bounds each file of the package.
const maxUIA2 = 64 << 20

// FastTree installs the uiautomator2 server on the phone, from an npm package file, or through npm when from is "".
func (a *App) FastTree(ctx context.Context, from string) error {
	d, err := a.Phone(ctx)
	if err != nil {
		return err
	}
	if from == "" {
		if from, err = a.fetchUIA2(ctx); err != nil {
			return err
		}
	}
	b, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("read %s: %w", from, pathCause(err))
	}
	apks, err := unpackUIA2(b)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return d.InstallFastTree(ctx, apks[uia2Server], apks[uia2Test])
}

// SlowTree removes it.
func (a *App) SlowTree(ctx context.Context) error {
	d, err := a.Phone(ctx)
	if err != nil {
		return err
	}
	return d.RemoveFastTree(ctx)
}

// fetchUIA2 has npm fetch the package, once.
func (a *App) fetchUIA2(ctx context.Context) (string, error) {
	dir := filepath.Join(a.Config.Cache, "uia2")
	file := filepath.Join(dir, "appium-uiautomator2-server-10.6.6.tgz")
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("cache folder %s: %w", dir, pathCause(err))
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", errors.New("npm was not found; install it, or name the package file with --from")
	}
	cmd := exec.CommandContext(ctx, npm, "pack", "--silent", uia2NPM)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm pack %s: %w: %s", uia2NPM, err, bytes.TrimSpace(out[:min(len(out), 300)]))
	}
	return file, nil
}

// unpackUIA2 takes the two packages out of an npm package and checks them.
func unpackUIA2(b []byte) (map[string][]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("not an npm package: %w", err)
	}
	found := map[string][]byte{}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("not an npm package: %w", err)
		}
		want, ok := uia2Sums[h.Name]
		if !ok {
			continue
		}
		apk, err := io.ReadAll(io.LimitReader(t, maxUIA2))
		if err != nil {
			return nil, err
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(apk)); got != want {
			return nil, fmt.Errorf("%s has the sha256 %s, not %s", h.Name, got, want)
		}
		found[h.Name] = apk
	}
	if len(found) != len(uia2Sums) {
		return nil, fmt.Errorf("not %s: it lacks a package", uia2NPM)
	}
	return found, nil
}
