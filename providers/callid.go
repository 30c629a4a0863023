package providers

import "crypto/rand"

// NewCallID makes an id for a tool call that no other call of any conversation has: "call_" and 26 random letters and digits.
func NewCallID() string { return "call_" + rand.Text() }
