package adb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Install installs the APK of size bytes in r with extra arguments of the package manager (such as "-r", "-t"). It streams into the
// package manager (abb_exec on Android 11 and newer, cmd on 7 and newer), else pushes the file first. A refusal is an
// *InstallError. ctx bounds it all, and a copy that stands still for a minute ends with ErrTimeout.
func (d *Device) Install(ctx context.Context, r io.Reader, size int64, args ...string) error {
	if size <= 0 {
		return fmt.Errorf("install: the size of the file must be known, not %d", size)
	}
	streamed := false
	l, _, err := d.openBy(ctx, func(features map[string]bool) string {
		words := append(append([]string{"install"}, args...), "-S", strconv.FormatInt(size, 10))
		streamed = true
		switch {
		case features["abb_exec"]:
			return "abb_exec:package\x00" + strings.Join(words, "\x00")
		case features["cmd"]:
			return "exec:cmd package " + Quote(words...)
		}
		streamed = false
		return "sync:"
	})
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	defer l.Close()
	if !streamed {
		l.Close()
		return d.installPushed(ctx, r, size, args)
	}
	var answer string
	err = l.exchange(ctx, 0, func() (err error) {
		answer, err = streamInstall(l, r, size)
		return err
	})
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	return installResult(answer)
}

// streamInstall sends the file and reads the answer. The package manager may refuse the file before it has read all of it; then
// writing fails, and what it said counts.
func streamInstall(l *link, r io.Reader, size int64) (answer string, err error) {
	sent, sendErr := io.CopyBuffer(stallWriter{l}, struct{ io.Reader }{io.LimitReader(r, size)}, make([]byte, 256<<10))
	if sendErr == nil && sent != size {
		return "", &localError{fmt.Errorf("the source gave %d bytes instead of %d", sent, size)}
	}
	if _, network := errors.AsType[*stallError](sendErr); sendErr != nil && !network {
		return "", &localError{sendErr}
	}
	if sendErr != nil {
		l.SetReadDeadline(time.Now().Add(refusalTime))
	}
	text, err := io.ReadAll(io.LimitReader(l, maxAnswer))
	if sendErr != nil && len(text) == 0 {
		return "", errors.Unwrap(sendErr)
	}
	if len(text) > 0 && isLost(err) {
		err = nil
	}
	return string(text), err
}

// stallWriter gives each write a minute, and marks its errors as the network's.
type stallWriter struct{ l *link }

type stallError struct{ err error }

func (e *stallError) Error() string { return e.err.Error() }
func (e *stallError) Unwrap() error { return e.err }

func (w stallWriter) Write(p []byte) (int, error) {
	w.l.SetWriteDeadline(time.Now().Add(stallLimit))
	n, err := w.l.Write(p)
	if err != nil {
		err = &stallError{err}
	}
	return n, err
}

// installPushed is the way of phones that cannot stream.
func (d *Device) installPushed(ctx context.Context, r io.Reader, size int64, args []string) error {
	file := path.Join("/data/local/tmp", "handset-"+newMark()[:12]+".apk")
	if err := d.Push(ctx, r, size, file, 0o644, time.Time{}, nil); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	out, err := d.Shell(ctx, Quote(append(append([]string{"pm", "install"}, args...), file)...))
	clean, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.client.timeout())
	defer cancel()
	_, rmErr := d.Shell(clean, Quote("rm", "-f", file))
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if err := installResult(string(out.Stdout) + string(out.Stderr)); err != nil {
		return err
	}
	return rmErr
}

// failureCode finds the code in "Failure [CODE: explanation]".
var failureCode = regexp.MustCompile(`Failure \[([A-Z0-9_]+)`)

// installResult reads the package manager's answer.
func installResult(answer string) error {
	for line := range strings.Lines(answer) {
		if strings.HasPrefix(line, "Success") {
			return nil
		}
	}
	e := &InstallError{Text: strings.TrimSpace(answer[:min(len(answer), 2048)])}
	if m := failureCode.FindStringSubmatch(answer); m != nil {
		e.Code = m[1]
	}
	if e.Text == "" {
		return fmt.Errorf("install: the package manager said nothing: %w", ErrConnectionLost)
	}
	return e
}
