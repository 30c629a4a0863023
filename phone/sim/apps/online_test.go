package apps_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

// swipe moves a finger over the panel.
func (r *rig) swipe(from, to image.Point) {
	r.Touch(0, world.TouchDown, from, 1)
	for k := 1; k <= 10; k++ {
		time.Sleep(20 * time.Millisecond)
		r.Touch(0, world.TouchMove, from.Add(to.Sub(from).Mul(k).Div(10)), 1)
	}
	r.Touch(0, world.TouchUp, to, 0)
	time.Sleep(500 * time.Millisecond)
}

func (r *rig) write(field, text string) {
	r.t.Helper()
	r.tap(field)
	r.typeText(text)
}

// noted reports whether a notification of the package has the text.
func (r *rig) noted(pkg, text string) bool {
	for _, n := range r.Notifications() {
		if n.Package == pkg && strings.Contains(n.Title+n.Text, text) {
			return true
		}
	}
	return false
}

func TestBrowserForm(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.start(world.Intent{Action: world.ActionView, Data: "https://forms.example/"})
		r.write("name", "Ada")
		r.write("password", "secret1")
		r.key(4) // the keyboard
		r.tap("course")
		r.tap("Drawing")
		r.scrollTo("Sign up")
		r.tap("I accept the terms", "submit")
		r.see("Welcome, Ada")
		r.see("Drawing")
		r.key(4)
		r.see("Sign up for the course")
	})
}

func TestBrowserAddressTabsErrors(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.android.chrome")
		r.write("id/url_bar", "neap tide")
		r.key(66)
		r.see("Tide - Small Encyclopedia")
		r.tap("Tide - Small Encyclopedia")
		r.see("Tide")
		r.tap("id/tab_switcher_button", "New tab")
		r.see("id/search_box_text")
		r.tap("Map")
		r.unseen("Old Mill") // a canvas: nothing in its web view
		web := r.tree().find(func(n *node) bool { return n.Class == "android.webkit.WebView" })
		if web == nil || len(web.Kids) != 0 {
			t.Errorf("the web view of the map is %+v", web)
		}
		r.shell("settings", "put", "global", "wifi_on", "0")
		r.shell("settings", "put", "global", "airplane_mode_on", "1")
		r.tap("id/menu_button", "Reload")
		r.see("ERR_INTERNET_DISCONNECTED")
	})
}

func TestShopFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.shop")
		r.write("id/email", "ada@example.com")
		r.write("id/password", "short")
		r.key(66)
		r.see("The password has at least 6 characters")
		if n := r.see("id/password"); !n.Password || strings.Contains(n.Text, "short") {
			t.Errorf("the password shows: %+v", n)
		}
		r.typeText("er")
		r.key(66)
		r.tap("Electronics")
		r.see("4 products")
		r.tap("Popular", "Price: low to high")
		if first := r.see("id/product_name"); first.Text != "USB-C cable" {
			t.Errorf("the cheapest is %s", first.Text)
		}
		r.write("id/search", "head")
		r.key(66)
		r.tap("id/product", "id/add_to_cart", "Navigate up", "id/tab_cart", "id/add_one")
		r.see("$178.00")
		r.tap("id/checkout_button", "id/pay_button")
		r.see("Enter a delivery address")
		r.write("id/address", "1 Example Street")
		r.key(4)
		r.tap("id/pay_button", "id/payment_1", "android:id/button1")
		r.see("Thank you for your order")
		r.see("Pay on delivery")
		if !r.noted("com.example.shop", "Order 1001 placed") {
			t.Error("no notification of the order")
		}
		saved, err := r.Save()
		if err != nil {
			t.Fatal(err)
		}
		r.shell("pm", "clear", "com.example.shop")
		r.open("com.example.shop")
		r.see("Log in to Shop")
		if err := r.Load(saved); err != nil {
			t.Fatal(err)
		}
		r.open("com.example.shop")
		r.tap("id/tab_account")
		r.see("Order 1001")
	})
}

func TestBankFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.bank")
		for range 4 {
			r.tap("id/key_1")
		}
		r.see("Wrong PIN. 4 tries left")
		m, _ := r.Screen()
		if c := m.RGBAAt(540, 1200); c.R|c.G|c.B != 0 {
			t.Errorf("a capture shows the bank: %v", c)
		}
		if c := r.Panel().RGBAAt(540, 1200); c.R|c.G|c.B == 0 {
			t.Error("a person sees nothing of the bank")
		}
		for _, d := range apps.BankPIN {
			r.tap("id/key_" + string(d))
		}
		r.see("$2,483.75")
		r.tap("id/transfer")
		r.tap("id/payee_1")
		r.write("id/amount", "9999")
		r.key(4)
		r.tap("id/continue_button")
		r.see("Not enough money")
	})
}

func TestBankTransfer(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.bank")
		for _, d := range apps.BankPIN {
			r.tap("id/key_" + string(d))
		}
		r.tap("id/transfer", "id/payee_2")
		r.write("id/amount", "25.50")
		r.key(4)
		r.tap("id/continue_button")
		r.see("Send $25.50?")
		r.tap("android:id/button2")
		r.tap("id/continue_button", "android:id/button1")
		r.see("id/receipt_amount")
		r.tap("id/done_button")
		r.see("$2,458.25")
		saved, err := r.Save()
		if err != nil {
			t.Fatal(err)
		}
		r.shell("pm", "clear", "com.example.bank")
		if err := r.Load(saved); err != nil {
			t.Fatal(err)
		}
		r.open("com.example.bank")
		for _, d := range apps.BankPIN {
			r.tap("id/key_" + string(d))
		}
		r.see("$2,458.25")
	})
}

