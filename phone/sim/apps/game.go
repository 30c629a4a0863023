package apps

import (
	"image"
	"strconv"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Game slides tiles together on a canvas: accessibility sees one surface and nothing on it.
func Game() world.AppDef {
	return world.AppDef{
		Package: "com.example.tiles", Label: "Tiles", Labels: map[string]string{"zh": "方块"}, Version: "2.0.5", VersionCode: 25, Icon: iconTiles, Color: view.RGB(0x7a5a2e),
		Data:       func() any { return &gameData{} },
		Activities: []world.ActivityDef{{Class: ".GameActivity", Launcher: true, Screen: func() world.Screen { return &game{} }}},
	}
}

// side is the number of tiles in a row.
const side = 4

// board holds the exponents of the tiles, zero for an empty place.
type board [side][side]int

// gameData is the game under way.
type gameData struct {
	Begun       bool
	Board       board
	Score, Best int
	Undo        []board // the last moves, the newest last
	Scores      []int   // before them
}

const mostUndo = 5

func (d *gameData) begin(c *world.Ctx) {
	*d = gameData{Begun: true, Best: d.Best}
	d.drop(c)
	d.drop(c)
}

// drop puts a new tile on an empty place, one in ten a 4.
func (d *gameData) drop(c *world.Ctx) {
	var free []image.Point
	for y := range side {
		for x := range side {
			if d.Board[y][x] == 0 {
				free = append(free, image.Pt(x, y))
			}
		}
	}
	if len(free) == 0 {
		return
	}
	p := free[c.Random(len(free))]
	d.Board[p.Y][p.X] = 1
	if c.Random(10) == 0 {
		d.Board[p.Y][p.X] = 2
	}
}

// slide pushes a row towards its start; two equal tiles become one.
func slide(row [side]int) (out [side]int, won int) {
	n, open := 0, false
	for _, v := range row {
		switch {
		case v == 0:
		case open && out[n-1] == v:
			out[n-1]++
			won += 1 << out[n-1]
			open = false
		default:
			out[n] = v
			n++
			open = true
		}
	}
	return out, won
}

// pushed is the board after a push to dx, dy.
func (b board) pushed(dx, dy int) (out board, won int) {
	at := func(line, i int) (y, x int) {
		if dx > 0 || dy > 0 {
			i = side - 1 - i
		}
		if dx != 0 {
			return line, i
		}
		return i, line
	}
	for line := range side {
		var row [side]int
		for i := range side {
			y, x := at(line, i)
			row[i] = b[y][x]
		}
		row, w := slide(row)
		won += w
		for i := range side {
			y, x := at(line, i)
			out[y][x] = row[i]
		}
	}
	return out, won
}

func (b board) stuck() bool {
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if p, _ := b.pushed(d[0], d[1]); p != b {
			return false
		}
	}
	return true
}

func (d *gameData) push(c *world.Ctx, dx, dy int) {
	next, won := d.Board.pushed(dx, dy)
	if next == d.Board {
		return
	}
	d.Undo, d.Scores = append(d.Undo, d.Board), append(d.Scores, d.Score)
	if len(d.Undo) > mostUndo {
		d.Undo, d.Scores = d.Undo[1:], d.Scores[1:]
	}
	d.Board = next
	d.Score += won
	d.Best = max(d.Best, d.Score)
	d.drop(c)
}

func (d *gameData) back() {
	if n := len(d.Undo); n > 0 {
		d.Board, d.Score = d.Undo[n-1], d.Scores[n-1]
		d.Undo, d.Scores = d.Undo[:n-1], d.Scores[:n-1]
	}
}

// game draws the board and reads the fingers.
type game struct{}

func (s *game) Resume(c *world.Ctx) {
	if d := world.Data[gameData](c); !d.Begun {
		d.begin(c)
	}
}

// Key plays with the arrow keys.
func (s *game) Key(c *world.Ctx, code, _ int) bool {
	to, ok := map[int][2]int{phone.KeyDpadLeft: {-1, 0}, phone.KeyDpadRight: {1, 0}, phone.KeyDpadUp: {0, -1}, phone.KeyDpadDown: {0, 1}}[code]
	if ok {
		world.Data[gameData](c).push(c, to[0], to[1])
	}
	return ok
}

// canvas is where the parts of the picture are, in pixels of the surface.
type canvas struct {
	board, undo, again image.Rectangle
	cell, gap          int
}

func layCanvas(r image.Rectangle, px func(float64) int) canvas {
	w := min(r.Dx()-px(32), r.Dy()-px(260))
	if r.Dx() > r.Dy() {
		w = min(r.Dy()-px(32), r.Dx()-px(300))
	}
	gap := px(8)
	k := canvas{gap: gap, cell: (w - gap*(side+1)) / side}
	at := image.Pt(r.Min.X+(r.Dx()-w)/2, r.Min.Y+px(170))
	if r.Dx() > r.Dy() {
		at = image.Pt(r.Max.X-w-px(16), r.Min.Y+(r.Dy()-w)/2)
	}
	k.board = image.Rectangle{Min: at, Max: at.Add(image.Pt(w, w))}
	half, top := px(132), r.Min.Y+px(112)
	k.again = image.Rect(r.Min.X+px(16), top, r.Min.X+px(16)+half, top+px(44))
	k.undo = k.again.Add(image.Pt(half+px(12), 0))
	return k
}

