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
	n := p.d.sdk()
	p.Println("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):")
	resumed, awake := p.d.w.Resumed()
	for _, t := range p.d.w.Tasks() {
		front := awake && resumed.Task == t.ID
		if n >= android12 {
			p.taskBlock(t, front, awake, resumed)
		} else {
			p.stackBlock(n, t, front, awake, resumed)
		}
	}
	if n < android12 {
		p.oldActivitiesEnd(n, awake, resumed)
		return
	}
	p.Println("  Resumed activities in task display areas (from top to bottom):")
	if awake {
		p.Printf("    Resumed: %s\n", p.d.record(resumed))
	}
	p.Println("")
	if awake {
		p.Printf("  ResumedActivity: %s\n", p.d.record(resumed))
	}
	p.Printf("\nActivityTaskSupervisor state:\n  topDisplayFocusedRootTask=%s\n", p.topTask())
	p.displayBlock()
	p.focusLines("  ")
}

// taskBlock is a task with its activities as Android 12 and newer write it.
func (p *Proc) taskBlock(t world.Task, front, awake bool, resumed world.Activity) {
	p.Printf("  * %s\n    mLastPausedActivity: null\n    mLastNonFullscreenBounds=null\n    isSleeping=%t\n", p.d.taskText(t), !awake)
	if front {
		p.Printf("    topResumedActivity=%s\n", p.d.record(resumed))
	}
	for i, a := range t.Activities {
		p.activityRecord("    ", i, a, t)
	}
	p.Println("")
}

// stackBlock is a stack with its task, as up to Android 11.
func (p *Proc) stackBlock(n int, t world.Task, front, awake bool, resumed world.Activity) {
	kind := "standard"
	if t.Home {
		kind = "home"
	}
	if n == android9 {
		p.Printf("  Stack #%d: type=%s mode=fullscreen\n  isSleeping=%t\n  mBounds=Rect(0, 0 - 0, 0)\n", t.ID, kind, !awake)
	} else {
		p.Printf("  Stack #%d: type=%s mode=fullscreen\n    isSleeping=%t\n    mBounds=Rect(0, 0 - 0, 0)\n", t.ID, kind, !awake)
	}
	p.Printf("    Task id #%d\n    mBounds=Rect(0, 0 - 0, 0)\n    * %s\n      userId=0 effectiveUid=%s mCallingUid=%s\n", t.ID, p.d.taskText(t), compactUser(t.UID), userName(shellUID))
	for i, a := range t.Activities {
		p.activityRecord("      ", i, a, t)
	}
	if len(t.Activities) > 0 {
		p.Printf("    Running activities (most recent first):\n      %s\n", p.d.taskText(t))
	}
	for i, a := range t.Activities {
		p.Printf("        Run #%d: %s\n", len(t.Activities)-1-i, p.d.record(a))
	}
	if front {
		p.Printf("    mResumedActivity: %s\n", p.d.record(resumed))
	}
	p.Println("")
}

func (p *Proc) oldActivitiesEnd(n int, awake bool, resumed world.Activity) {
	if awake {
		p.Printf("  ResumedActivity: %s\n", p.d.record(resumed))
	}
	if list := p.d.w.Tasks(); n <= android10 && len(list) > 0 {
		p.Printf("  mFocusedStack=ActivityStack{%s stackId=%d type=%s mode=fullscreen visible=true translucent=false, 1 tasks} mLastFocusedStack=null\n", hex(list[0].Hash, "stack"), list[0].ID, map[bool]string{true: "home", false: "standard"}[list[0].Home])
	}
	p.Println("  mCurTaskIdForUser={0=42}\n  mUserStackInFront={}")
}

func (p *Proc) topTask() string {
	if list := p.d.w.Tasks(); len(list) > 0 {
		return p.d.taskText(list[0])
	}
	return "null"
}

// taskText is a task in the words of the release.
func (d *Device) taskText(t world.Task) string {
	n := d.sdk()
	kind, affinity := "standard", fmt.Sprintf("A=%d:%s", t.UID, t.Affinity)
	if t.Home {
		kind = "home"
		if len(t.Activities) > 0 {
			affinity = "I=" + t.Activities[len(t.Activities)-1].Component.Short()
		}
	}
	switch {
	case n <= android10:
		if !t.Home {
			affinity = "A=" + t.Affinity
		}
		return fmt.Sprintf("TaskRecord{%s #%d %s U=0 StackId=%d sz=%d}", t.Hash, t.ID, affinity, t.ID, len(t.Activities))
	case n == android11:
		return fmt.Sprintf("Task{%s #%d visible=%t type=%s mode=fullscreen translucent=false %s U=0 StackId=%d sz=%d}", t.Hash, t.ID, t.Visible, kind, affinity, t.ID, len(t.Activities))
	}
	return fmt.Sprintf("Task{%s #%d type=%s %s U=0 visible=%t visibleRequested=%t mode=fullscreen translucent=false sz=%d}", t.Hash, t.ID, kind, affinity, t.Visible, t.Visible, len(t.Activities))
}

