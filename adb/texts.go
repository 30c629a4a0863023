package adb

import "strings"

// serverError turns a FAIL text into a typed error (adb-protocol A2). This is the only place where the server's texts about
// devices are compared.
func serverError(request, message string) error {
	fail := &FailError{Request: request, Message: message}
	text := firstLine(message)
	switch {
	case strings.HasPrefix(text, "device '") && strings.HasSuffix(text, "' not found"):
		return &NoDeviceError{Serial: text[len("device '") : len(text)-len("' not found")]}
	case strings.HasPrefix(text, "no devices") || strings.HasPrefix(text, "no emulators"),
		strings.HasPrefix(text, "no device with transport id"):
		return &NoDeviceError{}
	case strings.HasPrefix(text, "more than one"):
		return &ManyDevicesError{}
	case strings.HasPrefix(text, "device offline"):
		return &StateError{State: StateOffline}
	case strings.HasPrefix(text, "device still connecting"):
		return &StateError{State: StateConnecting}
	case strings.HasPrefix(text, "device still authorizing"):
		return &StateError{State: StateAuthorizing}
	case strings.HasPrefix(text, "device unauthorized"):
		return &StateError{State: StateUnauthorized}
	case strings.HasPrefix(text, "insufficient permissions"):
		return &StateError{State: StateNoPermissions, Detail: detail(message)}
	case text == "closed":
		return &refusedError{service: request}
	case strings.HasPrefix(text, "unknown host service"):
		return &textError{fail, ErrUnsupported}
	case strings.Contains(text, "cannot rebind existing socket"), strings.Contains(text, "Address already in use"):
		return &textError{fail, ErrAddrInUse}
	}
	return fail
}

// detail is what follows "insufficient permissions for device: ", with the address to read.
func detail(message string) string {
	_, rest, _ := strings.Cut(message, ": ")
	return strings.Join(strings.Fields(rest), " ")
}

// refusedError is a service that the phone answered with a close.
type refusedError struct{ service string }

func (e *refusedError) Error() string {
	service := e.service
	if len(service) > 80 {
		service = service[:80] + "…"
	}
	return "open " + service + ": " + ErrRefused.Error()
}

func (e *refusedError) Unwrap() error { return ErrRefused }

// textError is a FAIL that is also a condition.
type textError struct {
	*FailError
	condition error
}

func (e *textError) Unwrap() []error { return []error{e.FailError, e.condition} }
