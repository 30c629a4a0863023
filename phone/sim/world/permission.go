package world

import (
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
)

// permissionPackage owns the permission dialogs of the release.
func (w *World) permissionPackage() string {
	if w.prof.SDK < 29 {
		return "com.google.android.packageinstaller"
	}
	return "com.google.android.permissioncontroller"
}

// permissionApp declares the app that asks for permissions.
func (w *World) permissionApp() *AppDef {
	class, label := "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity", "Permission controller"
	if w.prof.SDK < 29 {
		class, label = "com.android.packageinstaller.permission.ui.GrantPermissionsActivity", "Package installer"
	}
	return &AppDef{
		Package: w.permissionPackage(), Label: label, Version: w.prof.Release, VersionCode: int64(w.prof.SDK), System: true,
		Activities: []ActivityDef{{Class: class, Private: true, Floating: true, Screen: func() Screen { return new(grantScreen) }}},
	}
}

// permissionQuestions words what is asked for, by permission.
var permissionQuestions = map[string]struct{ group, en, zh string }{
	"CAMERA":                 {"camera", "take pictures and record video", "拍摄照片和录制视频"},
	"RECORD_AUDIO":           {"microphone", "record audio", "录制音频"},
	"ACCESS_FINE_LOCATION":   {"location", "access this device’s location", "获取此设备的位置信息"},
	"ACCESS_COARSE_LOCATION": {"location", "access this device’s location", "获取此设备的位置信息"},
	"READ_CONTACTS":          {"contacts", "access your contacts", "访问您的通讯录"},
	"WRITE_CONTACTS":         {"contacts", "access your contacts", "访问您的通讯录"},
	"READ_CALENDAR":          {"calendar", "access your calendar", "访问您的日历"},
	"WRITE_CALENDAR":         {"calendar", "access your calendar", "访问您的日历"},
	"READ_CALL_LOG":          {"call log", "access your phone call logs", "访问您的通话记录"},
	"WRITE_CALL_LOG":         {"call log", "access your phone call logs", "访问您的通话记录"},
	"READ_PHONE_STATE":       {"phone", "make and manage phone calls", "拨打电话和管理通话"},
	"CALL_PHONE":             {"phone", "make and manage phone calls", "拨打电话和管理通话"},
	"SEND_SMS":               {"sms", "send and view SMS messages", "发送和查看短信"},
	"RECEIVE_SMS":            {"sms", "send and view SMS messages", "发送和查看短信"},
	"READ_SMS":               {"sms", "send and view SMS messages", "发送和查看短信"},
	"READ_EXTERNAL_STORAGE":  {"storage", "access photos and media on your device", "访问您设备上的照片和媒体内容"},
	"WRITE_EXTERNAL_STORAGE": {"storage", "access photos and media on your device", "访问您设备上的照片和媒体内容"},
	"READ_MEDIA_IMAGES":      {"visual", "access photos and videos on this device", "访问此设备上的照片和视频"},
	"READ_MEDIA_VIDEO":       {"visual", "access photos and videos on this device", "访问此设备上的照片和视频"},
	"READ_MEDIA_AUDIO":       {"aural", "access music and audio on this device", "访问此设备上的音乐和音频"},
	"POST_NOTIFICATIONS":     {"notifications", "send you notifications", "向您发送通知"},
	"BODY_SENSORS":           {"sensors", "access sensor data about your vital signs", "访问与您的生命体征有关的传感器数据"},
	"ACTIVITY_RECOGNITION":   {"activity", "access your physical activity", "访问您的身体活动记录"},
	"BLUETOOTH_CONNECT":      {"nearby", "find, connect to, and determine the relative position of nearby devices", "查找和连接附近的设备以及确定附近设备的相对位置"},
	"BLUETOOTH_SCAN":         {"nearby", "find, connect to, and determine the relative position of nearby devices", "查找和连接附近的设备以及确定附近设备的相对位置"},
}

// mostDenials is how often a permission may be refused before the system answers by itself.
const mostDenials = 2

// HasPermission reports whether the app holds a permission ("android.permission.CAMERA" or "CAMERA").
func (c *Ctx) HasPermission(perm string) bool { return c.a.pkg.holds(longPermission(perm)) }

func longPermission(perm string) string {
	if strings.Contains(perm, ".") {
		return perm
	}
	return "android.permission." + perm
}

func (p *pkg) permission(name string) *Permission {
	for i := range p.Permissions {
		if p.Permissions[i].Name == name {
			return &p.Permissions[i]
		}
	}
	return nil
}

func (p *pkg) holds(name string) bool {
	x := p.permission(name)
	return x != nil && x.Granted
}