func (s *game) Build(c *world.Ctx) *view.Node {
	d := world.Data[gameData](c)
	t := c.Theme()
	words := [4]string{tr(c, "Score"), tr(c, "Best"), tr(c, "New game"), tr(c, "Undo")}
	over, again := tr(c, "Game over"), tr(c, "Tap New game to play again")
	picture := &view.Node{Decor: true, W: view.Match, H: view.Match, NoPress: true}
	picture.Paint = func(p *view.Painter, r image.Rectangle) {
		paintGame(p, r, d, t, words)
		if d.Begun && d.Board.stuck() {
			k := layCanvas(r, p.Px)
			p.Round(k.board, 12, view.Fade(t.Surface, 0.82))
			p.Text(over, view.TextStyle{Size: 34, Bold: true, Color: t.OnSurface}, k.board.Add(image.Pt(0, -p.Px(16))), view.Center, view.Center)
			p.Text(again, view.TextStyle{Size: 14, Color: t.OnSurfaceFaint}, k.board.Add(image.Pt(0, p.Px(24))), view.Center, view.Center)
		}
	}
	picture.OnClickAt = func(p image.Point) {
		k := layCanvas(picture.Frame(), c.Px)
		switch p = p.Add(picture.Frame().Min); {
		case p.In(k.again):
			d.begin(c)
		case p.In(k.undo):
			d.back()
		}
	}
	picture.OnDrag = func(g view.Drag) {
		v := g.At.Sub(g.Start)
		if g.Phase != view.DragEnd || max(abs(v.X), abs(v.Y)) < c.Px(24) {
			return
		}
		if abs(v.X) > abs(v.Y) {
			d.push(c, sign(v.X), 0)
		} else {
			d.push(c, 0, sign(v.Y))
		}
	}
	surface := &view.Node{Class: "android.view.SurfaceView", W: view.Match, H: view.Match, Dir: view.Stack, Focusable: true, Children: []*view.Node{picture}}
	return &view.Node{Class: "FrameLayout", W: view.Match, H: view.Match, Children: []*view.Node{surface}}
}

func abs(v int) int { return max(v, -v) }

func sign(v int) int {
	if v < 0 {
		return -1
	}
	return 1
}

var tileColors = []uint32{0xeee4da, 0xede0c8, 0xf2b179, 0xf59563, 0xf67c5f, 0xf65e3b, 0xedcf72, 0xedcc61, 0xedc850, 0xedc53f, 0xedc22e, 0x3c6e71}

func paintGame(p *view.Painter, r image.Rectangle, d *gameData, t view.Theme, words [4]string) {
	ground, frame, hole := view.RGB(0xfaf8ef), view.RGB(0xbbada0), view.RGB(0xcdc1b4)
	if t.Dark {
		ground, frame, hole = view.RGB(0x1d1a17), view.RGB(0x453d36), view.RGB(0x5a5048)
	}
	p.Fill(r, ground)
	k := layCanvas(r, p.Px)
	ink := view.RGB(0x776e65)
	if t.Dark {
		ink = view.RGB(0xe8ddd0)
	}
	p.Text("2048", view.TextStyle{Size: 52, Bold: true, Color: ink}, image.Rect(k.again.Min.X, r.Min.Y+p.Px(26), r.Max.X, k.again.Min.Y-p.Px(10)), view.Start, view.Center)
	box := image.Rect(k.undo.Max.X-p.Px(84), r.Min.Y+p.Px(34), k.undo.Max.X, r.Min.Y+p.Px(92))
	if r.Dx() < r.Dy() {
		box = box.Add(image.Pt(r.Max.X-p.Px(16)-box.Max.X, 0))
	}
	for i, v := range []int{d.Best, d.Score} {
		b := box.Sub(image.Pt(i*p.Px(92), 0))
		p.Round(b, 8, frame)
		p.Text(words[1-i], view.TextStyle{Size: 12, Color: view.RGB(0xeee4da)}, b.Sub(image.Pt(0, p.Px(12))), view.Center, view.Center)
		p.Text(strconv.Itoa(v), view.TextStyle{Size: 20, Bold: true, Color: view.RGB(0xffffff)}, b.Add(image.Pt(0, p.Px(9))), view.Center, view.Center)
	}
	for i, b := range []image.Rectangle{k.again, k.undo} {
		fill := view.RGB(0x8f7a66)
		if i == 1 && len(d.Undo) == 0 {
			fill = view.Fade(fill, 0.45)
		}
		p.Round(b, 8, fill)
		p.Text(words[2+i], view.TextStyle{Size: 16, Bold: true, Color: view.RGB(0xf9f6f2)}, b, view.Center, view.Center)
	}
	p.Round(k.board, 12, frame)
	for y := range side {
		for x := range side {
			paintTile(p, k, x, y, d.Board[y][x], hole)
		}
	}
}

func paintTile(p *view.Painter, k canvas, x, y, v int, hole view.Color) {
	at := k.board.Min.Add(image.Pt(k.gap+x*(k.cell+k.gap), k.gap+y*(k.cell+k.gap)))
	b := image.Rectangle{Min: at, Max: at.Add(image.Pt(k.cell, k.cell))}
	p.Round(b, 8, hole)
	if v == 0 {
		return
	}
	if f := p.Animate("tile"+strconv.Itoa(y*side+x), float64(v), 120*time.Millisecond); f < float64(v) {
		b = b.Inset(int(float64(k.cell) * 0.06 * min(1, float64(v)-f))) // grows into its place
	}
	ink, size := view.RGB(0x776e65), 34.0
	if v > 2 {
		ink = view.RGB(0xf9f6f2)
	}
	if v > 6 {
		size = 28
	}
	p.Round(b, 8, view.RGB(tileColors[min(v-1, len(tileColors)-1)]))
	p.Text(strconv.Itoa(1<<v), view.TextStyle{Size: size, Bold: true, Color: ink}, b, view.Center, view.Center)
}
