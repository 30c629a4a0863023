package apps

import (
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

const shopPackage = "com.example.shop"

// Shop sells things: an account, a catalogue with search, filter and order, a cart, a check-out and past orders.
func Shop() world.AppDef {
	return world.AppDef{
		Package: shopPackage, Label: "Shop", Labels: map[string]string{"zh": "商店"}, Version: "7.4.1", VersionCode: 7410, Icon: iconStore, Color: view.RGB(0xd1495b),
		Permissions: []world.Permission{{Name: "android.permission.INTERNET"}, {Name: "android.permission.POST_NOTIFICATIONS", Runtime: true, Granted: true}},
		Data:        func() any { return &shopData{Cart: map[string]int{}} },
		Activities: []world.ActivityDef{
			{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return &shopFront{} }},
			{Class: ".ProductActivity", Actions: []string{world.ActionView}, Schemes: []string{"shop"}, Screen: func() world.Screen { return &productPage{} }},
			{Class: ".CheckoutActivity", Private: true, Screen: func() world.Screen { return &checkout{} }},
			{Class: ".OrderActivity", Private: true, Screen: func() world.Screen { return &orderPage{} }},
		},
	}
}

// shopData is who is logged in, what lies in the cart and what was bought.
type shopData struct {
	User    string
	Cart    map[string]int // pieces by product
	Orders  []order        // the newest first
	Address string
}

type order struct {
	Number  int
	At      time.Time
	Pieces  map[string]int
	Cents   int64
	Payment string
	Address string
}

// product is one thing on sale.
type product struct {
	id, name, kind string
	cents          int64
	stars          float64
	about          string
}

var products = []product{
	{"mug", "Stoneware mug", "Household", 1450, 4.6, "Holds 350 ml, keeps tea warm, and does not mind the dishwasher."},
	{"lamp", "Desk lamp", "Household", 3900, 4.3, "Three steps of brightness and an arm that stays where it is put."},
	{"blanket", "Wool blanket", "Household", 6900, 4.8, "Woven from undyed wool, 130 by 180 cm."},
	{"phones", "Headphones", "Electronics", 8900, 4.4, "Thirty hours on one charge, folds flat for the bag."},
	{"charger", "Travel charger", "Electronics", 2600, 4.1, "Two sockets, 45 W, plugs for three continents."},
	{"speaker", "Small speaker", "Electronics", 5400, 3.9, "Fits in a coat pocket and fills a kitchen."},
	{"cable", "USB-C cable", "Electronics", 900, 4.7, "Two metres, braided, carries data and 60 W."},
	{"jacket", "Rain jacket", "Clothing", 7900, 4.5, "Light, sealed seams, a hood that turns with the head."},
	{"socks", "Hiking socks", "Clothing", 1600, 4.9, "Merino, padded at heel and toe, one pair."},
	{"scarf", "Cotton scarf", "Clothing", 2100, 4.2, "Soft, wide, in six colours."},
	{"atlas", "World atlas", "Books", 4200, 4.7, "Two hundred maps and an index that finds things."},
	{"cook", "One-pot cooking", "Books", 2400, 4.0, "Eighty dishes for one flame and little washing-up."},
}

func productBy(id string) (product, bool) {
	i := slices.IndexFunc(products, func(p product) bool { return p.id == id })
	if i < 0 {
		return product{}, false
	}
	return products[i], true
}

// total is the number of pieces and their price.
func total(pieces map[string]int) (n int, cents int64) {
	for id, k := range pieces {
		if p, ok := productBy(id); ok {
			n += k
			cents += int64(k) * p.cents
		}
	}
	return n, cents
}

// put changes how many pieces of a product lie in the cart.
func (d *shopData) put(id string, n int) {
	if d.Cart == nil {
		d.Cart = map[string]int{}
	}
	if d.Cart[id] = min(max(n, 0), 20); d.Cart[id] == 0 {
		delete(d.Cart, id)
	}
}

// shopFront is the log-in, and behind it the three parts of the shop.
type shopFront struct {
	part              int
	mail, secret      string
	wrong             string
	showSecret        bool
	query, kind, sort string
}

