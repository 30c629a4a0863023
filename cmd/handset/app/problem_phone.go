package app

import (
	"errors"
	"strings"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/scrcpy"
)

// sortPhone knows what keeps a phone from doing or showing something.
func sortPhone(err error) (string, []any) {
	for _, sort := range []func(error) (string, []any){sortLooking, sortActing} {
		if key, args := sort(err); key != "" {
			return key, args
		}
	}
	return "", nil
}

// sortLooking knows why there is nothing to see, or nothing to aim at.
func sortLooking(err error) (string, []any) {
	var (
		picture *phone.NotAPicture
		tree    *phone.TreeError
		miss    *uitree.NotFoundError
	)
	switch {
	case errors.As(err, &miss):
		return sortMiss(miss)
	case errors.As(err, &picture):
		return "picture_" + string(picture.Reason), pictureArgs(picture)
	case errors.As(err, &tree):
		return "tree_" + string(tree.Reason), nil
	case errors.Is(err, uitree.ErrNoFocus):
		return "no_focus", nil
	}
	return "", nil
}

func pictureArgs(e *phone.NotAPicture) []any {
	switch {
	case e.Reason != phone.CaptureFailed:
		return nil
	case e.Cause != nil:
		return []any{brief(e.Cause.Error(), 200)}
	}
	return []any{Word("unknown")}
}

// sortMiss tells what was looked for and what is like it.
func sortMiss(e *uitree.NotFoundError) (string, []any) {
	asked := e.Query.String()
	if e.Query.ID == "" {
		asked = "“" + brief(e.Query.Text, 80) + "”"
	}
	switch {
	case e.Matches > 0:
		return "too_few", []any{e.Matches, asked}
	case len(e.Near) > 0:
		return "not_on_screen_near", []any{asked, strings.Join(e.Near, ", ")}
	}
	return "not_on_screen", []any{asked}
}

// sortActing knows why a phone did not do what it was told.
func sortActing(err error) (string, []any) {
	var (
		bounds *phone.OutOfBounds
		text   *phone.TextError
	)
	switch {
	case errors.As(err, &bounds):
		return "out_of_bounds", []any{bounds.At.X, bounds.At.Y, bounds.On.X - 1, bounds.On.Y - 1}
	case errors.As(err, &text):
		return "text_not_typed", []any{brief(text.Part, 60), brief(text.Why, 200)}
	case errors.Is(err, phone.ErrStaleView):
		return "screen_moved", nil
	case errors.Is(err, phone.ErrInjectionRefused):
		return "input_refused", []any{brief(err.Error(), 400)}
	case errors.Is(err, phone.ErrNoSuchApp):
		return "no_such_app", []any{brief(err.Error(), 200)}
	case errors.Is(err, phone.ErrNotInFront):
		return "not_in_front", []any{brief(err.Error(), 200)}
	case errors.Is(err, phone.ErrClipboard):
		return "clipboard_refused", nil
	case errors.Is(err, phone.ErrCutOff):
		return "cut_off", nil
	case errors.Is(err, scrcpy.ErrNoServerFile):
		return "no_scrcpy_server", nil
	case errors.Is(err, phone.ErrUnsupported):
		return "unsupported", []any{brief(err.Error(), 200)}
	case errors.Is(err, phone.ErrGone):
		return "phone_gone", nil
	}
	return "", nil
}
