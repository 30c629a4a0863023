package shell

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// dumpActivity is dumpsys activity with one of its parts; without one it prints the activities part.
func dumpActivity(_ context.Context, p *Proc, args []string) int {
	var rest []string
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			rest = append(rest, a)
		}
	}
	what := ""
	if len(rest) > 0 {
		what = rest[0]
	}
	switch what {
	case "", "activities", "a":
		p.dumpActivities()
	case "top":
		p.dumpTop()
	case "recents", "r":
		p.dumpRecents()
	case "processes", "p":
		p.dumpProcesses()
	case "starter":
		p.dumpStarter()
	case "services", "s", "broadcasts", "b", "providers", "prov", "intents", "i", "oom", "o", "permissions", "perm", "settings", "lastanr", "containers", "lru":
		p.Printf("ACTIVITY MANAGER %s (dumpsys activity %s)\n  (nothing)\n", strings.ToUpper(what), what)
	default:
		p.Printf("Bad activity command, or no activities match: %s\nUse -h for help.\n", what)
	}
	return 0
}

func (p *Proc) dumpActivities() {
	p.Println("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):")
	resumed, awake := p.d.w.Resumed()
	for _, t := range p.d.w.Tasks() {
		p.Printf("  * %s\n    mLastPausedActivity: null\n    mLastNonFullscreenBounds=null\n    isSleeping=%t\n", taskText(t), !awake)
		if awake && resumed.Task == t.ID {
			p.Printf("    topResumedActivity=%s\n", resumed)
		}
		for i, a := range t.Activities {
			p.activityRecord(i, a, t)
		}
		p.Println("")
	}
	p.Println("  Resumed activities in task display areas (from top to bottom):")
	if awake {
		p.Printf("    Resumed: %s\n", resumed)
	}
	p.Println("")
	if awake {
		p.Printf("  ResumedActivity: %s\n", resumed)
	}
	p.Printf("\nActivityTaskSupervisor state:\n  topDisplayFocusedRootTask=%s\n", p.topTask())
	p.displayBlock()
	p.focusLines("  ")
}

func (p *Proc) topTask() string {
	if list := p.d.w.Tasks(); len(list) > 0 {
		return taskText(list[0])
	}
	return "null"
}

func (p *Proc) activityRecord(i int, a world.Activity, t world.Task) {
	p.Printf("    * Hist  #%d: %s\n      packageName=%s processName=%s\n      launchedFromUid=%d launchedFromPackage=%s userId=0\n", i, a, a.Component.Package, a.Process, shellUID, shellPackage)
	p.Printf("      app=ProcessRecord{%s %d:%s/%s}\n      %s\n      rootOfTask=%t task=%s\n      taskAffinity=%d:%s\n      mActivityComponent=%s\n", a.ProcHash, a.PID, a.Process, strings.Replace(userName(a.UID), "u0_", "u0", 1), a.Intent, i == len(t.Activities)-1, taskText(t), a.UID, a.Component.Package, a.Component.Short())
	p.Printf("      baseDir=%s\n      dataDir=/data/user/0/%s\n      stateNotNeeded=false componentSpecified=true mActivityType=%s\n      labelRes=0x0 icon=0x0 theme=0x0\n      CurrentConfiguration=%s\n", p.d.codePath(a.Component.Package), a.Component.Package, map[bool]string{true: "home", false: "standard"}[t.Home], p.d.configuration())
	visible := a.State == world.Resumed
	p.Printf("      state=%s delayedResume=false finishing=false\n      keysPaused=false inHistory=true idle=true\n      occludesParent=true noDisplay=false immersive=false launchMode=0\n      mVisibleRequested=%t mVisible=%t mClientVisible=%t reportedDrawn=%t reportedVisible=%t\n", a.State, visible, visible, visible, visible, visible)
}

func (d *Device) codePath(pkg string) string {
	info, _ := d.w.Package(pkg)
	return info.Path
}

