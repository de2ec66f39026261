package changelog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ppamaild/store"
)

// limits bound the log. The content of older events is erased.
type limits struct {
	age    time.Duration
	events uint64
}

// usual are the limits of a log.
func usual() limits { return limits{30 * 24 * time.Hour, 100_000} }

const (
	pruneRecord = "events pruned" // in the store: the number of the last pruned event
	mostPruned  = 4               // events that one new event prunes, so that a commit stays short
)

// pruned returns the number of the last pruned event; 0 for none.
func pruned(tx store.Secrets) (uint64, error) {
	raw, err := tx.Secret(pruneRecord)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	last, err := strconv.ParseUint(string(raw), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("reading %s: %w", pruneRecord, err)
	}
	return last, nil
}

// Pruned returns the number of the last pruned event; 0 for none.
func (s *Store) Pruned(ctx context.Context) (last uint64, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		last, err = pruned(tx)
		return err
	})
	return last, err
}

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

// prune erases the oldest events that are beyond the limits.
func (t logged) prune(newest store.Entry) error {
	last, err := pruned(t.Tx)
	if err != nil {
		return err
	}
	was := last
	for last-was < mostPruned && last+1 < newest.Seq {
		var oldest store.Entry
		err := t.Tx.Journal(journal, last+1, func(e store.Entry, _ []byte) bool {
			oldest = e
			return false
		})
		if err != nil {
			return err
		}
		if newest.Seq-last <= t.keep.events && newest.At.Sub(oldest.At) <= t.keep.age {
			break
		}
		if err := t.Tx.Erase(journal, last+1); err != nil {
			return err
		}
		last++
	}
	if last == was {
		return nil
	}
	return t.Tx.PutSecret(pruneRecord, strconv.AppendUint(nil, last, 10))
}
