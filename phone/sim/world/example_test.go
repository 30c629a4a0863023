package world_test

import (
	"context"
	"fmt"
	"image"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// counterData survives the process and is emptied by clearing the app's data.
type counterData struct{ N int }

// counter is one instance of the activity.
type counter struct{}

func (s *counter) Build(c *world.Ctx) *view.Node {
	d := world.Data[counterData](c)
	return c.Page("Counter", view.Col(
		&view.Node{ID: "count", Text: strconv.Itoa(d.N)},
		c.Button("add", "Add one", func() { d.N++ }),
	))
}

var counterApp = world.AppDef{
	Package: "com.example.counter", Label: "Counter", Version: "1.0", Icon: view.IconAdd,
	Data:       func() any { return new(counterData) },
	Activities: []world.ActivityDef{{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return new(counter) }}},
}

// An app is declared in one small file and runs on a phone of its own.
func ExampleAppDef() {
	w := world.New(world.Options{Apps: []world.AppDef{counterApp}})
	defer w.Close()
	w.Start(world.Intent{Component: world.Component{Package: "com.example.counter", Class: "com.example.counter.MainActivity"}})
	for range 3 {
		w.Touch(0, world.TouchDown, image.Pt(150, 280), 1)
		w.Touch(0, world.TouchUp, image.Pt(150, 280), 0)
	}
	xml, _ := w.DumpTree(context.Background())
	_, rest, _ := strings.Cut(string(xml), `text="3"`)
	fmt.Println(strings.Contains(rest, `resource-id="com.example.counter:id/count"`))
	// Output: true
}
