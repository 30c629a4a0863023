package openai

import "github.com/handset-agent/handset/providers"

// class is what may be done about a failed try.
type class int

const (
	final   class = iota // nothing
	busy                 // wait as told, or a growing pause, then again (E1)
	shaky                // a growing pause, then again (E3, E11)
	once                 // again, one time (E10, empty answers)
	loading              // wait until the server has its model (E4)
	noCalls              // ask one time without a stream (T17)
)

// failure is one failed try.
type failure struct {
	err   *providers.Error
	class class
}

func broken(c class, message string) *failure {
	return &failure{err: &providers.Error{Kind: providers.BadStream, Message: message}, class: c}
}
