package world

import (
	"fmt"
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
func (w *World) Notifications() []Notification { return nil }

// Post posts or updates a notification (same package, tag and id).
func (w *World) Post(n Notification) {}

// Cancel removes the notification with the key and reports whether there was one.
func (w *World) Cancel(key string) bool { return false }

// ExpandNotifications pulls the notification shade down.
func (w *World) ExpandNotifications() {}

// ExpandSettings pulls the shade down to the quick settings.
func (w *World) ExpandSettings() {}

// Collapse closes the shade and other panels.
func (w *World) Collapse() {}
