package shell

import (
	"context"
	"fmt"
	"slices"

	"github.com/handset-agent/handset/phone/sim/world"
)

func dumpNotification(_ context.Context, p *Proc, args []string) int {
	full := slices.Contains(args, "--noredact")
	p.Println("Current Notification Manager state:\n  Notification List:")
	for _, n := range p.d.w.Notifications() {
		p.notificationRecord(n, full)
	}
	zen, _ := p.d.w.Settings().Get("global", "zen_mode")
	p.Printf("\n  mUseAttentionLight=false\n  mHasLight=true\n  mNotificationPulseEnabled=true\n  mSoundNotificationKey=null\n  mVibrateNotificationKey=null\n  mDisableNotificationEffects=false\n  mCallState=CALL_STATE_IDLE\n  mSystemReady=true\n\n  Zen Mode:\n    mInterruptionFilter=1\n    mZenMode=%s\n", map[int]string{0: "ZEN_MODE_OFF", 1: "ZEN_MODE_IMPORTANT_INTERRUPTIONS", 2: "ZEN_MODE_NO_INTERRUPTIONS", 3: "ZEN_MODE_ALARMS"}[atoi(zen, 0)])
	return 0
}

// notificationRecord prints one record; without full its texts are only counted.
func (p *Proc) notificationRecord(n world.Notification, full bool) {
	tag := n.Tag
	if tag == "" {
		tag = "null"
	}
	flags := 0x10
	if n.Ongoing {
		flags = 0x2
	}
	category := "null"
	if n.Category != "" {
		category = n.Category
	}
	text := func(kind, s string) string {
		switch {
		case s == "":
			return "null"
		case full:
			return fmt.Sprintf("%s (%s)", kind, s)
		}
		return fmt.Sprintf("%s [length=%d]", kind, len([]rune(s)))
	}
	p.notificationBody(n, tag, flags, category, text)
}

// notificationBody is the record below its texts: nested since Android 12, flat before.
func (p *Proc) notificationBody(n world.Notification, tag string, flags int, category string, text func(kind, s string) string) {
	key, sdk := n.Key(), p.d.sdk()
	flat := sdk <= android11
	p.Printf("    NotificationRecord(0x%s: pkg=%s user=UserHandle{0} id=%d tag=%s importance=%d key=%s: Notification(channel=%s shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x%x color=0x00000000 category=%s actions=%d vis=PRIVATE))\n",
		n.Hash, n.Package, n.ID, tag, n.Importance, key, n.Channel, flags, category, len(n.Actions))
	flagLine := fmt.Sprintf("0x%x", flags)
	when := fmt.Sprint(n.When.UnixMilli())
	if sdk >= android15 {
		name := map[int]string{0x10: "AUTO_CANCEL", 0x2: "ONGOING_EVENT"}[flags]
		flagLine = name + "\n      originalFlags=" + name
		when += "/" + when
	}
	p.Printf("      uid=%d userId=0\n      opPkg=%s\n      icon=Icon(typ=RESOURCE pkg=%s id=0x7f080001)\n      flags=%s\n      pri=0\n      key=%s\n      seen=%t\n      groupKey=%s\n", n.UID, n.Package, n.Package, flagLine, key, n.Seen, key)
	in := "            "
	if flat {
		in = "      "
	} else {
		p.Println("      notification=")
	}
	p.Printf("%sfullscreenIntent=null\n%scontentIntent=PendingIntent{%s: PendingIntentRecord{%s %s startActivity}}\n", in, in, hex(key, "pi"), hex(key, "pir"), n.Package)
	for _, line := range []string{"deleteIntent=null", "number=0", "groupAlertBehavior=0", "when=" + when, "tickerText=null", "vis=0", "contentView=null", "bigContentView=null",
		"headsUpContentView=null", "color=0x00000000", "timeout=0"} {
		p.Println(in + line)
	}
	if len(n.Actions) > 0 {
		p.Println(in + "actions={")
		for i, a := range n.Actions {
			p.Printf("%s    [%d] \"%s\" -> PendingIntent{%s: PendingIntentRecord{%s %s broadcastIntent}}\n", in, i, a, hex(key, a), hex(key, a, "r"), n.Package)
		}
		p.Println(in + "  }")
	}
	p.notificationExtras(n, in, text)
	importance := map[int]string{0: "NONE", 1: "MIN", 2: "LOW", 3: "DEFAULT", 4: "HIGH", 5: "MAX"}[n.Importance]
	if !flat {
		p.Println("      publicNotification=\n            None")
	}
	p.Printf("      stats=SingleNotificationStats{posttimeElapsedMs=0}\n      mContactAffinity=0.0\n      mRecentlyIntrusive=false\n      mPackagePriority=0\n      mPackageVisibility=-1000\n      mSystemImportance=UNSPECIFIED\n      mAsstImportance=UNSPECIFIED\n      mImportance=%s\n      mIsInterruptive=true\n      mHidden==false\n      mGlobalSortKey=crtcl=0x0007:intrsv=1:grnk=0x%04x:gsmry=0:%s\n      effectiveNotificationChannel=NotificationChannel{mId='%s', mName=%s, mDescription=, mImportance=%d}\n", importance, n.ID&0xffff, key, n.Channel, n.ChannelName, n.Importance)
}

// notificationExtras are the texts of a notification; without --noredact only their lengths are printed.
func (p *Proc) notificationExtras(n world.Notification, in string, text func(kind, s string) string) {
	row := in + "    "
	p.Printf("%sextras={\n%sandroid.title=%s\n%sandroid.text=%s\n%sandroid.subText=null\n", in, row, text("String", n.Title), row, text("String", n.Text), row)
	if n.BigText != "" {
		p.Printf("%sandroid.bigText=%s\n", row, text("SpannableString", n.BigText))
	}
	p.Println(row + "android.showWhen=Boolean (true)")
	if len(n.Lines) > 0 {
		p.Printf("%sandroid.textLines=CharSequence[] (%d)\n", row, len(n.Lines))
		for i, l := range n.Lines {
			if text("x", "x") == "x (x)" {
				p.Printf("%s  [%d] %s\n", row, i, l)
			}
		}
	}
	p.Println(in + "}")
}
