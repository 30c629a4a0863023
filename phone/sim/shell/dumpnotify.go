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
	key := n.Key()
	p.Printf("    NotificationRecord(0x%s: pkg=%s user=UserHandle{0} id=%d tag=%s importance=%d key=%s: Notification(channel=%s shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x%x color=0x00000000 category=%s actions=%d vis=PRIVATE))\n",
		n.Hash, n.Package, n.ID, tag, n.Importance, key, n.Channel, flags, category, len(n.Actions))
	p.Printf("      uid=%d userId=0\n      opPkg=%s\n      icon=Icon(typ=RESOURCE pkg=%s id=0x7f080001)\n      flags=0x%x\n      pri=0\n      key=%s\n      seen=%t\n      groupKey=%s\n", n.UID, n.Package, n.Package, flags, key, n.Seen, key)
	p.Printf("      notification=\n            fullscreenIntent=null\n            contentIntent=PendingIntent{%s: PendingIntentRecord{%s %s startActivity}}\n            deleteIntent=null\n            number=0\n            groupAlertBehavior=0\n            when=%d\n            tickerText=null\n            vis=0\n            contentView=null\n            bigContentView=null\n            headsUpContentView=null\n            color=0x00000000\n            timeout=0\n", hex(key, "pi"), hex(key, "pir"), n.Package, n.When.UnixMilli())
	if len(n.Actions) > 0 {
		p.Println("            actions={")
		for i, a := range n.Actions {
			p.Printf("                [%d] \"%s\" -> PendingIntent{%s: PendingIntentRecord{%s %s broadcastIntent}}\n", i, a, hex(key, a), hex(key, a, "r"), n.Package)
		}
		p.Println("              }")
	}
	p.Printf("            extras={\n                android.title=%s\n                android.text=%s\n                android.subText=null\n", text("String", n.Title), text("String", n.Text))
	if n.BigText != "" {
		p.Printf("                android.bigText=%s\n", text("SpannableString", n.BigText))
	}
	p.Println("                android.showWhen=Boolean (true)")
	if len(n.Lines) > 0 {
		p.Printf("                android.textLines=CharSequence[] (%d)\n", len(n.Lines))
		for i, l := range n.Lines {
			if full {
				p.Printf("                  [%d] %s\n", i, l)
			}
		}
	}
	importance := map[int]string{0: "NONE", 1: "MIN", 2: "LOW", 3: "DEFAULT", 4: "HIGH", 5: "MAX"}[n.Importance]
	p.Printf("            }\n      publicNotification=\n            None\n      stats=SingleNotificationStats{posttimeElapsedMs=0}\n      mContactAffinity=0.0\n      mRecentlyIntrusive=false\n      mPackagePriority=0\n      mPackageVisibility=-1000\n      mSystemImportance=UNSPECIFIED\n      mAsstImportance=UNSPECIFIED\n      mImportance=%s\n      mIsInterruptive=true\n      mHidden==false\n      mGlobalSortKey=crtcl=0x0007:intrsv=1:grnk=0x%04x:gsmry=0:%s\n      effectiveNotificationChannel=NotificationChannel{mId='%s', mName=%s, mDescription=, mImportance=%d}\n", importance, n.ID&0xffff, key, n.Channel, n.ChannelName, n.Importance)
}
