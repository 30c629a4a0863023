package apps

import (
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Calculator computes with the usual precedence, exactly where decimal fractions are exact.
func Calculator() world.AppDef {
	return world.AppDef{
		Package: "com.google.android.calculator", Label: "Calculator", Labels: map[string]string{"zh": "计算器"}, Version: "8.4 (520193683)", VersionCode: 80400046, System: true,
		Icon: view.IconCalc, Color: view.RGB(0x3f7d58),
		Activities: []world.ActivityDef{{
			Class: "com.android.calculator2.Calculator", Launcher: true, Screen: func() world.Screen { return &calculator{} },
		}},
	}
}

// calculator holds the formula typed so far, or a result.
type calculator struct {
	formula string
	result  string // shown large after "="
	failed  bool
}

// calcKey is one button.
type calcKey struct {
	label, id, desc, add string
	kind                 int // 0 digit, 1 operator, 2 function, 3 equals
}

var calcRows = [][]calcKey{
	{{"AC", "clr", "clear", "", 2}, {"( )", "parens", "parentheses", "", 2}, {"%", "op_pct", "percent", "%", 2}, {"÷", "op_div", "divide", "÷", 1}},
	{{"7", "digit_7", "", "7", 0}, {"8", "digit_8", "", "8", 0}, {"9", "digit_9", "", "9", 0}, {"×", "op_mul", "multiply", "×", 1}},
	{{"4", "digit_4", "", "4", 0}, {"5", "digit_5", "", "5", 0}, {"6", "digit_6", "", "6", 0}, {"−", "op_sub", "minus", "−", 1}},
	{{"1", "digit_1", "", "1", 0}, {"2", "digit_2", "", "2", 0}, {"3", "digit_3", "", "3", 0}, {"+", "op_add", "plus", "+", 1}},
	{{"0", "digit_0", "", "0", 0}, {".", "dec_point", "point", ".", 0}, {"⌫", "del", "delete", "", 0}, {"=", "eq", "equals", "", 3}},
}

func (k *calculator) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	display := &view.Node{
		ID: "display", W: view.Match, Weight: 1, Fill: t.Surface, Corners: [4]float64{0, 0, 28, 28}, Pad: view.Sides(24, 20), AlignX: view.End, AlignY: view.End, Gap: 8,
	}
	size := 56.0
	if len([]rune(k.formula)) > 9 {
		size = 38
	}
	if c.Landscape() {
		size = 30
	}
	top := view.Label(k.formula, size, t.OnSurface)
	top.ID, top.Style.Align, top.Class = "formula", view.End, "TextView"
	preview := k.preview()
	under := view.Label(preview, size*0.62, t.OnSurfaceFaint)
	under.ID, under.Class, under.Style.Align, under.Style.Lines = "result_preview", "TextView", view.End, 1
	if k.result != "" {
		top.Text, top.ID = k.result, "result_final"
		under.Text, under.ID = k.formula, "formula"
		if k.failed {
			top.Style.Color = t.Error
		}
	}
	display.Add(&view.Node{Class: "HorizontalScrollView", ID: "formula_container", W: view.Match, AlignX: view.End, Children: []*view.Node{top}}, under)
	pad := &view.Node{ID: "pad_numeric", Class: "ViewGroup", W: view.Match, LTR: true, Gap: 10, Pad: view.All(16)}
	w, h := c.Size()
	in := c.Insets()
	button := min((w-32-30)/4, (h-in.Top-in.Bottom-150)/5-10)
	if c.Landscape() {
		button = (h-in.Top-in.Bottom-110)/5 - 8
		pad.Gap, pad.Pad = 6, view.Sides(16, 10)
	}
	for _, r := range calcRows {
		row := &view.Node{Dir: view.Row, W: view.Match, H: button, Gap: 10}
		for _, key := range r {
			row.Add(k.button(t, key, button))
		}
		pad.Add(row)
	}
	return &view.Node{ID: "main_calculator", W: view.Match, H: view.Match, Children: []*view.Node{display, pad}}
}

func (k *calculator) button(t view.Theme, key calcKey, size float64) *view.Node {
	fill, ink := t.SurfaceHigh, t.OnSurface
	switch key.kind {
	case 1:
		fill, ink = t.Container, t.OnContainer
	case 2:
		fill, ink = view.Mix(t.SurfaceHigh, t.Container, 0.5), t.OnSurface
	case 3:
		fill, ink = t.Primary, t.OnPrimary
	}
	n := &view.Node{
		Class: "Button", ID: key.id, Text: key.label, Desc: key.desc, Weight: 1, H: size, Corner: size / 2, Fill: fill, AlignY: view.Center,
		Style: view.TextStyle{Size: min(30, size*0.4), Color: ink, Align: view.Center, Lines: 1}, OnClick: func() { k.press(key) },
	}
	if key.id == "del" {
		n.Class, n.Text, n.Icon, n.Tint, n.IconDp = "ImageButton", "", view.IconBackspace, ink, min(28, size*0.4)
		n.OnLongClick = k.clear
	}
	return n
}

