package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/agent/gate"
	"github.com/handset-agent/handset/db"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/act"
	"github.com/handset-agent/handset/tools/see"
)

const steps = 20

// agentOverhead measures what handset itself adds to a step: from the last byte of the model's answer, through the gate, a tap,
// the comparison of two screens of 600 elements, the database and the next request's assembly, to its first byte. The phone
// answers at once, so that neither its time nor the wait for a still screen counts; the model's stream and the database are real.
func agentOverhead(ctx context.Context, _ Options, report func(Ratio)) error {
	dir, err := os.MkdirTemp("", "handset-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	store, err := db.Open(ctx, filepath.Join(dir, "bench.db"))
	if err != nil {
		return err
	}
	defer store.Close()
	model := &tapper{}
	server := httptest.NewServer(model)
	defer server.Close()
	provider := openai.New(openai.Options{BaseURL: server.URL})
	defer provider.Close()
	p := newInstant()
	view := tools.NewView(p, tools.ViewOptions{})
	registry, err := tools.NewRegistry(append(act.Tools(view), see.Tools(view, nil)...)...)
	if err != nil {
		return err
	}
	runner := agent.Runner{Provider: provider, Store: store, Runs: store, Record: store,
		Gate: func(agent.Turn, func(tools.Ask)) tools.Gate { return gate.New(gate.Policy{}, gate.Options{}) }}
	turn := agent.Turn{Session: "bench", Text: "tap", Mode: tools.Max, Model: "tapper", Phone: p, Tools: registry}
	for e, err := range runner.Run(ctx, turn) {
		if err != nil {
			return err
		}
		if e.Kind == agent.ToolFinished && e.Result.Status != tools.OK {
			return fmt.Errorf("the tap failed: %s", e.Result.Text)
		}
	}
	gaps := model.gaps()
	if len(gaps) < steps-1 {
		return fmt.Errorf("only %d steps were measured", len(gaps))
	}
	slices.Sort(gaps)
	report(Ratio{Name: "agent overhead per step: model's last byte to the next request", Got: ms(gaps[len(gaps)/2]), Want: 30, Unit: "ms",
		Note: "tap, a tree of 600 elements, no wait for the phone"})
	return nil
}

// tapper is a model that asks for a tap each time and notes when it was asked and when its answer ended.
type tapper struct {
	mu    sync.Mutex
	ended time.Time
	took  []time.Duration
	asked int
}

func (m *tapper) gaps() []time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.took)
}

// ServeHTTP implements http.Handler. It is called once the request's head is there, which is its first byte for our purpose.
func (m *tapper) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	m.mu.Lock()
	if !m.ended.IsZero() {
		m.took = append(m.took, time.Since(m.ended))
	}
	m.asked++
	n := m.asked
	m.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	delta := map[string]any{"role": "assistant", "content": "done"}
	finish := "stop"
	if n <= steps {
		delta = map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{"index": 0, "id": fmt.Sprintf("c%d", n), "type": "function",
			"function": map[string]any{"name": "ua_tap", "arguments": fmt.Sprintf(`{"x":%d,"y":300}`, 100+n)}}}}
		finish = "tool_calls"
	}
	for _, choice := range []any{map[string]any{"index": 0, "delta": delta}, map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish}} {
		chunk, _ := json.Marshal(map[string]any{"id": "x", "object": "chat.completion.chunk", "choices": []any{choice}})
		fmt.Fprintf(w, "data: %s\n\n", chunk)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
	w.(http.Flusher).Flush()
	m.mu.Lock()
	m.ended = time.Now()
	m.mu.Unlock()
}

// instant is a phone that answers at once: each tap shows the next of two screens with 600 elements.
type instant struct {
	mu    sync.Mutex
	seq   uint64
	dumps [2][]byte
	img   image.Image
}

func newInstant() *instant {
	p := &instant{seq: 1, img: image.NewRGBA(image.Rect(0, 0, 1080, 2400))}
	for i := range p.dumps {
		var b strings.Builder
		b.WriteString(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]">`)
		for n := range 600 {
			y := n * 4
			fmt.Fprintf(&b, `<node index="%d" text="Row %d of page %d" resource-id="com.example:id/row%d" class="android.widget.TextView" package="com.example" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,%d][1080,%d]" />`, n, n, i*(n%7), n, y, y+4)
		}
		b.WriteString(`</node></hierarchy>`)
		p.dumps[i] = []byte(b.String())
	}
	return p
}

func (p *instant) Info() phone.Info {
	return phone.Info{Serial: "instant", Model: "Instant", Android: "14", SDK: 34, Displays: []phone.Display{{Size: image.Pt(1080, 2400), Density: 420}}}
}

func (p *instant) Frame(context.Context) (*phone.Frame, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &phone.Frame{Seq: p.seq, At: time.Now(), Size: image.Pt(1080, 2400), Source: "stream", Image: p.img}, nil
}

func (p *instant) Settled(ctx context.Context, s phone.Settle) (*phone.Frame, bool, error) {
	f, err := p.Frame(ctx)
	return f, f.Seq != s.After, err
}

func (p *instant) Gesture(context.Context, phone.Gesture) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seq++
	return nil
}

func (p *instant) Key(context.Context, phone.Key) error { return nil }
func (p *instant) Text(context.Context, string) error   { return nil }
func (p *instant) Shell(context.Context, ...string) (phone.Output, error) {
	return phone.Output{}, errors.Join(phone.ErrUnsupported, fs.ErrInvalid)
}

func (p *instant) DumpTree(context.Context) (phone.Dump, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return phone.Dump{XML: p.dumps[p.seq%2], Source: "uiautomator", At: time.Now()}, nil
}
