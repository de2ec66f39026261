package daemon

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// patientStore has whoever changes the store wait while the disk takes no more. So a
// full disk stops each station at its last commit: nothing is accepted, decided or
// sent meanwhile, no attempt counts for it, what came of a mail is recorded once
// there is room, and everything goes on by itself.
type patientStore struct {
	store.Store
	log  *slog.Logger
	quit chan struct{} // closed when nobody is to wait any more
	full *atomic.Bool
}

// lookForRoom is how often a change is tried again that the disk did not take.
const lookForRoom = 2 * time.Second

func newPatientStore(s store.Store, log *slog.Logger) patientStore {
	return patientStore{s, log, make(chan struct{}), new(atomic.Bool)}
}

// Update implements store.Store. It returns store.ErrDisk only when the daemon ends.
func (s patientStore) Update(ctx context.Context, fn func(store.Tx) error) error {
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
func (s patientStore) AcceptLarge(ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor) (uint64, error) {
	id, err := s.Store.AcceptLarge(ctx, in, r, cursor)
	s.say(err)
	return id, err
}

// say logs once that the disk is full, and once that it has room again.
func (s patientStore) say(err error) {
	switch {
	case errors.Is(err, store.ErrDisk):
		if s.full.CompareAndSwap(false, true) {
			s.log.Error("THE DISK TAKES NO MORE: nothing is accepted, decided or sent until it does; make room, and all goes on by itself", "error", err)
		}
	case err == nil && s.full.CompareAndSwap(true, false):
		s.log.Warn("the disk takes data again; going on")
	}
}

// Backup has the store be copied while it is used, where that can be; see storefile.Copy.
func (s patientStore) Backup(ctx context.Context, w io.Writer) error {
	return storefile.Copy(ctx, s.Store, w)
}
