// Package world is an Android-like phone in memory: a display with windows of view trees, apps with activities and tasks, system
// UI, settings, properties, packages, input, clipboard, notifications, power and log. It knows no adb, no shell syntax and no
// video; those stand on its exported methods.
//
// Everything is one consistent state behind one mutex. Each exported method of [World] takes the lock, lets the time that has
// passed take effect (long presses, animations, flings, toasts), does its work and returns; nothing is called back from under
// the lock, and changes are told through channels of capacity 1 ([World.Watch], [World.WatchLog], [World.WatchClipboard]).
// Pictures are composed only when somebody asks for one, are never changed afterwards, and get a new number only when a pixel
// differs. While nobody watches the world runs no timer at all: the time that passed is made up for at the next call.
//
// # Apps
//
// An app is an [AppDef] in one small file: activities, each with a [Screen] whose Build returns the view tree for the state the
// screen holds. A click handler changes that state; the tree is built again before the next picture.
//
//	type counterData struct{ N int }              // survives the process; cleared by `pm clear`
//
//	type counter struct{ note string }             // one activity instance; lost when it is destroyed
//
//	func (s *counter) Build(c *world.Ctx) *view.Node {
//		d := world.Data[counterData](c)
//		return c.Page("Counter", view.Col(
//			&view.Node{ID: "count", Text: strconv.Itoa(d.N)},
//			c.Button("add", "Add one", func() { d.N++ }),
//		))
//	}
//
//	var App = world.AppDef{
//		Package: "com.example.counter", Label: "Counter", Version: "1.0", Icon: view.IconAdd,
//		Data:       func() any { return new(counterData) },
//		Activities: []world.ActivityDef{{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return new(counter) }}},
//	}
//
// Handlers and Build run under the world's lock: they must use their [Ctx] and never the World.
package world
