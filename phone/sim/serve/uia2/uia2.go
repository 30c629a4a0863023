// Package uia2 plays the part of the appium uiautomator2 server on the simulated phone: the HTTP API that the instrumentation of its
// packages offers on a port of the phone (W3C WebDriver with appium's additions), as far as reading the screen needs it. Requests it
// does not know are answered as the real one answers unknown commands.
package uia2

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Names of the real server.
const (
	Package = "io.appium.uiautomator2.server"
	Runner  = "androidx.test.runner.AndroidJUnitRunner" // of Package + ".test"
	Port    = 6790
)

// Screen is what the server reads.
type Screen interface {
	// Tree is the hierarchy as uiautomator writes it; idle tells whether to wait for the screen to stand still.
	Tree(ctx context.Context, idle bool) ([]byte, error)
	// Display is the size of the display and its rotation in quarter turns.
	Display() (width, height, rotation int)
}

// Server answers the HTTP API. Use New.
type Server struct {
	screen Screen

	mu       sync.Mutex
	session  string
	settings map[string]any
}

// New makes a server without a session.
func New(s Screen) *Server {
	return &Server{screen: s, settings: map[string]any{"waitForIdleTimeout": 10000.0, "allowInvisibleElements": false, "ignoreUnimportantViews": false}}
}

// failure is an error as WebDriver writes it.
type failure struct {
	status      int
	code, about string
}

func (f *failure) Error() string { return f.about }

var (
	errUnknown   = &failure{http.StatusNotFound, "unknown command", "The requested resource could not be found"}
	errNoSession = &failure{http.StatusNotFound, "invalid session id", "A session is either terminated or not started"}
)

// maxBody bounds a request.
const maxBody = 1 << 20

// ServeHTTP answers one request. The base path of older drivers, /wd/hub, is taken too.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var value any
	if err == nil {
		value, err = s.route(r.Context(), r.Method, strings.Split(strings.Trim(strings.TrimPrefix(r.URL.Path, "/wd/hub"), "/"), "/"), body)
	}
	s.mu.Lock()
	answer := map[string]any{"sessionId": nil, "value": value}
	if s.session != "" {
		answer["sessionId"] = s.session
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	if err != nil {
		f, ok := errors.AsType[*failure](err)
		if !ok {
			f = &failure{http.StatusInternalServerError, "unknown error", err.Error()}
		}
		answer["value"] = map[string]any{"error": f.code, "message": f.about, "stacktrace": "io.appium.uiautomator2.common.exceptions.UiAutomator2Exception: " + f.about}
		w.WriteHeader(f.status)
	}
	_ = json.NewEncoder(w).Encode(answer) // a client that went away
}

func (s *Server) route(ctx context.Context, method string, path []string, body []byte) (any, error) {
	switch at := method + " " + path[0]; {
	case at == "GET status" && len(path) == 1:
		return map[string]any{"message": "UiAutomator2 Server is ready to accept commands", "ready": true}, nil
	case at == "GET sessions" && len(path) == 1:
		return s.sessions(), nil
	case at == "POST session" && len(path) == 1:
		return s.begin(body)
	case path[0] != "session" || len(path) < 2:
		return nil, errUnknown
	}
	s.mu.Lock()
	there := s.session != "" && path[1] == s.session
	s.mu.Unlock()
	if !there {
		return nil, errNoSession
	}
	return s.inSession(ctx, method+" "+strings.Join(path[2:], "/"), body)
}

func (s *Server) inSession(ctx context.Context, what string, body []byte) (any, error) {
	switch what {
	case "GET ":
		return map[string]any{"platformName": "Android"}, nil
	case "DELETE ":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.session = ""
		return nil, nil
	case "GET source":
		return s.source(ctx)
	case "GET appium/settings":
		s.mu.Lock()
		defer s.mu.Unlock()
		return maps.Clone(s.settings), nil
	case "POST appium/settings":
		return nil, s.set(body)
	case "GET window/current/size", "GET window/:windowHandle/size":
		w, h, _ := s.screen.Display()
		return map[string]any{"width": w, "height": h}, nil
	case "GET rotation":
		_, _, r := s.screen.Display()
		return map[string]any{"x": 0, "y": 0, "z": 90 * r}, nil
	}
	return nil, errUnknown
}

