package uitree

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone"
)

// shared reads a file of the data folder beside the repository, or skips.
func shared(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "hierarchies", name))
	if err != nil {
		t.Skipf("captured hierarchies are not here: %v", err)
	}
	return b
}

func parse(t testing.TB, dump string) *Tree {
	t.Helper()
	tree, err := Parse([]byte(dump))
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return tree
}

func TestParseCaptured_DV35(t *testing.T) {
	tests := []struct {
		file       string
		nodes      int
		size       image.Point
		pkg        string
		has        string // a text or description that must be found
		title      string
		passwords  int
		scrollable int
	}{
		{"android4.1-launcher-en.xml", 9, image.Pt(480, 800), "com.android.launcher", "Apps", "", 0, 0},
		{"android4.2-picker-zh-partial-window.xml", 21, image.Pt(800, 1216), "android", "正在充电，50%", "", 0, 1},
		{"android8.1-nexus-launcher-en.xml", 29, image.Pt(1080, 1794), "com.google.android.apps.nexuslauncher", "56°F", "", 0, 0},
		{"appium-source-android4-test-app.xml", 17, image.Pt(480, 800), "com.droidzilla.testapp", "Diana", "TestApp", 0, 0},
		{"appium-source-app-login-form-en.xml", 62, image.Pt(1080, 2088), "jp.co.app.android", "hoge@example.com", "Text2", 2, 1},
		{"appium-source-clock-alarms-en.xml", 62, image.Pt(1080, 2088), "com.google.android.deskclock", "8:30\u200aAM", "Alarm", 0, 0},
		{"appium-source-dialog-anr-en.xml", 12, image.Pt(1080, 2088), "android", "Close app", "Settings isn't responding", 0, 0},
		{"appium-source-nearly-empty.xml", 1, image.Pt(1080, 2088), "android", "", "", 0, 0},
		{"appium-source-play-store-games-en-ja.xml", 93, image.Pt(1080, 2088), "com.android.vending", "App: Gardenscapes\nCasual\nPuzzle\nStar rating: 4.3\n", "", 0, 5},
		{"appium-source-settings-date-ja.xml", 51, image.Pt(1080, 2088), "com.android.settings", "GMT+09:00 日本標準時", "日付と時刻", 0, 1},
		{"appium-source-settings-home-en.xml", 79, image.Pt(1080, 2088), "com.android.settings", "37% used - 40.53 GB free", "", 0, 1},
		{"appium-source-settings-network-en.xml", 56, image.Pt(1080, 2088), "com.android.settings", "VPN, Private DNS", "Network & internet", 0, 0},
		{"appium-source-special-cjk-bracket.xml", 4, image.Pt(1080, 2088), "com.android.settings", "(税込)", "", 0, 0},
		{"emulator-android13-a11y-tree-clock.xml", 23, image.Pt(1080, 2400), "", "Predicted app: VLC", "", 0, 1},
		{"flutter-email-focused-en.xml", 10, image.Pt(1080, 2424), "com.example.yarnshop", "Send code", "", 0, 0},
		{"flutter-sign-in-en.xml", 12, image.Pt(1080, 2424), "com.example.yarnshop", "M Marta Écru", "", 0, 0},
		{"pixel9-compose-model-list-en.xml", 64, image.Pt(1080, 2424), "com.pocketfinancer", "~1.1 GB · 4-bit quant · Balanced size/quality", "", 0, 1},
		{"xiaomi-miui-bilibili-profile-zh-noise.txt", 145, image.Pt(1440, 3060), "com.bilibili.app.in", "编辑资料", "maple-leaf", 0, 3},
		{"xiaomi-miui-developer-options-ru-noise.txt", 59, image.Pt(1080, 2179), "com.android.settings", "Отладка по USB", "Для разработчиков", 0, 1},
		{"xiaomi-miui-developer-options-ru.xml", 59, image.Pt(1080, 2179), "com.android.settings", "Отладка по USB", "Для разработчиков", 0, 1},
		{"zillow-favorites-prefix-line.txt", 51, image.Pt(1080, 2400), "com.zillow.android.zillowmap", "Already saved a home? Sign in now.", "Saved homes", 0, 0},
		{"zillow-map-compose-markers-en.xml", 170, image.Pt(1080, 2400), "com.zillow.android.zillowmap", "2,424 results", "", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			tree, err := Parse(shared(t, tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if n := tree.Len(); n != tt.nodes {
				t.Errorf("%d nodes, want %d", n, tt.nodes)
			}
			if tree.Size != tt.size || tree.Package() != tt.pkg || tree.Rotation != 0 {
				t.Errorf("size %v, package %q, rotation %d; want %v, %q, 0", tree.Size, tree.Package(), tree.Rotation, tt.size, tt.pkg)
			}
			found, passwords, scrolls := tt.has == "", 0, 0
			for n := range tree.All() {
				found = found || n.Text == tt.has || n.Desc == tt.has
				if n.Password {
					passwords++
				}
				if n.Scrollable {
					scrolls++
				}
				for _, c := range n.Children {
					if c.Parent != n {
						t.Fatalf("child %q of %q has another parent", c.Class, n.Class)
					}
				}
			}
			if !found || passwords != tt.passwords || scrolls != tt.scrollable {
				t.Errorf("text %q found: %v; %d passwords, %d scrollable; want %d, %d", tt.has, found, passwords, scrolls, tt.passwords, tt.scrollable)
			}
			if v := Prune(tree, Options{}); v.Title != tt.title {
				t.Errorf("title %q, want %q", v.Title, tt.title)
			}
		})
	}
}

// The same screen with and without noise is the same tree.
func TestParseNoise_F052(t *testing.T) {
	noisy, clean := shared(t, "xiaomi-miui-developer-options-ru-noise.txt"), shared(t, "xiaomi-miui-developer-options-ru.xml")
	var texts [2]strings.Builder
	for i, b := range [][]byte{noisy, clean} {
		tree, err := Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := Prune(tree, Options{}).WriteModel(&texts[i], ModelOptions{Bounds: true}); err != nil {
			t.Fatal(err)
		}
	}
	if texts[0].String() != texts[1].String() {
		t.Errorf("with noise:\n%s\nwithout:\n%s", texts[0].String(), texts[1].String())
	}
}

func TestParseFailures_F050_F051_F052_F057(t *testing.T) {
	const whole = `<?xml version='1.0'?><hierarchy rotation="0"><node bounds="[0,0][9,9]" /></hierarchy>`
	tests := []struct {
		name, out string
		want      phone.TreeReason
	}{
		{"never idle", "ERROR: could not get idle state.\n", phone.NoIdleState},
		{"never idle, older file after it", "ERROR: could not get idle state.\n" + whole, phone.NoIdleState},
		{"never idle, older file before it", whole + "ERROR: could not get idle state.\n", phone.NoIdleState},
		{"null root", "ERROR: null root node returned by UiTestAutomationBridge.\n", phone.NullRoot},
		{"killed", "Killed \n", phone.Killed},
		{"killed by the shell's word", "/system/bin/sh: 1234 Killed\nsh: line 1: 77: Killed\n", phone.Killed},
		{"killed, older file after it", "Killed\n" + whole, phone.Killed},
		{"another client", "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1 already registered!\n\tat android.os.Parcel\n", phone.Killed},
		{"only the line", "UI hierchary dumped to: /sdcard/window_dump.xml\n", phone.NoXML},
		{"nothing", "", phone.NoXML},
		{"cut off", whole[:len(whole)-6], phone.NoXML},
		{"cut off in a value", `<hierarchy rotation="0"><node text="abc</hierarchy>`, phone.NoXML},
		{"end without start", "</hierarchy>", phone.NoXML},
		{"no node", `<hierarchy rotation="0"></hierarchy>`, phone.NullRoot},
		{"no node, short", `<hierarchy rotation="0" />`, phone.NullRoot},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree, err := Parse([]byte(tt.out))
			te, ok := errors.AsType[*phone.TreeError](err)
			if !ok || te.Reason != tt.want {
				t.Errorf("Parse = %v, %v; want reason %q", tree, err, tt.want)
			}
		})
	}
	t.Run("only a stack trace", func(t *testing.T) {
		_, err := Parse(shared(t, "xiaomi-miui-dump-error-only.txt"))
		if te, ok := errors.AsType[*phone.TreeError](err); !ok || te.Reason != phone.NoXML || len(te.Output) > 500 {
			t.Errorf("Parse: %v, want %q with at most 500 bytes", err, phone.NoXML)
		}
	})
	t.Run("killed after a whole hierarchy", func(t *testing.T) {
		if _, err := Parse([]byte(whole + "\nKilled\n")); err != nil {
			t.Errorf("Parse: %v, want the hierarchy", err)
		}
	})
}

