package device

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// TreeSource is where the UI hierarchy comes from.
type TreeSource string

// The sources of the hierarchy.
const (
	TreeAuto TreeSource = "auto" // the uiautomator2 server where it is installed, else uiautomator
	TreeDump TreeSource = "dump" // uiautomator: always there, started anew for each dump
	TreeUIA2 TreeSource = "uia2" // the appium uiautomator2 server, which stays and answers in milliseconds
)

// sourceUIA2 names the source in a result.
const sourceUIA2 = "uiautomator2"

// The uiautomator2 server of appium: two packages, one of which is the instrumentation of the other, that offer an HTTP API on a port
// of the phone. It is reached through adb's own sockets, so no port of this computer is taken (F-027).
const (
	uia2Package = "io.appium.uiautomator2.server"
	uia2Test    = uia2Package + ".test"
	uia2Target  = uia2Test + "/androidx.test.runner.AndroidJUnitRunner"
	uia2Port    = "tcp:6790"
)

// Limits of the server.
const (
	uia2Start   = 20 * time.Second // until it answers; the first time Android compiles it
	uia2Answer  = 10 * time.Second // one request
	uia2Poll    = 100 * time.Millisecond
	maxPage     = 32 << 20
	maxUIA2Said = 8 << 10
)

// errNoFastTree: the server is not installed, or it was found not to work a moment ago.
var errNoFastTree = errors.New("the uiautomator2 server is not in use on this phone")

// fastTree keeps the server running while trees are read (F-055, F-056): there is only one UiAutomation on a phone, so it is
// ended before uiautomator is used.
type fastTree struct {
	d    *Device
	http *http.Client

	mu        sync.Mutex
	probed    bool
	installed bool
	base      string // "" or "/wd/hub"
	session   string
	run       io.ReadCloser // the instrumentation; nil: not running
	ended     chan struct{} // closed when it has ended
	said      *bytes.Buffer // what it printed, after it has ended
	fails     int
	next      time.Time // no start before
	why       error     // of the last failure
}

func newFastTree(d *Device) *fastTree {
	f := &fastTree{d: d}
	f.http = &http.Client{Transport: &http.Transport{
		DialContext:     func(ctx context.Context, _, _ string) (net.Conn, error) { return d.link.Open(ctx, uia2Port) },
		MaxIdleConns:    1,
		IdleConnTimeout: time.Minute, DisableCompression: true,
	}}
	return f
}

func (d *Device) treeSource() TreeSource {
	if d.opts.Tree == "" {
		return TreeAuto
	}
	return d.opts.Tree
}

// dump reads the tree from the server, starting it when it does not run. With force it does not mind an earlier failure.
func (f *fastTree) dump(ctx context.Context, force bool) (phone.Dump, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.probe(ctx, force); err != nil {
		return phone.Dump{}, err
	}
	for try := 0; ; try++ {
		at := time.Now()
		page, err := f.read(ctx, force)
		if err == nil {
			f.fails = 0
			return phone.Dump{XML: uitree.Redact(page), Source: sourceUIA2, At: at}, nil
		}
		if ctx.Err() != nil {
			return phone.Dump{}, err
		}
		if _, failed := errors.AsType[*phone.TreeError](err); failed {
			return phone.Dump{}, err
		}
		f.halt(ctx)
		if try > 0 || errors.Is(err, errNoFastTree) {
			return phone.Dump{}, f.fell(err)
		}
	}
}

// fell notes a failure; the next start waits, longer each time.
func (f *fastTree) fell(err error) error {
	if errors.Is(err, errNoFastTree) {
		return err
	}
	f.next = time.Now().Add(min(minPause<<min(f.fails, 8), maxPause))
	f.fails++
	f.why = err
	return err
}

// probe asks once whether the server is installed; with force again while it is not.
func (f *fastTree) probe(ctx context.Context, force bool) error {
	if !f.probed || force && !f.installed {
		out, err := f.d.read(ctx, "pm list instrumentation")
		if err != nil {
			return err
		}
		f.probed, f.installed = true, strings.Contains(out, uia2Target)
	}
	if !f.installed {
		if force {
			return fmt.Errorf("read the UI tree: the uiautomator2 server is not installed on the phone: %w", phone.ErrUnsupported)
		}
		return errNoFastTree
	}
	return nil
}

// read asks for the page source.
func (f *fastTree) read(ctx context.Context, force bool) ([]byte, error) {
	if err := f.start(ctx, force); err != nil {
		return nil, err
	}
	var page string
	if err := f.call(ctx, http.MethodGet, "/session/"+f.session+"/source", nil, &page); err != nil {
		return nil, err
	}
	body, err := uitree.Body([]byte(page))
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(body, []byte("bounds=")) { // the root alone
		return nil, &phone.TreeError{Reason: phone.NullRoot, Output: string(body[:min(len(body), 200)])}
	}
	return body, nil
}

// start makes sure that the server runs and has a session.
func (f *fastTree) start(ctx context.Context, force bool) error {
	if f.run != nil {
		select {
		case <-f.ended: // crashed, or killed by the phone
			f.halt(ctx)
		default:
			return nil
		}
	}
	if time.Now().Before(f.next) && !force {
		return errNoFastTree
	}
	ctx, cancel := context.WithTimeout(ctx, uia2Start)
	defer cancel()
	command := adb.Quote("am", "instrument", "-w", "-e", "DISABLE_SUPPRESS_ACCESSIBILITY_SERVICES", "true", "-e", "disableAnalytics", "true", uia2Target)
	run, err := f.d.link.Exec(f.d.life, command)
	if err != nil {
		return f.d.fail(ctx, "start the uiautomator2 server", err)
	}
	f.run, f.ended, f.said = run, make(chan struct{}), &bytes.Buffer{}
	go func(ended chan struct{}, said *bytes.Buffer) { // ends with the instrumentation, or with halt
		defer close(ended)
		_, _ = io.Copy(said, io.LimitReader(run, maxUIA2Said))
		_, _ = io.Copy(io.Discard, run)
	}(f.ended, f.said)
	if err := f.ready(ctx); err != nil {
		return fmt.Errorf("start the uiautomator2 server: %w", err)
	}
	return nil
}

