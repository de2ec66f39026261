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

// RetryOnDiskFull is a store with updates that wait while the disk is full or the database is
// down. So each station of a daemon stops at its last commit: nothing is accepted, decided or
// sent, no attempt counts, and the result of a mail is recorded later. Then every station
// continues.
type RetryOnDiskFull struct {
	store.Store
	log  *slog.Logger
	quit chan struct{} // closed when updates must no longer wait
	full *atomic.Bool  // updates wait
}

// lookForRoom is the pause between attempts.
const lookForRoom = 2 * time.Second

// NewRetryOnDiskFull returns s with retries. It logs when updates must wait, and when the
// store works again.
func NewRetryOnDiskFull(s store.Store, log *slog.Logger) RetryOnDiskFull {
	return RetryOnDiskFull{s, log, make(chan struct{}), new(atomic.Bool)}
}

// GiveUp ends all waiting, now and later. It is called once.
func (s RetryOnDiskFull) GiveUp() { close(s.quit) }

// Update implements store.Store. It returns store.ErrDisk only if ctx is done, or after GiveUp.
func (s RetryOnDiskFull) Update(ctx context.Context, fn func(store.Tx) error) error {
	for {
		err := s.Store.Update(ctx, fn)
		s.say(err)
		if !paused(err) {
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

// AcceptLarge implements store.Store. It does not retry, because it cannot read r again. The
// caller retries.
func (s RetryOnDiskFull) AcceptLarge(
	ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor,
) (uint64, error) {
	id, err := s.Store.AcceptLarge(ctx, in, r, cursor)
	s.say(err)
	return id, err
}

// paused reports whether an update changed nothing and may succeed later.
func paused(err error) bool {
	return errors.Is(err, store.ErrDisk) || errors.Is(err, store.ErrUnavailable)
}

// say logs once that the disk is full or the database is down, and once that updates work again.
func (s RetryOnDiskFull) say(err error) {
	switch {
	case errors.Is(err, store.ErrUnavailable):
		if s.full.CompareAndSwap(false, true) {
			s.log.Error("database down: paused; resumes automatically", "error", err)
		}
	case errors.Is(err, store.ErrDisk):
		if s.full.CompareAndSwap(false, true) {
			s.log.Error("disk full: paused; resumes automatically when space is free", "error", err)
		}
	case err == nil && s.full.CompareAndSwap(true, false):
		s.log.Warn("the store works again: resumed")
	}
}

// Backup implements copier.
func (s RetryOnDiskFull) Backup(ctx context.Context, w io.Writer) error {
	return Copy(ctx, s.Store, w)
}

// Rekey implements rekeyer.
func (s RetryOnDiskFull) Rekey(ctx context.Context) (int, error) { return Rekey(ctx, s.Store) }

// Compact implements compacter.
func (s RetryOnDiskFull) Compact(ctx context.Context) error { return Compact(ctx, s.Store) }
