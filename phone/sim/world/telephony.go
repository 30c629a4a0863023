package world

import (
	"fmt"
	"time"
)

// The packages of the apps that messages and calls go to.
const (
	MessagingPackage = "com.google.android.apps.messaging"
	DialerPackage    = "com.google.android.dialer"
)

// ActionInCall starts the dialer's screen of a call.
const ActionInCall = "com.android.incallui.action.IN_CALL"

// CallPhase is the state of the telephone as TelephonyManager numbers it.
type CallPhase int

// The states of the telephone.
const (
	CallIdle CallPhase = iota
	CallRinging
	CallOffHook
)

// Call is the call under way; the zero value is none.
type Call struct {
	Phase    CallPhase
	Number   string
	Incoming bool
	Dialing  bool // going out, not answered yet
	Since    time.Time
	Muted    bool
	Speaker  bool
	Held     bool
}

// CallName is the name of the contact with a telephone number, empty when there is none.
func (c *Ctx) CallName(number string) string { return c.w.nameOf(number) }

// Call is the call under way.
func (w *World) Call() Call {
	w.enter()
	defer w.leave()
	return w.call
}

// ReceiveSMS lets a text message arrive: its row, and the notification of the messaging app.
func (w *World) ReceiveSMS(from, text string) {
	w.enter()
	defer w.leave()
	w.addSMS(from, text, SMSInbox, 0, w.wall().UnixMilli())
	p := w.pkgs[MessagingPackage]
	if p == nil || !p.usable() {
		return
	}
	w.spawn(p, "broadcast {com.google.android.apps.messaging/.shared.receiver.SmsDeliverReceiver}")
	thread := w.thread(from)
	if a := w.front(); a != nil && a.pkg == p && w.power.awake && !w.guard.showing && a.intent.Extras["thread"] == fmt.Sprint(thread) {
		return // being read
	}
	w.post(Notification{
		Package: MessagingPackage, ID: int(thread), Tag: "sms", Channel: "bugle_default_channel", ChannelName: w.either("Incoming messages", "收到的消息"), Importance: 4, Category: "msg",
		Title: w.caller(from), Text: text, Actions: []string{w.either("Reply", "回复"), w.either("Mark as read", "标记为已读")},
		Open: Intent{Action: ActionView, Data: "sms:" + from, Package: MessagingPackage, Flags: FlagNewTask, Extras: map[string]any{"thread": fmt.Sprint(thread)}},
	})
}

// caller is who a number is, in words.
func (w *World) caller(number string) string {
	if n := w.nameOf(number); n != "" {
		return n
	}
	if number == "" {
		return w.either("Unknown", "未知号码")
	}
	return number
}

// SendSMS sends a text message.
func (c *Ctx) SendSMS(to, text string) {
	c.w.addSMS(to, text, SMSSent, 1, c.w.wall().UnixMilli())
	c.w.log('D', "radio", "SmsDispatcher", "sent")
}

// MarkRead marks the messages of a thread read and takes their notification away.
func (c *Ctx) MarkRead(thread int64) { c.w.markRead(thread) }

func (w *World) markRead(thread int64) {
	for _, r := range w.content.Tables[TableSMS] {
		if r.Int("thread_id") == thread && r.Int("read") == 0 {
			r["read"], r["seen"] = int64(1), int64(1)
			w.changed()
		}
	}
	if p := w.pkgs[MessagingPackage]; p != nil {
		w.dropNote(Notification{Package: MessagingPackage, ID: int(thread), Tag: "sms", UID: p.UID}.Key())
	}
}

// IncomingCall lets somebody call. It reports false while another call is under way or the radio is off.
func (w *World) IncomingCall(number string) bool {
	w.enter()
	defer w.leave()
	if w.call.Phase != CallIdle || w.isOn("global", "airplane_mode_on") {
		return false
	}
	w.call = Call{Phase: CallRinging, Number: number, Incoming: true, Since: w.wall()}
	w.wake("phone call")
	w.showCall()
	return true
}

