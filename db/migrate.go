package db

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
)

//go:embed migrations/*.sql
var migrations embed.FS

// NewerError is a database that a newer handset has changed.
type NewerError struct{ Have, Know int }

func (e *NewerError) Error() string {
	return fmt.Sprintf("the database has schema %d, but this handset knows only up to %d", e.Have, e.Know)
}

// Next is the next step for a person, one sentence.
func (e *NewerError) Next() string {
	return "Use the newer handset, or name another folder with --home; nothing was changed."
}

// migrate applies the numbered files that the database has not seen, each in a transaction of its own.
func migrate(ctx context.Context, conn *sql.DB) error {
	files, err := fs.Glob(migrations, "migrations/*.sql") // sorted by name, so by number
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL)"); err != nil {
		return err
	}
	for _, name := range files {
		if err := apply(ctx, conn, name); err != nil {
			return fmt.Errorf("migration %s: %w", name, err)
		}
	}
	var have int
	if err := conn.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM schema_migrations").Scan(&have); err != nil {
		return err
	}
	if have > len(files) {
		return &NewerError{Have: have, Know: len(files)}
	}
	return nil
}

// apply runs one file unless it was run before. The look and the run are one transaction, so two processes that start at the
// same time do not both run it.
func apply(ctx context.Context, conn *sql.DB, name string) error {
	number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
	version, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	script, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing after a commit
	var seen int
	if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM schema_migrations WHERE version = ?", version).Scan(&seen); err != nil || seen > 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(script)); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO schema_migrations VALUES (?, ?)", version, time.Now().UnixMilli()); err != nil {
		return err
	}
	return tx.Commit()
}
