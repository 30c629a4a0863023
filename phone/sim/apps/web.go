package apps

import (
	"bytes"
	"embed"
	"encoding/xml"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/handset-agent/handset/phone/sim/world"
)

//go:embed web/*.html
var webFiles embed.FS

// site is the network's pages: templates named host, or host_path.
var site = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(webFiles, "web/*.html")) })

// tag is an element of a page, or a piece of text when it has no name.
type tag struct {
	name  string
	attrs map[string]string
	text  string
	kids  []*tag
}

// webPage is what an address gives: a document, or the name of what went wrong.
type webPage struct {
	url, title string
	body       *tag
	failed     string // such as ERR_NAME_NOT_RESOLVED
}

// webRequest is an address with what a form sent to it.
type webRequest struct {
	URL  string
	Form url.Values // of a POST
}

// webHit is a page that a search found.
type webHit struct{ URL, Title, Text string }

// online reports whether the phone has a network.
func online(c *world.Ctx) bool {
	if c.SettingOn("global", "wifi_on") {
		return true
	}
	return c.SettingOn("global", "mobile_data") && !c.SettingOn("global", "airplane_mode_on")
}

// fetch loads a page.
func fetch(c *world.Ctx, r webRequest) webPage {
	if !online(c) {
		return webPage{url: r.URL, title: r.URL, failed: "ERR_INTERNET_DISCONNECTED"}
	}
	return serve(r)
}

func serve(r webRequest) webPage {
	u, err := url.Parse(r.URL)
	if err != nil || u.Host == "" {
		return webPage{url: r.URL, title: r.URL, failed: "ERR_INVALID_URL"}
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	path := strings.ReplaceAll(strings.Trim(u.Path, "/"), "/", "_")
	name := host + ".html"
	if site().Lookup(name) == nil {
		return webPage{url: r.URL, title: r.URL, failed: "ERR_NAME_NOT_RESOLVED"}
	}
	if path != "" {
		name = host + "_" + path + ".html"
	}
	t := site().Lookup(name)
	if t == nil {
		return webPage{url: r.URL, title: "404 Not Found", body: &tag{name: "body", kids: []*tag{{name: "h1", kids: []*tag{{text: "404 Not Found"}}}, {name: "p", kids: []*tag{{text: "There is no such page here."}}}}}}
	}
	data := struct {
		Q, F url.Values
		Hits []webHit
	}{u.Query(), r.Form, nil}
	if host == "search.example" {
		data.Hits = searchWeb(u.Query().Get("q"))
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return webPage{url: r.URL, title: r.URL, failed: "ERR_INVALID_RESPONSE"}
	}
	doc, err := parsePage(&b)
	if err != nil {
		return webPage{url: r.URL, title: r.URL, failed: "ERR_INVALID_RESPONSE"}
	}
	p := webPage{url: r.URL, title: r.URL, body: doc.find("body")}
	if h := doc.find("title"); h != nil {
		p.title = h.words()
	}
	return p
}

// parsePage reads a well-formed page.
func parsePage(r io.Reader) (*tag, error) {
	d := xml.NewDecoder(r)
	d.Entity = xml.HTMLEntity
	root := &tag{}
	stack := []*tag{root}
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch x := tok.(type) {
		case xml.StartElement:
			t := &tag{name: x.Name.Local, attrs: map[string]string{}}
			for _, a := range x.Attr {
				t.attrs[a.Name.Local] = a.Value
			}
			top.kids = append(top.kids, t)
			stack = append(stack, t)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if s := strings.TrimSpace(string(x)); s != "" {
				top.kids = append(top.kids, &tag{text: s})
			}
		}
	}
}

func (t *tag) find(name string) *tag {
	if t.name == name {
		return t
	}
	for _, k := range t.kids {
		if f := k.find(name); f != nil {
			return f
		}
	}
	return nil
}

// words is all the text in an element.
func (t *tag) words() string {
	if t.name == "" && t.text != "" {
		return t.text
	}
	var out []string
	for _, k := range t.kids {
		if s := k.words(); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

// webIndex is every page that a search may find, read once.
var webIndex struct {
	sync.Once
	pages []webHit
}

func readIndex() {
	files, _ := webFiles.ReadDir("web")
	for _, f := range files {
		host, path, _ := strings.Cut(strings.TrimSuffix(f.Name(), ".html"), "_")
		if host == "search.example" || path == "subscribed" || path == "done" {
			continue // answers to forms
		}
		if p := serve(webRequest{URL: "https://" + host + "/" + path}); p.body != nil {
			webIndex.pages = append(webIndex.pages, webHit{p.url, p.title, p.body.words()})
		}
	}
}

// searchWeb finds the pages that hold all the words, those with one in their title first.
func searchWeb(query string) []webHit {
	words := strings.Fields(query)
	if len(words) == 0 {
		return nil
	}
	webIndex.Do(readIndex)
	var out []webHit
	for _, h := range webIndex.pages {
		if !slices.ContainsFunc(words, func(w string) bool { return !has(h.Title+" "+h.Text+" "+h.URL, w) }) {
			if r := []rune(h.Text); len(r) > 120 {
				h.Text = string(r[:120]) + "…"
			}
			out = append(out, h)
		}
	}
	slices.SortStableFunc(out, func(a, b webHit) int { return titled(b, words) - titled(a, words) })
	return out
}

func titled(h webHit, words []string) int {
	if slices.ContainsFunc(words, func(w string) bool { return has(h.Title, w) }) {
		return 1
	}
	return 0
}

// addressOf makes an address of what was typed: as it is, with https, or a search.
func addressOf(typed string) string {
	typed = strings.TrimSpace(typed)
	switch u, err := url.Parse(typed); {
	case typed == "":
		return ""
	case err == nil && (u.Scheme == "http" || u.Scheme == "https"):
		return typed
	case !strings.Contains(typed, " ") && strings.Contains(strings.Trim(typed, "."), "."):
		return "https://" + typed
	}
	return "https://search.example/?" + url.Values{"q": {typed}}.Encode()
}
