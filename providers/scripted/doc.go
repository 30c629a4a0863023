// Package scripted is a model server without a model: the name of the model picks what it plays. It speaks the chat completions
// dialect, byte by byte where a scenario wants odd bytes, so that programs can be tried and tested against every habit of real
// servers, offline and with the same result each time. One model, "demo", is a small honest policy that carries out simple goals
// on a phone by reading what the tools returned.
//
// Scenarios come in three kinds. Those of wire shape (ok, crlf, tool_fragments, err_mid_object, 429_retry_after, …) play fixed
// bytes, with pauses and ends of their own. Those of an agent (one_tool, multi_round, endless, shell, …) look at the conversation
// of the request: how many tool results it holds since the last user message decides what comes next. And demo plans.
package scripted
