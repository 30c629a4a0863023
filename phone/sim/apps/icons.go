package apps

import "github.com/handset-agent/handset/phone/sim/view"

// Icons of the apps, beside those of the toolkit.
var (
	iconCall     = view.NewIcon("call", "f M6.6 2.5 L10 3.2 L11 8 L8.7 10 Q10.6 13.4 14 15.3 L16 13 L20.8 14 L21.5 17.4 Q21.5 21.5 18 21.5 Q10.8 20.9 6.8 17 Q3 13 2.5 6 Q2.5 2.5 6.6 2.5 Z")
	iconHangUp   = view.NewIcon("hang_up", "f M2 15.4 Q1 12.6 3.6 11 Q12 6.6 20.4 11 Q23 12.6 22 15.4 L21 17.4 L16.6 15.8 L16.4 12.8 Q12 11.4 7.6 12.8 L7.4 15.8 L3 17.4 Z")
	iconMessage  = view.NewIcon("message", "f M4 3 L20 3 Q22 3 22 5 L22 16 Q22 18 20 18 L7 18 L2 22 L2 5 Q2 3 4 3 Z", "xs1.7 M6.5 8 L17.5 8", "xs1.7 M6.5 12.5 L14 12.5")
	iconSend     = view.NewIcon("send", "f M2.5 3.5 L22 12 L2.5 20.5 L2.5 14 L15 12 L2.5 10 Z")
	iconMail     = view.NewIcon("mail", "f R 2 4.5 20 15 2", "xs1.8 M3.5 7 L12 13 L20.5 7")
	iconAlarm    = view.NewIcon("alarm", "s2 O 12 13 8", "s2 M12 8.5 L12 13 L15 15", "s2 M3 5.5 L6.8 2.5", "s2 M21 5.5 L17.2 2.5")
	iconTimer    = view.NewIcon("timer", "s2 M6 3 L18 3 L18 7 L13 12 L18 17 L18 21 L6 21 L6 17 L11 12 L6 7 Z")
	iconWatch    = view.NewIcon("stopwatch", "s2 O 12 13.5 7.5", "s2 M12 9.5 L12 13.5", "s2.4 M9.5 2.5 L14.5 2.5", "s2 M18 6.5 L19.5 5")
	iconCalendar = view.NewIcon("calendar", "f R 3 4 18 17.5 2", "x R 5 9.5 14 10 0.6", "s2 M8 2.5 L8 5.5", "s2 M16 2.5 L16 5.5", "f R 7.4 12 3.4 3.4 0.5")
	iconFolder   = view.NewIcon("folder", "f M3.5 4.5 L10 4.5 L12 7 L20.5 7 Q22 7 22 8.5 L22 18.5 Q22 20 20.5 20 L3.5 20 Q2 20 2 18.5 L2 6 Q2 4.5 3.5 4.5 Z")
	iconFile     = view.NewIcon("file", "f M5 2 L14 2 L20 8 L20 22 L5 22 Z", "xs1.5 M13.5 2.5 L13.5 8.5 L19.5 8.5")
	iconImage    = view.NewIcon("image", "f R 3 3 18 18 2", "x O 8.4 8.4 1.9", "x M5 18.5 L10 12.5 L12.8 15.6 L15.8 11.4 L19.5 18.5 Z")
	iconAlbum    = view.NewIcon("album", "f R 7 2.5 14 14 1.5", "s2 M3.2 7 L3.2 20.6 L17 20.6", "x M9 14.5 L12.4 10.2 L14.6 13 L16.6 10.6 L19.2 14.5 Z")
	iconMusic    = view.NewIcon("music", "f O 8 18 3.4", "f R 10 3 1.8 15 0.3", "f R 10 3 8 3.4 0.4")
	iconMicOff   = view.NewIcon("mic_off", "f R 9 2.5 6 11.5 3", "s2 A 12 11.5 6.6 0 180", "s2 M12 18 L12 21.5", "xs4 M4 3 L20 21", "s1.8 M5 3 L21 20")
	iconPause    = view.NewIcon("pause", "f R 6 4.5 4.2 15 0.8", "f R 13.8 4.5 4.2 15 0.8")
	iconPlay     = view.NewIcon("play", "f M7 4 L20 12 L7 20 Z")
	iconFlag     = view.NewIcon("lap", "s2 M6 21.5 L6 3", "f M6 3.5 L18.5 3.5 L15.5 7.7 L18.5 12 L6 12 Z")
	iconKeypad   = view.NewIcon("dialpad", "f O 6.5 4.5 1.7", "f O 12 4.5 1.7", "f O 17.5 4.5 1.7", "f O 6.5 10 1.7", "f O 12 10 1.7", "f O 17.5 10 1.7", "f O 6.5 15.5 1.7", "f O 12 15.5 1.7", "f O 17.5 15.5 1.7", "f O 12 21 1.7")
	iconStarOff  = view.NewIcon("star_outline", "s1.7 M12 3.6 L14.6 9.3 L20.7 9.9 L16 14 L17.4 20.1 L12 16.9 L6.6 20.1 L8 14 L3.3 9.9 L9.4 9.3 Z")
	iconFlip     = view.NewIcon("switch_camera", "s2 A 12 12 7.5 20 160", "s2 A 12 12 7.5 200 340", "f M2 12.5 L7.5 12.5 L4.7 8.6 Z", "f M22 11.5 L16.5 11.5 L19.3 15.4 Z")
	iconInbound  = view.NewIcon("call_received", "s2 M18.5 5.5 L6 18", "s2 M6 9.5 L6 18 L14.5 18")
	iconOutbound = view.NewIcon("call_made", "s2 M5.5 18.5 L18 6", "s2 M9.5 6 L18 6 L18 14.5")
	iconMissed   = view.NewIcon("call_missed", "s2 M3 8 L12 16.5 L21 8", "s2 M3 14 L3 8 L9 8")
	iconPrevious = view.NewIcon("previous", "s2 M15 5 L8 12 L15 19")
)