func (s *shopFront) Build(c *world.Ctx) *view.Node {
	d := world.Data[shopData](c)
	if d.User == "" {
		return s.login(c, d)
	}
	n, _ := total(d.Cart)
	bag := "Cart"
	body := []func(*world.Ctx, *shopData) *view.Node{s.catalogue, s.cart, s.account}[s.part](c, d)
	bar := tabs(c, []tab{{"tab_shop", "Products", iconStore}, {"tab_cart", bag, iconCart}, {"tab_account", "Account", view.IconPerson}}, s.part, func(i int) {
		c.HideKeyboard()
		s.part = i
	})
	if n > 0 {
		bar.Children[1].Add(&view.Node{ID: "cart_badge", Text: strconv.Itoa(n), Fill: c.Theme().Error, Corner: 9, Pad: view.Sides(6, 1), OffY: -58, OffX: 16, Style: view.TextStyle{Size: 11, Bold: true, Color: view.RGB(0xffffff)}})
		bar.Children[1].AlignY = view.Start
		bar.Children[1].Pad.Top = 12
	}
	return column(fill(body), bar)
}

func (s *shopFront) login(c *world.Ctx, d *shopData) *view.Node {
	t := c.Theme()
	mail := c.Field("email", s.mail, tr(c, "E-mail"), func(v string) { s.mail, s.wrong = v, "" })
	mail.Edit.Action = "next"
	secret := c.Field("password", s.secret, tr(c, "Password"), func(v string) { s.secret, s.wrong = v, "" })
	secret.Password, secret.Weight, secret.W = !s.showSecret, 1, 0
	enter := func() {
		switch {
		case !strings.Contains(s.mail, "@"):
			s.wrong = tr(c, "Enter an e-mail address")
		case len(s.secret) < 6:
			s.wrong = tr(c, "The password has at least 6 characters")
		default:
			c.HideKeyboard()
			d.User = strings.TrimSpace(s.mail)
			s.secret, s.part = "", 0
			c.Toast(trf(c, "Welcome, %s", d.User))
		}
	}
	secret.Edit.Do = enter
	eye := view.IconButton(t, "show_password", tr(c, "Show password"), iconEye, func() { s.showSecret = !s.showSecret })
	eye.Selected = s.showSecret
	button := c.Button("login_button", tr(c, "Log in"), enter)
	button.W, button.H, button.Corner = view.Match, 50, 25
	box := &view.Node{Scroll: view.Vertical, W: view.Match, H: view.Match, AlignX: view.Center, Gap: 16, Pad: view.Sides(24, 48), Children: []*view.Node{
		{Decor: true, W: 84, H: 84, Corner: 24, Fill: view.RGB(0xd1495b), Icon: iconStore, IconDp: 46, Tint: view.RGB(0xffffff)},
		{ID: "title", Text: tr(c, "Log in to Shop"), Style: view.TextStyle{Size: 26, Bold: true, Color: t.OnSurface}},
		{ID: "hint", Text: tr(c, "Any e-mail and a password of 6 characters will do."), Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint, Align: view.Center}},
		mail, {Dir: view.Row, W: view.Match, AlignY: view.Center, Gap: 4, Children: []*view.Node{secret, eye}},
	}}
	if s.wrong != "" {
		box.Add(&view.Node{ID: "error", Text: s.wrong, W: view.Match, Style: view.TextStyle{Size: 14, Color: t.Error}})
	}
	return box.Add(button)
}

// orders a catalogue can have.
var shopSorts = []string{"Popular", "Price: low to high", "Price: high to low", "By name"}

func (s *shopFront) shown() []product {
	list := slices.DeleteFunc(slices.Clone(products), func(p product) bool {
		return s.kind != "" && p.kind != s.kind || !has(p.name+" "+p.kind+" "+zh[p.name], s.query)
	})
	slices.SortStableFunc(list, func(a, b product) int {
		switch s.sort {
		case shopSorts[1]:
			return int(a.cents - b.cents)
		case shopSorts[2]:
			return int(b.cents - a.cents)
		case shopSorts[3]:
			return strings.Compare(a.name, b.name)
		}
		return int(10 * (b.stars - a.stars))
	})
	return list
}

