// Package gate decides whether a tool call may run. A [Gate] holds the rules of one turn: what the mode allows (MG-01…06), the
// risk classes that are asked about in every mode (MG-10), and what a person has allowed for the rest of the turn. Whom it asks
// is an [Asker]: the [Broker], which puts the question to whatever fronts listen, or a fixed [Policy] where no person is there.
package gate
