package intake

import (
	"cmp"
	"context"
	"strings"
	"time"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// The second station: each message that was accepted is read, set aside if it is
// automatic or ours, and otherwise put into the queue of the thread it belongs
// to. Who wrote it decides what it is, not the mailbox it came in.

// routeLoop routes what is pending, in order of arrival, until ctx is done.
func (n *Intake) Loop(ctx context.Context) error {
	for {
		err := n.RoutePending(ctx)
		next := time.Time{}
		if err != nil && ctx.Err() == nil {
			n.Log.Error("routing", "error", err)
			next = n.Now().Add(queue.RetryDelay)
		}
		if !n.Signals.Routing.Wait(ctx, n.Now, next) {
			return nil
		}
	}
}

func (n *Intake) RoutePending(ctx context.Context) error {
	for {
		batch, err := n.pending(ctx)
		if err != nil || len(batch) == 0 {
			return err
		}
		if n.routeAll(ctx, batch) == nil {
			continue
		}
		for _, in := range batch { // whichever it was must not hold up the others
			if err := n.routeOne(ctx, in); err != nil {
				return err
			}
		}
	}
}

const (
	routeCount = 64      // messages that are routed in one transaction
	routeSize  = 8 << 20 // and their octets, unless it is only one
)

// pending returns the oldest messages that are to be routed, up to a batch.
func (n *Intake) pending(ctx context.Context) (batch []store.Inbound, err error) {
	err = n.Store.View(ctx, func(tx store.Tx) error {
		var octets int64
		batch = nil
		return tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
			octets += in.Size
			if octets > routeSize && len(batch) > 0 {
				return false
			}
			batch = append(batch, in)
			return len(batch) < routeCount
		})
	})
	return batch, err
}

// routeOne routes a message, or after too many attempts puts it before staff.
func (n *Intake) routeOne(ctx context.Context, in store.Inbound) error {
	err := n.routeAll(ctx, []store.Inbound{in})
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	n.Log.Error("routing a message", "inbound", in.ID, "mailbox", in.Mailbox, "uid", in.UID,
		"error", err)
	defer n.Signals.Sending.Notify() // staff may be told
	return n.Update(ctx, failpoint.Abandon, func(tx store.Tx) error {
		now, err2 := tx.Inbound(in.ID)
		if err2 != nil {
			return err2
		}
		now.Attempts++
		if now.Attempts >= queue.MaxAttempts {
			return n.Quarantine(tx, now, nil, guard.FirstLine(err.Error()))
		}
		return tx.PutInbound(now)
	})
}

