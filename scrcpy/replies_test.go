package scrcpy

import (
	"testing"
	"time"
)

// TestLateAnswers_DV25: answers that nobody waits for any more never hold up the reader, and the newest counts.
func TestLateAnswers_DV25(t *testing.T) {
	t.Parallel()
	var r replies
	r.init()
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.put("old")
		r.put("new")
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the reader is held up")
	}
	if got := <-r.text; got != "new" {
		t.Errorf("got %q", got)
	}
	seq, acked := r.expect()
	r.acknowledge(seq + 1)
	r.acknowledge(seq)
	r.acknowledge(seq)
	<-acked
	if len(r.acks) != 0 {
		t.Errorf("%d waits left", len(r.acks))
	}
}