// dumpTop prints the activity on top of each task, as it stands in its process.
func (p *Proc) dumpTop() {
	for _, t := range slices.Backward(p.d.w.Tasks()) {
		if len(t.Activities) == 0 {
			continue
		}
		a := t.Activities[0]
		p.Printf("TASK %s id=%d userId=0\n  ACTIVITY %s %s pid=%d\n", t.Affinity, t.ID, a.Component.Short(), a.Hash, a.PID)
		p.Printf("    Local Activity %s State:\n      mResumed=%t mStopped=%t mFinished=false\n      mIsInMultiWindowMode=false mIsInPictureInPictureMode=false\n      mChangingConfigurations=false\n      mCurrentConfig=%s\n", hex(a.Hash, "local"), a.State == world.Resumed, a.State == world.Stopped, p.d.configuration())
		s := p.d.w.Display()
		p.Printf("    View Hierarchy:\n      DecorView@%s[%s]\n        android.widget.FrameLayout{%s V.E...... ........ %s #1020002 android:id/content}\n\n", hex(a.Hash, "decor"), a.Component.Class[strings.LastIndexByte(a.Component.Class, '.')+1:], hex(a.Hash, "content"), viewRect(image.Rectangle{Max: s.Size}))
	}
}

func viewRect(r image.Rectangle) string {
	return fmt.Sprintf("%d,%d-%d,%d", r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
}

func (p *Proc) dumpRecents() {
	p.Println("ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\nmRecentsUid=10089\nmFreezeTaskListReordering=false\n  Recent tasks:")
	for i, t := range p.d.w.Tasks() {
		if len(t.Activities) == 0 {
			continue
		}
		root := t.Activities[len(t.Activities)-1]
		kind := "standard"
		if t.Home {
			kind = "home"
		}
		p.Printf("  * Recent #%d: Task{%s #%d type=%s A=%d:%s}\n", i, t.Hash, t.ID, kind, t.UID, t.Affinity)
		p.Printf("    userId=0 effectiveUid=%s mCallingUid=%s mUserSetupComplete=true mCallingPackage=%s mCallingFeatureId=null\n    affinity=%d:%s\n", strings.Replace(userName(t.UID), "u0_", "u0", 1), userName(shellUID), shellPackage, t.UID, t.Affinity)
		p.Printf("    intent={%s}\n    mActivityComponent=%s\n    rootWasReset=false mNeverRelinquishIdentity=true mReuseTask=false mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE\n    Activities=[%s]\n    realActivity={%s}\n", strings.TrimSuffix(strings.TrimPrefix(root.Intent.String(), "Intent { "), " }"), root.Component.Short(), root, root.Component.Full())
	}
}

func (p *Proc) dumpProcesses() {
	p.Println("ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:")
	for _, pr := range p.d.w.Processes() {
		if pr.Package == "" {
			continue
		}
		p.Printf("  *APP* UID %d ProcessRecord{%s %d:%s/%s}\n    user #0 uid=%d gids={}\n    packageList={%s}\n    pid=%d\n    startSeq=1\n    lastActivityTime=-1s\n", pr.UID, pr.Hash, pr.PID, pr.Name, strings.Replace(userName(pr.UID), "u0_", "u0", 1), pr.UID, pr.Package, pr.PID)
	}
	if a, ok := p.d.w.Resumed(); ok {
		p.Printf("\n  mPreviousProcess: null\n  mHomeProcess: null\n  mTopProcess: ProcessRecord{%s %d:%s/u0a%d}\n", a.ProcHash, a.PID, a.Process, a.UID-10000)
	}
}

func (p *Proc) dumpStarter() {
	p.Println("ACTIVITY MANAGER STARTER (dumpsys activity starter)\nActivityStarter:\n  mLastStartReason=startActivityAsUser")
	p.Printf("  mLastStartActivityTime=%s\n", p.d.now().Format(time.DateTime))
	if a, ok := p.d.w.FocusedApp(); ok {
		p.Printf("  mLastStartActivityRecord:\n    %s\n    %s\n", a, a.Intent)
	}
}