func (k *calculator) press(key calcKey) {
	switch key.id {
	case "clr":
		k.clear()
	case "del":
		k.delete()
	case "eq":
		k.equals()
	case "parens":
		k.parens()
	default:
		k.add(key.add, key.kind != 0)
	}
}

func (k *calculator) clear() { *k = calculator{} }

func (k *calculator) delete() {
	if k.result != "" {
		k.result, k.failed = "", false
		return
	}
	if r := []rune(k.formula); len(r) > 0 {
		k.formula = string(r[:len(r)-1])
	}
}

// add appends a digit or an operator. After a result a digit begins anew and an operator goes on with it.
func (k *calculator) add(s string, operator bool) {
	if k.result != "" {
		if operator && !k.failed {
			k.formula = k.result
		} else if !k.failed {
			k.formula = ""
		}
		k.result, k.failed = "", false
	}
	if len([]rune(k.formula)) >= 60 {
		return
	}
	if s == "." && strings.Contains(lastNumber(k.formula), ".") {
		return
	}
	if operator && s != "%" {
		if k.formula == "" && s != "−" {
			return
		}
		for k.formula != "" && strings.ContainsRune("+−×÷", lastRune(k.formula)) && !(s == "−" && strings.ContainsRune("×÷", lastRune(k.formula))) {
			r := []rune(k.formula)
			k.formula = string(r[:len(r)-1])
		}
		if k.formula == "" && s != "−" {
			return
		}
	}
	k.formula += s
}

func lastRune(s string) rune {
	r := []rune(s)
	if len(r) == 0 {
		return 0
	}
	return r[len(r)-1]
}

func lastNumber(s string) string {
	i := strings.LastIndexAny(s, "+−×÷()%")
	if i < 0 {
		return s
	}
	return s[i:]
}

// parens opens or closes, whichever fits.
func (k *calculator) parens() {
	if k.result != "" {
		k.formula, k.result = "", ""
	}
	open := strings.Count(k.formula, "(") - strings.Count(k.formula, ")")
	last := lastRune(k.formula)
	if open > 0 && (last >= '0' && last <= '9' || last == ')' || last == '%' || last == '.') {
		k.formula += ")"
		return
	}
	k.formula += "("
}

func (k *calculator) equals() {
	if k.formula == "" || k.result != "" {
		return
	}
	r, err := evaluate(k.formula)
	k.result, k.failed = r, err != nil
	if err != nil {
		k.result = err.Error()
	}
}

// preview is the result as far as the formula goes, empty when it says nothing new.
func (k *calculator) preview() string {
	if k.result != "" || !strings.ContainsAny(k.formula, "+−×÷%(") {
		return ""
	}
	r, err := evaluate(strings.TrimRight(k.formula, "+−×÷("))
	if err != nil || r == k.formula {
		return ""
	}
	return r
}

// Keys of android.view.KeyEvent that the calculator knows beside the digits.
const (
	keyEnter  = 66
	keyDel    = 67
	metaShift = 0x1
)

// Key takes a keyboard's keys.
func (k *calculator) Key(c *world.Ctx, code, meta int) bool {
	shift := meta&metaShift != 0
	switch {
	case code == keyDel:
		k.delete()
	case code == keyEnter || code == 160 || code == 70 && !shift || code == 161:
		k.equals()
	case code == 70 || code == 81 || code == 157:
		k.add("+", true)
	case code == 69 || code == 156:
		k.add("−", true)
	case code == 15 && shift || code == 17 || code == 155:
		k.add("×", true)
	case code == 76 || code == 154:
		k.add("÷", true)
	case code == 12 && shift:
		k.add("%", true)
	case code == 16 && shift || code == 162:
		k.add("(", false)
	case code == 7 && shift || code == 163:
		k.add(")", false)
	case code == 56 || code == 158:
		k.add(".", false)
	case code >= 7 && code <= 16 && !shift:
		k.add(string(rune('0'+code-7)), false)
	case code >= 144 && code <= 153:
		k.add(string(rune('0'+code-144)), false)
	default:
		return false
	}
	return true
}
