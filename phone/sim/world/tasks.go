package world

import (
	"fmt"
	"image"
)

// ActivityState is an activity's place in its life.
type ActivityState string

// The states of an activity.
const (
	Resumed ActivityState = "RESUMED"
	Paused  ActivityState = "PAUSED"
	Stopped ActivityState = "STOPPED"
)

// Activity is one activity instance in a task.
type Activity struct {
	Hash      string // of the ActivityRecord, hexadecimal
	Component Component
	Task      int
	Label     string
	State     ActivityState
	PID       int
	UID       int
	Process   string // process name
	ProcHash  string // of the ProcessRecord
	Intent    Intent
	Window    string // hash of its window
}

// String is "ActivityRecord{hash u0 pkg/.Class t42}".
func (a Activity) String() string {
	return fmt.Sprintf("ActivityRecord{%s u0 %s t%d}", a.Hash, a.Component.Short(), a.Task)
}

// Task is a stack of activities.
type Task struct {
	ID         int
	Hash       string
	Home       bool   // type=home, else type=standard
	Affinity   string // package
	UID        int
	Visible    bool
	Bounds     image.Rectangle
	Activities []Activity // top first
}

// Tasks lists the tasks, the front one first.
func (w *World) Tasks() []Task { return nil }

// Resumed is the activity in front; false while the display is off.
func (w *World) Resumed() (Activity, bool) { return Activity{}, false }

// FocusedApp is the activity that has or would have the focus, even under the notification shade or with the display off.
func (w *World) FocusedApp() (Activity, bool) { return Activity{}, false }

// MoveToFront brings a task to the front. It reports false for an unknown task.
func (w *World) MoveToFront(task int) bool { return false }

// RemoveTask removes a task, as swiping it away in the overview does. It reports false for an unknown task.
func (w *World) RemoveTask(task int) bool { return false }
