// Package phonetest holds the contract suite that every phone.Phone must pass.
package phonetest

import (
	"context"
	"testing"

	"github.com/handset-agent/handset/phone"
)

// Options tell the suite what the phone under test has.
type Options struct {
	// TextField brings an empty text field into focus. Nil means the search of Settings.
	TextField func(ctx context.Context, t *testing.T, p phone.Phone)
	// Taps is how often "tap, then Frame shows it" is repeated; zero means 10.
	Taps int
}

// Run runs the suite. open gives a phone that is awake and unlocked; it closes it with t.Cleanup.
func Run(t *testing.T, open func(t *testing.T) phone.Phone, o Options) { t.Skip("stub") }
