// Package store defines the records that ppamaild keeps and the promises about them.
// The backends are the packages store/bolt and store/postgres. Each backend passes
// store/storetest.
//
// Promises:
//   - A change survives a power cut once Update returned nil for it.
//   - An Update takes effect completely or not at all.
//   - A thread's head changes only by compare-and-set on its version.
//   - The journal only grows at its end.
//   - Every record has a checksum. A wrong checksum is an error (ErrCorrupt), never data.
//
// Callers own the values that a Tx returns and may change them. An empty byte field
// comes back nil. A time comes back as the same instant, but maybe in another location.
// Strings are text: the store replaces invalid UTF-8 with U+FFFD. It refuses invalid or
// empty strings in keys: threads, mailboxes, keys and names.
package store

import (
	"context"
	"errors"
	"io"
)

// Errors that backends return, wrapped with the failed operation.
var (
	ErrNotFound = errors.New("not found")
	ErrConflict = errors.New("changed in the meantime") // the version of a head changed
	ErrCorrupt  = errors.New("checksum does not match")
	ErrLocked   = errors.New("in use by another process")
	ErrVersion  = errors.New("written by another version")
	ErrKey      = errors.New("encrypted with another key")
	ErrDisk     = errors.New("the disk is full or read-only") // nothing changed; a later attempt may succeed

	ErrUnavailable = errors.New("the database does not answer") // nothing changed, as for ErrDisk
)

// Store keeps everything that ppamaild must not lose.
type Store interface {
	// View runs fn on a consistent, read-only snapshot of the time when fn reads first. View may call
	// fn again as long as fn has read nothing.
	View(ctx context.Context, fn func(Tx) error) error
	// Update runs fn in a transaction. The transaction is durable once Update returns nil.
	// fn may run several times, and in another goroutine while the caller waits, because
	// concurrent calls share one sync to disk. So fn must be idempotent, must reset the
	// variables that it sets on each run, and must not call the Store. An error or a
	// panic of fn undoes the changes of fn and no others. After a disk error the caller
	// cannot know whether the transaction took effect.
	Update(ctx context.Context, fn func(Tx) error) error
	// AcceptLarge is Accept for a message that is too large for memory. It stores the
	// bytes from r in chunks, each in a transaction of its own. The last transaction
	// stores the record and the cursor. Callers may repeat it after a crash. If the
	// message exists, AcceptLarge does not read r to its end.
	AcceptLarge(ctx context.Context, in Inbound, r io.Reader, cursor Cursor) (id uint64, err error)
	Close() error
}
