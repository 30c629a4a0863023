package app

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/handset-agent/handset/adb"
)

// sortADB knows what the adb server and the phone's adbd say.
func sortADB(err error) (string, []any) {
	for _, sort := range []func(error) (string, []any){sortPresence, sortConnect, sortFile, sortInstall, sortServer} {
		if key, args := sort(err); key != "" {
			return key, args
		}
	}
	return "", nil
}

// sortPresence tells why there is no phone to use.
func sortPresence(err error) (string, []any) {
	var (
		state *adb.StateError
		none  *adb.NoDeviceError
		many  *adb.ManyDevicesError
	)
	switch {
	case errors.As(err, &state):
		return "state_" + stateKey(state.State), []any{named(state.Serial)}
	case errors.As(err, &none) && none.Serial != "" && len(none.Known) > 0:
		return "no_phone_of_that_serial", []any{none.Serial, listed(none.Known)}
	case errors.As(err, &none) && none.Serial != "":
		return "no_such_phone", []any{none.Serial}
	case errors.As(err, &none) && len(none.Known) > 0:
		return "no_usable_phone", []any{listed(none.Known)}
	case errors.As(err, &none):
		return "no_phone", nil
	case errors.As(err, &many):
		return "many_phones", []any{listed(many.Devices)}
	}
	return "", nil
}

// stateKey is how the catalogue calls a state.
func stateKey(s adb.State) string {
	switch s {
	case adb.StateOffline, adb.StateUnauthorized, adb.StateBootloader, adb.StateDetached:
		return string(s)
	case adb.StateAuthorizing, adb.StateConnecting:
		return "connecting"
	case adb.StateNoPermissions:
		return "no_permissions"
	case adb.StateRecovery, adb.StateRescue, adb.StateSideload:
		return "recovery"
	}
	return "other"
}

func named(serial string) any {
	if serial == "" {
		return Word("the_phone")
	}
	return serial
}

// listed names phones with their models and states.
func listed(list []adb.DeviceInfo) string {
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = fmt.Sprintf("%s (%s)", d.Serial, strings.TrimPrefix(strings.ReplaceAll(d.Model, "_", " ")+", "+string(d.State), ", "))
	}
	return strings.Join(parts, ", ")
}

// connectKind sorts the reasons of a phone that could not be connected or paired with.
func connectKind(r adb.ConnectReason) Kind {
	switch r {
	case adb.ConnectAddress:
		return KindUsage
	case adb.ConnectPassword:
		return KindNotAllowed
	}
	return KindNoPhone
}

func sortConnect(err error) (string, []any) {
	var e *adb.ConnectError
	if !errors.As(err, &e) {
		return "", nil
	}
	addr := e.Addr
	switch e.Reason {
	case adb.ConnectNoRoute:
		return "connect_no_route", []any{addr}
	case adb.ConnectExpired:
		return "connect_no_pairing", []any{addr}
	case adb.ConnectOther:
		return "connect_other", []any{addr, brief(e.Text, 200)}
	}
	return "connect_" + string(e.Reason), []any{addr}
}

// sortFile knows failed copies.
func sortFile(err error) (string, []any) {
	var e *adb.FileError
	switch {
	case !errors.As(err, &e):
		return "", nil
	case errors.Is(e, fs.ErrNotExist):
		return "file_missing", []any{e.Path}
	case errors.Is(e, fs.ErrPermission):
		return "file_denied", []any{e.Path}
	case errors.Is(e, adb.ErrNoSpace):
		return "file_no_space", []any{e.Path}
	}
	return "file_other", []any{e.Path, brief(e.Text, 200)}
}

// installCodes are the package manager's codes whose cause and remedy are known.
var installCodes = map[string]string{
	"INSTALL_FAILED_INSUFFICIENT_STORAGE": "install_no_space", "INSTALL_FAILED_VERSION_DOWNGRADE": "install_older",
	"INSTALL_FAILED_UPDATE_INCOMPATIBLE": "install_signature", "INSTALL_FAILED_OLDER_SDK": "install_sdk",
	"INSTALL_FAILED_NO_MATCHING_ABIS": "install_abi", "INSTALL_FAILED_USER_RESTRICTED": "install_restricted",
	"INSTALL_PARSE_FAILED_NOT_APK": "install_no_apk", "INSTALL_FAILED_INVALID_APK": "install_no_apk",
}

func sortInstall(err error) (string, []any) {
	var e *adb.InstallError
	if !errors.As(err, &e) {
		return "", nil
	}
	if key := installCodes[e.Code]; key != "" {
		return key, []any{e.Code}
	}
	words := e.Code
	if words == "" {
		words = brief(e.Text, 200)
	}
	return "install_other", []any{words}
}

// sortServer knows the ways the adb server, or a phone behind it, does not serve.
func sortServer(err error) (string, []any) {
	var (
		silent *adb.SilentError
		fail   *adb.FailError
	)
	switch {
	case errors.Is(err, adb.ErrNoBinary):
		return "no_adb", nil
	case errors.Is(err, adb.ErrNoServer):
		return "no_adb_server", []any{brief(err.Error(), 200)}
	case errors.As(err, &silent) && silent.Serial != "":
		return "phone_silent", []any{silent.Serial}
	case errors.Is(err, adb.ErrTimeout):
		return "server_silent", []any{brief(err.Error(), 200)}
	case errors.Is(err, adb.ErrRefused):
		return "phone_refuses", []any{brief(err.Error(), 120)}
	case errors.Is(err, adb.ErrConnectionLost):
		return "connection_lost", []any{brief(err.Error(), 120)}
	case errors.Is(err, adb.ErrUnsupported):
		return "server_old", []any{brief(err.Error(), 120)}
	case errors.Is(err, adb.ErrTooMuchOutput):
		return "too_much_output", nil
	case errors.As(err, &fail):
		return "server_failed", []any{brief(fail.Message, 200)}
	}
	return "", nil
}
