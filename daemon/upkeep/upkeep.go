// Package upkeep handles everything that depends on the clock: due timers, clock jumps, the
// daily digest, alarms about faults, and the erasure of old data.
package upkeep

import (
	"context"
	"time"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/internal/deps"
	"ppamaild/mailbox"
	"ppamaild/privacy"
)

// Watcher reports on the connection to a mailbox.
type Watcher interface {
	Status() mailbox.Status
}

// Eraser erases data of the store.
type Eraser interface {
	// EraseBefore erases up to limit threads that ended before a time.
	EraseBefore(ctx context.Context, t time.Time, limit int, by string) (*privacy.Plan, error)
	// CompactErased removes erased data from the store's file, unless the file has none.
	CompactErased(ctx context.Context) error
}

// Copies reports which copies of sent mail are not filed in Sent.
type Copies interface {
	Left() copies.Left
}

// Options are the parts that Upkeep needs. All fields are required.
type Options struct {
	Deps     *deps.Deps
	Watchers []Watcher // in the order of agency.Roles
	Copies   Copies
	Twins    *copies.Twins
	Eraser   Eraser
}

// Upkeep runs the loops that depend on the clock.
type Upkeep struct {
	*deps.Deps
	Options
}

// New returns an Upkeep with these options.
func New(o Options) *Upkeep { return &Upkeep{Deps: o.Deps, Options: o} }