func (s *shopFront) catalogue(c *world.Ctx, d *shopData) *view.Node {
	t := c.Theme()
	search := searchField(c, "search", s.query, tr(c, "Search products"), func(v string) { s.query = v })
	chips := &view.Node{ID: "filters", Dir: view.Row, W: view.Match, Scroll: view.Horizontal, Gap: 8, Pad: view.Sides(16, 6)}
	for _, k := range []string{"Household", "Electronics", "Clothing", "Books"} {
		chips.Add(chip(t, "filter_"+strings.ToLower(k), tr(c, k), s.kind == k, func() {
			if s.kind == k {
				s.kind = ""
			} else {
				s.kind = k
			}
		}))
	}
	list := s.shown()
	order := s.sort
	if order == "" {
		order = shopSorts[0]
	}
	head := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, AlignY: view.Center, Pad: view.Edges{Left: 20, Right: 8}, Children: []*view.Node{
		{ID: "result_count", Text: trf(c, "%d products", len(list)), Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint}},
		c.TextButton("sort", tr(c, order), func() {
			items := make([]string, len(shopSorts))
			for i, o := range shopSorts {
				items[i] = tr(c, o)
			}
			c.ShowDialog(world.Dialog{Title: tr(c, "Sort by"), Items: items, Chosen: slices.Index(shopSorts, order), Cancel: tr(c, "Cancel"), OnItem: func(i int) { s.sort = shopSorts[i] }})
		}),
	}}
	grid := c.List("products")
	grid.Pad, grid.Gap = view.Sides(16, 4), 12
	for i := 0; i < len(list); i += 2 {
		row := &view.Node{Key: list[i].id, Class: "ViewGroup", Dir: view.Row, W: view.Match, Gap: 12}
		row.Add(s.card(c, list[i]))
		if i+1 < len(list) {
			row.Add(s.card(c, list[i+1]))
		} else {
			row.Add(view.Spring())
		}
		grid.Add(row)
	}
	if len(list) == 0 {
		grid.Add(nothing(t, view.IconSearch, tr(c, "Nothing fits. Try another word.")))
	}
	return column(search, chips, head, fill(grid))
}

func (s *shopFront) card(c *world.Ctx, p product) *view.Node {
	t := c.Theme()
	return &view.Node{ID: "product", Class: "ViewGroup", Key: p.id, Weight: 1, Fill: t.Surface, Corner: 18, Line: t.OutlineFaint, LineW: 1, Pad: view.All(10), Gap: 4, OnClick: func() { openProduct(c, p.id) }, Children: []*view.Node{
		productPicture(c, p, 118), {ID: "product_name", Text: tr(c, p.name), Style: view.TextStyle{Size: 15, Color: t.OnSurface, Lines: 1}, Margin: view.Edges{Top: 6}},
		{Dir: view.Row, W: view.Match, AlignX: view.Spread, AlignY: view.Center, Children: []*view.Node{{ID: "product_price", Text: money(p.cents), Style: view.TextStyle{Size: 15, Bold: true, Color: t.OnSurface}}, stars(t, p)}},
	}}
}

func openProduct(c *world.Ctx, id string) {
	c.HideKeyboard()
	c.Start(world.Intent{Action: world.ActionView, Data: "shop://product/" + id, Package: shopPackage})
}

func stars(t view.Theme, p product) *view.Node {
	v := strconv.FormatFloat(p.stars, 'f', 1, 64)
	return &view.Node{ID: "rating", Dir: view.Row, AlignY: view.Center, Gap: 3, Children: []*view.Node{{Decor: true, Icon: view.IconStar, IconDp: 13, Tint: view.RGB(0xe0a32e)}, {Text: v, Style: view.TextStyle{Size: 13, Color: t.OnSurfaceFaint}}}}
}

// productPicture is a thing on a coloured ground.
func productPicture(c *world.Ctx, p product, height float64) *view.Node {
	i := slices.IndexFunc(products, func(x product) bool { return x.id == p.id })
	n := &view.Node{ID: "product_image", Class: "ImageView", Desc: tr(c, p.name), W: view.Match, H: height, Corner: 12, Fill: hue(float64(i)/float64(len(products)), 0.35, 0.78)}
	ink := hue(float64(i)/float64(len(products)), 0.45, 0.3)
	n.Paint = func(pt *view.Painter, r image.Rectangle) {
		d := min(r.Dx(), r.Dy()) * 55 / 100
		x, y := r.Min.X+(r.Dx()-d)/2, r.Min.Y+(r.Dy()-d)/2
		pt.Icon(productIcons[p.id], image.Rect(x, y, x+d, y+d), ink)
	}
	return n
}
