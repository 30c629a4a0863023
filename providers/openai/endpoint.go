package openai

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/handset-agent/handset/providers"
)

// Base brings a base URL into the form requests are built from: scheme, host and the path that "/chat/completions" and "/models"
// are added to. It takes the root ("https://api.example.com", then "/v1" is added), the API ("…/v1", "…/api/paas/v4"), or the whole
// address of either endpoint. A query is kept for each request.
func Base(raw string) (*url.URL, error) {
	s := strings.TrimSpace(raw)
	if s == "" {
		return nil, errors.New("no base URL given: want something like https://api.openai.com/v1")
	}
	shown := providers.Mask(s)
	u, err := url.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("base URL %q cannot be read", shown)
	}
	if u.User != nil {
		shown = u.Redacted()
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("base URL %q must start with http:// or https://", shown)
	}
	if u.Hostname() == "" {
		return nil, fmt.Errorf("base URL %q has no host", shown)
	}
	path := strings.TrimRight(u.Path, "/")
	for _, end := range []string{"/chat/completions", "/models"} {
		path = strings.TrimSuffix(path, end)
	}
	path = strings.TrimRight(path, "/")
	if path == "" {
		path = "/v1"
	}
	u.Path, u.RawPath, u.Fragment = path, "", ""
	return u, nil
}

// local reports whether host is this machine or an address of a private network, where a model may take minutes to begin.
func local(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}

// plain is a URL without query and user, for errors.
func plain(u *url.URL) string {
	c := *u
	c.RawQuery, c.User, c.Fragment = "", nil, ""
	return c.String()
}

// newTransport is a transport of our own: the proxy of the environment, HTTP/2, bounded dialling and hand-shakes, and no limit on an
// answer, whose silences are watched instead.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	t.TLSHandshakeTimeout = 15 * time.Second
	t.ResponseHeaderTimeout = 0
	return t
}

var errRedirected = errors.New("the address answers with a redirect that turns the request into another one; use the address it points at as the base URL")

// newClient copies the caller's client, or makes one, without a total time limit and with the redirect rule (E14): the request may be
// repeated elsewhere as it is, but what only the endpoint may see stays behind when the host changes or encryption ends.
func (p *Provider) newClient() *http.Client {
	c := &http.Client{Transport: newTransport()}
	if p.o.HTTPClient != nil {
		*c = *p.o.HTTPClient
	}
	c.Timeout = 0
	c.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		first := via[0]
		if len(via) >= 5 {
			return errors.New("more than 5 redirects")
		}
		if r.Method != first.Method {
			return errRedirected
		}
		if r.URL.Host != first.URL.Host || first.URL.Scheme == "https" && r.URL.Scheme != "https" {
			r.Header.Del("Authorization")
			r.Header.Del("Referer")
			for k := range p.o.Header {
				r.Header.Del(k)
			}
		}
		return nil
	}
	return c
}