// route routes messages in one transaction, as syncing to disk for each would be
// the slowest part of taking in a full mailbox.
func (n *Intake) routeAll(ctx context.Context, batch []store.Inbound) error {
	readings, err := n.readAll(ctx, batch)
	if err != nil {
		return err
	}
	var routed []router
	err = n.Update(ctx, failpoint.Route, func(tx store.Tx) error {
		routed = nil
		for _, r := range readings {
			rt := router{d: n, tx: tx, ctx: ctx, parsedMail: r}
			if err := rt.route(); err != nil {
				return err
			}
			if err := rt.tellReleased(); err != nil {
				return err
			}
			routed = append(routed, rt)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, rt := range routed {
		rt.wakeUp()
	}
	return nil
}

// wakeUp wakes the thread of a routed message, and the outbox if it has new mail.
func (r *router) wakeUp() {
	if r.wake.Thread != "" {
		r.d.Signals.Threads.Wake(r.wake.Thread, r.wake.Priority)
	}
	if r.notices {
		r.d.Signals.Sending.Notify()
	}
}

// router routes one message inside one transaction.
type router struct {
	d   *Intake
	tx  store.Tx
	ctx context.Context
	parsedMail
	wake    queue.Wakeup // of the thread that has something to do now, if one has
	notices bool         // there is something new in the outbox
}

func (r *router) route() error {
	if r.in.Partial && len(r.msg.Header) == 0 { // and so like any other of which nothing came
		return r.quarantine(r.in.Reason)
	}
	r.in.MessageID, r.in.From = r.msg.MessageID, strings.ToLower(r.origin.From.Address)
	if done, err := r.seenBefore(); done || err != nil {
		return err
	}
	switch {
	case r.in.Partial:
		return r.quarantine(cmp.Or(r.in.Reason,
			"it is larger than max_message_size") + "; only its header was read, and it still lies in the mailbox")
	case r.origin.Kind != origin.Person && r.in.Released == "":
		return r.setAside()
	case r.origin.Problem != "":
		return r.quarantine("nobody can tell who wrote it: " + r.origin.Problem)
	case message.CheckAddress(r.origin.From.Address) != nil:
		return r.quarantine("it can't be answered: " + message.CheckAddress(r.origin.From.Address).Error())
	case r.d.IsOwnAddress(r.origin.From.Address):
		return r.quarantine("it claims to be from " + r.origin.From.Address + ", which is ours, and is not")
	}
	if _, is := r.d.Staff.Find(r.origin.From.Address); is {
		if r.origin.Lead { // anybody may have filled it in
			return r.quarantine("a web form wrote it in the name of " + r.origin.From.Address + ", who is staff")
		}
		return r.fromStaff()
	}
	return r.fromCustomer()
}

// enqueue puts an event into a thread's queue.
func (r *router) enqueue(thread, kind string, data any) error {
	in, err := queue.PriorityIn(r.tx, thread, kind)
	if err != nil {
		return err
	}
	r.wake = queue.Wakeup{Thread: thread, Priority: in}
	_, err = r.tx.Enqueue(queue.NewEvent(r.d.Now(), thread, kind, data))
	return err
}

func (r *router) handled(thread, reason string) error {
	r.in.Status, r.in.Thread, r.in.Reason = store.InboundHandled, thread, reason
	r.d.Log.Info("message routed", "inbound", r.in.ID, "mailbox", r.in.Mailbox, "thread", thread,
		"from", r.origin.From.Address, "reason", reason)
	return r.tx.PutInbound(r.in)
}

// fromCustomer finds the thread of a message that is not staff's.
func (r *router) fromCustomer() error {
	if flooded, err := r.flooded(); flooded || err != nil {
		return err
	}
	if misused, err := r.misused(); misused || err != nil {
		return err
	}
	outcome, err := r.resolve(r.signals)
	if err != nil {
		return err
	}
	e := r.customerEvent()
	e.Mail.Notes = append(e.Mail.Notes, hintNotes(outcome.Hints)...)
	switch outcome.Kind {
	case threadresolver.Reply:
		return r.join(outcome.Thread, e)
	case threadresolver.Stranger:
		why, err := r.copied(outcome.Thread)
		if err != nil {
			return err
		}
		return r.askStaff(outcome.Thread, queue.RoutingEvent{Kind: "stranger",
			Candidates: []string{outcome.Thread}, Why: append(outcome.Why, why...), Customer: e})
	case threadresolver.Conflict:
		return r.askStaff(outcome.Candidates[0], queue.RoutingEvent{Kind: "conflict",
			Candidates: outcome.Candidates, Why: outcome.Why, Customer: e})
	}
	if crowded, err := r.crowded(); crowded || err != nil {
		return err
	}
	if e.Greet, err = r.greets(e); err != nil {
		return err
	}
	thread, err := r.begin(e)
	if err != nil {
		return err
	}
	return r.join(thread, e)
}

func (r *router) resolve(s threadresolver.Signals) (threadresolver.Outcome, error) {
	resolver := threadresolver.Resolver{Minter: r.d.Minter, Index: queue.Index{Tx: r.tx}}
	return resolver.Resolve(r.ctx, s)
}

func (r *router) customerEvent() queue.CustomerEvent {
	return queue.CustomerEvent{
		Inbound: r.in.ID, From: r.origin.From.Address, Mail: r.forPlanner(),
		References: message.ReplyReferences(r.msg), Index: threadIndex(r.msg),
		Learn: r.signals.Learn(), ReplyTo: r.answerTo(),
	}
}

// answerTo is where an answer goes: Reply-To is that and nothing more; who wrote
// is From (RFC 5322 §3.6.2).
func (r *router) answerTo() string {
	if len(r.msg.ReplyTo) == 1 && message.CheckAddress(r.msg.ReplyTo[0].Address) == nil &&
		!r.d.IsOwnAddress(r.msg.ReplyTo[0].Address) {
		return r.msg.ReplyTo[0].Address
	}
	return r.origin.From.Address
}
