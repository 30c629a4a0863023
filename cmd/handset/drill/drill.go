// Package drill carries out the same flows again and again on simulated phones while faults strike, and judges each run by the
// truth that only the simulation knows: what handset said must be so.
package drill

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/config"
	"github.com/handset-agent/handset/phone/sim/fault"
)

// Outcome is how a run is judged.
type Outcome string

// The outcomes.
const (
	Calm      Outcome = "calm"      // done, and no fault struck
	Recovered Outcome = "recovered" // done although faults struck
	Clean     Outcome = "clean"     // not done, said so with a typed reason, and nothing was changed that the flow was not about
	Wrong     Outcome = "wrong"     // anything else: claimed what is not so, touched what it should not, hung, left something behind
)

// Options says what to drill.
type Options struct {
	Runs     int           // how many; flows take turns
	Seed     int64         // of the phones and the faults: the same seed strikes the same way
	Parallel int           // phones at once; zero means two for each core
	Limit    time.Duration // of one run; zero means five minutes. A run that takes longer hangs, which is wrong
	Flow     string        // only flows whose name has this; empty means all
	Faults   []fault.Name  // choose from these; empty means all
	Config   config.Config // where the scrcpy server and the adb program are
}

// Verdict is one judged run.
type Verdict struct {
	Run     int           `json:"run"`
	Flow    string        `json:"flow"`
	Faults  []string      `json:"faults"` // the rules that were on, with how often they struck
	Outcome Outcome       `json:"outcome"`
	Reason  string        `json:"reason,omitempty"` // why it was not done, or what is wrong
	Took    time.Duration `json:"took_ns"`
}

// Summary counts the outcomes.
type Summary struct {
	Runs      int `json:"runs"`
	Calm      int `json:"calm"`
	Recovered int `json:"recovered"`
	Clean     int `json:"clean"`
	Wrong     int `json:"wrong"`
}

func (s *Summary) add(o Outcome) {
	s.Runs++
	switch o {
	case Calm:
		s.Calm++
	case Recovered:
		s.Recovered++
	case Clean:
		s.Clean++
	default:
		s.Wrong++
	}
}

// Flows lists the names of the flows.
func Flows() []string {
	var names []string
	for _, f := range flows() {
		names = append(names, f.name)
	}
	return names
}

// Run drills and hands each verdict to report as it comes, one at a time. It ends early when ctx does. An error means that the
// drill itself could not go on; a wrong run is no error.
func Run(ctx context.Context, o Options, report func(Verdict)) (Summary, error) {
	chosen := slices.DeleteFunc(flows(), func(f flow) bool { return !strings.Contains(f.name, o.Flow) })
	if len(chosen) == 0 {
		return Summary{}, fmt.Errorf("no flow has %q in its name: there are %s", o.Flow, strings.Join(Flows(), ", "))
	}
	server, err := adb.StartPrivateServer(ctx, o.Config.Env)
	if err != nil {
		return Summary{}, err
	}
	defer server.Close()
	if o.Parallel == 0 {
		o.Parallel = 2 * runtime.NumCPU()
	}
	if o.Limit == 0 {
		o.Limit = 5 * time.Minute
	}
	next, verdicts := make(chan int), make(chan Verdict)
	var workers sync.WaitGroup
	for range min(o.Parallel, o.Runs) {
		workers.Go(func() {
			for i := range next {
				verdicts <- one(ctx, o, server, chosen[i%len(chosen)], i)
			}
		})
	}
	go func() {
		defer close(verdicts)
		defer workers.Wait()
		defer close(next)
		for i := range o.Runs {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var sum Summary
	for v := range verdicts {
		if ctx.Err() != nil {
			continue // what an interrupt cut off is not judged
		}
		sum.add(v.Outcome)
		report(v)
	}
	return sum, ctx.Err()
}

// dice are the dice of run i, the same whatever the other runs do.
func (o Options) dice(i int) *rand.Rand { return rand.New(rand.NewPCG(uint64(o.Seed), uint64(i))) }

// one plays a flow on a phone of its own and judges it.
func one(ctx context.Context, o Options, server *adb.PrivateServer, f flow, i int) Verdict {
	start := time.Now()
	v := Verdict{Run: i, Flow: f.name}
	s, err := newStage(ctx, o, server, i)
	if err != nil {
		v.Outcome, v.Reason = Wrong, "no phone to drill on: "+err.Error()
		return v
	}
	defer s.close()
	dice := o.dice(i)
	if err := s.trouble(ctx, dice, o.Faults); err != nil {
		v.Outcome, v.Reason = Wrong, "no fault to drill with: "+err.Error()
		return v
	}
	err = s.play(ctx, f, o.Limit)
	v.Faults, v.Outcome, v.Reason = s.judge(ctx, f, err)
	v.Took = time.Since(start).Round(time.Millisecond)
	return v
}
