package history

import (
	"context"
	"errors"
	"strings"

	"ppamaild/daemon/refusal"
	"ppamaild/privacy"
	"ppamaild/progress"
	"ppamaild/store"
)

// Verified is the result of a check of a journal's chain of digests.
type Verified struct {
	Thread  string           `json:"thread"`
	Entries uint64           `json:"entries"`
	Broken  string           `json:"broken,omitempty"` // the first changed entry, or ""
	Erased  []privacy.Erased `json:"erased,omitempty"` // the orders that erased data, oldest first
}

// Verify checks the chain of digests of a thread's journal. An id of "" selects all threads,
// including the agency's own. Verify returns a refusal for an unknown thread.
func (r Reader) Verify(ctx context.Context, id string) (list []Verified, err error) {
	err = r.VerifyEach(ctx, id, func(threads int) error {
		list = make([]Verified, 0, threads)
		progress.Begin(ctx, "verifying", "threads", func() int64 { return int64(threads) })
		return nil
	}, func(v Verified) error {
		list = append(list, v)
		progress.Add(ctx, 1)
		return nil
	})
	return list, err
}

// VerifyEach calls begin with the number of threads, and each with the result of each thread. It
// is like Verify, and ends with the first error of begin or each.
func (r Reader) VerifyEach(
	ctx context.Context, id string, begin func(threads int) error, each func(Verified) error,
) error {
	id = strings.ToUpper(strings.TrimSpace(id))
	return r.Store.View(ctx, func(tx store.Tx) error {
		verify := func(h store.Head) error {
			v, err := verified(tx, h.Thread)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			return each(v)
		}
		if id == "" {
			threads, err := store.CountThreads(tx)
			if err == nil {
				err = begin(threads)
			}
			if err != nil {
				return err
			}
			return store.EveryHead(tx, verify)
		}
		h, err := tx.Head(id)
		if errors.Is(err, store.ErrNotFound) {
			err = refusal.Errorf(
				"there is no thread %s; ppamaild threads list shows the threads", id)
		}
		if err == nil {
			err = begin(1)
		}
		if err != nil {
			return err
		}
		return verify(h)
	})
}

// verified checks the journal of a thread.
func verified(tx store.Tx, thread string) (v Verified, err error) {
	v.Thread = thread
	var erasedErr, lengthErr error
	v.Erased, erasedErr = privacy.ErasedFrom(tx, thread)
	v.Entries, lengthErr = tx.JournalLength(thread)
	if broken := tx.VerifyJournal(thread); broken != nil {
		v.Broken = broken.Error()
	} else if errors.Is(erasedErr, store.ErrCorrupt) {
		v.Broken, erasedErr = erasedErr.Error(), nil
	}
	return v, errors.Join(erasedErr, lengthErr)
}
