package scripted

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	defaultKeep = 50
	maxBody     = 64 << 20
	closeWait   = 5 * time.Second
)

// Server plays scenarios over HTTP. The zero value works; fields are set before the first request.
//
//	POST /v1/chat/completions   plays the scenario its "model" names; "NAME#anything" plays NAME with a count of attempts of its own
//	GET  /v1/models             lists the scenarios
//	GET  /health                200, or 503 while the scenario "loading" loads
//
// "/v1" may be left out. Anything else is answered as the real API answers an unknown address.
type Server struct {
	// Speed divides every pause of a scenario: 100 plays a hundred times faster. Zero means 1.
	Speed float64
	// Split cuts what is sent into pieces of so many bytes, each flushed on its own. Zero sends what belongs together at once.
	Split int
	// Key, when set, is the bearer token that requests must carry.
	Key string
	// Keep is how many of the last requests are kept; zero means 50.
	Keep int
	// Now is the clock of Recorded.At; nil means time.Now.
	Now func() time.Time

	mu       sync.Mutex
	attempts map[string]int
	requests []Recorded
	gone     int
	loading  int // health checks left until the model of "loading" is there
	loaded   bool

	http *http.Server
	done chan struct{}
	stop func() bool
}

// Recorded is one request the server got.
type Recorded struct {
	At      time.Time
	Method  string
	Path    string
	Header  http.Header // Authorization is masked
	Body    []byte      // at most 64 MiB
	Model   string      // as asked for, with its "#…" part
	Attempt int         // of this model since the last Reset, from 1
}

// Start listens on addr ("127.0.0.1:0" for any free port) and serves until Close or the end of ctx. It returns the base URL for
// clients, such as "http://127.0.0.1:40123/v1".
func (s *Server) Start(ctx context.Context, addr string) (string, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return "", fmt.Errorf("serve models: %w", err)
	}
	base, cancel := context.WithCancel(ctx)
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 30 * time.Second, BaseContext: func(net.Listener) context.Context { return base }}
	s.done = make(chan struct{})
	s.stop = context.AfterFunc(ctx, func() { _ = s.http.Close() })
	go func() {
		defer close(s.done)
		defer cancel()
		_ = s.http.Serve(l)
	}()
	return "http://" + l.Addr().String() + "/v1", nil
}

// Close stops listening, breaks running answers and waits for all of it, at most 5 s.
func (s *Server) Close() error {
	if s.http == nil {
		return nil
	}
	s.stop()
	err := s.http.Close()
	<-s.done
	ctx, cancel := context.WithTimeout(context.Background(), closeWait)
	defer cancel()
	if down := s.http.Shutdown(ctx); err == nil && !errors.Is(down, http.ErrServerClosed) {
		err = down
	}
	return err
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimRight(r.URL.Path, "/")
	method, known := endpoints[strings.TrimPrefix(path, "/v1")]
	switch {
	case path == "/health" || path == "/v1/health":
		s.health(w)
	case s.Key != "" && !s.allowed(r):
		writeError(w, http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided.")
	case !known:
		writeError(w, http.StatusNotFound, "", fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path))
	case method != r.Method:
		w.Header().Set("Allow", method)
		writeError(w, http.StatusMethodNotAllowed, "method_not_supported",
			fmt.Sprintf("Not allowed to %s on %s (HINT: Perhaps you meant to use a different HTTP method?)", r.Method, r.URL.Path))
	case method == http.MethodGet:
		s.models(w)
	default:
		s.complete(w, r)
	}
}

// endpoints are the paths there are, with "/v1" before them or without, and their methods.
var endpoints = map[string]string{
	"/models":                 http.MethodGet,
	"/chat/completions":       http.MethodPost,
	"/moved/chat/completions": http.MethodPost, // where the scenario redirect_307 points
}

func (s *Server) allowed(r *http.Request) bool {
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+s.Key)) == 1
}

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return
	}
	q, err := parseRequest(raw)
	attempt := s.record(r, raw, q.Model)
	if err != nil {
		writeError(w, http.StatusBadRequest, "", "the body is no chat completion request: "+err.Error())
		return
	}
	q.Attempt, q.Path, q.server = attempt, r.URL.Path, s
	name, _, _ := strings.Cut(q.Model, "#")
	play, ok := scenes[name]
	if !ok {
		writeError(w, http.StatusNotFound, "model_not_found", fmt.Sprintf("The model `%s` does not exist; GET /v1/models lists what can be played.", name))
		return
	}
	gzip := strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	if t := play(q); !s.play(r.Context(), w, t, gzip) {
		s.mu.Lock()
		s.gone++
		s.mu.Unlock()
	}
}

// record keeps a request and counts it.
func (s *Server) record(r *http.Request, raw []byte, model string) int {
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	h := r.Header.Clone()
	if h.Get("Authorization") != "" {
		h.Set("Authorization", "Bearer ***")
	}
	keep := s.Keep
	if keep <= 0 {
		keep = defaultKeep
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attempts == nil {
		s.attempts = map[string]int{}
	}
	s.attempts[model]++
	n := s.attempts[model]
	s.requests = append(s.requests, Recorded{At: now(), Method: r.Method, Path: r.URL.Path, Header: h, Body: raw, Model: model, Attempt: n})
	if over := len(s.requests) - keep; over > 0 {
		s.requests = slices.Delete(s.requests, 0, over)
	}
	return n
}

func (s *Server) models(w http.ResponseWriter) {
	type model struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int64  `json:"created"`
		OwnedBy string `json:"owned_by"`
		About   string `json:"description"`
	}
	data := []model{}
	for _, sc := range Scenarios() {
		data = append(data, model{sc.Name, "model", 1700000000, "scripted", sc.About})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data})
}

// health answers as llama-server does: 503 while a model loads.
func (s *Server) health(w http.ResponseWriter) {
	s.mu.Lock()
	busy := s.loading > 0
	if busy {
		s.loading--
		s.loaded = s.loading == 0
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if busy {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`)
		return
	}
	_, _ = io.WriteString(w, `{"status":"ok"}`)
}

// Attempts is how often the model was asked since the last Reset.
func (s *Server) Attempts(model string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attempts[model]
}

// Gone is how many answers were broken off because the client left.
func (s *Server) Gone() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gone
}

// Requests are the last requests for answers, oldest first.
func (s *Server) Requests() []Recorded {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Reset forgets attempts and requests.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.attempts, s.requests, s.gone, s.loading, s.loaded = nil, nil, 0, 0, false
}

// writeError answers with an error in the API's shape. code may be empty: then it is null, as it is for a wrong address.
func writeError(w http.ResponseWriter, status int, code, message string) {
	var shown any
	if code != "" {
		shown = code
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": shown}})
}
