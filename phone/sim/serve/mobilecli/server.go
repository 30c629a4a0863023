// Package mobilecli plays the part of the helper that mobile-mcp's mobilecli starts on a phone: JSON-RPC 2.0 over HTTP on an abstract
// socket, which lists apps, reads the screen and the clipboard, and moves the phone to a mock location.
package mobilecli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"time"
)

// Names of the real helper.
const (
	Class  = "com.mobilenext.mobilecli.DeviceServer"
	Socket = "mobilecli-server"
)

// Phone is what the helper reads and changes.
type Phone interface {
	// Tree is the active window as uiautomator writes it, after the UI stood still or wait is over.
	Tree(ctx context.Context, wait time.Duration) ([]byte, error)
	Screen() *image.RGBA
	Apps() []App
	Clipboard() string
	SetClipboard(text string)
	SetLocation(latitude, longitude float64)
	ClearLocation()
	// HideKeyboard reports whether a keyboard was there to hide.
	HideKeyboard() bool
}

// App is one installed package.
type App struct {
	Package     string `json:"packageName"`
	Label       string `json:"appName"`
	Version     string `json:"version"`
	VersionCode int64  `json:"versionCode"`
}

// Server answers the requests. Jar is the hash of the file that the process was started from.
type Server struct {
	Phone Phone
	Jar   string
}

// rpcError is an error as JSON-RPC writes it.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// Codes of JSON-RPC.
const (
	codeParse   = -32700
	codeRequest = -32600
	codeMethod  = -32601
	codeParams  = -32602
	codeServer  = -32000
)

// maxBody bounds a request.
const maxBody = 16 << 20

// ServeHTTP answers one request; the path does not matter.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := map[string]any{"jsonrpc": "2.0", "id": nil}
	result, id, err := s.request(r.Context(), http.MaxBytesReader(w, r.Body, maxBody))
	answer["id"] = id
	if err == nil {
		answer["result"] = result
	} else {
		e, ok := errors.AsType[*rpcError](err)
		if !ok {
			e = &rpcError{codeServer, err.Error()}
		}
		answer["error"] = e
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer) // a client that went away
}

func (s *Server) request(ctx context.Context, body io.Reader) (result, id any, err error) {
	var ask struct {
		ID     any             `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if err := json.NewDecoder(body).Decode(&ask); err != nil {
		return nil, nil, &rpcError{codeParse, "Parse error: " + err.Error()}
	}
	if ask.Method == "" {
		return nil, ask.ID, &rpcError{codeRequest, "Invalid Request"}
	}
	var p params
	if len(ask.Params) > 0 && json.Unmarshal(ask.Params, &p) != nil {
		return nil, ask.ID, &rpcError{codeParams, "Invalid params"}
	}
	result, err = s.call(ctx, ask.Method, p)
	return result, ask.ID, err
}

// params are those of all methods.
type params struct {
	WaitUntilIdle int64 // ms
	Text          *string
	Lat, Lon      *float64
	screenshot
}

var done = map[string]any{"ok": true}

func (s *Server) call(ctx context.Context, method string, p params) (any, error) {
	switch method {
	case "device.version":
		return map[string]any{"dexSha256": s.Jar}, nil
	case "device.apps.list":
		return s.Phone.Apps(), nil
	case "device.dump.ui":
		return s.dump(ctx, time.Duration(p.WaitUntilIdle)*time.Millisecond)
	case "device.screenshot":
		return p.take(s.Phone.Screen())
	case "device.io.keyboard.hide":
		return map[string]any{"dismissed": s.Phone.HideKeyboard()}, nil
	case "device.clipboard.get":
		return map[string]any{"text": s.Phone.Clipboard()}, nil
	case "device.clipboard.set":
		if p.Text == nil || *p.Text == "" {
			return nil, missing("text")
		}
		s.Phone.SetClipboard(*p.Text)
		return done, nil
	case "device.clipboard.clear":
		s.Phone.SetClipboard("")
		return done, nil
	case "device.location.set":
		if p.Lat == nil {
			return nil, missing("lat")
		}
		if p.Lon == nil {
			return nil, missing("lon")
		}
		s.Phone.SetLocation(*p.Lat, *p.Lon)
		return done, nil
	case "device.location.clear":
		s.Phone.ClearLocation()
		return done, nil
	}
	return nil, &rpcError{codeMethod, "Method not found: " + method}
}

func missing(key string) error { return &rpcError{codeParams, fmt.Sprintf("missing params.%s", key)} }
