// Package view is a small view toolkit in the manner of Android's: a tree of [Node] values is measured and laid out, drawn
// to pixels with real fonts, hit-tested by touches and written as uiautomator XML. All four read the one tree, so what is
// seen, what can be touched and what is dumped cannot disagree.
//
// A program describes what a window shows by building a fresh tree from its own state each time that state changes. What
// must outlive a rebuild (scroll positions, the caret, the focus, pressed nodes, running animations) is kept by the
// [Surface] under each node's key. Drawing is a list of comparable operations ([Op]); two lists are compared to find the
// rectangles that must be painted again, so a small change costs little.
//
// Lengths in a Node are dp (1 dp = density/160 pixels) and text sizes sp (dp times the font scale). Everything after layout
// is in pixels of the window's display. Nothing here starts goroutines or reads a clock: the caller passes the time in. A
// Surface must not be used by two goroutines at once.
package view
