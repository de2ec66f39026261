package intake

import (
	"context"
	"io"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// sink stores fetched messages and the cursor of their mailbox. It parses nothing, so no message
// can stop it.
type sink struct {
	intake *Intake
	name   string // of the mailbox, as in store.Cursor
}

// Sink returns the sink for the watcher of a mailbox. name is the name of the mailbox in the
// store.
func (n *Intake) Sink(name string) mailbox.Sink { return sink{n, name} }

// Cursor implements mailbox.Sink.
func (s sink) Cursor(ctx context.Context, mailbox string) (store.Cursor, error) {
	return queue.Read(ctx, s.intake.Store, func(tx store.Tx) (store.Cursor, error) {
		return tx.Cursor(mailbox)
	})
}

// Accept implements mailbox.Sink.
func (s sink) Accept(ctx context.Context, batch []mailbox.Arrival, c store.Cursor) error {
	err := s.intake.Update(ctx, failpoint.Accept, func(tx store.Tx) error {
		for _, a := range batch {
			if _, err := tx.Accept(s.inbound(a), a.Raw, c); err != nil {
				return err
			}
		}
		return tx.PutCursor(c)
	})
	if err == nil && len(batch) > 0 {
		s.intake.Signals.NotifyArrival()
	}
	return err
}

// AcceptLarge implements mailbox.Sink.
func (s sink) AcceptLarge(
	ctx context.Context, a mailbox.Arrival, body io.Reader, c store.Cursor,
) error {
	failpoint.Before(failpoint.AcceptLarge)
	_, err := s.intake.Store.AcceptLarge(ctx, s.inbound(a), body, c)
	failpoint.After(failpoint.AcceptLarge)
	if err == nil {
		s.intake.Signals.NotifyArrival()
	}
	return err
}

func (s sink) inbound(a mailbox.Arrival) store.Inbound {
	return store.Inbound{
		Mailbox:      s.name,
		UIDValidity:  a.UIDValidity,
		UID:          a.UID,
		InternalDate: a.InternalDate,
		AcceptedAt:   s.intake.Now(),
		Size:         a.Size,
		Partial:      a.Partial,
		Reason:       a.Problem,
		Status:       store.InboundPending,
	}
}
