package world

import (
	"fmt"
	"slices"
	"time"
)

// Notification is one posted notification.
type Notification struct {
	Package     string
	ID          int
	Tag         string // empty prints as null
	UID         int
	Channel     string
	ChannelName string
	Title       string
	Text        string
	BigText     string
	Lines       []string // inbox style
	When        time.Time
	Importance  int // 1 min 2 low 3 default 4 high
	Ongoing     bool
	Category    string
	Seen        bool
	Actions     []string
	Open        Intent // what a tap starts; zero: the app itself
	Hash        string
}

// Key is "0|pkg|id|tag|uid".
func (n Notification) Key() string {
	tag := n.Tag
	if tag == "" {
		tag = "null"
	}
	return fmt.Sprintf("0|%s|%d|%s|%d", n.Package, n.ID, tag, n.UID)
}

// Notifications lists what is posted, the newest first.
func (w *World) Notifications() []Notification {
	w.enter()
	defer w.leave()
	out := make([]Notification, len(w.notes))
	for i, n := range w.notes {
		out[i] = *n
	}
	return out
}

// Post posts or updates a notification (same package, tag and id).
func (w *World) Post(n Notification) {
	w.enter()
	defer w.leave()
	w.post(n)
}

func (w *World) post(n Notification) {
	if n.UID == 0 {
		n.UID = 1000
		if p := w.pkgs[n.Package]; p != nil {
			n.UID = p.UID
		}
	}
	if n.When.IsZero() {
		n.When = w.wall()
	}
	if n.Importance == 0 {
		n.Importance = 3
	}
	if n.Channel == "" {
		n.Channel, n.ChannelName = "miscellaneous", "Miscellaneous"
	}
	n.Hash = w.hash()
	w.dropNote(n.Key())
	w.notes = slices.Insert(w.notes, 0, &n)
	pid := 0
	if p := w.pkgs[n.Package]; p != nil && p.proc != nil {
		pid = p.proc.PID
	}
	tag := n.Tag
	if tag == "" {
		tag = "NULL"
	}
	w.event(2750, "notification_enqueue", fmt.Sprintf("[%d,%d,%s,%d,%s,0,Notification(channel=%s),0]", n.UID, pid, n.Package, n.ID, tag, n.Channel))
	w.changed()
}

// Cancel removes the notification with the key and reports whether there was one.
func (w *World) Cancel(key string) bool {
	w.enter()
	defer w.leave()
	return w.dropNote(key)
}

func (w *World) dropNote(key string) bool {
	for i, n := range w.notes {
		if n.Key() == key {
			w.notes = slices.Delete(w.notes, i, i+1)
			w.changed()
			return true
		}
	}
	return false
}

// bootNotifications posts what a phone on a cable shows.
func (w *World) bootNotifications() {
	w.post(Notification{
		Package: "android", ID: 27, Channel: "DEVELOPER_IMPORTANT", ChannelName: w.either("Developer messages", "开发者消息"), Title: w.either("USB debugging connected", "已连接到 USB 调试"),
		Text: w.either("Tap to turn off USB debugging", "点按即可关闭 USB 调试"), Ongoing: true, Importance: 2, Category: "sys", UID: 1000, When: w.wall().Add(-9 * time.Minute),
	})
	w.post(Notification{
		Package: "com.android.systemui", ID: 3, Tag: "charging", Channel: "BAT", ChannelName: w.either("Battery", "电池"), Title: w.either("Charging slowly", "正在慢速充电"),
		Text: w.either("Use the charger that came with your device", "请使用设备随附的充电器"), Importance: 2, Category: "sys", UID: 1000, When: w.wall().Add(-9 * time.Minute),
	})
}
