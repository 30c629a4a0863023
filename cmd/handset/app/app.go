// Package app builds the object graph of one invocation and owns its start and stop. It is the only place that knows the
// adapters; fronts ask it for ready things. Everything is made on first need, so that a command pays only for what it uses.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/config"
	"github.com/handset-agent/handset/db"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/device/journal"
	"github.com/handset-agent/handset/scrcpy"
)

// App is the wiring of one invocation. Its methods may be called from several goroutines.
type App struct {
	Config config.Config
	Log    *slog.Logger

	mu     sync.Mutex
	client *adb.Client
	phones map[string]*device.Device
	store  *db.DB

	// Waiting is told about each second that a phone which went away is waited for; nil means that it is logged.
	Waiting func(waited time.Duration)

	// Tree is where UI trees come from; to be set before a phone is opened.
	Tree device.TreeSource

	journal *journal.Journal // what is changed on phones
	known   numbers
}

// New makes an App; it opens nothing.
func New(c config.Config, log *slog.Logger) *App {
	return &App{Config: c, Log: log, phones: map[string]*device.Device{}, journal: journal.New(filepath.Join(c.Data, "restore")),
		known: numbers{path: filepath.Join(c.Data, "phones.json")}}
}

// ADB is the client of the adb server. A server is started through the adb program when none listens.
func (a *App) ADB(ctx context.Context) (*adb.Client, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.client != nil {
		return a.client, nil
	}
	network, addr, err := adb.Address(a.Config.ADB, a.Config.Env)
	if err != nil {
		return nil, err
	}
	c := &adb.Client{Network: network, Addr: addr, Env: a.Config.Env}
	if err := c.Ensure(ctx); err != nil {
		return nil, err
	}
	a.client = c
	a.Log.DebugContext(ctx, "adb server", "network", network, "address", addr)
	return c, nil
}

// Phone opens the phone the configuration names, or the only usable one. It stays open until Close.
func (a *App) Phone(ctx context.Context) (*device.Device, error) {
	return a.PhoneBySerial(ctx, a.Config.Serial)
}

// PhoneBySerial opens a phone by its serial ("" = the only usable one).
func (a *App) PhoneBySerial(ctx context.Context, serial string) (*device.Device, error) {
	c, err := a.ADB(ctx)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if d, ok := a.phones[serial]; ok {
		return d, nil
	}
	tell := a.Waiting
	if tell == nil {
		tell = func(waited time.Duration) {
			a.Log.InfoContext(ctx, "waiting for the phone", "seconds", waited.Seconds())
		}
	}
	start := time.Now()
	d, err := device.Open(ctx, c, serial, device.Options{
		Log: a.Log, Journal: a.journal, Scrcpy: scrcpy.Options{ServerFile: a.Config.ScrcpyServer},
		Wait: phoneWait, Tree: a.Tree, Waiting: tell, Known: a.known.of, Learned: a.known.learn,
	})
	if err != nil {
		return nil, err
	}
	for _, other := range a.phones {
		if other.Same(d) { // reached another way
			a.phones[serial] = other
			return other, d.Close()
		}
	}
	a.phones[serial] = d
	i := d.Info()
	a.Log.DebugContext(ctx, "phone", "serial", i.Serial, "model", i.Model, "android", i.Android, "took", time.Since(start).Round(time.Millisecond))
	return d, nil
}

// phoneWait is how long a phone that went away is waited for (F-011).
const phoneWait = 8 * time.Second

// Store opens the database, making it when there is none. A damaged file is kept aside and a new one begun; that is logged.
func (a *App) Store(ctx context.Context) (*db.DB, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.store != nil {
		return a.store, nil
	}
	path := a.Config.Database()
	if err := os.MkdirAll(a.Config.Data, 0o700); err != nil {
		return nil, fmt.Errorf("data folder %s: %w", a.Config.Data, pathCause(err))
	}
	store, err := db.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if d := store.Damaged(); d != nil {
		a.Log.Warn(d.Error())
	}
	a.store = store
	return store, nil
}

// Close ends everything in the reverse order of its start.
func (a *App) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var errs []error
	for _, d := range a.phones {
		errs = append(errs, d.Close())
	}
	errs = append(errs, a.journal.Close())
	if a.store != nil {
		errs = append(errs, a.store.Close())
	}
	a.phones, a.store = map[string]*device.Device{}, nil
	return errors.Join(errs...)
}
