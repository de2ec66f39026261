package copies

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"ppamaild/mailbox"
	"ppamaild/store"
)

// A twin is another ppamaild that works on the same mailbox with another store: a staging copy, or
// the old host after a restore on a new one. Customers would get two answers. A twin shows in
// Sent: a mail that a ppamaild wrote, but that is not in this store.

// Twins looks for mails of a twin. Its methods are safe for concurrent use.
type Twins struct {
	o    TwinOptions
	mu   sync.Mutex
	at   map[string]mailbox.SentCursor // by role; protected by mu
	from time.Time                     // mails with an earlier date are no sign; protected by mu
	twin *mailbox.Ours                 // protected by mu
}

// TwinOptions are the parts of Twins. All are required.
type TwinOptions struct {
	Store store.Store
	Sent  map[string]*mailbox.Sent // by role
	Now   func() time.Time
}

// NewTwins returns Twins. Mail from before this moment is no sign of a twin. So a restart after
// the end of the twin resumes sending, and a restore on another host does not take the mail of
// the former host for a twin's.
func NewTwins(o TwinOptions) *Twins {
	return &Twins{
		o: o, at: make(map[string]mailbox.SentCursor), from: o.Now().Truncate(time.Second),
	}
}

// Found returns the first mail of a twin, or nil.
func (t *Twins) Found() *mailbox.Ours {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.twin
}

// Look looks into each Sent folder.
func (t *Twins) Look(ctx context.Context) error {
	var failed error
	for role, folder := range t.o.Sent {
		failed = errors.Join(failed, t.look(ctx, role, folder))
	}
	return failed
}

func (t *Twins) look(ctx context.Context, role string, folder *mailbox.Sent) error {
	t.mu.Lock()
	at := t.at[role]
	t.mu.Unlock()
	all, next, err := folder.OursSince(ctx, at)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(m mailbox.Ours) bool { return m.Date.Before(t.from) })
	foreign, err := t.unknown(ctx, all)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at[role] = next
	if t.twin == nil && len(foreign) > 0 {
		t.twin = &foreign[0]
	}
	return nil
}

// unknown returns the mails that are not in the store.
func (t *Twins) unknown(
	ctx context.Context, all []mailbox.Ours,
) (foreign []mailbox.Ours, err error) {
	if len(all) == 0 {
		return nil, nil
	}
	err = t.o.Store.View(ctx, func(tx store.Tx) error {
		foreign = nil
		for _, m := range all {
			switch _, err := tx.MessageID(m.MessageID); {
			case errors.Is(err, store.ErrNotFound):
				foreign = append(foreign, m)
			case err != nil:
				return err
			}
		}
		return nil
	})
	return foreign, err
}
