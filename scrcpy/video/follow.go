package video

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/handset-agent/handset/scrcpy"
)

// Updates returns a channel that gets a signal when a packet or a picture came or the screen settled; signals do not
// pile up. Stop ends it.
func (p *Pipeline) Updates() (updates <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.subscribers[c] = struct{}{}
	return c, sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.subscribers, c)
	})
}

// Item is a packet on its way to a viewer or a file.
type Item struct {
	scrcpy.Packet
	Number uint64 // of the packet; a configuration has that of the packet it belongs to
	Gap    bool   // packets before this one were lost to this follower; it is a configuration or a key frame
}

// Snapshot returns what a late joiner must decode to see the screen as it is: the (patched) configuration, the last key frame and every
// packet since. It is empty when that is not known; RequestKey then helps.
func (p *Pipeline) Snapshot() []scrcpy.Packet {
	f := &follower{}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.join(f)
	var out []scrcpy.Packet
	for _, i := range f.queue {
		out = append(out, i.Packet)
	}
	return out
}

// join gives a new follower the ring; the caller holds mu.
func (p *Pipeline) join(f *follower) {
	if !p.ring.complete {
		f.lost = true
		return
	}
	for _, e := range p.ring.entries {
		f.push(e, p.reordering)
	}
}

// follower is one reader of packets with a queue of its own. Its fields belong to the pipeline's mu.
type follower struct {
	queue  []Item
	bytes  int
	config *config
	lost   bool // packets are passed over up to the next key frame
	gap    bool // and that was not so from the beginning
}

// push queues a packet, with its configuration if that is new to the follower.
func (f *follower) push(e entry, plain bool) {
	if f.lost && !e.pkt.Key {
		return
	}
	if f.lost || e.config != f.config {
		f.config = e.config
		if c := e.config; c != nil {
			data := c.patched
			if plain {
				data = c.raw
			}
			f.add(Item{Packet: scrcpy.Packet{Config: true, Data: data, Arrived: e.pkt.Arrived}, Number: e.number, Gap: f.gap})
			f.gap = false
		}
	}
	f.add(Item{Packet: e.pkt, Number: e.number, Gap: f.gap})
	f.lost, f.gap = false, false
	if f.bytes > maxRingBytes || len(f.queue) > maxRingPackets+1 {
		f.lose()
	}
}

func (f *follower) add(i Item) {
	f.queue = append(f.queue, i)
	f.bytes += len(i.Data)
}

// lose gives up what is queued and all that comes before the next key frame.
func (f *follower) lose() {
	f.queue, f.bytes, f.lost, f.gap = nil, 0, true, true
}

// take empties the queue.
func (f *follower) take() []Item {
	items := f.queue
	f.queue, f.bytes = nil, 0
	return items
}

// Follow yields the snapshot and then each packet as it comes, configurations patched for zero delay. A follower that is too slow loses
// packets up to the next key frame and is told so by Item.Gap. It ends with the context's error, or ErrClosed. Following alone does not
// make the pipeline decode.
func (p *Pipeline) Follow(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		f := &follower{}
		p.mu.Lock()
		if p.join(f); f.lost {
			p.resetAsked = p.packet > 0 // otherwise the first one is a key frame anyhow
			signal(p.wake)
		}
		p.followers[f] = struct{}{}
		p.mu.Unlock()
		defer func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			delete(p.followers, f)
		}()
		for {
			p.mu.Lock()
			items, changed, closed := f.take(), p.changed, p.closed
			p.mu.Unlock()
			for _, i := range items {
				if !yield(i, nil) {
					return
				}
			}
			if closed {
				yield(Item{}, fmt.Errorf("follow video: %w", ErrClosed))
				return
			}
			if len(items) > 0 {
				continue
			}
			if err := sleep(ctx, changed, 0); err != nil {
				yield(Item{}, fmt.Errorf("follow video: %w", err))
				return
			}
		}
	}
}