// RequestPermission asks the person for a run-time permission the app's AppDef declares, with the system's dialog. done is told
// the answer; at once when there is nothing to ask: granted before, not declared, or refused twice.
func (c *Ctx) RequestPermission(perm string, done func(granted bool)) {
	w, p, perm := c.w, c.a.pkg, longPermission(perm)
	x := p.permission(perm)
	short := strings.TrimPrefix(perm, "android.permission.")
	q, known := permissionQuestions[short]
	switch {
	case x == nil:
		done(false)
		return
	case x.Granted:
		done(true)
		return
	case short == "POST_NOTIFICATIONS" && w.prof.SDK < 33, p.groupGranted(q.group):
		x.Granted = true
		done(true)
		return
	case !known || x.Denied >= mostDenials:
		done(false)
		return
	}
	host := w.pkgs[w.permissionPackage()]
	if host == nil {
		done(false)
		return
	}
	s := &grantScreen{pkg: p, perm: x, question: q.en, done: done, group: q.group}
	if strings.HasPrefix(w.locale(), "zh") {
		s.question = q.zh
	}
	w.hideIME()
	w.cancelTouches()
	w.spawn(host, "activity")
	a := w.push(c.a.task, host, &host.def.Activities[0], Intent{Action: "android.content.pm.action.REQUEST_PERMISSIONS", Component: host.Activities[0].Component})
	a.screen = s
	a.win.entered = w.t
	w.resumeTop()
}

// groupGranted reports whether the package holds another permission of the group, which then covers this one.
func (p *pkg) groupGranted(group string) bool {
	for _, x := range p.Permissions {
		if x.Granted && group != "" && permissionQuestions[strings.TrimPrefix(x.Name, "android.permission.")].group == group {
			return true
		}
	}
	return false
}

// revokeOnce takes back what was granted for one time, when the process ends.
func (p *pkg) revokeOnce() {
	for i := range p.Permissions {
		if x := &p.Permissions[i]; x.Once {
			x.Once, x.Granted = false, false
		}
	}
}

// grantScreen is the dialog that asks.
type grantScreen struct {
	pkg             *pkg
	perm            *Permission
	group, question string
	done            func(bool)
}

// answer closes the dialog with the person's choice.
func (s *grantScreen) answer(c *Ctx, granted, once bool) {
	if s.perm == nil {
		c.Finish()
		return
	}
	s.perm.Granted, s.perm.Once = granted, granted && once
	if !granted {
		s.perm.Denied++
	}
	done := s.done
	s.perm = nil
	c.Finish()
	if done != nil {
		done(granted)
	}
}

// Back refuses without being counted.
func (s *grantScreen) Back(c *Ctx) bool {
	if s.perm != nil {
		s.perm.Denied-- // answer counts it again
		s.answer(c, false, false)
	}
	return true
}

// Build is the dialog as the release has it.
func (s *grantScreen) Build(c *Ctx) *view.Node {
	t, w := c.Theme(), c.w
	ids, sdk := "com.android.permissioncontroller:id/", w.prof.SDK
	if sdk < 29 {
		ids = "com.android.packageinstaller:id/"
	}
	label := ""
	if s.pkg != nil {
		label = s.pkg.Label
	}
	text := "Allow " + label + " to " + s.question + "?"
	if strings.HasPrefix(w.locale(), "zh") {
		text = "要允许“" + label + "”" + s.question + "吗？"
	}
	width, _ := c.Size()
	root := &view.Node{Class: "ScrollView", ID: ids + "grant_singleton", W: min(width-56, 400), Fill: dialogFill(t), Corner: 28, Shadow: 8, Scroll: view.Vertical}
	box := &view.Node{ID: ids + "grant_dialog", W: view.Match, AlignX: view.Center, Pad: view.Edges{Left: 24, Right: 24, Top: 24, Bottom: 20}}
	box.Add(&view.Node{ID: ids + "permission_icon", Icon: s.icon(), IconDp: 28, Tint: t.Primary, Margin: view.Edges{Bottom: 16}})
	box.Add(&view.Node{
		ID: ids + "permission_message", Text: text, W: view.Match, Margin: view.Edges{Bottom: 20},
		Style: view.TextStyle{Size: 18, Color: t.OnSurface, Align: view.Center},
	})
	button := func(id, text string, granted, once bool) {
		b := view.ButtonLook(t, ids+id, w.tr(text), true, func() { s.answer(c, granted, once) })
		b.W, b.H, b.Corner, b.Fill, b.Style.Color, b.Margin = view.Match, 52, 12, t.Container, t.OnContainer, view.Edges{Top: 4}
		b.Style.Bold = false
		box.Add(b)
	}
	deny := "Don't allow"
	if sdk < 31 {
		deny = "Deny"
	}
	switch foreground := s.group == "camera" || s.group == "microphone" || s.group == "location"; {
	case foreground && sdk >= 29:
		button("permission_allow_foreground_only_button", "While using the app", true, false)
		if sdk >= 30 {
			button("permission_allow_one_time_button", "Only this time", true, true)
		}
	default:
		button("permission_allow_button", "Allow", true, false)
	}
	id := "permission_deny_button"
	if s.perm != nil && s.perm.Denied > 0 {
		id = "permission_deny_and_dont_ask_again_button"
	}
	button(id, deny, false, false)
	return root.Add(box)
}

func (s *grantScreen) icon() *view.Icon {
	icons := map[string]*view.Icon{"location": view.IconPin, "notifications": view.IconBell}
	if i := icons[s.group]; i != nil {
		return i
	}
	return view.IconLock
}

func dialogFill(t view.Theme) view.Color {
	if t.Dark {
		return t.SurfaceHigh
	}
	return t.Surface
}
