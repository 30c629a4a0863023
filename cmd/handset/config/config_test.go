package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func env(m map[string]string) func(string) string { return func(k string) string { return m[k] } }

func TestLoad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		flags   Flags
		env     map[string]string
		check   func(Config) bool
		wantErr string
	}{
		{"xdg folders", Flags{}, map[string]string{"HOME": "/u", "XDG_DATA_HOME": "/d"},
			func(c Config) bool {
				return c.Data == filepath.FromSlash("/d/handset") && c.Cache == filepath.FromSlash("/u/.cache/handset")
			}, ""},
		{"one home for all, flag over environment", Flags{Home: "/f"}, map[string]string{"HANDSET_HOME": "/e"},
			func(c Config) bool { return c.Database() == filepath.FromSlash("/f/data/handset.db") }, ""},
		{"serial: flag, then HANDSET_SERIAL, then ANDROID_SERIAL", Flags{}, map[string]string{"HOME": "/u", "ANDROID_SERIAL": "a", "HANDSET_SERIAL": "h"},
			func(c Config) bool { return c.Serial == "h" }, ""},
		{"chinese from the locale", Flags{}, map[string]string{"HOME": "/u", "LANG": "zh_CN.UTF-8"}, func(c Config) bool { return c.Lang == "zh" }, ""},
		{"HANDSET_LANG beats the locale", Flags{}, map[string]string{"HOME": "/u", "LANG": "zh_CN.UTF-8", "HANDSET_LANG": "en"}, func(c Config) bool { return c.Lang == "en" }, ""},
		{"base URL must be http", Flags{}, map[string]string{"HOME": "/u", "OPENAI_BASE_URL": "localhost:8000/v1"}, nil, "OPENAI_BASE_URL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := Load(c.flags, env(c.env))
			if c.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), c.wantErr) {
					t.Fatalf("error %v, want one naming %q", err, c.wantErr)
				}
				return
			}
			if err != nil || !c.check(got) {
				t.Fatalf("got %+v, error %v", got, err)
			}
		})
	}
}
