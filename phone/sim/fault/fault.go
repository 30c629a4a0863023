// Package fault says how a simulated phone misbehaves: a Set holds a rule for each fault that is on, and whoever plays a part of
// the phone asks the Set, at the moment where that part could go wrong, whether it goes wrong now.
//
// The answers follow from the seed, the rule and how often the same fault was asked for before. They do not depend on the
// questions about other faults, so a run can be repeated.
package fault

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// Rule says when a fault strikes. The zero value strikes always.
type Rule struct {
	After       time.Duration // not before this long after it was switched on
	Count       int           // at most so many times; zero: any number
	Probability float64       // of each occasion, 0…1; zero means 1
	For         time.Duration // no longer than this, counted from the end of After; zero: until it is switched off
	Value       string        // what the fault needs to know, see the constants; empty: its default
}

// Errors of On and Parse.
var (
	ErrUnknown = errors.New("no such fault")
	ErrRule    = errors.New("not a fault rule")
)

// State is one fault that is on.
type State struct {
	Name   Name
	Rule   Rule
	Since  time.Time // switched on
	Asked  int       // occasions while the rule was in force
	Hits   int       // how often it struck
	Active bool      // it can strike now
}

// Set is the faults of one phone. All methods may be called from any goroutine; a nil Set has no fault.
type Set struct {
	seed int64

	mu      sync.Mutex
	on      map[Name]*entry
	waiters map[chan struct{}]struct{}
}

type entry struct {
	State

	rng *rand.Rand
}

// New makes a Set without faults. The same seed gives the same answers.
func New(seed int64) *Set {
	return &Set{seed: seed, on: map[Name]*entry{}, waiters: map[chan struct{}]struct{}{}}
}

// On switches a fault on, in place of the rule it may have had: its times, its count and its luck begin anew.
func (s *Set) On(n Name, r Rule) error {
	if !slices.Contains(All(), n) {
		return fmt.Errorf("%q: %w", n, ErrUnknown)
	}
	if err := r.check(n); err != nil {
		return err
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(n))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on[n] = &entry{State{Name: n, Rule: r, Since: time.Now()}, rand.New(rand.NewPCG(uint64(s.seed), h.Sum64()))}
	s.tell()
	return nil
}

// Off switches a fault off and reports whether it was on.
func (s *Set) Off(n Name) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, was := s.on[n]
	delete(s.on, n)
	s.tell()
	return was
}

// Clear switches every fault off.
func (s *Set) Clear() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.on)
	s.tell()
}

// List tells which faults are on, by name.
func (s *Set) List() []State {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	out := make([]State, 0, len(s.on))
	for _, e := range s.on {
		e.Active = e.inForce(now)
		out = append(out, e.State)
	}
	slices.SortFunc(out, func(a, b State) int { return strings.Compare(string(a.Name), string(b.Name)) })
	return out
}

// Hit is asked at an occasion of the fault and reports whether it strikes; a strike is counted.
func (s *Set) Hit(n Name) (Rule, bool) {
	if s == nil {
		return Rule{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.on[n]
	if e == nil || !e.inForce(time.Now()) {
		return Rule{}, false
	}
	e.Asked++
	if p := e.Rule.Probability; p > 0 && p < 1 && e.rng.Float64() >= p {
		return Rule{}, false
	}
	e.Hits++
	return e.Rule, true
}

// Active reports whether the fault could strike now, without asking its luck and without counting: for conditions that last
// and for looking ahead.
func (s *Set) Active(n Name) (Rule, bool) {
	if s == nil {
		return Rule{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.on[n]; e != nil && e.inForce(time.Now()) {
		return e.Rule, true
	}
	return Rule{}, false
}

// Lasts reports whether a fault that struck still goes on: it is on and its time is not over, whatever its count says. It is for
// conditions that begin with a Hit and go on, as a stream that froze.
func (s *Set) Lasts(n Name) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.on[n]
	return e != nil && e.inTime(time.Now())
}

// inForce reports whether the rule's times and count allow a strike.
func (e *entry) inForce(now time.Time) bool {
	return e.inTime(now) && (e.Rule.Count == 0 || e.Hits < e.Rule.Count)
}

func (e *entry) inTime(now time.Time) bool {
	r, age := e.Rule, now.Sub(e.Since)
	return age >= r.After && (r.For == 0 || age < r.After+r.For)
}

// Next is the next moment at which a fault of names begins or ends to be in force by the passing of time; zero when there is
// none. Who must act then without being asked sets a timer to it.
func (s *Set) Next(names ...Name) time.Time {
	var next time.Time
	if s == nil {
		return next
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for _, n := range names {
		e := s.on[n]
		if e == nil || e.Rule.Count > 0 && e.Hits >= e.Rule.Count {
			continue
		}
		for _, at := range []time.Time{e.Since.Add(e.Rule.After), e.Since.Add(e.Rule.After + e.Rule.For)} {
			if at.After(now) && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
}

// Watch returns a channel that gets a value after faults were switched on or off. Call stop when done.
func (s *Set) Watch() (changed <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	if s == nil {
		return c, func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiters[c] = struct{}{}
	return c, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.waiters, c)
	}
}

// tell wakes the watchers.
func (s *Set) tell() {
	for c := range s.waiters {
		select {
		case c <- struct{}{}:
		default: // it has not looked yet
		}
	}
}
