package apps

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// productPage is one product.
type productPage struct{}

func (s *productPage) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[shopData](c)
	p, ok := productBy(strings.TrimPrefix(c.Intent().Data, "shop://product/"))
	if !ok {
		return c.Page(tr(c, "Product"), column(nothing(t, iconStore, tr(c, "This product is not sold any more"))))
	}
	add := c.Button("add_to_cart", tr(c, "Add to cart"), func() {
		if d.User == "" {
			c.Toast(tr(c, "Log in first"))
			return
		}
		d.put(p.id, d.Cart[p.id]+1)
		c.Toast(tr(c, "Added to cart"))
	})
	add.W, add.H, add.Corner = view.Match, 50, 25
	body := &view.Node{Scroll: view.Vertical, Gap: 12, Pad: view.Sides(20, 8), Children: []*view.Node{
		productPicture(c, p, 260), {ID: "product_name", Text: tr(c, p.name), Style: view.TextStyle{Size: 26, Bold: true, Color: t.OnSurface}},
		{Dir: view.Row, W: view.Match, AlignX: view.Spread, AlignY: view.Center, Children: []*view.Node{{ID: "product_price", Text: money(p.cents), Style: view.TextStyle{Size: 22, Bold: true, Color: t.Primary}}, stars(t, p)}},
		{ID: "product_kind", Text: tr(c, p.kind), Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint}},
		{ID: "product_about", Text: tr(c, p.about), Style: view.TextStyle{Size: 16, Color: t.OnSurface, Lead: 1.15}}, add,
	}}
	if n := d.Cart[p.id]; n > 0 {
		body.Add(&view.Node{ID: "in_cart", Text: trf(c, "%d in your cart", n), W: view.Match, Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint, Align: view.Center}})
	}
	return c.Page(tr(c, "Product"), body)
}

// goods are the products of an order or cart in the catalogue's order.
func goods(pieces map[string]int) []product {
	return slices.DeleteFunc(slices.Clone(products), func(p product) bool { return pieces[p.id] == 0 })
}

func (s *shopFront) cart(c *world.Ctx, d *shopData) *view.Node {
	t := c.Theme()
	title := view.Label(tr(c, "Cart"), 28, t.OnSurface)
	title.ID, title.Margin = "toolbar_title", view.Edges{Left: 20, Top: 14, Bottom: 6}
	list := c.List("cart_items")
	for _, p := range goods(d.Cart) {
		list.Add(cartRow(c, d, p))
	}
	n, sum := total(d.Cart)
	if n == 0 {
		list.Add(nothing(t, iconCart, tr(c, "Your cart is empty")))
		return column(title, fill(list))
	}
	buy := c.Button("checkout_button", tr(c, "Check out"), func() { c.Open(".CheckoutActivity") })
	buy.H, buy.Corner = 50, 25
	foot := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, AlignY: view.Center, Pad: view.Sides(20, 12), Fill: t.Surface, Children: []*view.Node{
		{Gap: 2, Children: []*view.Node{{Text: tr(c, "Total"), Style: view.TextStyle{Size: 13, Color: t.OnSurfaceFaint}}, {ID: "cart_total", Text: money(sum), Style: view.TextStyle{Size: 22, Bold: true, Color: t.OnSurface}}}}, buy,
	}}
	return column(title, fill(list), foot)
}

func cartRow(c *world.Ctx, d *shopData, p product) *view.Node {
	t := c.Theme()
	n := d.Cart[p.id]
	pic := productPicture(c, p, 56)
	pic.W = 56
	minus := view.IconButton(t, "remove_one", tr(c, "Remove one"), view.IconRemove, func() { d.put(p.id, n-1) })
	plus := view.IconButton(t, "add_one", tr(c, "Add one"), view.IconAdd, func() { d.put(p.id, n+1) })
	minus.W, plus.W = 40, 40
	row := item(p.id, func() { openProduct(c, p.id) }, pic, lines(t, "item_name", tr(c, p.name), money(p.cents)), &view.Node{Dir: view.Row, AlignY: view.Center, Children: []*view.Node{minus, {ID: "quantity", Text: strconv.Itoa(n), MinW: 20, Style: view.TextStyle{Size: 16, Bold: true, Color: t.OnSurface, Align: view.Center}}, plus}})
	row.Gap = 12
	return row
}

func (s *shopFront) account(c *world.Ctx, d *shopData) *view.Node {
	t := c.Theme()
	list := c.List("account")
	head := item("user", nil, avatar(d.User, 56), lines(t, "user", d.User, trf(c, "%d orders", len(d.Orders))), c.TextButton("logout", tr(c, "Log out"), func() {
		ask(c, "Log out?", "Your cart stays on this phone.", "Log out", func() { d.User, s.mail, s.part = "", "", 0 })
	}))
	head.MinH = 88
	list.Add(head, section(t, tr(c, "Orders")))
	for _, o := range d.Orders {
		n, _ := total(o.Pieces)
		row := item("order"+strconv.Itoa(o.Number), func() { c.Open(".OrderActivity", "order", strconv.Itoa(o.Number)) },
			&view.Node{Decor: true, W: 44, H: 44, Corner: 12, Fill: t.Container, Icon: iconCart, Tint: t.OnContainer},
			lines(t, "order_number", trf(c, "Order %d", o.Number), trf(c, "%d pieces", n)+" · "+whenText(c, o.At)), &view.Node{ID: "order_total", Text: money(o.Cents), Style: view.TextStyle{Size: 15, Bold: true, Color: t.OnSurface}})
		row.ID = "order"
		list.Add(row)
	}
	if len(d.Orders) == 0 {
		list.Add(nothing(t, iconCart, tr(c, "No orders yet")))
	}
	return list
}

