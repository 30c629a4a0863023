// Package see holds the tools that look at the screen and change nothing: pictures, the element list, finding texts, what is in
// front, and waiting for something to appear.
package see

import (
	"github.com/handset-agent/handset/tools"
)

// Tools lists the family on one view. Pictures are saved through save; nil saves none.
func Tools(v *tools.View, save tools.Saver) []tools.Tool {
	return []tools.Tool{
		UIDump(v),
		TakeScreenshot(v, save),
		DescribeScreen(v),
		FindText(v),
		ForegroundApp(v),
		WaitFor(v),
	}
}
