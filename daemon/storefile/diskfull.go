package storefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"ppamaild/daemon/internal/clock"
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
	full *atomic.Bool  // updates wait for room
	down *atomic.Bool  // the database does not answer
}

const (
	lookForRoom = 2 * time.Second // pause between attempts
	answerTime  = 5 * time.Second // for the answer to Watch
	pageTime    = time.Second     // for the answer to a person who waits
)

// NewRetryOnDiskFull returns s with retries. It logs when updates must wait, and when the
// store works again.
func NewRetryOnDiskFull(s store.Store, log *slog.Logger) RetryOnDiskFull {
	return RetryOnDiskFull{s, log, make(chan struct{}), new(atomic.Bool), new(atomic.Bool)}
}

// GiveUp ends all waiting, now and later. It is called once.
func (s RetryOnDiskFull) GiveUp() { close(s.quit) }

// Watch reads the store at intervals until ctx ends. So the log says soon that the database is
// down.
func (s RetryOnDiskFull) Watch(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.ask(ctx, answerTime)
		if err == nil {
			s.works(s.down)
		} else if ctx.Err() == nil {
			_ = s.say(err) // logged
		}
		clock.Sleep(ctx, lookForRoom)
	}
}

// ask reads the store. It returns store.ErrUnavailable if the store does not answer in time.
func (s RetryOnDiskFull) ask(ctx context.Context, limit time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := s.Store.View(limited, func(store.Tx) error { return nil })
	if errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, store.ErrUnavailable) {
		err = fmt.Errorf("%w within %v", store.ErrUnavailable, limit)
	}
	return err
}

// Answers returns store.ErrUnavailable within a second if the database is down or too busy.
// Watch waits longer before Watch says that the database is down.
func (s RetryOnDiskFull) Answers(ctx context.Context) error {
	if s.down.Load() {
		return said{store.ErrUnavailable}
	}
	return s.ask(ctx, pageTime)
}

// View implements store.Store.
func (s RetryOnDiskFull) View(ctx context.Context, fn func(store.Tx) error) error {
	err := s.Store.View(ctx, fn)
	if err == nil { // does not prove that updates work
		return nil
	}
	return s.say(err)
}

// Update implements store.Store. It returns store.ErrDisk only if ctx is done, or after GiveUp.
func (s RetryOnDiskFull) Update(ctx context.Context, fn func(store.Tx) error) error {
	for {
		err := s.say(s.Store.Update(ctx, fn))
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
	return id, s.say(err)
}

// paused reports whether an update changed nothing and may succeed later.
func paused(err error) bool {
	return errors.Is(err, store.ErrDisk) || errors.Is(err, store.ErrUnavailable)
}

// say logs once that the disk is full or the database is down, and once that updates work again.
// The log of the caller leaves out the error of a database that is down.
func (s RetryOnDiskFull) say(err error) error {
	switch {
	case errors.Is(err, store.ErrUnavailable):
		if s.down.CompareAndSwap(false, true) {
			s.log.Error("database down: paused; resumes automatically", "error", err)
		}
		return said{err}
	case errors.Is(err, store.ErrDisk):
		if s.full.CompareAndSwap(false, true) {
			s.log.Error("disk full: paused; resumes automatically when space is free", "error", err)
		}
	case err == nil:
		s.works(s.full, s.down)
	}
	return err
}

// said is the error of a database that is down. The log has a line about the database.
type said struct{ error }

// Said implements logs.Said.
func (said) Said() {}

func (s said) Unwrap() error { return s.error }

func (s RetryOnDiskFull) works(faults ...*atomic.Bool) {
	ended := false
	for _, f := range faults {
		ended = f.CompareAndSwap(true, false) || ended
	}
	if ended {
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
