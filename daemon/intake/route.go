package intake

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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

// Loop routes accepted messages, in order of arrival, until ctx ends.
func (n *Intake) Loop(ctx context.Context) error {
	if err := n.RouteLeft(ctx); err != nil && ctx.Err() == nil {
		n.Log.Error("routing what the last run left", "error", err)
	}
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

// RouteLeft routes the messages that the last run may have been reading when it ended. It commits
// an attempt before each message. So a message that ends the program is quarantined after
// MaxStarts starts.
func (n *Intake) RouteLeft(ctx context.Context) error {
	batch, _, err := n.pending(ctx)
	if err != nil {
		return err
	}
	for _, in := range batch {
		if in.Attempts++; in.Attempts > MaxStarts {
			err = n.giveUp(ctx, in, n.Say("intake.ends_program"))
		} else if err = n.putAttempts(ctx, in); err == nil {
			err = n.routeOne(ctx, in)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// MaxStarts bounds the starts that end while a message is read. The number is larger than
// queue.MaxAttempts, because a kill for another reason may hit the same message a few times.
const MaxStarts = 10

func (n *Intake) putAttempts(ctx context.Context, in store.Inbound) error {
	return n.Update(ctx, failpoint.Abandon, func(tx store.Tx) error { return tx.PutInbound(in) })
}

// giveUp quarantines a message.
func (n *Intake) giveUp(ctx context.Context, in store.Inbound, why string) error {
	defer n.Signals.Sending.Notify() // for the notice to staff
	return n.Update(ctx, failpoint.Abandon, func(tx store.Tx) error {
		return n.Quarantine(tx, in, nil, why)
	})
}

// RoutePending routes all accepted messages. If a batch fails, each of its messages is routed
// alone: a bad message must not hold up the others.
func (n *Intake) RoutePending(ctx context.Context) error {
	for more := true; more; {
		var batch []store.Inbound
		var err error
		batch, more, err = n.pending(ctx)
		if err != nil || len(batch) == 0 {
			return err
		}
		if n.routeAll(ctx, batch) == nil {
			continue
		}
		for _, in := range batch {
			if err := n.routeOne(ctx, in); err != nil {
				return err
			}
		}
		more = true // a message that failed is tried again
	}
	return nil
}

// The bounds of a batch that is routed in one transaction. A single message may be larger.
const (
	batchCount = 64
	batchBytes = 8 << 20
)

// pending returns the oldest accepted messages, up to one batch. more reports whether there may be
// others.
func (n *Intake) pending(ctx context.Context) (batch []store.Inbound, more bool, err error) {
	err = n.Store.View(ctx, func(tx store.Tx) error {
		var size int64
		batch, more = nil, false
		return tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
			size += in.Size
			if more = size > batchBytes && len(batch) > 0; more {
				return false
			}
			batch = append(batch, in)
			more = len(batch) == batchCount
			return !more
		})
	})
	return batch, more, err
}

// routeOne routes a message. After queue.MaxAttempts failures, the message is quarantined.
func (n *Intake) routeOne(ctx context.Context, in store.Inbound) error {
	err := n.routeAll(ctx, []store.Inbound{in})
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	n.Log.Error("routing a message",
		"inbound", in.ID, "mailbox", in.Mailbox, "uid", in.UID, "error", err)
	if in.Attempts++; in.Attempts >= queue.MaxAttempts || guard.IsTooLong(err) {
		return n.giveUp(ctx, in, guard.FirstLine(err.Error()))
	}
	return n.putAttempts(ctx, in)
}

// routeAll routes messages in one transaction. A sync to disk for each message would be the
// slowest part of reading a full mailbox.
func (n *Intake) routeAll(ctx context.Context, batch []store.Inbound) error {
	mails, err := n.readAll(ctx, batch)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("routing messages %d to %d", batch[0].ID, batch[len(batch)-1].ID)
	routed, err := guard.Watch(ctx, n.Watch, name, func(ctx context.Context) ([]*router, error) {
		return n.commitRoutes(ctx, mails)
	})
	for _, r := range routed {
		r.wakeUp()
	}
	return err
}

func (n *Intake) commitRoutes(ctx context.Context, mails []parsedMail) ([]*router, error) {
	var routed []*router
	err := n.Update(ctx, failpoint.Route, func(tx store.Tx) error {
		routed = nil
		tx.Expect(wantedFor(mails))
		for _, m := range mails {
			r := &router{intake: n, tx: tx, ctx: ctx, parsedMail: m}
			if err := r.route(); err != nil {
				return err
			}
			if err := r.notifyReleased(); err != nil {
				return err
			}
			routed = append(routed, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return routed, nil
}

// wantedFor names the records that routing most messages reads.
func wantedFor(mails []parsedMail) (w store.Wanted) {
	for _, m := range mails {
		w.Inbound = append(w.Inbound, m.in.ID)
		w.Fingerprints = append(w.Fingerprints, m.fingerprint)
		if m.msg.MessageID != "" {
			w.MessageIDs = append(w.MessageIDs, m.msg.MessageID)
		}
		if from := strings.ToLower(m.origin.From.Address); from != "" {
			w.Correspondents = append(w.Correspondents, from)
		}
	}
	return w
}

// router routes one message in one transaction.
type router struct {
	intake *Intake
	tx     store.Tx
	ctx    context.Context
	parsedMail
	wake   queue.Wakeup // of the thread with new work; zero: none
	mailed bool         // the outbox has new mail
	twin   queue.Twin   // noted because of the message; zero: none
	look   bool         // the message is a reason to look for a twin
}

// wakeUp wakes the thread of a routed message, and the outbox if there is new mail.
func (r *router) wakeUp() {
	if r.wake.Thread != "" {
		r.intake.Signals.Threads.Wake(r.wake.Thread, r.wake.Priority)
	}
	if r.mailed {
		r.intake.Signals.Sending.Notify()
	}
	if r.twin.Folder != "" {
		r.intake.Signals.ReportTwin(r.intake.Log, r.twin)
	} else if r.look {
		r.intake.Signals.Faults.Notify()
	}
}

func (r *router) route() error {
	if r.unreadable != "" {
		return r.quarantine(r.unreadable)
	}
	if r.in.Partial && len(r.msg.Header) == 0 { // all empty messages have the same fingerprint
		return r.quarantine(r.in.Reason)
	}
	from := r.origin.From.Address
	r.in.MessageID, r.in.From = r.msg.MessageID, strings.ToLower(from)
	if done, err := r.seenBefore(); done || err != nil {
		return err
	}
	if err := noteTwin(r); err != nil {
		return err
	}
	badAddress := message.CheckAddress(from)
	switch {
	case r.in.Partial:
		why := cmp.Or(r.in.Reason, r.intake.Say("intake.too_large"))
		return r.quarantine(r.intake.Say("intake.header_only", why))
	case r.origin.Kind != origin.Person && r.in.Released == "":
		return r.setAside()
	case r.origin.Problem != "":
		return r.quarantine(r.intake.Say("intake.author_unclear", r.origin.Problem))
	case badAddress != nil:
		return r.quarantine(r.intake.Say("intake.not_answerable", badAddress.Error()))
	case r.intake.IsOwnAddress(from):
		return r.quarantine(r.intake.Say("intake.not_ours", from))
	}
	if _, isStaff := r.intake.Staff.Find(from); !isStaff {
		return r.fromCustomer()
	}
	if r.origin.Lead { // anybody can fill in a web form
		return r.quarantine(r.intake.Say("intake.form_of_staff", from))
	}
	return (&staffMail{router: r}).dispatch()
}

// fromCustomer finds the thread of a message from outside.
func (r *router) fromCustomer() error {
	if over, err := r.overLimit(); over || err != nil {
		return err
	}
	if misused, err := r.misused(); misused || err != nil {
		return err
	}
	outcome, err := r.resolve(r.signals)
	if err != nil {
		return err
	}
	e := r.intake.customerEvent(r.parsedMail)
	named, err := numberNotes(r.tx, e.Mail, outcome.Thread, r.intake)
	if err != nil {
		return err
	}
	e.Mail.Notes = slices.Concat(e.Mail.Notes, subjectNotes(outcome.Hints, r.intake), named)
	switch outcome.Kind {
	case threadresolver.Reply:
		return r.join(outcome.Thread, e)
	case threadresolver.Stranger:
		return r.fromStranger(outcome, e)
	case threadresolver.Conflict:
		return r.askStaff(outcome.Candidates[0], queue.RoutingEvent{
			Kind:       queue.RoutingConflict,
			Candidates: outcome.Candidates,
			Why:        outcome.Why,
			Customer:   e,
		})
	}
	return r.fromNewCustomer(e)
}

// fromStranger asks staff whether the author takes part in the thread.
func (r *router) fromStranger(outcome threadresolver.Outcome, e queue.CustomerEvent) error {
	why, err := copiedTo(r.tx, outcome.Thread, r.parsedMail, r.intake)
	if err != nil {
		return err
	}
	return r.askStaff(outcome.Thread, queue.RoutingEvent{
		Kind:       queue.RoutingStranger,
		Candidates: []string{outcome.Thread},
		Why:        append(outcome.Why, why...),
		Customer:   e,
	})
}

// fromNewCustomer opens a thread for a message.
func (r *router) fromNewCustomer(e queue.CustomerEvent) error {
	if over, err := r.overNewCustomers(); over || err != nil {
		return err
	}
	var err error
	if e.Greet, err = r.greets(e); err != nil {
		return err
	}
	thread, err := r.newThread(e)
	if err != nil {
		return err
	}
	return r.join(thread, e)
}

func (r *router) resolve(s threadresolver.Signals) (threadresolver.Outcome, error) {
	resolver := threadresolver.Resolver{
		Minter:  r.intake.Minter,
		Index:   queue.Index{Tx: r.tx},
		Phrases: r.intake,
	}
	return resolver.Resolve(r.ctx, s)
}

// enqueue puts an event into the queue of a thread.
func (r *router) enqueue(thread, kind string, data any) error {
	priority, err := queue.PriorityIn(r.tx, thread, kind)
	if err != nil {
		return err
	}
	r.wake = queue.Wakeup{Thread: thread, Priority: priority}
	_, err = r.tx.Enqueue(queue.NewEvent(r.intake.Now(), thread, kind, data))
	return err
}

// handled records that the message needs no more work.
func (r *router) handled(thread, reason string) error {
	r.in.Status, r.in.Thread, r.in.Reason = store.InboundHandled, thread, reason
	r.intake.Log.Info("message routed", "inbound", r.in.ID, "mailbox", r.in.Mailbox,
		"thread", thread, "from", r.origin.From.Address, "reason", reason)
	return r.tx.PutInbound(r.in)
}

// audit records in the journal of a thread ("": the agency) that the message has no effect there.
func (r *router) audit(thread, kind, why string) error {
	return r.intake.audit(r.tx, r.in, thread, kind, r.origin.From.Address, why)
}
