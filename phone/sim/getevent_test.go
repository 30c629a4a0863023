package sim_test

import (
	"bytes"
	"context"
	"image"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/world"
)

// heard is an output that may be read while it is written.
type heard struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.b.Write(b)
}

func (h *heard) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.b.String()
}

// TestGetevent: a person's touch shows in getevent, an injected one does not.
func TestGetevent(t *testing.T) {
	t.Parallel()
	p := sim.New(sim.Options{})
	defer p.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var out heard
	done := make(chan int, 1)
	go func() { done <- p.Device().Run(ctx, "getevent -l -c 10", nil, &out, nil) }()
	for !strings.Contains(out.text(), "event0") {
		time.Sleep(5 * time.Millisecond)
		if ctx.Err() != nil {
			t.Fatal("getevent lists no devices")
		}
	}
	time.Sleep(50 * time.Millisecond)
	if err := p.Gesture(ctx, phone.Gesture{On: p.World().Display().Size, Fingers: [][]phone.Touch{{{At: image.Pt(10, 20)}}}}); err != nil {
		t.Fatal(err)
	}
	p.World().Press(0, world.TouchDown, image.Pt(300, 400))
	p.World().Press(0, world.TouchUp, image.Pt(300, 400))
	select {
	case <-done:
	case <-ctx.Done():
		t.Fatal("getevent saw nothing")
	}
	text := out.text()
	for _, want := range []string{
		"/dev/input/event2: EV_ABS       ABS_MT_POSITION_X    0000012c            \n", "/dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    00000190            \n",
		"/dev/input/event2: EV_KEY       BTN_TOUCH            DOWN                \n", "/dev/input/event2: EV_SYN       SYN_REPORT           00000000            \n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "0000000a            ") {
		t.Errorf("the injected touch shows:\n%s", text)
	}
}
