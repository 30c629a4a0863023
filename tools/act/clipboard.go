package act

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed set_clipboard.md
var setClipboardText string

//go:embed get_clipboard.md
var getClipboardText string

type setClipboardParams struct {
	Text string `json:"text" max:"200000" desc:"what the clipboard should hold"`
}

// maxClipboard is what one control message can carry, in bytes (T-09).
const maxClipboard = 262_130

// SetClipboard is the tool set_clipboard (T-09).
func SetClipboard(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "set_clipboard", Description: setClipboardText},
		func(ctx context.Context, p setClipboardParams) (tools.Result, error) {
			if len(p.Text) > maxClipboard {
				return tools.Failf(tools.CodeBadArguments, "Send less at a time.", "set_clipboard: %d bytes are more than the %d a phone's clipboard can be sent", len(p.Text), maxClipboard), nil
			}
			c, ok := v.Phone().(phone.Clipboard)
			if !ok {
				return tools.FailErr("set_clipboard", phone.ErrUnsupported), nil
			}
			if err := c.SetClipboard(ctx, p.Text); err != nil {
				return tools.FailErr("set_clipboard", err), nil
			}
			return tools.Result{Text: fmt.Sprintf("The phone's clipboard holds %q.", head(p.Text, 80))}, nil
		})
}

// GetClipboard is the tool get_clipboard (T-10). An empty clipboard is not an error.
func GetClipboard(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "get_clipboard", Description: getClipboardText, ReadOnly: true},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			c, ok := v.Phone().(phone.Clipboard)
			if !ok {
				return tools.FailErr("get_clipboard", phone.ErrUnsupported), nil
			}
			text, err := c.Clipboard(ctx)
			if err != nil {
				return tools.FailErr("get_clipboard", err), nil
			}
			data, _ := json.Marshal(map[string]string{"text": text})
			if text == "" {
				return tools.Result{Text: "The phone's clipboard is empty.", Data: data}, nil
			}
			return tools.Result{Text: "<screen part=\"clipboard\">\n" + tools.Untag(text) + "\n</screen>", Data: data}, nil
		})
}

// head is the beginning of s, at most n characters.
func head(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
