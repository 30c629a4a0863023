package device

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"maps"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// listTime bounds asking the scrcpy server for the labels of all apps; phones with many apps take seconds.
const listTime = 20 * time.Second

// labels caches the labels of apps.
type labels struct {
	mu    sync.Mutex
	known map[string]string // nil: not asked yet
}

func (l *labels) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known = nil
}

// labelsOf maps packages to the names that the launcher shows. It is empty when the scrcpy server cannot tell.
func (d *Device) labelsOf(ctx context.Context) map[string]string {
	d.apps.mu.Lock()
	defer d.apps.mu.Unlock()
	if d.apps.known == nil {
		found, err := d.askLabels(ctx)
		if err != nil {
			d.log.DebugContext(ctx, "labels of apps unknown", "error", err)
			return nil
		}
		d.apps.known = found
	}
	return maps.Clone(d.apps.known)
}

// askLabels runs the scrcpy server once to list apps; it leaves nothing on the phone.
func (d *Device) askLabels(ctx context.Context) (map[string]string, error) {
	jar := d.opts.Scrcpy.Server
	if jar == nil {
		var err error
		if jar, err = scrcpy.Server(d.opts.Scrcpy.ServerFile); err != nil {
			return nil, err
		}
	}
	bounded, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	file := "/data/local/tmp/handset-" + rand.Text()[:8] + ".jar"
	var b []byte
	err := d.temporary(file, func() (err error) {
		b, err = d.runLister(bounded, jar, file)
		return err
	})
	return parseLabels(string(b)), d.fail(ctx, "list apps", err)
}

// runLister pushes the server, has it list the apps, and removes it.
func (d *Device) runLister(ctx context.Context, jar []byte, file string) ([]byte, error) {
	if err := d.link.Push(ctx, bytes.NewReader(jar), int64(len(jar)), file, 0o644, time.Now(), nil); err != nil {
		return nil, err
	}
	out, err := d.link.Exec(ctx, "CLASSPATH="+file+" app_process / com.genymobile.scrcpy.Server "+scrcpy.Version+" log_level=info list_apps=true; rm -f "+file)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	return io.ReadAll(io.LimitReader(out, 1<<20))
}

var (
	labelLine = regexp.MustCompile(`^ [*-] (.*\S)\s+([\w.]+)$`)
	longLabel = regexp.MustCompile(`^ [*-] (.*\S)\s*$`)
	aloneLine = regexp.MustCompile(`^\s{20,}([\w.]+)$`)
)

// parseLabels reads the list of apps (scrcpy-protocol §11.2): mark, label padded to 30, package; after a long label the package
// has a line of its own.
func parseLabels(out string) map[string]string {
	found := map[string]string{}
	long := ""
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		if m := aloneLine.FindStringSubmatch(line); m != nil && long != "" {
			found[m[1]] = long
			long = ""
			continue
		}
		long = ""
		m := labelLine.FindStringSubmatch(line)
		switch {
		case m != nil && strings.Contains(m[2], ".") && len([]rune(m[1])) < 30:
			found[m[2]] = m[1]
		case longLabel.MatchString(line):
			long = longLabel.FindStringSubmatch(line)[1]
		}
	}
	return found
}