// showCall posts the call's notification and brings its screen up.
func (w *World) showCall() {
	w.changed()
	p := w.pkgs[DialerPackage]
	if p == nil || !p.usable() {
		return
	}
	n := Notification{
		Package: DialerPackage, ID: callNote, Channel: "phone_incoming_call", ChannelName: w.either("Incoming calls", "来电"), Importance: 4, Category: "call", Ongoing: true,
		Title: w.caller(w.call.Number), Text: w.either("Incoming call", "来电"), Actions: []string{w.either("Decline", "拒接"), w.either("Answer", "接听")},
		Open: Intent{Action: ActionInCall, Package: DialerPackage, Flags: FlagNewTask},
	}
	if w.call.Phase == CallOffHook {
		n.Channel, n.ChannelName, n.Importance, n.Text = "phone_ongoing_call", w.either("Ongoing calls", "通话中"), 2, w.either("Ongoing call", "通话中")
		n.Actions = []string{w.either("Hang up", "挂断")}
	}
	w.post(n)
	_, _ = w.start(Intent{Action: ActionInCall, Package: DialerPackage, Flags: FlagNewTask}, &activity{pkg: p})
}

// Numbers of the dialer's notifications.
const (
	callNote   = 1
	missedNote = 2
)

// AnswerCall takes the call that rings.
func (w *World) AnswerCall() bool {
	w.enter()
	defer w.leave()
	return w.answer()
}

func (w *World) answer() bool {
	if w.call.Phase != CallRinging && !w.call.Dialing {
		return false
	}
	w.call.Phase, w.call.Dialing, w.call.Since = CallOffHook, false, w.wall().Add(-time.Since(w.t))
	w.showCall()
	return true
}

// EndCall ends the call, whoever began it, and writes it to the call log. It reports whether there was one.
func (w *World) EndCall() bool {
	w.enter()
	defer w.leave()
	return w.hangUp(false)
}

// hangUp ends the call; declined says that the person refused it.
func (w *World) hangUp(declined bool) bool {
	c := w.call
	if c.Phase == CallIdle {
		return false
	}
	w.call = Call{}
	kind, length := int64(CallOut), int64(0)
	switch {
	case c.Phase == CallRinging && declined:
		kind = CallNo
	case c.Phase == CallRinging:
		kind = CallMiss
	case c.Incoming:
		kind = CallIn
	}
	if c.Phase == CallOffHook && !c.Dialing {
		length = int64(w.wall().Sub(c.Since).Seconds())
	}
	w.addCall(c.Number, kind, c.Since.UnixMilli(), length)
	w.endCallUI(c, kind)
	return true
}

// endCallUI takes the call's screen and notification away, and tells of a call that was missed.
func (w *World) endCallUI(c Call, kind int64) {
	p := w.pkgs[DialerPackage]
	w.changed()
	if p == nil {
		return
	}
	w.dropNote(Notification{Package: DialerPackage, ID: callNote, UID: p.UID}.Key())
	for _, a := range w.activitiesOf(p, ActionInCall) {
		w.finish(a)
	}
	if kind == CallMiss && p.usable() {
		w.post(Notification{
			Package: DialerPackage, ID: missedNote, Channel: "phone_missed_call", ChannelName: w.either("Missed calls", "未接电话"), Importance: 3, Category: "missed_call",
			Title: w.either("Missed call", "未接电话"), Text: w.caller(c.Number), Actions: []string{w.either("Call back", "回拨"), w.either("Message", "发短信")},
		})
	}
}

// activitiesOf lists the package's activities that an action started.
func (w *World) activitiesOf(p *pkg, action string) []*activity {
	var out []*activity
	for _, t := range w.tasks {
		for _, a := range t.acts {
			if a.pkg == p && a.intent.Action == action {
				out = append(out, a)
			}
		}
	}
	return out
}

// Call is the call under way.
func (c *Ctx) Call() Call { return c.w.call }

// PlaceCall calls a number; whoever is called answers after a moment. It reports false while another call is under way.
func (c *Ctx) PlaceCall(number string) bool {
	w := c.w
	if w.call.Phase != CallIdle || number == "" {
		return false
	}
	if w.isOn("global", "airplane_mode_on") {
		return false
	}
	w.call = Call{Phase: CallOffHook, Number: number, Dialing: true, Since: w.wall()}
	w.showCall()
	return true
}

// AnswerCall takes the call that rings.
func (c *Ctx) AnswerCall() bool { return c.w.answer() }

// HangUp ends the call, or declines it while it rings.
func (c *Ctx) HangUp() bool { return c.w.hangUp(true) }

// ChangeCall changes what may be changed in a call: muted, speaker, held.
func (c *Ctx) ChangeCall(f func(*Call)) {
	n := c.w.call
	f(&n)
	c.w.call.Muted, c.w.call.Speaker, c.w.call.Held = n.Muted, n.Speaker, n.Held
	c.w.changed()
}