// compactUser is a user as records print it: u0a123.
func compactUser(uid int) string { return strings.Replace(userName(uid), "u0_", "u0", 1) }

func (p *Proc) activityRecord(in string, i int, a world.Activity, t world.Task) {
	n := p.d.sdk()
	p.Printf("%s* Hist %s#%d: %s\n", in, map[bool]string{true: " "}[n >= android12], i, p.d.record(a))
	in += "  "
	visible := a.State == world.Resumed
	state := fmt.Sprintf("state=%s stopped=%t delayedResume=false finishing=false", a.State, a.State == world.Stopped)
	switch {
	case n >= android16:
		state = fmt.Sprintf("state=%s finishing=false", a.State)
	case n > 32:
		state = fmt.Sprintf("state=%s delayedResume=false finishing=false", a.State)
	}
	for _, line := range []string{
		fmt.Sprintf("packageName=%s processName=%s", a.Component.Package, a.Process),
		fmt.Sprintf("launchedFromUid=%d launchedFromPackage=%s userId=0", shellUID, shellPackage),
		fmt.Sprintf("app=ProcessRecord{%s %d:%s/%s}", a.ProcHash, a.PID, a.Process, compactUser(a.UID)),
		a.Intent.String(),
		fmt.Sprintf("rootOfTask=%t task=%s", i == len(t.Activities)-1, p.d.taskText(t)),
		fmt.Sprintf("taskAffinity=%d:%s", a.UID, a.Component.Package),
		"mActivityComponent=" + a.Component.Short(),
		"baseDir=" + p.d.codePath(a.Component.Package),
		"dataDir=/data/user/0/" + a.Component.Package,
		"stateNotNeeded=false componentSpecified=true mActivityType=" + map[bool]string{true: "home", false: "standard"}[t.Home],
		"labelRes=0x0 icon=0x0 theme=0x0",
		"CurrentConfiguration=" + p.d.configuration(),
		state,
		"keysPaused=false inHistory=true idle=true",
		"occludesParent=true noDisplay=false immersive=false launchMode=0",
		fmt.Sprintf("mVisibleRequested=%t mVisible=%t mClientVisible=%t reportedDrawn=%t reportedVisible=%t", visible, visible, visible, visible, visible),
	} {
		p.Println(in + line)
	}
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
		task := fmt.Sprintf("Task{%s #%d type=%s A=%d:%s}", t.Hash, t.ID, kind, t.UID, t.Affinity)
		if p.d.sdk() <= android10 {
			task = p.d.taskText(t)
		}
		p.Printf("  * Recent #%d: %s\n", i, task)
		p.Printf("    userId=0 effectiveUid=%s mCallingUid=%s mUserSetupComplete=true mCallingPackage=%s mCallingFeatureId=null\n    affinity=%d:%s\n", compactUser(t.UID), userName(shellUID), shellPackage, t.UID, t.Affinity)
		p.Printf("    intent={%s}\n    mActivityComponent=%s\n    rootWasReset=false mNeverRelinquishIdentity=true mReuseTask=false mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE\n    Activities=[%s]\n    realActivity=%s\n", strings.TrimSuffix(strings.TrimPrefix(root.Intent.String(), "Intent { "), " }"), root.Component.Short(), p.d.record(root), p.real(root.Component))
	}
}

// real is a component as recents name it: in braces since Android 10.
func (p *Proc) real(c world.Component) string {
	if p.d.sdk() <= android9 {
		return c.Full()
	}
	return "{" + c.Full() + "}"
}

func (p *Proc) dumpProcesses() {
	p.Println("ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:")
	for _, pr := range p.d.w.Processes() {
		if pr.Package == "" {
			continue
		}
		p.Printf("  *APP* UID %d ProcessRecord{%s %d:%s/%s}\n    user #0 uid=%d gids={}\n    packageList={%s}\n    pid=%d\n    startSeq=1\n    lastActivityTime=-1s\n", pr.UID, pr.Hash, pr.PID, pr.Name, compactUser(pr.UID), pr.UID, pr.Package, pr.PID)
	}
	if a, ok := p.d.w.Resumed(); ok {
		p.Printf("\n  mPreviousProcess: null\n  mHomeProcess: null\n  mTopProcess: ProcessRecord{%s %d:%s/u0a%d}\n", a.ProcHash, a.PID, a.Process, a.UID-10000)
	}
}

func (p *Proc) dumpStarter() {
	p.Println("ACTIVITY MANAGER STARTER (dumpsys activity starter)\nActivityStarter:\n  mLastStartReason=startActivityAsUser")
	p.Printf("  mLastStartActivityTime=%s\n", p.d.now().Format(time.DateTime))
	if a, ok := p.d.w.FocusedApp(); ok {
		p.Printf("  mLastStartActivityRecord:\n    %s\n    %s\n", p.d.record(a), a.Intent)
	}
}
