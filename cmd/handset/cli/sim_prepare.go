package cli

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/world"
)

var localeForm = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// prepare checks what each phone is to be like and returns what makes it so.
func (p *program) prepare(o simOptions) (func(*sim.Phone) error, error) {
	var snapshot []byte
	if o.snapshot != "" {
		var err error
		if snapshot, err = os.ReadFile(o.snapshot); err != nil {
			return nil, app.ReadError(o.snapshot, err)
		}
	}
	kind, secret, _ := strings.Cut(o.lock, ":")
	switch {
	case o.lock == "", kind == "none" && secret == "", kind == "swipe" && secret == "":
	case kind == "pin" && regexp.MustCompile(`^[0-9]{4,16}$`).MatchString(secret):
	default:
		return nil, p.usage("usage.one_of", "--lock", o.lock, "none, swipe, pin:1234")
	}
	if o.locale != "" && !localeForm.MatchString(o.locale) {
		return nil, p.usage("usage.one_of", "--locale", o.locale, "en-US, zh-CN, de-DE …")
	}
	rules := map[fault.Name]fault.Rule{}
	for _, text := range o.faults {
		n, r, err := fault.Parse(text)
		if err != nil {
			return nil, p.usage("usage.sim_fault", err)
		}
		rules[n] = r
	}
	return func(phone *sim.Phone) error {
		w := phone.World()
		if snapshot != nil {
			if err := phone.Load(snapshot); err != nil {
				return fmt.Errorf("%s: %w", o.snapshot, err)
			}
		}
		if o.lock != "" {
			w.SetLock(world.KeyguardKind(kind), secret)
			w.Lock()
		}
		if o.locale != "" {
			w.Settings().Put("system", "system_locales", o.locale)
			_ = w.SetProp("persist.sys.locale", o.locale)
		}
		if o.dark {
			w.SetNight("yes")
		}
		for n, r := range rules {
			if err := w.Faults().On(n, r); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// consoleToken is the token that an emulator's console wants, in the file where adb looks for it. As an emulator does, it makes the
// file when there is none; an empty file lets everybody in.
func consoleToken(home string) (string, error) {
	if home == "" {
		return "", nil
	}
	path := filepath.Join(home, ".emulator_console_auth_token")
	b, err := os.ReadFile(path)
	if err == nil {
		return strings.TrimSpace(string(b)), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", app.ReadError(path, err)
	}
	raw := make([]byte, 12)
	_, _ = rand.Read(raw)
	token := base64.RawURLEncoding.EncodeToString(raw)
	if err := os.WriteFile(path, []byte(token), 0o600); err != nil {
		return "", app.WriteError(path, err)
	}
	return token, nil
}
