package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/agent"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// giveUp takes an event that can't be dealt with off its queue, and gives the
// thread to a person with all that is known.
func (d *Daemon) giveUp(ctx context.Context, thread string, why error) error {
	if thread == journal.AgencyThread { // no customer's, so nothing to hand over
		return d.abandon(ctx, thread, why)
	}
	r, err := d.load(ctx, thread)
	if err != nil {
		return err
	}
	d.Log.Error("giving up on an event", "thread", thread, "event", r.event.Seq, "kind", r.event.Kind, "error", why)
	given := givenEvent{Why: guard.FirstLine(why.Error()), Kind: r.event.Kind, At: r.event.At, Data: r.event.Data}
	if r.State.InFlight == r.event.Seq {
		given.Data = nil
	}
	r.note(store.SourceSystem, journal.KindGivenUp, "", fmt.Sprint(r.event.Seq), given)
	var customer queue.CustomerEvent
	if r.event.Kind == queue.KindCustomer && json.Unmarshal(r.event.Data, &customer) == nil {
		r.note(store.SourceCustomer, journal.KindUnread, customer.From, customer.Mail.ID, agent.CustomerMessage{Mail: customer.Mail, Inbound: customer.Inbound, At: r.at()})
	}
	if err := r.forsake(ctx, guard.FirstLine(why.Error())); err != nil {
		return err
	}
	if err := r.step(ctx, agent.Stuck{Why: guard.FirstLine(why.Error()), At: r.at()}); err != nil {
		return err
	}
	r.State.InFlight, r.finished = 0, true
	return r.commit(ctx)
}

// abandon takes an event off its queue although its thread can't be read or
// written. The message behind it, which stays stored, is put before staff.
func (d *Daemon) abandon(ctx context.Context, thread string, why error) error {
	var e store.Event
	err := d.update(ctx, failpoint.Abandon, func(tx store.Tx) (err error) {
		if e, err = tx.NextEvent(thread); err != nil {
			return err
		}
		var of struct {
			Inbound uint64 `json:"inbound"`
		}
		_ = json.Unmarshal(e.Data, &of) // data that can't be read names no message, and must not keep the event
		err = tx.Dequeue(thread, e.Seq)
		switch {
		case err == nil && e.Kind == queue.KindRestored:
			return d.askReleaseLater(tx, e)
		case err != nil || of.Inbound == 0:
			return err
		}
		in, err := tx.Inbound(of.Inbound)
		if err != nil {
			return err
		}
		return d.quarantine(tx, in, nil, fmt.Sprintf("the thread %s can't be worked on: %s", thread, guard.FirstLine(why.Error())))
	})
	if err != nil {
		return errors.Join(why, err)
	}
	d.Log.Error("took an event off a thread that can't be worked on", "thread", thread, "event", e.Seq, "kind", e.Kind, "error", why)
	d.sendBell.Notify()
	d.timerBell.Notify()
	return nil
}
