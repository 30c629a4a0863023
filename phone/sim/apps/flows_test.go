package apps_test

import (
	"bytes"
	"encoding/json"
	"image/jpeg"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/vfs"
	"github.com/handset-agent/handset/phone/sim/world"
)

// rowsOf are the rows of a table in which a column holds a text.
func (r *rig) rowsOf(table, column, text string) []world.Row {
	return r.Content().Query(table, func(x world.Row) bool { return x.Text(column) == text })
}

func TestContactsFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		const pkg = "com.google.android.contacts"
		r.open(pkg)
		r.see("A")
		r.tap("Create contact")
		r.typeText("Zed Tester")
		r.tap("id/phone")
		r.typeText("5550190")
		r.tap("Save")
		if rows := r.rowsOf(world.TableData, "data1", "5550190"); len(rows) != 1 || rows[0].Text("display_name") != "Zed Tester" {
			t.Fatalf("rows %v", rows)
		}
		r.tap("id/open_search_bar_text_view")
		r.typeText("zed")
		r.unseen("Alice Carter")
		r.tap("Zed Tester", "Add to favorites")
		if r.rowsOf(world.TableContacts, "display_name", "Zed Tester")[0].Int("starred") != 1 {
			t.Error("no star")
		}
		r.FreezeRotation(1)
		r.see("Remove from favorites")
		r.FreezeRotation(0)
		r.tap("Edit contact", "id/company")
		r.typeText("Example Inc")
		r.tap("Save")
		r.see("Example Inc")
		r.tap("More options", "Delete", "Delete")
		if len(r.rowsOf(world.TableContacts, "display_name", "Zed Tester")) != 0 {
			t.Error("still there")
		}
	})
}

func TestPhoneFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.example.notes")
		r.IncomingCall("+15550102")
		time.Sleep(500 * time.Millisecond)
		r.see("Ben Ortiz")
		r.tap("Answer")
		if r.Call().Phase != world.CallOffHook {
			t.Fatal("not answered")
		}
		r.tap("Mute")
		if !r.Call().Muted || r.seek("id/incall_keypad") == nil {
			t.Error("not muted")
		}
		r.tap("End call")
		r.see("No notes yet") // what the call covered comes back
		r.open(world.DialerPackage)
		r.tap("key pad", "id/five", "id/five", "id/five", "id/zero", "id/one", "id/zero", "id/three", "dial")
		r.see("Calling…")
		time.Sleep(5 * time.Second)
		if c := r.Call(); c.Dialing || c.Number != "5550103" {
			t.Errorf("call %+v", c)
		}
		r.see("Chloe Martin")
		r.tap("End call")
		r.see("Chloe Martin")
		log := r.Content().Query(world.TableCalls, nil)
		if last := log[len(log)-1]; last.Int("type") != world.CallOut || last.Int("duration") == 0 {
			t.Errorf("log has %v", last)
		}
		r.IncomingCall("+15550104")
		time.Sleep(500 * time.Millisecond)
		r.tap("Decline")
		log = r.Content().Query(world.TableCalls, nil)
		if log[len(log)-1].Int("type") != world.CallNo {
			t.Error("a declined call is not in the log")
		}
	})
}

func TestMessagesFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.ReceiveSMS("+15550104", "Gate changed to 9")
		notes := r.Notifications()
		if n := notes[0]; n.Package != world.MessagingPackage || n.Title != "Daniel Kim" || n.Text != "Gate changed to 9" {
			t.Fatalf("notification %+v", n)
		}
		r.ExpandNotifications()
		time.Sleep(time.Second)
		r.tap("Reply")
		r.see("Gate changed to 9")
		r.typeText("Thanks")
		r.tap("Send message")
		sent := r.rowsOf(world.TableSMS, "body", "Thanks")
		if len(sent) != 1 || sent[0].Int("type") != world.SMSSent || sent[0].Text("address") != "+15550104" {
			t.Fatalf("sent %v", sent)
		}
		if r.rowsOf(world.TableSMS, "body", "Gate changed to 9")[0].Int("read") != 1 {
			t.Error("the message is not read")
		}
		for _, n := range r.Notifications() {
			if n.Package == world.MessagingPackage {
				t.Error("the notification stays")
			}
		}
		r.open(world.MessagingPackage)
		r.tap("Start chat")
		r.typeText("hana")
		r.tap("Hana Sato", "id/compose_message_text")
		r.typeText("draft")
		r.open(world.MessagingPackage)
		r.tap("Start chat")
		r.typeText("hana")
		r.tap("Hana Sato")
		if n := r.see("id/compose_message_text"); n.Text != "draft" {
			t.Errorf("draft is %q", n.Text)
		}
		r.shell("pm", "clear", world.MessagingPackage)
		r.start(world.Intent{Action: "android.intent.action.SENDTO", Data: "smsto:+15550108"})
		if n := r.see("id/compose_message_text"); n.Text == "draft" {
			t.Error("the draft outlives the data")
		}
	})
}

func TestClockFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		const pkg = "com.google.android.deskclock"
		at := r.Now().Add(3 * time.Minute)
		r.start(world.Intent{Action: "android.intent.action.SET_ALARM", Extras: map[string]any{"android.intent.extra.alarm.HOUR": at.Hour(), "android.intent.extra.alarm.MINUTES": at.Minute(), "android.intent.extra.alarm.MESSAGE": "Tea"}})
		r.see("Tea")
		if got := r.shell("settings", "get", "system", "next_alarm_formatted"); !strings.Contains(got, ":") {
			t.Errorf("next alarm %q", got)
		}
		r.key(phone.KeyHome)
		r.Key(phone.KeyPower, 0, true)
		r.Key(phone.KeyPower, 0, false)
		time.Sleep(3 * time.Minute)
		r.see("Snooze") // over the lock screen
		r.tap("Snooze")
		time.Sleep(10*time.Minute + time.Second)
		r.see("Tea")
		r.tap("id/dismiss")
		for _, n := range r.Notifications() {
			if n.Package == pkg {
				t.Errorf("still rings: %+v", n)
			}
		}
		r.DismissKeyguard()
		r.open(pkg)
		r.tap("Timer", "id/timer_setup_digit_9", "Start")
		time.Sleep(3 * time.Second)
		if n := r.see("id/timer_text"); n.Text != "00:05" && n.Text != "00:06" {
			t.Errorf("timer shows %s", n.Text)
		}
		time.Sleep(7 * time.Second)
		r.see("Timer")
		r.tap("id/dismiss")
	})
}

func TestCalendarFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		const pkg = "com.google.android.calendar"
		r.open(pkg)
		r.tap("Create new event")
		r.typeText("Launch")
		r.tap("Save", "Launch")
		r.see("10 minutes before")
		id := r.rowsOf(world.TableEvents, "title", "Launch")[0]
		wait := time.UnixMilli(id.Int("dtstart")).Sub(r.Now()) - 10*time.Minute
		time.Sleep(wait + time.Second)
		if n := r.Notifications()[0]; n.Package != pkg || n.Title != "Launch" {
			t.Errorf("reminder %+v", n)
		}
		r.tap("id/info_action_delete", "Delete")
		if len(r.rowsOf(world.TableEvents, "title", "Launch")) != 0 {
			t.Error("not deleted")
		}
		month := r.see("id/date_picker_text_view").Text
		r.tap("Next month")
		if r.see("id/date_picker_text_view").Text == month {
			t.Error("the month stays")
		}
	})
}

func TestFilesFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.google.android.documentsui")
		r.tap("New folder")
		r.typeText("Trip")
		r.tap("OK")
		if got := r.shell("ls", "-d", "/sdcard/Trip"); got != "/sdcard/Trip" {
			t.Errorf("ls says %q", got)
		}
		r.shell("sh", "-c", "echo hello there > /sdcard/Trip/a.txt")
		r.scrollTo("Trip")
		r.tap("Trip", "a.txt")
		r.see("hello there\n")
		r.key(phone.KeyBack)
		r.long("a.txt")
		r.tap("Delete", "OK")
		r.see("No items")
		if got := r.shell("ls", "/sdcard/Trip"); got != "" {
			t.Errorf("ls says %q", got)
		}
	})
}

func TestCameraAndGalleryFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		const cam = "com.google.android.GoogleCamera"
		r.open(cam)
		r.tap("id/permission_allow_foreground_only_button")
		before := len(r.Content().Query(world.TableImages, nil))
		_, one := r.Screen()
		time.Sleep(time.Second)
		if _, two := r.Screen(); one == two {
			t.Error("the finder stands still")
		}
		r.tap("Take photo")
		rows := r.Content().Query(world.TableImages, nil)
		last := rows[len(rows)-1]
		if len(rows) != before+1 || !regexp.MustCompile(`^PXL_\d{8}_\d{9}\.jpg$`).MatchString(last.Text("_display_name")) {
			t.Fatalf("row %v", last)
		}
		b, err := r.p.Device().Files.Bytes(last.Text("_data"))
		if err != nil {
			t.Fatal(err)
		}
		if m, err := jpeg.Decode(bytes.NewReader(b)); err != nil || m.Bounds().Dx() != int(last.Int("width")) {
			t.Errorf("picture: %v", err)
		}
		r.open("com.google.android.apps.photos")
		r.tap("id/photo", "Details")
		if n := r.see("id/message"); !strings.Contains(n.Text, last.Text("_display_name")) {
			t.Errorf("details %q", n.Text)
		}
		r.tap("OK", "Move to trash", "Move to trash")
		if _, err := r.p.Device().Files.Stat(vfs.Root, last.Text("_data")); err == nil {
			t.Error("the file outlives the picture")
		}
		r.shell("pm", "revoke", cam, "android.permission.CAMERA")
		r.open(cam)
		r.see("id/permission_allow_foreground_only_button")
	})
}

func TestLauncherFlow(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.key(phone.KeyHome)
		r.long("Clock")
		r.tap("Timer")
		r.see("id/timer_setup_time")
		r.key(phone.KeyHome)
		r.tap("id/search_container_hotseat", "id/fallback_search_view")
		r.typeText("calc")
		r.unseen("Clock")
		r.tap("Calculator")
		if a, _ := r.FocusedApp(); a.Component.Package != "com.google.android.calculator" {
			t.Errorf("in front is %s", a.Component.Short())
		}
	})
}

// TestScreensAreReached shows every named screen in Chinese and in the dark, and draws it.
func TestScreensAreReached(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("draws every screen")
	}
	for _, s := range apps.Screens() {
		onPhone(t, "zh-CN", func(r *rig) {
			r.SetNight("yes")
			if err := s.Show(r.t.Context(), r.World); err != nil {
				t.Error(err)
			}
			if m, _ := r.Screen(); m.Rect.Empty() {
				t.Errorf("%s: %s shows nothing", s.App, s.Name)
			}
		})
	}
}

// TestTranslationsKeepTheirVerbs compares the verbs of formats in both languages.
func TestTranslationsKeepTheirVerbs(t *testing.T) {
	t.Parallel()
	verbs := regexp.MustCompile(`%[+]?[a-z]`)
	for en, zh := range apps.Chinese() {
		a, b := verbs.FindAllString(en, -1), verbs.FindAllString(zh, -1)
		if x, y := marshal(a), marshal(b); x != y {
			t.Errorf("%q: %s, %s", en, x, y)
		}
	}
}

func marshal(v []string) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// TestStateSurvivesSnapshots takes what apps hold from one phone to another, and empties it with pm clear.
func TestStateSurvivesSnapshots(t *testing.T) {
	t.Parallel()
	var saved []byte
	onPhone(t, "en-US", func(r *rig) {
		r.start(world.Intent{Action: "android.intent.action.SET_ALARM", Extras: map[string]any{"android.intent.extra.alarm.HOUR": 6, "android.intent.extra.alarm.MINUTES": 12, "android.intent.extra.alarm.MESSAGE": "Swim"}})
		r.ReceiveSMS("+15550191", "Kept?")
		r.start(world.Intent{Action: "android.intent.action.SENDTO", Data: "smsto:+15550191"})
		r.tap("id/compose_message_text")
		r.typeText("half a thought")
		b, err := r.p.Save()
		if err != nil {
			t.Fatal(err)
		}
		saved = b
	})
	onPhone(t, "en-US", func(r *rig) {
		if err := r.p.Load(saved); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		rows := r.rowsOf(world.TableSMS, "body", "Kept?")
		if len(rows) != 1 || rows[0].Int("type") != world.SMSInbox {
			t.Fatalf("rows %v", rows)
		}
		r.open("com.google.android.deskclock")
		r.see("Swim")
		r.start(world.Intent{Action: "android.intent.action.SENDTO", Data: "smsto:+15550191"})
		if n := r.see("id/compose_message_text"); n.Text != "half a thought" {
			t.Errorf("draft %q", n.Text)
		}
		r.shell("pm", "clear", "com.google.android.deskclock")
		r.open("com.google.android.deskclock")
		r.unseen("Swim")
		r.shell("pm", "clear", "com.android.providers.telephony")
		if n := len(r.Content().Query(world.TableSMS, nil)); n != 0 {
			t.Errorf("%d messages are left", n)
		}
	})
}
