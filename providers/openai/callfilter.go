package openai

import "strings"

// callFilter keeps calls that a model writes into its text from being shown as text (T19). What may be the start of a call is held
// back; a fence until it closes, anything else until the answer ends.
type callFilter struct {
	known func(string) bool
	held  string
	begun bool // something was let through
	all   bool // a call has begun: hold everything
}

// write takes a piece of text and returns what may be shown.
func (f *callFilter) write(piece string) string {
	f.held += piece
	var show strings.Builder
	for !f.all {
		n, wait := f.safe()
		show.WriteString(f.held[:n])
		f.begun = f.begun || strings.TrimSpace(f.held[:n]) != ""
		f.held = f.held[n:]
		if wait || f.held == "" {
			break
		}
		if !strings.HasPrefix(f.held, "```") {
			f.all = true
			break
		}
		shut := strings.Index(f.held[3:], "```")
		if shut < 0 {
			break
		}
		block := f.held[:3+shut+3]
		if calls, _ := findCalls(block, f.known); len(calls) > 0 {
			f.all = true
			break
		}
		show.WriteString(block)
		f.begun, f.held = true, f.held[len(block):]
	}
	return show.String()
}

// safe is how much of what is held can be no part of a call. wait says that the rest may be the start of an opener.
func (f *callFilter) safe() (n int, wait bool) {
	if !f.begun {
		t := strings.TrimLeft(f.held, " \t\r\n")
		if t == "" {
			return 0, true
		}
		if t[0] == '{' || t[0] == '[' { // a bare object is a call only at the very start
			f.all = true
			return 0, false
		}
	}
	if i, _ := firstOpener(f.held); i >= 0 {
		return i, false
	}
	keep := 0
	for _, op := range openers {
		keep = max(keep, overlap(f.held, op.mark))
	}
	return len(f.held) - keep, keep > 0
}

// end returns the calls and what else of the held text is to be shown.
func (f *callFilter) end() (calls []textCall, rest string) {
	calls, rest = findCalls(f.held, f.known)
	f.held = ""
	return calls, rest
}
