// Package sh holds run_shell, the one tool that runs arbitrary commands on the phone, and the detector that decides which
// commands a person must be asked about in every mode.
//
// The detector ([Risk]) reads a command the way the phone's shell (mksh) does, with a real parser, and never runs anything. It
// follows commands into substitutions, sh -c, eval, env, xargs, find -exec and the like, so that quoting or nesting hides
// nothing. What it cannot read, or cannot know before it runs (a variable in the place of a command), counts as risky. It is a
// fence against accidents and against text on a screen that talks a model into something; it is no sandbox.
package sh

import "github.com/handset-agent/handset/tools"

// Tools lists the family on one view.
func Tools(v *tools.View) []tools.Tool { return []tools.Tool{RunShell(v)} }
