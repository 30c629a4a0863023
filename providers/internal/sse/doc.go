// Package sse reads streams of server-sent events as model servers really write them. It follows the event stream format of the
// HTML standard (section 9.2) and, beyond it, the habits that rules S1…S17 name: events without a blank line between them, bare
// JSON lines, comments inside data, a last event that nothing ends.
package sse
