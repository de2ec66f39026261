package storefile

import (
	"context"
	"io"

	"ppamaild/daemon/refusal"
	"ppamaild/store"
)

// What only some kinds of stores can do, and who wraps one passes on.

// copier is a store that can be copied while it is used.
type copier interface {
	Backup(ctx context.Context, w io.Writer) error
}

// Copy writes a copy of a store to w, as of one moment, whole where it returns nil. It
// fails with a refusal where such a store can't be copied.
func Copy(ctx context.Context, s store.Store, w io.Writer) error {
	c, can := s.(copier)
	if !can {
		return refusal.Errorf("a store of this kind is backed up by its own means")
	}
	return c.Backup(ctx, w)
}

// rekeyer is a store that can be encrypted.
type rekeyer interface {
	Rekey(ctx context.Context) (int, error)
}

// Rekey encrypts all of a store with the newest key, and returns how many records it
// encrypted anew. It fails with a refusal where such a store can't be.
func Rekey(ctx context.Context, s store.Store) (records int, err error) {
	r, can := s.(rekeyer)
	if !can {
		return 0, refusal.Errorf("a store of this kind is encrypted by its own means")
	}
	return r.Rekey(ctx)
}

// scrubber is a store that keeps what was erased in its file until it is overwritten.
type scrubber interface {
	Scrub(ctx context.Context) error
}

// Scrub overwrites what was erased of a store, as far as it still lies in a file. It
// waits for whoever reads the store, until ctx is done.
func Scrub(ctx context.Context, s store.Store) error {
	if r, can := s.(scrubber); can {
		return r.Scrub(ctx)
	}
	return nil
}
