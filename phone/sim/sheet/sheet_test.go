package sheet

import (
	"context"
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDraw(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m, err := Draw(t.Context(), Options{App: "com.example.bank", Locales: []string{"en-US"}, PerApp: 1, Width: 60})
		if err != nil {
			t.Fatal(err)
		}
		if m.Rect.Dx() != gap+2*(60+gap) || m.Rect.Dy() <= 133 {
			t.Errorf("the sheet is %v", m.Rect)
		}
		light, dark := m.At(gap+5, head+100), m.At(gap+60+gap+5, head+100)
		if bright(light) < 200 || bright(dark) > 60 {
			t.Errorf("light is %v, dark is %v: a secure window must show as a person sees it", light, dark)
		}
	})
}

func bright(c color.Color) uint32 {
	_, g, _, _ := c.RGBA()
	return g >> 8
}

func TestDrawRefuses(t *testing.T) {
	t.Parallel()
	if _, err := Draw(t.Context(), Options{App: "com.example.none"}); err == nil || !strings.Contains(err.Error(), "com.example.none") {
		t.Errorf("an unknown app: %v", err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	stop(gone)
	if _, err := Draw(ctx, Options{App: "com.example.bank"}); !errors.Is(err, gone) {
		t.Errorf("an end: %v", err)
	}
}

func TestReduceKeepsFewColours(t *testing.T) {
	t.Parallel()
	m := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for i := range 1600 {
		c := color.RGBA{255, 255, 255, 255}
		if i < 30 {
			c = color.RGBA{200, 16, 24, 255}
		}
		m.SetRGBA(i%40, i/40, c)
	}
	p := reduce(m)
	if p.At(3, 0) != (color.RGBA{200, 16, 24, 255}) || p.At(3, 30) != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("%v, %v", p.At(3, 0), p.At(3, 30))
	}
}
