package scripted

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Server plays scenarios over HTTP. The zero value works; fields are set before the first request.
//
//	POST …/chat/completions   plays the scenario its "model" names; "NAME#anything" plays NAME with a count of attempts of its own
//	GET  …/models             lists the scenarios
//	GET  …/health             200
type Server struct {
	// Speed divides every pause of a scenario: 100 plays a hundred times faster. Zero means 1.
	Speed float64
	// Key, when set, is the bearer token that requests must carry.
	Key string
	// Keep is how many of the last requests are kept; zero means 50.
	Keep int
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
	return "", errors.New("not built")
}

// Close stops listening, breaks running answers and waits for all of it.
func (s *Server) Close() error { return nil }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

// Attempts is how often the model was asked since the last Reset.
func (s *Server) Attempts(model string) int { return 0 }

// Gone is how many answers were broken off because the client left.
func (s *Server) Gone() int { return 0 }

// Requests are the last requests, oldest first.
func (s *Server) Requests() []Recorded { return nil }

// Reset forgets attempts and requests.
func (s *Server) Reset() {}

// Scenarios lists the names and one line about each, in the order of GET /models.
func Scenarios() []Scenario { return nil }

// Scenario is one thing the server can play.
type Scenario struct{ Name, About string }
