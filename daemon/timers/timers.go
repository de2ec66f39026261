// Package timers handles what the clock brings: timers that are due, jumps of the clock, the
// digest of the day, alarms about mailboxes, and the erasure of old data.
package timers

import (
	"context"
	"time"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/internal/deps"
	"ppamaild/mailbox"
	"ppamaild/privacy"
)

// Watcher reads a mailbox.
type Watcher interface {
	Status() mailbox.Status
}

// Eraser erases data of the store.
type Eraser interface {
	// EraseBefore erases up to limit threads that ended before a time.
	EraseBefore(ctx context.Context, t time.Time, limit int, by string) (*privacy.Plan, error)
	// Compact removes erased data from the store's file. left says why it failed; "": it did not.
	Compact(ctx context.Context) (left string)
}

// Copies files copies of sent mail in Sent.
type Copies interface {
	Left() copies.Left
}

// Options are what Timers work with. All of them are needed.
type Options struct {
	Deps     *deps.Deps
	Watchers []Watcher // in the order of agency.Roles
	Copies   Copies
	Eraser   Eraser
}

// Timers watch the clock.
type Timers struct {
	*deps.Deps
	Options
	compacted bool // no erased data is left in the file; only Retention uses it
}

// New returns timers.
func New(o Options) *Timers { return &Timers{Deps: o.Deps, Options: o} }
