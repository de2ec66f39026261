package storefile

import (
	"context"
	"io"

	"ppamaild/daemon/refusal"
	"ppamaild/store"
)

// Optional capabilities of backends. A wrapper of a store must pass them on.

// copier is a store that can be copied while it is in use.
type copier interface {
	Backup(ctx context.Context, w io.Writer) error
}

// Copy writes a copy of a store, as of one moment, to w. The copy is complete if Copy
// returns nil. Copy returns a refusal if the backend cannot be copied.
func Copy(ctx context.Context, s store.Store, w io.Writer) error {
	c, can := s.(copier)
	if !can {
		return errDump
	}
	return c.Backup(ctx, w)
}

// creator is a store that several processes may want to create.
type creator interface{ Created() bool }

// Created reports whether this process created a store that was missing before.
func Created(s store.Store) bool {
	c, can := s.(creator)
	return !can || c.Created()
}

// rekeyer is a store that encrypts.
type rekeyer interface {
	Rekey(ctx context.Context) (int, error)
}

// Rekey encrypts a store with the newest key, and returns the number of records that it
// encrypted again. It returns a refusal if the backend does not encrypt.
func Rekey(ctx context.Context, s store.Store) (records int, err error) {
	r, can := s.(rekeyer)
	if !can {
		return 0, refusal.Errorf("this kind of store has its own encryption tools")
	}
	return r.Rekey(ctx)
}

// compacter is a store that keeps erased data in its file until it is compacted.
type compacter interface {
	Compact(ctx context.Context) error
}

// Compact removes erased data from the file of a store, if the backend has one.
func Compact(ctx context.Context, s store.Store) error {
	if c, can := s.(compacter); can {
		return c.Compact(ctx)
	}
	return nil
}
