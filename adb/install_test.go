package adb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
)

// packageManager takes APKs in each of the three ways; one whose first byte is '!' is refused after it, the rest unread.
func packageManager(p *adbtest.Phone) {
	judge := func(r io.Reader, args []string) string {
		var size int
		if i := slices.Index(args, "-S"); i >= 0 && i+1 < len(args) {
			fmt.Sscan(args[i+1], &size)
		}
		head := make([]byte, 1)
		io.ReadFull(r, head)
		if head[0] == '!' {
			return "Failure [INSTALL_PARSE_FAILED_NOT_APK: no manifest]\n"
		}
		n, _ := io.CopyN(io.Discard, r, int64(size-1))
		if int(n) != size-1 || !slices.Contains(args, "-r") {
			return fmt.Sprintf("Failure [INTERNAL: %d of %d, %q]\n", n, size, args)
		}
		return "Success\n"
	}
	p.Install = judge
	p.Shell = func(ctx context.Context, s *adbd.Session) int {
		words := strings.Fields(strings.ReplaceAll(s.Command, "'", ""))
		switch {
		case s.Exec && strings.HasPrefix(s.Command, "cmd package install "):
			io.WriteString(s.Stdout, judge(s.Stdin, words))
		case strings.Contains(s.Command, "pm install "):
			i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "/data/local/tmp/") })
			data, _ := p.Files.Get(words[i])
			io.WriteString(s.Stdout, judge(bytes.NewReader(data), append(words, "-S", fmt.Sprint(len(data)))))
		case !strings.Contains(s.Command, "rm -f /data/local/tmp/handset-"):
			return 127
		}
		return 0
	}
}

func TestInstall(t *testing.T) {
	for name, features := range map[string][]string{
		"abb_exec":         append([]string{"abb_exec"}, adbd.DefaultFeatures...),
		"cmd":              nil,
		"push and pm":      {"shell_v2"},
		"push and pm only": {"x"},
	} {
		t.Run(name, func(t *testing.T) {
			withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
				apk := bytes.Repeat([]byte("apk."), 1<<20)
				if name == "push and pm only" {
					t.Skip("the exit status of shell v1 needs a real shell")
				}
				if err := d.Install(soon(t), bytes.NewReader(apk), int64(len(apk)), "-r"); err != nil {
					t.Errorf("good APK: %v", err)
				}
				apk[0] = '!'
				err := d.Install(soon(t), bytes.NewReader(apk), int64(len(apk)), "-r")
				if e, ok := errors.AsType[*adb.InstallError](err); !ok || e.Code != "INSTALL_PARSE_FAILED_NOT_APK" {
					t.Errorf("bad APK: %v", err)
				}
				if err := d.Install(soon(t), strings.NewReader("short"), 100, "-r"); err == nil || !strings.Contains(err.Error(), "5 bytes instead of 100") && !strings.Contains(err.Error(), "instead of 100") {
					t.Errorf("short source: %v", err)
				}
				if err := d.Install(soon(t), strings.NewReader("x"), -1); err == nil {
					t.Error("an unknown size was taken")
				}
			}, packageManager, func(p *adbtest.Phone) { p.Banner.Features = features })
		})
	}
}
