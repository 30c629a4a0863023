// Package db keeps conversations, messages, runs and steps in one sqlite file. It implements agent.Store, agent.RunLog and
// tools.Recorder; nothing of gorm leaves it.
//
// One connection writes and reads (sqlite allows one writer), in WAL mode with a busy timeout, so a second handset process can
// share the file. The schema changes only through the numbered files of migrations/. A damaged file is moved aside, never
// deleted, and a new one is begun; [DB.Damaged] says so.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/glebarez/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// DB is an open store. Its methods may be called from several goroutines.
type DB struct {
	g       *gorm.DB
	path    string
	owner   string // of the runs this process begins
	now     func() time.Time
	damaged *CorruptError
}

// CorruptError tells that the database file was damaged. It was moved aside, never deleted, and a new one was begun.
type CorruptError struct {
	Path string // of the database
	Kept string // where the damaged file is now
	Err  error  // what sqlite said
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("the database %s was damaged; it is kept as %s and a new one was begun", e.Path, filepath.Base(e.Kept))
}

func (e *CorruptError) Unwrap() error { return e.Err }

// busyWait is how long a statement waits for another process's write.
const busyWait = 5 * time.Second

// Open opens the file at path, making it (0600, its folder 0700) when there is none, and brings its schema up to date. A file
// of a newer handset is *NewerError. A file that is damaged is moved aside and reported by Damaged.
func Open(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, cause(err))
	}
	if err := touch(path); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, cause(err))
	}
	d, err := open(ctx, path)
	if err == nil || !damaged(err) {
		return d, err
	}
	corrupt := &CorruptError{Path: path, Err: err}
	if corrupt.Kept, err = moveAside(path, time.Now()); err != nil {
		return nil, fmt.Errorf("open database %s: it is damaged (%w) and cannot be moved aside: %w", path, corrupt.Err, err)
	}
	if err := touch(path); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, cause(err))
	}
	if d, err = open(ctx, path); err != nil {
		return nil, err
	}
	d.damaged = corrupt
	return d, nil
}

// Damaged tells of a damaged file that Open moved aside; nil when the file was sound.
func (d *DB) Damaged() *CorruptError { return d.damaged }

// Close ends the use of the file.
func (d *DB) Close() error {
	conn, err := d.g.DB()
	if err != nil {
		return err
	}
	return conn.Close()
}

// touch makes the file readable by its owner only, before sqlite would make it with the process's own mask.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func open(ctx context.Context, path string) (*DB, error) {
	pragmas := url.Values{"_pragma": {
		fmt.Sprintf("busy_timeout(%d)", busyWait.Milliseconds()), "journal_mode(WAL)", "foreign_keys(1)", "synchronous(NORMAL)",
	}, "_txlock": {"immediate"}}
	dsn := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + pragmas.Encode()
	g, err := gorm.Open(sqlite.Open(dsn), &gorm.Config{
		Logger: logger.Discard, SkipDefaultTransaction: true, TranslateError: false,
	})
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	conn, err := g.DB()
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	conn.SetMaxOpenConns(1)
	d := &DB{g: g, path: path, owner: owner(), now: time.Now}
	if err := errors.Join(check(ctx, conn), migrate(ctx, conn)); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	return d, nil
}

// check reads every page of a file that is not too large for that; damage comes back as errDamaged.
func check(ctx context.Context, conn *sql.DB) error {
	var pages, size int64
	if err := conn.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		return err
	}
	if err := conn.QueryRowContext(ctx, "PRAGMA page_size").Scan(&size); err != nil {
		return err
	}
	const limit = 64 << 20
	if pages*size > limit {
		return nil
	}
	var answer string
	if err := conn.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer); err != nil {
		return err
	}
	if answer != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, answer)
	}
	return nil
}

var errDamaged = errors.New("damaged")

// damaged tells damage from trouble that another try, or the user, can mend. sqlite's words for SQLITE_CORRUPT and
// SQLITE_NOTADB are the only ones it has for these.
func damaged(err error) bool {
	if errors.Is(err, errDamaged) {
		return true
	}
	text := err.Error()
	return strings.Contains(text, "file is not a database") || strings.Contains(text, "malformed")
}

// moveAside renames the file and what sqlite keeps beside it, and returns the new name.
func moveAside(path string, now time.Time) (string, error) {
	aside := path + ".corrupt-" + now.Format("20060102-150405.000")
	if err := os.Rename(path, aside); err != nil {
		return "", cause(err)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", cause(err)
		}
	}
	return aside, nil
}

// cause is the reason of a file error without the path, which is said once.
func cause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
