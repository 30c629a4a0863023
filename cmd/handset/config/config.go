// Package config turns flags and environment into plain, checked values: where things are, which phone, which adb server,
// which model. It opens nothing.
package config

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Flags are the global flags as given; empty means not given.
type Flags struct {
	Serial, Home, ADB string
	JSON, Verbose     bool
}

// Config is everything the program needs to know before it starts. Later sources win: defaults, environment, flags.
type Config struct {
	Paths
	Serial       string // -s, HANDSET_SERIAL, ANDROID_SERIAL; empty: the only usable phone
	ADB          string // --adb-server, as given; empty: the environment decides (adb.Address)
	JSON         bool
	Verbose      bool
	Lang         string // "en" or "zh"
	BaseURL      string // OPENAI_BASE_URL
	Key          string // OPENAI_API_KEY; never printed
	Model        string // HANDSET_MODEL
	ScrcpyServer string // HANDSET_SCRCPY_SERVER: another copy of the scrcpy server
	Env          func(string) string
}

// Paths is where handset keeps things. Nothing is created before it is needed.
type Paths struct {
	Data  string // the database
	Cache string // may be deleted at any time
	Runs  string // report folders of runs
}

// Database is the path of the sqlite file.
func (p Paths) Database() string { return filepath.Join(p.Data, "handset.db") }

// DefaultBaseURL is where models are asked for when nothing else is said.
const DefaultBaseURL = "https://api.openai.com/v1"

// Load reads the environment and puts the flags on top. Errors name the variable or flag and what it may be.
func Load(f Flags, env func(string) string) (Config, error) {
	paths, err := paths(f.Home, env)
	if err != nil {
		return Config{}, err
	}
	c := Config{
		Paths: paths, ADB: f.ADB, JSON: f.JSON, Verbose: f.Verbose, Env: env,
		Serial:       first(f.Serial, env("HANDSET_SERIAL"), env("ANDROID_SERIAL")),
		Lang:         Language(env),
		BaseURL:      first(env("OPENAI_BASE_URL"), DefaultBaseURL),
		Key:          strings.TrimSpace(env("OPENAI_API_KEY")),
		Model:        env("HANDSET_MODEL"),
		ScrcpyServer: env("HANDSET_SCRCPY_SERVER"),
	}
	if u, err := url.Parse(c.BaseURL); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return Config{}, fmt.Errorf("OPENAI_BASE_URL %q is not an address such as %s", c.BaseURL, DefaultBaseURL)
	}
	return c, nil
}

// paths follows the XDG base directories, the platform's own habit elsewhere, or one folder for all when home is set.
func paths(flag string, env func(string) string) (Paths, error) {
	if home := first(flag, env("HANDSET_HOME")); home != "" {
		abs, err := filepath.Abs(home)
		if err != nil {
			return Paths{}, fmt.Errorf("home folder %q: %w", home, err)
		}
		return Paths{Data: filepath.Join(abs, "data"), Cache: filepath.Join(abs, "cache"), Runs: filepath.Join(abs, "runs")}, nil
	}
	data, cache, err := baseDirs(env)
	if err != nil {
		return Paths{}, err
	}
	data = filepath.Join(data, "handset")
	return Paths{Data: data, Cache: filepath.Join(cache, "handset"), Runs: filepath.Join(data, "runs")}, nil
}

func baseDirs(env func(string) string) (data, cache string, err error) {
	user := env("HOME")
	if user == "" {
		user, _ = os.UserHomeDir()
	}
	switch runtime.GOOS {
	case "windows":
		data, cache = env("LOCALAPPDATA"), env("LOCALAPPDATA")
	case "darwin":
		if user != "" {
			data, cache = filepath.Join(user, "Library", "Application Support"), filepath.Join(user, "Library", "Caches")
		}
	default:
		data, cache = env("XDG_DATA_HOME"), env("XDG_CACHE_HOME")
		if user != "" {
			data = first(data, filepath.Join(user, ".local", "share"))
			cache = first(cache, filepath.Join(user, ".cache"))
		}
	}
	if data == "" || cache == "" {
		return "", "", errors.New("no home folder: set HOME, or name a folder with --home or HANDSET_HOME")
	}
	return data, cache, nil
}

// Language is the language of the texts for people: HANDSET_LANG, else the locale variables; "zh" for Chinese, else "en".
func Language(env func(string) string) string {
	lang := first(env("HANDSET_LANG"), env("LC_ALL"), env("LC_MESSAGES"), env("LANG"))
	if strings.HasPrefix(strings.ToLower(lang), "zh") {
		return "zh"
	}
	return "en"
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
