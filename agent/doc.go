// Package agent carries out what a person asks for: it asks a model, runs the tools the model calls, and asks again, until the
// model has nothing more to do, a limit is reached, or somebody stops it.
//
// [Runner] does one turn. Its [Runner.Run] is an iterator of events; leaving the loop or ending the context stops the model's
// stream and the tool in flight. Whatever way a turn ends, the stored conversation is valid when Run returns: every call the
// model made has exactly one answer (TR-01), text that had already come is kept (TR-09), and no further byte goes to the phone.
//
// [Sessions] runs turns in the background, one goroutine for each active conversation, at most one turn at a time for a
// conversation and for a phone. Fronts read events from a [Feed] (agent/feed) and never take part in the work.
//
// What the program shows a model is of two kinds. The system prompt and what the user wrote are instructions. Everything a tool
// returned, above all text that was read from a screen, is data: it is marked as such, the prompt says so, and what may be done is
// decided by the gate and by the risk of a call, never by the text (F-097).
package agent