func (s *Server) sessions() []any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == "" {
		return []any{}
	}
	return []any{map[string]any{"id": s.session, "capabilities": map[string]any{}}}
}

// begin starts a session in place of the one before.
func (s *Server) begin(body []byte) (any, error) {
	var ask struct {
		Capabilities map[string]any `json:"capabilities"`
	}
	if json.Unmarshal(body, &ask) != nil || ask.Capabilities == nil {
		return nil, &failure{http.StatusInternalServerError, "session not created", "'capabilities' are mandatory for session creation"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b := make([]byte, 16)
	_, _ = rand.Read(b) // it never fails
	s.session = fmt.Sprintf("%x-%x-4%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	return map[string]any{"sessionId": s.session, "capabilities": map[string]any{}}, nil
}

func (s *Server) set(body []byte) error {
	var ask struct {
		Settings map[string]any `json:"settings"`
	}
	if json.Unmarshal(body, &ask) != nil || ask.Settings == nil {
		return &failure{http.StatusBadRequest, "invalid argument", "'settings' are mandatory"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range slices.Sorted(maps.Keys(ask.Settings)) {
		if _, known := s.settings[k]; !known {
			return &failure{http.StatusUnsupportedMediaType, "unsupported operation", "Setting '" + k + "' is not supported"}
		}
		s.settings[k] = ask.Settings[k]
	}
	return nil
}

// source is the page source: the hierarchy with elements that are named by their class.
func (s *Server) source(ctx context.Context) (any, error) {
	s.mu.Lock()
	wait, _ := s.settings["waitForIdleTimeout"].(float64)
	s.mu.Unlock()
	tree, err := s.screen.Tree(ctx, wait > 0)
	if err != nil {
		return nil, err
	}
	w, h, rotation := s.screen.Display()
	return pageSource(tree, w, h, rotation)
}

// order lists the attributes in the order of the page source; others of a dump are left out.
var order = []string{"index", "package", "class", "text", "content-desc", "resource-id", "checkable", "checked", "clickable", "enabled", "focusable",
	"focused", "long-clickable", "password", "scrollable", "selected", "bounds", "hint", "drawing-order"}

// pageSource writes a dump of uiautomator as appium's page source.
func pageSource(dump []byte, width, height, rotation int) (string, error) {
	var b strings.Builder
	b.WriteString("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n")
	d := xml.NewDecoder(bytes.NewReader(dump))
	var open []string
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", fmt.Errorf("read the hierarchy: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			name := "hierarchy"
			if t.Name.Local == "node" {
				name = element(&b, t.Attr)
			} else {
				fmt.Fprintf(&b, `<hierarchy index="0" class="hierarchy" rotation="%d" width="%d" height="%d">`, rotation, width, height)
			}
			open = append(open, name)
		case xml.EndElement:
			b.WriteString("</" + open[len(open)-1] + ">")
			open = open[:len(open)-1]
		}
	}
}

// element writes the start of a node and returns its name.
func element(b *strings.Builder, attrs []xml.Attr) string {
	value := map[string]string{}
	for _, a := range attrs {
		value[a.Name.Local] = a.Value
	}
	name := strings.NewReplacer("$", ".", "@", ".").Replace(value["class"])
	if name == "" {
		name = "android.view.View"
	}
	b.WriteString("<" + name)
	for _, key := range order {
		v, ok := value[key]
		if !ok || v == "" && key != "text" {
			continue
		}
		b.WriteString(" " + key + `="`)
		_ = xml.EscapeText(b, []byte(v)) // a strings.Builder takes everything
		b.WriteString(`"`)
	}
	b.WriteString(` displayed="true">`)
	return name
}