// ready waits until the server answers, and begins a session.
func (f *fastTree) ready(ctx context.Context) error {
	for {
		for _, base := range []string{"", "/wd/hub"} {
			f.base = base
			if f.call(ctx, http.MethodGet, "/status", nil, nil) == nil {
				return f.begin(ctx)
			}
		}
		select {
		case <-f.ended:
			return fmt.Errorf("it ended at once: %s", firstLine(strings.TrimSpace(f.said.String())))
		default:
		}
		if err := pause(ctx, uia2Poll); err != nil {
			return err
		}
	}
}

// begin starts a session that does not wait for screens to stand still: handset waits by looking at the pictures.
func (f *fastTree) begin(ctx context.Context) error {
	var answer struct {
		SessionID string `json:"sessionId"`
	}
	ask := map[string]any{"capabilities": map[string]any{"firstMatch": []any{map[string]any{}}, "alwaysMatch": map[string]any{}}}
	if err := f.call(ctx, http.MethodPost, "/session", ask, &answer); err != nil {
		return err
	}
	if f.session = answer.SessionID; f.session == "" {
		return errors.New("it gave no session")
	}
	set := map[string]any{"settings": map[string]any{"waitForIdleTimeout": 0}}
	return f.call(ctx, http.MethodPost, "/session/"+f.session+"/appium/settings", set, nil)
}

// call is one request. The value of the answer goes to into; an older server tells a session beside the value.
func (f *fastTree) call(ctx context.Context, method, path string, ask, into any) error {
	ctx, cancel := context.WithTimeout(ctx, uia2Answer)
	defer cancel()
	var body io.Reader
	if ask != nil {
		b, err := json.Marshal(ask)
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://phone"+f.base+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := f.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxPage))
	if err != nil {
		return err
	}
	return decodeAnswer(resp.StatusCode, b, into)
}

// decodeAnswer reads an answer of the server: {"sessionId": …, "value": …}, where value may be a failure.
func decodeAnswer(status int, b []byte, into any) error {
	var answer struct {
		SessionID string          `json:"sessionId"`
		Value     json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(b, &answer); err != nil {
		return fmt.Errorf("the uiautomator2 server answered %d with no JSON: %.80q", status, b)
	}
	if status != http.StatusOK {
		var failed struct{ Error, Message string }
		_ = json.Unmarshal(answer.Value, &failed) // what it says is for people only
		return fmt.Errorf("the uiautomator2 server answered %d: %s: %s", status, failed.Error, firstLine(failed.Message))
	}
	if into == nil || len(answer.Value) == 0 || string(answer.Value) == "null" {
		answer.Value = nil
	}
	if into == nil {
		return nil
	}
	if answer.Value == nil {
		answer.Value, _ = json.Marshal(map[string]string{"sessionId": answer.SessionID})
	}
	if err := json.Unmarshal(answer.Value, into); err != nil {
		return fmt.Errorf("the uiautomator2 server's answer: %w", err)
	}
	return nil
}

// halt ends the server, so that the phone's one UiAutomation is free. The caller holds mu.
func (f *fastTree) halt(ctx context.Context) {
	if f.run == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	if f.session != "" {
		_ = f.call(ctx, http.MethodDelete, "/session/"+f.session, nil, nil) // it is stopped anyway
	}
	f.http.CloseIdleConnections()
	f.run.Close()
	<-f.ended
	_, _ = f.d.link.Shell(ctx, "am force-stop "+uia2Package) // a phone that is gone has none
	f.run, f.session = nil, ""
	for range 10 { // it is gone when its port is
		c, err := f.d.link.Open(ctx, uia2Port)
		if err != nil {
			return
		}
		c.Close()
		if pause(ctx, uia2Poll) != nil {
			return
		}
	}
}

// stop ends the server for good.
func (f *fastTree) stop(ctx context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.halt(ctx)
	f.http.CloseIdleConnections()
}

// InstallFastTree installs the two packages of the uiautomator2 server.
func (d *Device) InstallFastTree(ctx context.Context, server, test []byte) error {
	d.fast.mu.Lock()
	defer d.fast.mu.Unlock()
	d.fast.halt(ctx)
	d.fast.probed = false
	for _, apk := range [][]byte{server, test} {
		if err := d.link.Install(ctx, bytes.NewReader(apk), int64(len(apk)), "-r", "-t", "-g"); err != nil {
			return d.fail(ctx, "install the uiautomator2 server", err)
		}
	}
	return nil
}

// RemoveFastTree removes them. It is no error when they are not there.
func (d *Device) RemoveFastTree(ctx context.Context) error {
	d.fast.mu.Lock()
	defer d.fast.mu.Unlock()
	d.fast.halt(ctx)
	d.fast.probed = false
	for _, pkg := range []string{uia2Test, uia2Package} {
		if d.exists(ctx, pkg) == nil {
			if err := d.expect(ctx, "Success", "pm", "uninstall", pkg); err != nil {
				return err
			}
		}
	}
	return nil
}