// checkout asks where to and how to pay.
type checkout struct {
	pay   int
	wrong string
}

var payments = []string{"Card ending in 4242", "Pay on delivery", "Gift card"}

func (s *checkout) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[shopData](c)
	n, sum := total(d.Cart)
	address := c.Field("address", d.Address, tr(c, "Street, number, town"), func(v string) { d.Address, s.wrong = v, "" })
	address.Edit.Multiline, address.MinH = true, 84
	body := &view.Node{Scroll: view.Vertical, Gap: 12, Pad: view.Sides(20, 8), Children: []*view.Node{
		{ID: "header", Text: tr(c, "Delivery address"), Style: view.TextStyle{Size: 15, Bold: true, Color: t.Primary}}, address,
		{ID: "header_summary", Text: tr(c, "Your order"), Style: view.TextStyle{Size: 15, Bold: true, Color: t.Primary}},
	}}
	line := func(id, name string, value int64, bold bool) {
		body.Add(&view.Node{ID: id, Dir: view.Row, W: view.Match, AlignX: view.Spread, Children: []*view.Node{{Text: name, Style: view.TextStyle{Size: 15, Color: t.OnSurface, Bold: bold}}, {Text: money(value), Style: view.TextStyle{Size: 15, Color: t.OnSurface, Bold: bold}}}})
	}
	for _, p := range goods(d.Cart) {
		line("line_"+p.id, strconv.Itoa(d.Cart[p.id])+" × "+tr(c, p.name), int64(d.Cart[p.id])*p.cents, false)
	}
	line("shipping", tr(c, "Shipping"), shipping(sum), false)
	line("total", tr(c, "Total"), sum+shipping(sum), true)
	if s.wrong != "" {
		body.Add(&view.Node{ID: "error", Text: s.wrong, Style: view.TextStyle{Size: 14, Color: t.Error}})
	}
	pay := c.Button("pay_button", tr(c, "Choose payment"), func() {
		if len(strings.TrimSpace(d.Address)) < 5 {
			s.wrong = tr(c, "Enter a delivery address")
			return
		}
		c.HideKeyboard()
		s.sheet(c, d, sum+shipping(sum))
	})
	pay.W, pay.H, pay.Corner, pay.Disabled = view.Match, 50, 25, n == 0
	return c.Page(tr(c, "Check out"), body.Add(pay))
}

// shipping is free from $50.
func shipping(sum int64) int64 {
	if sum >= 5000 || sum == 0 {
		return 0
	}
	return 490
}

// sheet is the payment sheet at the bottom edge.
func (s *checkout) sheet(c *world.Ctx, d *shopData, sum int64) {
	t := c.Theme()
	c.ShowDialog(world.Dialog{
		Sheet: true, Title: tr(c, "Pay"), Message: trf(c, "Shop · %s", money(sum)), OK: trf(c, "Pay %s", money(sum)), Cancel: tr(c, "Cancel"),
		Body: func() *view.Node {
			list := &view.Node{ID: "payment_methods", Class: "RadioGroup", W: view.Match}
			for i, m := range payments {
				look := view.RadioLook(t, s.pay == i)
				look.Decor = true
				list.Add(&view.Node{Class: "RadioButton", ID: "payment_" + strconv.Itoa(i), Spoken: tr(c, m), Checkable: true, Checked: s.pay == i, Dir: view.Row, W: view.Match, H: 52, AlignY: view.Center, Gap: 14,
					OnClick: func() { s.pay = i }, Children: []*view.Node{look, {Decor: true, Text: tr(c, m), Style: view.TextStyle{Size: 16, Color: t.OnSurface}}}})
			}
			return list
		},
		OnOK: func() { s.buy(c, d, sum) },
	})
}

func (s *checkout) buy(c *world.Ctx, d *shopData, sum int64) {
	o := order{Number: 1001 + len(d.Orders), At: c.Now(), Pieces: maps.Clone(d.Cart), Cents: sum, Payment: payments[s.pay], Address: strings.TrimSpace(d.Address)}
	d.Orders = slices.Insert(d.Orders, 0, o)
	clear(d.Cart)
	c.Post(world.Notification{ID: o.Number, Channel: "orders", ChannelName: tr(c, "Orders"), Title: trf(c, "Order %d placed", o.Number), Text: money(sum) + " · " + tr(c, o.Payment)})
	c.Finish()
	c.Open(".OrderActivity", "order", strconv.Itoa(o.Number))
}

// orderPage is one order of the past.
type orderPage struct{}

func (s *orderPage) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[shopData](c)
	i := slices.IndexFunc(d.Orders, func(o order) bool { return strconv.Itoa(o.Number) == c.Extra("order") })
	if i < 0 {
		return c.Page(tr(c, "Order"), column())
	}
	o := d.Orders[i]
	list := c.List("order_items", &view.Node{ID: "thanks", Text: tr(c, "Thank you for your order"), Style: view.TextStyle{Size: 22, Bold: true, Color: t.OnSurface}, Margin: view.Sides(20, 12)})
	for _, p := range goods(o.Pieces) {
		pic := productPicture(c, p, 48)
		pic.W = 48
		list.Add(item(p.id, nil, pic, lines(t, "item_name", tr(c, p.name), strconv.Itoa(o.Pieces[p.id])+" × "+money(p.cents))))
	}
	for _, r := range [][3]string{{"order_total", "Total", money(o.Cents)}, {"order_payment", "Payment", tr(c, o.Payment)}, {"order_address", "Delivery address", o.Address}} {
		list.Add(item(r[0], nil, lines(t, r[0], tr(c, r[1]), r[2])))
	}
	return c.Page(trf(c, "Order %d", o.Number), list)
}
