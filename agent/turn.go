package agent

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// Turn is one request of a user and everything it needs. It is bound to one phone: the tools were built on it.
type Turn struct {
	Run     string // id of the turn; empty: one is made
	Session string // the conversation
	Text    string // what the user asks for
	Images  []providers.Image
	Mode    tools.Mode // empty: tools.Chat. It stays for the whole turn (MG-08)

	Phone phone.Phone                 // nil without one
	Tools *tools.Registry             // bare tools bound to Phone; the Runner puts the guards round them. nil: none
	Probe func(context.Context) error // cheap check that the phone is still there; nil: not asked

	Model       string
	Seeing      bool // the model reads pictures; others get a note instead
	MaxTokens   int
	Temperature *float64
	Effort      string

	Prompt string   // of a saved agent, put before the mode's prompt (AG-05)
	Facts  []string // more lines for the system prompt, such as live capabilities
	Limits Limits

	Background bool // nobody waits for it: turns of people get the phone first
}

// Limits bound a turn. Zero fields hold their defaults.
type Limits struct {
	Rounds int // rounds with tool calls; zero: 50 in max mode, else 12; never above RoundCeiling (AG-03)
	Tokens int // input and output tokens of all rounds together; zero: no budget
}

// RoundCeiling is the most rounds any turn can have.
const RoundCeiling = 200

// rounds is the limit that holds for a mode.
func (l Limits) rounds(m tools.Mode) int {
	n := l.Rounds
	if n <= 0 {
		n = 12
		if m == tools.Max {
			n = 50
		}
	}
	return min(n, RoundCeiling)
}

// Runner carries out turns. Provider and Store are needed; the rest may be zero. One Runner serves any number of turns at once.
type Runner struct {
	Provider providers.Provider
	Store    Store
	// Gate makes the gate of one turn. asked must be called when a person is asked about a call. A nil Gate denies every tool.
	Gate   func(t Turn, asked func(tools.Ask)) tools.Gate
	Record tools.Recorder // of the steps; nil: none
	Runs   RunLog         // nil: none
	Now    func() time.Time
}

func (r *Runner) now() time.Time {
	if r.Now != nil {
		return r.Now()
	}
	return time.Now()
}

// NewID makes an id that is unique everywhere: prefix, an underscore and 16 random characters (a–z, 2–7).
func NewID(prefix string) string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails
	return prefix + "_" + strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}
