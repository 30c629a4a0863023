package app

import (
	"context"
	"errors"

	"github.com/handset-agent/handset/phone"
)

var errNoPhone = errors.New("no phone was opened")

// noPhone stands where only the descriptions of tools are wanted: it answers everything with an error.
type noPhone struct{}

func (noPhone) Info() phone.Info                             { return phone.Info{} }
func (noPhone) Frame(context.Context) (*phone.Frame, error)  { return nil, errNoPhone }
func (noPhone) Gesture(context.Context, phone.Gesture) error { return errNoPhone }
func (noPhone) Key(context.Context, phone.Key) error         { return errNoPhone }
func (noPhone) Text(context.Context, string) error           { return errNoPhone }
func (noPhone) Shell(context.Context, ...string) (phone.Output, error) {
	return phone.Output{}, errNoPhone
}
func (noPhone) Settled(context.Context, phone.Settle) (*phone.Frame, bool, error) {
	return nil, false, errNoPhone
}
