// Package scripted is a model server without a model: the name of the model picks what it plays. It speaks the chat completions
// dialect, byte by byte where a scenario wants odd bytes, so that programs can be tried and tested against every habit of real
// servers, offline and with the same result each time. One model, "demo", is a small honest policy that carries out simple goals
// on a phone by reading what the tools returned.
package scripted
