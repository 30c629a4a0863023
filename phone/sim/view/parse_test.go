package view

import (
	"fmt"
	"image"
)

// scanBounds reads "[x1,y1][x2,y2]".
func scanBounds(s string, r *image.Rectangle) error {
	_, err := fmt.Sscanf(s, "[%d,%d][%d,%d]", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y)
	return err
}
