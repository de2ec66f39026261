package history

import (
	"context"
	"errors"
	"strings"

	"ppamaild/daemon/refusal"
	"ppamaild/privacy"
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

// journaled returns the thread id or, for "", all threads.
func journaled(tx store.Threads, id string) (threads []string, err error) {
	if id == "" {
		err = tx.Heads(func(h store.Head) bool {
			threads = append(threads, h.Thread)
			return true
		})
		return threads, err
	}
	_, err = tx.Head(id)
	if errors.Is(err, store.ErrNotFound) {
		err = refusal.Errorf("there is no thread %s; ppamaild threads list shows those there are", id)
	}
	return []string{id}, err
}
