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
// Twins looks for mails of a twin. The inboxes need no look: the intake finds mail of a twin there,
// and replies to such mail. The methods of Twins are safe for concurrent use.
type Twins struct {
	o TwinOptions

	turn     sync.Mutex // held while a look before sending goes on
	lookedAt time.Time  // protected by turn
	moved    uint64     // the moves before the last look; protected by turn

	mu      sync.Mutex
	at      map[string]mailbox.SentCursor // by name of the folder; protected by mu
	found   *mailbox.Ours                 // protected by mu
	stopped bool                          // a twin stopped mail at the last look; protected by mu
}

// TwinOptions are the parts of Twins. All are required.
type TwinOptions struct {
	Store   store.Store
	Update  func(context.Context, failpoint.Boundary, func(store.Tx) error) error
	Sent    map[string]*mailbox.Sent // all Sent folders of the agency, by name
	Signals queue.Signals
	Now     func() time.Time
	Log     *slog.Logger
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

// Look looks into all Sent folders. The first mail of a twin stops mail to customers.
func (t *Twins) Look(ctx context.Context) error {
	known, err := queue.Read(ctx, t.o.Store, queue.FindTwin)
	if err != nil {
		return err
	}
	t.noteRelease(known)
	for folder := range t.o.Sent {
		err = errors.Join(err, t.look(ctx, folder, known))
	}
	return err
}

const (
	lookFresh = 2 * time.Second // how long a look before sending counts
	lookTime  = 5 * time.Second // maximum duration of a look before sending
)

// LookBefore looks into all Sent folders before a mail leaves. The last look counts if it is fresh,
// and if no mail arrived and no review mail left since. A twin acts on the same mail, at the same
// time. A failed look stops no mail.
func (t *Twins) LookBefore(ctx context.Context) {
	t.turn.Lock()
	defer t.turn.Unlock()
	moved := t.o.Signals.Moves.Load()
	age := t.o.Now().Sub(t.lookedAt)
	if 0 <= age && age < lookFresh && moved == t.moved {
		return
	}
	looking, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	if err := t.Look(looking); err != nil && ctx.Err() == nil {
		t.o.Log.Debug("looking into Sent before a mail leaves", "error", err)
	}
	t.lookedAt, t.moved = t.o.Now(), moved
}

func (t *Twins) look(ctx context.Context, folder string, known queue.Twin) error {
	t.mu.Lock()
	at := t.at[folder]
	t.mu.Unlock()
	all, next, err := t.o.Sent[folder].OursSince(ctx, at)
	if err != nil {
		return err
	}
	foreign, err := t.foreign(ctx, all)
	if err == nil && foreign != nil && !known.Stops() {
		err = t.record(ctx, folder, *foreign)
	}
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at[folder] = next
	return nil
}

// noteRelease lets all looks after a release begin at the end of Sent: mail of the twin from before
// the release is no new sign.
func (t *Twins) noteRelease(known queue.Twin) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped && !known.Stops() {
		t.found = nil
		clear(t.at)
	}
	t.stopped = known.Stops()
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
func (t *Twins) record(ctx context.Context, folder string, m mailbox.Ours) error {
	twin, noted := queue.Twin{MessageID: m.MessageID, Folder: folder}, false
	err := t.o.Update(ctx, failpoint.Alarm, func(tx store.Tx) (err error) {
		noted, err = queue.NoteTwin(tx, twin, t.o.Now())
		return err
	})
	if err != nil || !noted {
		return err
	}
	t.mu.Lock()
	t.found = &m
	t.mu.Unlock()
	t.o.Signals.ReportTwin(t.o.Log, twin)
	return nil
}