func TestParseShapes(t *testing.T) {
	tests := []struct {
		name, in string
		want     Node
	}{
		{"byte-order mark", "\uFEFF<hierarchy><node text='a' bounds='[1,2][3,4]'/></hierarchy>", Node{Text: "a", Bounds: image.Rect(1, 2, 3, 4)}},
		{"entities", `<hierarchy><node text="&amp;&lt;&gt;&quot;&apos;&#10;&#x41;&nope;&"/></hierarchy>`, Node{Text: "&<>\"'\nA&nope;&"}},
		{"decimal beyond the BMP", `<hierarchy><node text="&#127807;x"/></hierarchy>`, Node{Text: "🌿x"}},
		{"surrogate pair", `<hierarchy><node text="&#55356;&#57151;"/></hierarchy>`, Node{Text: "\U0001F33F"}},
		{"lone surrogate", `<hierarchy><node text="&#55356;x"/></hierarchy>`, Node{Text: "\uFFFDx"}},
		{"no UTF-8", "<hierarchy><node text=\"a\xffb\"/></hierarchy>", Node{Text: "a\uFFFDb"}},
		{"single quotes round a double quote", `<hierarchy><node content-desc='say "hi"'/></hierarchy>`, Node{Desc: `say "hi"`}},
		{"no bounds", `<hierarchy><node class="x"/></hierarchy>`, Node{Class: "x"}},
		{"broken bounds", `<hierarchy><node bounds="[1,2]"/></hierarchy>`, Node{}},
		{"negative bounds", `<hierarchy><node bounds="[-5,-7][3,4]"/></hierarchy>`, Node{Bounds: image.Rect(-5, -7, 3, 4)}},
		{"class from the element", `<hierarchy><android.widget.Button text="a"/></hierarchy>`, Node{Class: "android.widget.Button", Text: "a"}},
		{"not displayed", `<hierarchy><a.B displayed="false"/></hierarchy>`, Node{Class: "a.B"}},
		{"wrapped attributes", "<hierarchy>\r\n<node\r\n\ttext = \"a\"\r\n  hint='h' /></hierarchy>", Node{Text: "a", Hint: "h"}},
		{"the last of two", `<hierarchy><node text="old"/></hierarchy><hierarchy><node text="new"/></hierarchy>`, Node{Text: "new"}},
		{"comment", `<hierarchy><!-- <node text="no"/> --><node text="a"/></hierarchy>`, Node{Text: "a"}},
		{"password", `<hierarchy><node text="s3cr€t" password="true"/></hierarchy>`, Node{Text: "••••••", Password: true}},
		{"hint of a password", `<hierarchy><node text="PIN" password="true" hint="PIN"/></hierarchy>`, Node{Hint: "PIN", Password: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := parse(t, tt.in).Roots[0]
			got := Node{Text: n.Text, Desc: n.Desc, Hint: n.Hint, Class: n.Class, Bounds: n.Bounds, Password: n.Password}
			if got.Text != tt.want.Text || got.Desc != tt.want.Desc || got.Hint != tt.want.Hint || got.Class != tt.want.Class ||
				got.Bounds != tt.want.Bounds || got.Password != tt.want.Password {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
			if n.Visible == (tt.name == "not displayed") {
				t.Errorf("visible %v", n.Visible)
			}
		})
	}
}

func TestParseSeveralRootsAndRotation(t *testing.T) {
	tree := parse(t, `<hierarchy rotation="3"><node text="a" bounds="[0,0][5,5]"/><node text="b" bounds="[0,0][9,7]"><node text="c"/></node></hierarchy>`)
	if len(tree.Roots) != 2 || tree.Rotation != 3 || tree.Len() != 3 || tree.Size != image.Pt(9, 7) {
		t.Errorf("%d roots, rotation %d, %d nodes, size %v", len(tree.Roots), tree.Rotation, tree.Len(), tree.Size)
	}
}

func TestParseDepthIsBounded(t *testing.T) {
	_, err := Parse([]byte("<hierarchy>" + strings.Repeat("<node>", 100_000) + "</hierarchy>"))
	if te, ok := errors.AsType[*phone.TreeError](err); !ok || te.Reason != phone.NoXML {
		t.Errorf("Parse of 100,000 levels: %v", err)
	}
}

func TestRedact_F059b(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"none", `<node text="a" password="false"/>`, `<node text="a" password="false"/>`},
		{"text first", `x<node text="hunter2" password="true" bounds="[0,0][1,1]"/>y`, `x<node text="•••••••" password="true" bounds="[0,0][1,1]"/>y`},
		{"text last", `<node password="true" text='a"b'>`, `<node password="true" text='•••'>`},
		{"entity counts once", `<node text="&amp;&#127807;" password="true"/>`, `<node text="••" password="true"/>`},
		{"two", `<n text="ab" password="true"/><n text="c"/><n text="d" password="true"/>`, `<n text="••" password="true"/><n text="c"/><n text="•" password="true"/>`},
		{"hint stays", `<n text="PIN" password="true" hint="PIN"/>`, `<n text="PIN" password="true" hint="PIN"/>`},
		{"text that speaks of passwords", `<n text="password=&quot;true&quot;"/>`, `<n text="password=&quot;true&quot;"/>`},
		{"cut off", `<n password="true" text="abc`, `<n password="true" text="abc`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(Redact([]byte(tt.in))); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`<?xml version='1.0'?><hierarchy rotation="0"><node text="a" password="true" bounds="[0,0][9,9]"><node/></node></hierarchy>`))
	f.Add([]byte("Killed\n<hierarchy><a b='c'></a></hierarchy>"))
	f.Add([]byte(`<hierarchy><node clickable="true" bounds="[0,0][9,9]"><node text="&#55356;&#57151;" bounds="[0,0][9,9]"/></node></hierarchy>UI hierchary dumped to: x`))
	if files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "hierarchies", "*flutter*")); err == nil {
		for _, name := range files {
			if b, err := os.ReadFile(name); err == nil {
				f.Add(b)
			}
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		tree, err := Parse(in)
		if err != nil {
			if _, ok := errors.AsType[*phone.TreeError](err); !ok {
				t.Fatalf("error %v is no TreeError", err)
			}
			return
		}
		v := Prune(tree, Options{})
		var b strings.Builder
		if err := v.WriteModel(&b, ModelOptions{MaxChars: 500}); err != nil {
			t.Fatal(err)
		}
		if n := len([]rune(b.String())); n > 500+40 {
			t.Fatalf("model text has %d characters", n)
		}
		if _, err := v.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
		if d := Diff(v, Prune(tree, Options{})); d != nil {
			t.Fatalf("a tree differs from itself: %q", d)
		}
		for _, e := range v.Elements {
			if e.Label == "" || v.ByLabel(e.Label) != e {
				t.Fatalf("label %q of %q does not lead back", e.Label, e.Name)
			}
		}
		again, err := Parse(Redact(in))
		if err != nil || again.Len() != tree.Len() {
			t.Fatalf("redacted: %v", err)
		}
	})
}
