package world_test

import (
	"image"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// halves opens two apps side by side and returns their task numbers, the upper one first.
func (r *rig) halves() (upper, lower int) {
	r.t.Helper()
	r.openApp(notesPkg)
	a, _ := r.FocusedApp()
	r.openApp(calcPkg)
	b, _ := r.FocusedApp()
	if !r.Split(a.Task, b.Task) {
		r.t.Fatal("no split")
	}
	time.Sleep(300 * time.Millisecond)
	return a.Task, b.Task
}

func TestSplitShowsTwoTasks(t *testing.T) {
	onPhone(t, func(r *rig) {
		upper, lower := r.halves()
		shown := map[int]image.Rectangle{}
		for _, x := range r.Windows() {
			if x.Visible && x.Task != 0 {
				shown[x.Task] = x.Frame
			}
		}
		u, l := shown[upper], shown[lower]
		if len(shown) != 2 || u.Min.Y != 0 || l.Max.Y != 2400 || u.Overlaps(l) || l.Min.Y-u.Max.Y > 40 {
			t.Fatalf("windows %v", shown)
		}
		for _, task := range r.Tasks() {
			if task.ID == upper && (!task.Visible || task.Bounds != u) {
				t.Errorf("task %+v", task)
			}
		}
		both := 0
		for _, task := range r.Tasks() {
			if task.Visible && task.Activities[0].State == world.Resumed {
				both++
			}
		}
		if both != 2 {
			t.Errorf("%d tasks are resumed", both)
		}
	})
}

func TestSplitTouchMovesFocus(t *testing.T) {
	onPhone(t, func(r *rig) {
		upper, lower := r.halves()
		if a, _ := r.FocusedApp(); a.Task != lower {
			t.Fatalf("focus on %d", a.Task)
		}
		if b := r.tree().Kids[0].rect(); b.Min.Y < 1000 {
			t.Errorf("the dump is of %v, not of the lower half", b)
		}
		r.tapAt(image.Pt(300, 300))
		time.Sleep(200 * time.Millisecond)
		if a, _ := r.FocusedApp(); a.Task != upper {
			t.Errorf("focus on %d after a touch above", a.Task)
		}
		if b := r.tree().Kids[0].rect(); b.Max.Y > 1400 {
			t.Errorf("the dump is of %v, not of the upper half", b)
		}
	})
}

func TestSplitDividerMovesAndEnds(t *testing.T) {
	onPhone(t, func(r *rig) {
		_, lower := r.halves()
		r.swipe(image.Pt(540, 1200), image.Pt(540, 800), 300*time.Millisecond)
		for _, x := range r.Windows() {
			if x.Visible && x.Task == lower && (x.Frame.Min.Y < 780 || x.Frame.Min.Y > 820) {
				t.Errorf("after a drag to a third the lower window is at %v", x.Frame)
			}
		}
		r.swipe(image.Pt(540, 795), image.Pt(540, 60), 300*time.Millisecond)
		if _, _, ok := r.SplitTasks(); ok {
			t.Error("still split")
		}
		if a, _ := r.FocusedApp(); a.Task != lower {
			t.Errorf("%d has the display", a.Task)
		}
	})
}

func TestSplitEndsWhenAnotherTaskComes(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.halves()
		r.press(home)
		if _, _, ok := r.SplitTasks(); ok || r.front() != homeAct {
			t.Errorf("split %t, front %s", ok, r.front())
		}
		if r.Split(1, 1) {
			t.Error("a task is beside itself")
		}
	})
}
