// Package db keeps conversations, turns and their steps in one SQLite file through gorm. Nothing of gorm leaves the package.
package db

import (
	"context"
	"time"
)

// DB is an open database. It implements agent.Store, agent.RunLog and tools.Recorder.
type DB struct{}

// CorruptError tells that the database file was damaged. It was moved aside, never deleted, and a new one was made.
type CorruptError struct {
	Path string // of the database
	Kept string // where the damaged file is now
	At   time.Time
	Err  error // what SQLite said
}

func (e *CorruptError) Error() string { return "database " + e.Path + " was damaged: kept as " + e.Kept }

func (e *CorruptError) Unwrap() error { return e.Err }

// Open opens or makes the database at path.
func Open(ctx context.Context, path string) (*DB, error) { panic("stub") }

// Damaged tells of a damaged file that Open moved aside, nil when the file was sound.
func (d *DB) Damaged() *CorruptError { panic("stub") }

// Close ends all work.
func (d *DB) Close() error { panic("stub") }
