package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone"
)

// usageError is an error of what was asked for: it cannot be meant as it stands.
type usageError interface {
	error
	usage() (key string, args []any)
}

func sortUsage(err error) (string, []any) {
	var e usageError
	if errors.As(err, &e) {
		return e.usage()
	}
	return "", nil
}

// ManyAppsError says that several apps fit a name equally well (F-082).
type ManyAppsError struct {
	Name string
	Apps []phone.App
}

func (e *ManyAppsError) Error() string {
	return fmt.Sprintf("%d apps fit %q equally well: %s", len(e.Apps), e.Name, appNames(e.Apps, ", "))
}

func (e *ManyAppsError) usage() (string, []any) {
	return "many_apps", []any{len(e.Apps), e.Name, "\n  " + appNames(e.Apps, "\n  ")}
}

// PartOfNameError says that a part of a name is not enough for what takes something away.
type PartOfNameError struct {
	Name string
	App  phone.App
}

func (e *PartOfNameError) Error() string {
	return fmt.Sprintf("%q is only a part of the name of %s", e.Name, AppName(e.App))
}

func (e *PartOfNameError) usage() (string, []any) {
	return "part_of_name", []any{e.Name, AppName(e.App)}
}

// appNames lists at most ten apps by label and package.
func appNames(apps []phone.App, sep string) string {
	var out []string
	for _, a := range apps[:min(len(apps), 10)] {
		out = append(out, AppName(a))
	}
	return strings.Join(out, sep)
}

// AppName is how an app is called: its label and package.
func AppName(a phone.App) string {
	if a.Label == "" {
		return a.Package
	}
	return a.Label + " (" + a.Package + ")"
}

// NoConversationError says that there is nothing to go on with.
type NoConversationError struct{ ID string }

func (e *NoConversationError) Error() string { return fmt.Sprintf("there is no conversation %q", e.ID) }

func (e *NoConversationError) usage() (string, []any) { return "no_conversation", []any{e.ID} }
