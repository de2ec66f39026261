package changelog

import (
	"context"
	"errors"
	"time"

	"ppamaild/store"
)

// limits bound the log. Older events are erased.
type limits struct {
	age    time.Duration
	events uint64
}

// usual are the limits of a log.
func usual() limits { return limits{30 * 24 * time.Hour, places} }

// maxPruned bounds the events that one new event prunes, so that a commit stays short.
const maxPruned = 4

// Epoch is the Unix time of the last restore of the store, or 0. The numbers of later events may
// be the numbers of events that the restore removed.
func (s *Store) Epoch(ctx context.Context) (epoch int64, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		r, err := tx.Restoration()
		if errors.Is(err, store.ErrNotFound) || err == nil && r.At.IsZero() {
			return nil
		}
		epoch = r.At.Unix()
		return err
	})
	return epoch, err
}

// prune erases the oldest events that are beyond the limits. The last event stays.
func (t logged) prune(at span, now time.Time) (span, error) {
	for range maxPruned {
		oldest := at.Pruned + 1
		if oldest >= at.Last {
			break
		}
		if at.Last-at.Pruned <= t.keep.events {
			e, err := eventOf(t.Tx, oldest)
			if err != nil {
				return at, err
			}
			if now.Sub(e.At) <= t.keep.age {
				break
			}
		}
		if placeOf(oldest) != placeOf(at.Last) { // the last event took the place of the oldest
			if err := t.Tx.PutSecret(placeOf(oldest), nil); err != nil {
				return at, err
			}
		}
		at.Pruned = oldest
	}
	return at, nil
}
