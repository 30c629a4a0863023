package world

import (
	"strings"
	"time"
)

// Types of the rows of sms, and of calls.
const (
	SMSInbox  = 1
	SMSSent   = 2
	CallIn    = 1
	CallOut   = 2
	CallMiss  = 3
	CallNo    = 5 // rejected
	callPlace = "US"
)

// talk is one text message that a phone comes with.
type talk struct {
	number string
	sent   bool
	ago    time.Duration
	body   string
}

var (
	talksEn = []talk{
		{"+15550101", false, 52 * time.Hour, "Hi! Are we still on for Saturday?"},
		{"+15550101", true, 51 * time.Hour, "Yes, 10 at the station. I'll bring coffee ☕"},
		{"+15550101", false, 50 * time.Hour, "Perfect, see you there 😀"},
		{"+15550111", false, 26 * time.Hour, "Don't forget to water the plants, please."},
		{"+15550111", true, 25 * time.Hour, "Done this morning!"},
		{"+15550104", false, 9 * time.Hour, "The train leaves at 14:20 from platform 6. Your seats are 41 and 42 in coach 12."},
		{"+15550199", false, 5 * time.Hour, "Your Example Shop order #20417 has been shipped. Track it at https://example.com/t/20417"},
		{"+15550113", false, 3 * time.Hour, "Two sourdough loaves are ready for you 🥖"},
		{"55501", false, 40 * time.Minute, "481920 is your Example verification code. Do not share it with anyone."},
	}
	talksZh = []talk{
		{"+15550101", false, 52 * time.Hour, "周六还按原计划见面吗？"},
		{"+15550101", true, 51 * time.Hour, "好的，十点在车站。我带咖啡 ☕"},
		{"+15550101", false, 50 * time.Hour, "太好了，到时候见 😀"},
		{"+15550111", false, 26 * time.Hour, "记得给花浇水。"},
		{"+15550111", true, 25 * time.Hour, "早上浇过了！"},
		{"+15550104", false, 9 * time.Hour, "火车 14:20 从 6 站台发车，座位是 12 车 41 和 42 号。"},
		{"+15550199", false, 5 * time.Hour, "【示例商城】您的订单 20417 已发货，查看 https://example.com/t/20417"},
		{"+15550113", false, 3 * time.Hour, "您预订的面包已经做好 🥖"},
		{"55501", false, 40 * time.Minute, "【示例】您的验证码是 481920，请勿告诉他人。"},
	}
)

func (w *World) seedMessages() {
	list := talksEn
	if w.chinese() {
		list = talksZh
	}
	for i, m := range list {
		kind, read := int64(SMSInbox), int64(1)
		if m.sent {
			kind = SMSSent
		}
		if i >= len(list)-2 {
			read = 0
		}
		w.addSMS(m.number, m.body, kind, read, w.ago(m.ago))
	}
}

// addSMS adds a message to its thread and returns its number.
func (w *World) addSMS(address, body string, kind, read, date int64) int64 {
	return w.insertRow(TableSMS, Row{
		"thread_id": w.thread(address), "address": address, "person": nil, "date": date, "date_sent": date, "protocol": 0, "read": read, "status": -1,
		"type": kind, "reply_path_present": 0, "subject": nil, "body": body, "service_center": nil, "locked": 0, "sub_id": 1, "error_code": 0,
		"creator": "com.google.android.apps.messaging", "seen": read,
	})
}

// thread is the number of the conversation with an address, a new one when there is none.
func (w *World) thread(address string) int64 {
	last := int64(0)
	for _, r := range w.content.Tables[TableSMS] {
		if SameNumber(r.Text("address"), address) {
			return r.Int("thread_id")
		}
		last = max(last, r.Int("thread_id"))
	}
	return last + 1
}

// SameNumber reports whether two telephone numbers are the same but for how they are written, as Android compares them: by their
// last seven digits when both have as many.
func SameNumber(a, b string) bool {
	x, y := Digits(a), Digits(b)
	if len(x) >= 7 && len(y) >= 7 {
		return x[len(x)-7:] == y[len(y)-7:]
	}
	return x == y && (x != "" || a == b)
}

// Digits is what one dials of a number.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '*' || r == '#' {
			return r
		}
		return -1
	}, s)
}

func (w *World) seedCalls() {
	for _, c := range []struct {
		number string
		kind   int64
		ago    time.Duration
		length int64
	}{
		{"+15550103", CallIn, 74 * time.Hour, 412}, {"+15550111", CallOut, 49 * time.Hour, 1284}, {"+15550114", CallOut, 28 * time.Hour, 96},
		{"+15550102", CallMiss, 21 * time.Hour, 0}, {"+15550150", CallNo, 8 * time.Hour, 0}, {"+15550101", CallIn, 4 * time.Hour, 187}, {"+15550112", CallMiss, 95 * time.Minute, 0},
	} {
		w.addCall(c.number, c.kind, w.ago(c.ago), c.length)
	}
}

// addCall adds a call to the log, length in seconds.
func (w *World) addCall(number string, kind, date, length int64) int64 {
	name := any(nil)
	if n := w.nameOf(number); n != "" {
		name = n
	}
	return w.insertRow(TableCalls, Row{
		"number": number, "date": date, "duration": length, "type": kind, "name": name, "new": b2i(kind == CallMiss), "is_read": b2i(kind != CallMiss), "countryiso": callPlace,
		"presentation": 1, "subscription_id": "1", "numbertype": 2, "geocoded_location": nil, "features": 0,
	})
}

// nameOf is the name of the contact with a number, empty when there is none.
func (w *World) nameOf(number string) string {
	for _, r := range w.content.Tables[TableData] {
		if r.Text("mimetype") == MimePhone && SameNumber(r.Text("data1"), number) {
			return r.Text("display_name")
		}
	}
	return ""
}
