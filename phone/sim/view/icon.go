package view

// Icon is a small picture made of vector shapes in a box of 24 by 24.
type Icon struct {
	Name string
}

// Text is laid-out text.
type Text struct{}

// Painter records what a node draws.
type Painter struct{}