func TestGameIsPlayedAndHasNoNodes(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.tiles")
		surface := r.tree().find(func(n *node) bool { return n.Class == "android.view.SurfaceView" })
		if surface == nil || len(surface.Kids) != 0 || surface.Text != "" {
			t.Fatalf("the canvas is %+v", surface)
		}
		look := func() string {
			b, _ := r.Save()
			return between(string(b), `"com.example.tiles":`, `"Best"`)
		}
		before := look()
		for _, to := range []image.Point{{140, 1400}, {940, 1400}, {540, 1000}, {540, 1800}} {
			r.swipe(image.Pt(540, 1400), to)
		}
		after := look()
		if before == after || !strings.Contains(after, "Board") {
			t.Errorf("swipes did nothing: %s", after)
		}
		r.swipe(image.Pt(540, 1400), image.Pt(140, 1400))
		m, _ := r.Screen()
		r.at(image.Pt(180, 415), 50*time.Millisecond) // New game
		if n, _ := r.Screen(); n == m {
			t.Error("a new game looks as the old one")
		}
	})
}

// between is what stands from one text to another.
func between(s, from, to string) string {
	_, s, _ = strings.Cut(s, from)
	s, _, _ = strings.Cut(s, to)
	return s
}

func TestChatAnswersByItself(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.chat")
		r.tap("王芳")
		r.see("周末去爬山吗？")
		r.write("id/message_input", "ok")
		r.key(4)
		r.tap("id/send")
		r.see("王芳 is typing…")
		time.Sleep(8 * time.Second)
		r.see("好的，没问题！")
		r.unseen("id/typing")
		r.tap("id/attach")
		r.tap(r.see("android:id/text1").Text)
		r.key(3) // the next answer comes while nobody looks
		time.Sleep(8 * time.Second)
		if !r.noted("com.example.chat", "哈哈哈😂") {
			t.Errorf("no notification among %+v", r.Notifications())
		}
		saved, err := r.Save()
		if err != nil {
			t.Fatal(err)
		}
		r.shell("pm", "clear", "com.example.chat")
		r.open("com.example.chat")
		r.tap("王芳")
		r.unseen("哈哈哈😂")
		if err := r.Load(saved); err != nil {
			t.Fatal(err)
		}
		r.open("com.example.chat")
		r.tap("王芳")
		r.see("哈哈哈😂")
	})
}

func TestMailFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.mail")
		r.see("Inbox (3)")
		b := r.see("Saturday").rect()
		mid := b.Min.Add(b.Size().Div(2))
		r.swipe(mid, mid.Add(image.Pt(560, 10)))
		r.unseen("Saturday")
		r.tap("Undo")
		r.see("Saturday")
		r.swipe(image.Pt(540, 1500), image.Pt(540, 900)) // a scroll archives nothing
		r.tap("Re: Project review", "id/reply")
		r.typeText("10:30 is fine. ")
		r.key(4)
		r.tap("id/send", "Navigate up", "Folders", "Sent")
		r.see("Re: Project review")
		r.see("To: bob@example.com")
		r.key(4)
		r.write("id/search", "library")
		r.see("Your books are due")
		r.unseen("Saturday")
		r.key(4)
		r.key(4)
		time.Sleep(11 * time.Minute)
		if !r.noted("com.example.mail", "City Museum") {
			t.Error("no new letter came")
		}
		saved, err := r.Save()
		if err != nil {
			t.Fatal(err)
		}
		r.shell("pm", "clear", "com.example.mail")
		if err := r.Load(saved); err != nil {
			t.Fatal(err)
		}
		r.Wake()
		r.open("com.example.mail")
		r.see("Open late on Thursdays")
	})
}

func TestMusicSession(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.music")
		if out := r.shell("cmd", "media_session", "list-sessions"); out != "Sessions:" {
			t.Errorf("before anything plays: %q", out)
		}
		r.tap("Paper Boats")
		time.Sleep(3 * time.Second)
		want := func(parts ...string) {
			t.Helper()
			out := r.shell("dumpsys", "media_session")
			for _, p := range parts {
				if !strings.Contains(out, p) {
					t.Errorf("no %q in %s", p, out)
				}
			}
		}
		want("have 1 sessions", "package=com.example.music", "state=PLAYING(3)", "description=Paper Boats, The Examples, First Draft")
		r.key(world.KeyMediaPause)
		want("state=PAUSED(2)")
		r.shell("cmd", "media_session", "dispatch", "next")
		want("state=PLAYING(3)", "description=Long Way Home")
		if !r.noted("com.example.music", "Long Way Home") {
			t.Error("no notification of what plays")
		}
		time.Sleep(250 * time.Second) // longer than the track
		want("description=Night Train")
		r.shell("am", "force-stop", "com.example.music")
		want("have 0 sessions")
		r.Wake()
		r.open("com.example.music")
		r.tap("Sea Glass", "id/mini_player", "id/like")
		r.see("Remove from liked")
		r.shell("pm", "clear", "com.example.music")
		r.open("com.example.music")
		r.tap("Liked")
		r.see("No songs here yet")
	})
}
