package intake

import (
	"context"
	"io"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// sink is the first station: what a watcher has fetched is stored, with the
// cursor, before anything looks into it.
type sink struct {
	d    *Intake
	name string // of the mailbox, as in store.Cursor
}

// Sink returns what the watcher of a mailbox stores messages in. name is the name of the mailbox in
// the store.
func (n *Intake) Sink(name string) mailbox.Sink { return sink{n, name} }

func (s sink) Cursor(ctx context.Context, mailbox string) (store.Cursor, error) {
	return queue.Read(ctx, s.d.Store, func(tx store.Tx) (store.Cursor, error) {
		return tx.Cursor(mailbox)
	})
}

func (s sink) Accept(ctx context.Context, batch []mailbox.Arrival, c store.Cursor) error {
	err := s.d.Update(ctx, failpoint.Accept, func(tx store.Tx) error {
		for _, a := range batch {
			if _, err := tx.Accept(s.inbound(a), a.Raw, c); err != nil {
				return err
			}
		}
		return tx.PutCursor(c)
	})
	if err == nil && len(batch) > 0 {
		s.d.Signals.Routing.Notify()
	}
	return err
}

func (s sink) AcceptLarge(ctx context.Context, a mailbox.Arrival, body io.Reader,
	c store.Cursor) error {
	failpoint.Before(failpoint.AcceptLarge)
	_, err := s.d.Store.AcceptLarge(ctx, s.inbound(a), body, c)
	failpoint.After(failpoint.AcceptLarge)
	if err == nil {
		s.d.Signals.Routing.Notify()
	}
	return err
}

func (s sink) inbound(a mailbox.Arrival) store.Inbound {
	return store.Inbound{
		Mailbox: s.name, UIDValidity: a.UIDValidity, UID: a.UID, InternalDate: a.InternalDate,
		AcceptedAt: s.d.Now(), Size: a.Size, Partial: a.Partial, Reason: a.Problem,
		Status: store.InboundPending,
	}
}
