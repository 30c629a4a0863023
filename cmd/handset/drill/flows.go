package drill

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/world"
)

// flow is something a person would have done on a phone.
type flow struct {
	name string
	may  []string // places of the state that it may change, see state; a * at the end stands for all below
	run  func(context.Context, *hand) error
	// holds is asked when run said that all is done: nil if that is so.
	holds func(*world.World) error
}

// hard is a text that the ways of typing are at pains with.
const hard = `it's 100% "fun" ~ #1 & 你好 🙂 $HOME \n é`

func flows() []flow {
	const notes = "com.example.notes"
	return []flow{
		{name: "wifi off", may: []string{"settings/global/wifi_*"},
			run: steps(open("Settings"), tap("Network"), tap("Internet"), tap("Wi-Fi")), holds: setting("global", "wifi_on", "0")},
		{name: "dark theme", may: []string{"settings/secure/ui_night_mode*", "settings/system/screen_brightness*"},
			run: steps(open("Settings"), scrollTo("Display"), tap("Display"), tap("Dark theme")), holds: setting("secure", "ui_night_mode", "2")},
		{name: "note", may: []string{"data/" + notes},
			run:   steps(open("Notes"), tap("New note"), typeInto("Groceries"), tap("Save"), find("Groceries"), find("New note")),
			holds: contains("data/"+notes, "Groceries")},
		{name: "hard text", may: []string{"data/" + notes, "clipboard"},
			run:   steps(open("Notes"), tap("New note"), typeInto(hard), tap("Save"), find("100%"), find("New note")),
			holds: contains("data/"+notes, hard)},
		{name: "long text", may: []string{"data/" + notes, "clipboard"},
			run:   steps(open("Notes"), tap("New note"), typeInto(long()), tap("Save"), find("drummers"), find("New note")),
			holds: contains("data/"+notes, long())},
		{name: "calculate", run: steps(open("Calculator"), tap("1"), tap("2"), tap("+"), tap("3"), tap("4"), tap("="), find("46")), may: []string{"data/com.example.calculator"}, holds: always},
		{name: "look", run: steps(open("Settings"), look, press("home"), look, open("Calculator"), look), may: []string{"data/com.example.calculator"}, holds: always},
		{name: "about", run: steps(open("Settings"), scrollTo("About"), tap("About"), find("Android version")), holds: always},
		{name: "clipboard", may: []string{"clipboard"}, run: clip, holds: func(w *world.World) error {
			if text, _ := w.Clipboard(); text != hard {
				return fmt.Errorf("the clipboard holds %q", text)
			}
			return nil
		}},
		{name: "files", run: files, holds: always},
		{name: "record", run: record, may: []string{"settings/system/show_touches"}, holds: always},
		{name: "turned", may: []string{"settings/system/user_rotation", "settings/system/accelerometer_rotation", "settings/global/wifi_*"},
			run:   steps(shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1"), open("Settings"), tap("Network"), look, shell("settings put system user_rotation 0"), look),
			holds: setting("system", "user_rotation", "0")},
	}
}

// always is for flows that check by themselves.
func always(*world.World) error { return nil }

func setting(namespace, key, want string) func(*world.World) error {
	return func(w *world.World) error {
		if got, _ := w.Settings().Get(namespace, key); got != want {
			return fmt.Errorf("%s is %q and not %q", key, got, want)
		}
		return nil
	}
}

func contains(place, text string) func(*world.World) error {
	return func(w *world.World) error {
		s, err := stateOf(w)
		if err != nil {
			return err
		}
		if !s.says(place, text) {
			return fmt.Errorf("%s does not hold %.40q", place, text)
		}
		return nil
	}
}

type step func(context.Context, *hand) error

func steps(all ...step) func(context.Context, *hand) error {
	return func(ctx context.Context, h *hand) error {
		for _, s := range all {
			if err := s(ctx, h); err != nil {
				return err
			}
		}
		return nil
	}
}

func call(name string, args map[string]any) step {
	return func(ctx context.Context, h *hand) error {
		_, err := h.tool(ctx, name, args)
		return err
	}
}

func open(app string) step      { return call("open_app", map[string]any{"app": app}) }
func tap(text string) step      { return call("ua_tap_text", map[string]any{"text": text}) }
func scrollTo(text string) step { return call("ua_scroll_to", map[string]any{"text": text}) }
func typeInto(text string) step { return call("ua_type", map[string]any{"text": text}) }
func press(key string) step     { return call("ua_press", map[string]any{"key": key}) }
func shell(line string) step    { return call("run_shell", map[string]any{"command": line}) }

// find wants a text on the screen.
func find(text string) step {
	return call("wait_for", map[string]any{"text": text, "timeout_seconds": 5})
}

// still is how long a screen must not have changed, so that a picture of it has had the time to come.
const still = 300 * time.Millisecond

// look takes a picture and holds it against what the phone shows, when that stood still before and meanwhile.
func look(ctx context.Context, h *hand) error {
	w := h.s.world()
	for range 8 {
		_, before := w.Screen()
		was := w.Display()
		time.Sleep(still)
		f, err := h.frame(ctx)
		if err != nil {
			return err
		}
		now, after := w.Screen()
		if before != after {
			continue // it moved: what was taken cannot be judged
		}
		if d := w.Display(); d.Secure && was.Secure || !d.On && !was.On {
			return lie("a picture was given of a screen that cannot be seen (secure %t, on %t)", d.Secure, d.On)
		} else if d.Secure || !d.On {
			continue
		}
		return same(f, now)
	}
	return nil
}

// lieError is something handset said that is not so.
type lieError struct{ what string }

func (e *lieError) Error() string { return e.what }

func lie(format string, args ...any) error { return &lieError{fmt.Sprintf(format, args...)} }

// most is how far a channel may be off on the average: what the codec's colours cost.
const most = 4.0

func same(f *phone.Frame, truth *image.RGBA) error {
	if f.Size != truth.Rect.Size() {
		return lie("the picture is %v and the screen %v", f.Size, truth.Rect.Size())
	}
	sum, n := 0, 0
	for y := 0; y < f.Size.Y; y += 7 {
		for x := 0; x < f.Size.X; x += 5 {
			r, g, b, _ := f.Image.At(f.Image.Bounds().Min.X+x, f.Image.Bounds().Min.Y+y).RGBA()
			c := truth.RGBAAt(x, y)
			sum += far(r>>8, c.R) + far(g>>8, c.G) + far(b>>8, c.B)
			n += 3
		}
	}
	if off := float64(sum) / float64(n); off > most {
		return lie("the picture is not what the screen shows: off by %.1f of 255 on the average", off)
	}
	return nil
}

func far(a uint32, b uint8) int {
	d := int(a) - int(b)
	return max(d, -d)
}

func clip(ctx context.Context, h *hand) error {
	if _, err := h.tool(ctx, "set_clipboard", map[string]any{"text": hard}); err != nil {
		return err
	}
	d, err := h.device(ctx)
	if err != nil {
		return err
	}
	got, err := d.Clipboard(ctx)
	if err != nil {
		return err
	}
	if got != hard {
		return lie("the clipboard read back is %q", got)
	}
	return nil
}

// files takes a file there and back.
func files(ctx context.Context, h *hand) error {
	d, err := h.device(ctx)
	if err != nil {
		return err
	}
	data := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	const there = "/sdcard/Download/drill.bin"
	if err := d.Push(ctx, bytes.NewReader(data), int64(len(data)), there, 0o644, time.Unix(1_700_000_000, 0), nil); err != nil {
		return err
	}
	var back bytes.Buffer
	if err := d.Pull(ctx, there, &back, nil); err != nil {
		return err
	}
	if !bytes.Equal(data, back.Bytes()) {
		return lie("a file came back other than it went: %d bytes of %d", back.Len(), len(data))
	}
	_, err = d.Shell(ctx, "rm", there)
	return err
}

// record wants two seconds of video in a whole file.
func record(ctx context.Context, h *hand) error {
	d, err := h.device(ctx)
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(h.s.home, "drill.mp4"))
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := d.Record(ctx, f, 2*time.Second); err != nil {
		return err
	}
	head := make([]byte, 12)
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF || string(head[4:8]) != "ftyp" {
		return lie("the recording is no MP4 file: it begins with %q", head)
	}
	return nil
}

func long() string { return strings.Repeat("Ünïcode und 漢字, 12 drummers drumming. ", 20) }
