package apps

import "github.com/handset-agent/handset/phone/sim/world"

// web is an intent to view an address.
func web(address string) world.Intent {
	return world.Intent{Action: world.ActionView, Data: address, Package: browserPackage}
}

// moreShots are the screens of the apps that are at home on the network.
var moreShots = map[string][]Shot{
	browserPackage: {
		{Name: "start"}, {Name: "news", Open: web("https://news.example/")}, {Name: "search", Open: web("https://search.example/?q=tea")}, {Name: "form", Open: web("https://forms.example/")},
		{Name: "canvas page", Open: web("https://maps.example/")}, {Name: "error", Open: web("https://nowhere.example/")}, {Name: "tabs", Taps: []string{"id/tab_switcher_button"}},
		{Name: "chinese page", Open: web("https://wiki.example/cha")}, {Name: "typing", Taps: []string{"id/url_bar"}},
	},
	mailPackage: {{Name: "inbox"}, {Name: "letter", Taps: []string{"id/letter"}}, {Name: "compose", Taps: []string{"id/compose_button"}}},
	chatPackage: {
		{Name: "conversations"}, {Name: "latin", Taps: []string{"Alice Example"}}, {Name: "chinese", Taps: []string{"王芳"}}, {Name: "right to left", Taps: []string{"أحمد"}}, {Name: "emoji", Taps: []string{"Weekend hike 🏔️🥾"}},
	},
	"com.example.music": {{Name: "library"}, {Name: "player", Taps: []string{"id/song_title", "id/mini_player"}}, {Name: "playing", Taps: []string{"id/song_title"}}},
	shopPackage: {
		{Name: "log in"}, {Name: "products", Set: shopWith(map[string]int{"mug": 2})}, {Name: "product", Set: shopWith(nil), Taps: []string{"id/product"}},
		{Name: "cart", Set: shopWith(map[string]int{"mug": 2, "phones": 1}), Taps: []string{"id/tab_cart"}},
		{Name: "checkout", Set: shopWith(map[string]int{"mug": 2, "phones": 1}), Taps: []string{"id/tab_cart", "id/checkout_button"}},
		{Name: "payment", Set: shopWith(map[string]int{"mug": 2, "phones": 1}), Taps: []string{"id/tab_cart", "id/checkout_button", "id/pay_button"}},
		{Name: "account", Set: shopWith(nil), Taps: []string{"id/tab_account"}},
	},
	bankPackage:         {{Name: "pin"}, {Name: "accounts", Taps: bankIn()}, {Name: "transfer", Taps: append(bankIn(), "id/transfer")}},
	"com.example.tiles": {{Name: "board"}},
}

// bankIn are the taps that enter the PIN.
func bankIn() []string {
	var out []string
	for _, d := range BankPIN {
		out = append(out, "id/key_"+string(d))
	}
	return out
}

// shopWith logs in, with pieces in the cart and an address that is known.
func shopWith(cart map[string]int) func(w *world.World) {
	return func(w *world.World) {
		world.Edit(w, shopPackage, func(d *shopData) {
			d.User, d.Address, d.Cart = "me@example.com", "1 Example Street, Sampletown", map[string]int{}
			for id, n := range cart {
				d.Cart[id] = n
			}
		})
	}
}
