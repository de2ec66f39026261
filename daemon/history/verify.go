package history

import (
	"context"
	"errors"
	"strings"

	"ppamaild/daemon/refusal"
	"ppamaild/privacy"
	"ppamaild/store"
)

// Verified is what came of checking the chain of digests of a thread's journal.
type Verified struct {
	Thread  string `json:"thread"`
	Entries uint64 `json:"entries"`
	Broken  string `json:"broken,omitempty"` // the first entry that was changed, and how; "" where the chain is whole

	Erased []privacy.Erased `json:"erased,omitempty"` // by whose orders, oldest first
}

// Verify recomputes the chain of digests of a thread's journal, or of every thread's
// where id is "", the agency's own among them. It fails with a refusal where there is
// no such thread.
func (r Reader) Verify(ctx context.Context, id string) (list []Verified, err error) {
	id = strings.ToUpper(strings.TrimSpace(id))
	err = r.Store.View(ctx, func(tx store.Tx) error {
		threads, err := journaled(tx, id)
		for _, thread := range threads {
			v := Verified{Thread: thread}
			var erasedErr, lengthErr error
			v.Erased, erasedErr = privacy.ErasedFrom(tx, thread)
			v.Entries, lengthErr = tx.JournalLength(thread)
			if broken := tx.VerifyJournal(thread); broken != nil {
				v.Broken = broken.Error()
			} else if errors.Is(erasedErr, store.ErrCorrupt) {
				v.Broken, erasedErr = erasedErr.Error(), nil
			}
			list, err = append(list, v), errors.Join(err, erasedErr, lengthErr)
		}
		return err
	})
	return list, err
}

// journaled returns the thread that is asked for, or all.
func journaled(tx store.Threads, id string) (threads []string, err error) {
	if id == "" {
		err = tx.Heads(func(h store.Head) bool { threads = append(threads, h.Thread); return true })
		return threads, err
	}
	_, err = tx.Head(id)
	if errors.Is(err, store.ErrNotFound) {
		err = refusal.Errorf("there is no thread %s; ppamaild threads list shows those there are", id)
	}
	return []string{id}, err
}
