package storefile

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"ppamaild/store"
)

// Patient is a store that has whoever changes it wait while the disk takes no more. So
// a full disk stops each station of a daemon at its last commit: nothing is accepted,
// decided or sent meanwhile, no attempt counts for it, what came of a mail is recorded
// once there is room, and everything goes on by itself.
type Patient struct {
	store.Store
	log  *slog.Logger
	quit chan struct{} // closed when nobody is to wait any more
	full *atomic.Bool
}

// lookForRoom is how often a change is tried again that the disk did not take.
const lookForRoom = 2 * time.Second

// NewPatient returns s as a patient store, which logs when the disk is full and when it
// is no more.
func NewPatient(s store.Store, log *slog.Logger) Patient {
	return Patient{s, log, make(chan struct{}), new(atomic.Bool)}
}

// GiveUp has nobody wait any more, from now on. It is called once.
func (s Patient) GiveUp() { close(s.quit) }

// Update implements store.Store. It returns store.ErrDisk only once ctx is done,
// or after GiveUp.
func (s Patient) Update(ctx context.Context, fn func(store.Tx) error) error {
	for {
		err := s.Store.Update(ctx, fn)
		s.say(err)
		if !errors.Is(err, store.ErrDisk) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-s.quit:
			return err
		case <-time.After(lookForRoom):
		}
	}
}

// AcceptLarge implements store.Store. What was read off r can't be read again, so
// here it is the caller who comes back.
func (s Patient) AcceptLarge(ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor) (uint64, error) {
	id, err := s.Store.AcceptLarge(ctx, in, r, cursor)
	s.say(err)
	return id, err
}

// say logs once that the disk is full, and once that it has room again.
func (s Patient) say(err error) {
	switch {
	case errors.Is(err, store.ErrDisk):
		if s.full.CompareAndSwap(false, true) {
			s.log.Error("THE DISK TAKES NO MORE: nothing is accepted, decided or sent until it does; make room, and all goes on by itself", "error", err)
		}
	case err == nil && s.full.CompareAndSwap(true, false):
		s.log.Warn("the disk takes data again; going on")
	}
}

// Backup implements copier, where the store does.
func (s Patient) Backup(ctx context.Context, w io.Writer) error { return Copy(ctx, s.Store, w) }

// Rekey implements rekeyer, where the store does.
func (s Patient) Rekey(ctx context.Context) (int, error) { return Rekey(ctx, s.Store) }

// Compact implements compacter, where the store does.
func (s Patient) Compact(ctx context.Context) error { return Compact(ctx, s.Store) }
