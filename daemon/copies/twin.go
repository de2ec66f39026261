package copies

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// A twin is another ppamaild that works on the same mailbox with another store: a staging copy, or
// the old host after a restore on a new one. Customers would get two answers. A twin shows in
// Sent: a mail that a ppamaild wrote, but that is not in this store. Each mail carries its
// Message-ID a second time, in a field of ppamaild, and the store knows all Message-IDs that it
// made. So a copy of the store is a twin, too.
//
// Twins looks for mails of a twin. Its methods are safe for concurrent use.
type Twins struct {
	o TwinOptions

	turn     sync.Mutex // held while a look before sending goes on
	lookedAt time.Time  // protected by turn

	mu      sync.Mutex
	at      map[string]mailbox.SentCursor // by role; protected by mu
	found   *mailbox.Ours                 // protected by mu
	stopped bool                          // a twin stopped mail at the last look; protected by mu
}

// TwinOptions are the parts of Twins. All are required.
type TwinOptions struct {
	Store  store.Store
	Update func(context.Context, failpoint.Boundary, func(store.Tx) error) error
	Sent   map[string]*mailbox.Sent // by role
	Now    func() time.Time
	Log    *slog.Logger
}

// NewTwins returns Twins. Mail that is in Sent at the first look is no sign of a twin. So a restore
// on another host does not take the mail of the former host for a twin's.
func NewTwins(o TwinOptions) *Twins {
	return &Twins{o: o, at: make(map[string]mailbox.SentCursor)}
}

// Mail returns the first mail of a twin since the start, or nil.
func (t *Twins) Mail() *mailbox.Ours {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.found
}

// Look looks into each Sent folder. The first mail of a twin stops mail to customers.
func (t *Twins) Look(ctx context.Context) error {
	var failed error
	for role := range t.o.Sent {
		failed = errors.Join(failed, t.look(ctx, role))
	}
	return failed
}

const (
	lookFresh = 2 * time.Second // how long a look before sending counts
	lookTime  = 5 * time.Second // maximum duration of a look before sending
)

// LookBefore looks into the Sent folder of a role before a mail leaves, unless another mail just
// did. A failed look stops no mail.
func (t *Twins) LookBefore(ctx context.Context, role string) {
	t.turn.Lock()
	defer t.turn.Unlock()
	if age := t.o.Now().Sub(t.lookedAt); 0 <= age && age < lookFresh {
		return
	}
	looking, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	if err := t.look(looking, role); err != nil && ctx.Err() == nil {
		t.o.Log.Debug("looking into Sent before a mail leaves", "role", role, "error", err)
	}
	t.lookedAt = t.o.Now()
}

func (t *Twins) look(ctx context.Context, role string) error {
	known, err := queue.Read(ctx, t.o.Store, queue.FindTwin)
	if err != nil {
		return err
	}
	at := t.place(role, known)
	all, next, err := t.o.Sent[role].OursSince(ctx, at)
	if err != nil {
		return err
	}
	foreign, err := t.foreign(ctx, all)
	if err == nil && foreign != nil && !known.Stops() {
		err = t.record(ctx, role, *foreign)
	}
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at[role] = next
	return nil
}

// place returns where the next look begins. After a release, all looks begin at the end of Sent:
// mail of the twin from before the release is no new sign.
func (t *Twins) place(role string, known queue.Twin) mailbox.SentCursor {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped && !known.Stops() {
		t.found = nil
		clear(t.at)
	}
	t.stopped = known.Stops()
	return t.at[role]
}

// foreign returns the first mail that is not from this store, or nil.
func (t *Twins) foreign(ctx context.Context, all []mailbox.Ours) (first *mailbox.Ours, err error) {
	if len(all) == 0 {
		return nil, nil
	}
	return queue.Read(ctx, t.o.Store, func(tx store.Tx) (*mailbox.Ours, error) {
		for _, m := range all {
			if foreign, err := queue.IsForeign(tx, m.MessageID); foreign || err != nil {
				return &m, err
			}
		}
		return nil, nil
	})
}

// record stops mail to customers because of a mail of a twin.
func (t *Twins) record(ctx context.Context, role string, m mailbox.Ours) error {
	err := t.o.Update(ctx, failpoint.Alarm, func(tx store.Tx) error {
		return queue.NoteTwin(tx, m.MessageID, "Sent of "+role, t.o.Now())
	})
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.found = &m
	return nil
}
