package daemon

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/mailbox"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// The second station: each message that was accepted is read, set aside if it is
// automatic or ours, and otherwise put into the queue of the thread it belongs
// to. Who wrote it decides what it is, not the mailbox it came in.

// maxAttempts bounds how often a message that can't be routed is tried again.
const maxAttempts = 3

// routeLoop routes what is pending, in order of arrival, until ctx is done.
func (d *Daemon) routeLoop(ctx context.Context) error {
	for {
		err := d.routePending(ctx)
		next := time.Time{}
		if err != nil && ctx.Err() == nil {
			d.log.Error("routing", "error", err)
			next = d.now().Add(lookAgain)
		}
		if !d.rest(ctx, d.routeBell, next) {
			return nil
		}
	}
}

func (d *Daemon) routePending(ctx context.Context) error {
	for {
		batch, err := d.pending(ctx)
		if err != nil || len(batch) == 0 {
			return err
		}
		if d.route(ctx, batch) == nil {
			continue
		}
		for _, in := range batch { // whichever it was must not hold up the others
			if err := d.routeOne(ctx, in); err != nil {
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
func (d *Daemon) pending(ctx context.Context) (batch []store.Inbound, err error) {
	err = d.store.View(ctx, func(tx store.Tx) error {
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
func (d *Daemon) routeOne(ctx context.Context, in store.Inbound) error {
	err := d.route(ctx, []store.Inbound{in})
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	d.log.Error("routing a message", "inbound", in.ID, "mailbox", in.Mailbox, "uid", in.UID, "error", err)
	return d.store.Update(ctx, func(tx store.Tx) error {
		now, err2 := tx.Inbound(in.ID)
		if err2 != nil {
			return err2
		}
		now.Attempts++
		if now.Attempts >= maxAttempts {
			return d.quarantine(tx, now, nil, err.Error())
		}
		return tx.PutInbound(now)
	})
}

// route routes messages in one transaction, as syncing to disk for each would be
// the slowest part of taking in a full mailbox.
func (d *Daemon) route(ctx context.Context, batch []store.Inbound) error {
	readings, err := d.readAll(ctx, batch)
	if err != nil {
		return err
	}
	var wake []string
	var notices bool
	err = d.store.Update(ctx, func(tx store.Tx) error {
		wake, notices = nil, false
		for _, r := range readings {
			rt := router{d: d, tx: tx, ctx: ctx, reading: r}
			if err := rt.route(); err != nil {
				return err
			}
			wake, notices = append(wake, rt.wake), notices || rt.notices
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, thread := range wake {
		if thread != "" {
			d.runs.wake(thread)
		}
	}
	if notices {
		d.sendBell.ring()
	}
	return nil
}

// router routes one message inside one transaction.
type router struct {
	d   *Daemon
	tx  store.Tx
	ctx context.Context
	reading
	wake    string // thread that has an event now
	notices bool   // there is something new in the outbox
}

func (r *router) route() error {
	r.in.MessageID = r.msg.MessageID
	if done, err := r.seenBefore(); done || err != nil {
		return err
	}
	switch {
	case r.in.Partial:
		return r.quarantine(cmp.Or(r.in.Reason, "it is larger than max_message_size") + "; only its header was read, and it still lies in the mailbox")
	case r.origin.Kind != origin.Person:
		return r.setAside()
	case r.origin.Problem != "":
		return r.quarantine("nobody can tell who wrote it: " + r.origin.Problem)
	case mailbox.CheckAddress(r.origin.From.Address) != nil:
		return r.quarantine("it can't be answered: " + mailbox.CheckAddress(r.origin.From.Address).Error())
	case r.d.isOwnAddress(r.origin.From.Address):
		return r.quarantine("it claims to be from " + r.origin.From.Address + ", which is ours, and is not")
	}
	if _, is := r.d.staff.Find(r.origin.From.Address); is {
		return r.staffMail()
	}
	return r.customerMailIn()
}

// seenBefore settles a message whose content came in before.
func (r *router) seenBefore() (bool, error) {
	first, err := r.tx.Fingerprint(r.print)
	if errors.Is(err, store.ErrNotFound) {
		if err := r.tx.PutFingerprint(r.print, r.in.ID); err != nil {
			return false, err
		}
		first, err = r.sameID()
	}
	if err != nil || first == 0 || first == r.in.ID {
		return false, err
	}
	return true, r.handled("", fmt.Sprintf("the same message as %d", first))
}

// sameID returns the message that came in before with the same Message-ID, author
// and date; 0 if there is none. Servers on the way may recode a body or add a
// footer, so that one mail to two of our mailboxes does not arrive as the same bytes.
func (r *router) sameID() (uint64, error) {
	if r.msg.MessageID == "" {
		return 0, nil
	}
	ref, err := r.tx.MessageID(r.msg.MessageID)
	if errors.Is(err, store.ErrNotFound) || err == nil && ref.Inbound == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	before, err := r.tx.Inbound(ref.Inbound)
	if err != nil || before.MessageID != r.msg.MessageID {
		return 0, err
	}
	raw, err := r.tx.InboundRaw(ref.Inbound)
	if err != nil {
		return 0, err
	}
	msg, err := mailbox.Parse(bytes.NewReader(raw), mailbox.Limits{})
	if err != nil || !slices.Equal(addresses(msg.From), addresses(r.msg.From)) || !msg.Date.Equal(r.msg.Date) {
		return 0, nil
	}
	return ref.Inbound, nil
}

func (r *router) handled(thread, reason string) error {
	r.in.Status, r.in.Thread, r.in.Reason = store.InboundHandled, thread, reason
	r.d.log.Info("message routed", "inbound", r.in.ID, "mailbox", r.in.Mailbox, "thread", thread, "from", r.origin.From.Address, "reason", reason)
	return r.tx.PutInbound(r.in)
}

func (r *router) setAside() error {
	r.in.Status, r.in.Reason = store.InboundSetAside, string(r.origin.Kind)+": "+r.origin.Why
	r.d.log.Info("message set aside", "inbound", r.in.ID, "mailbox", r.in.Mailbox, "kind", r.origin.Kind, "why", r.origin.Why)
	if r.origin.Kind == origin.Bounce {
		if err := r.bounced(); err != nil {
			return err
		}
	}
	return r.tx.PutInbound(r.in)
}

// bounced tells staff that a mail of ours came back. Only a bounce that names a
// Message-ID with our mark counts.
func (r *router) bounced() error {
	if !r.saysFailed() {
		return nil
	}
	for _, id := range r.origin.BounceOf {
		thread, ours := r.d.minter.Verify(id)
		if !ours {
			continue
		}
		ref, err := r.tx.MessageID(id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		m, err := r.tx.Mail(ref.Mail)
		if err != nil || m.Status != store.MailSent && m.Status != store.MailUncertain {
			return err
		}
		m.Status, m.LastError = store.MailFailed, "it came back: "+r.msg.Subject
		r.in.Thread, r.wake = thread, thread
		return r.d.putMail(r.tx, m)
	}
	return nil
}

var (
	dsnAction = regexp.MustCompile(`(?im)^Action:`)
	dsnFailed = regexp.MustCompile(`(?im)^Action:[ \t]*failed\b`)
)

// saysFailed reports whether a bounce is about a failure. RFC 3464 §2.3.3: a report
// of a delay, a relay or a delivery is none.
func (r *router) saysFailed() bool {
	standard := false
	for _, a := range r.msg.Attachments {
		if dsnFailed.MatchString(a.Report) {
			return true
		}
		standard = standard || dsnAction.MatchString(a.Report)
	}
	return !standard
}

func (r *router) quarantine(why string) error {
	r.notices = true
	return r.d.quarantine(r.tx, r.in, r.msg, why)
}

// quarantine puts aside a message that nothing can be done with, and tells staff
// where it lies.
func (d *Daemon) quarantine(tx store.Tx, in store.Inbound, msg *mailbox.Message, why string) error {
	in.Status, in.Reason = store.InboundQuarantined, why
	d.log.Warn("message quarantined", "inbound", in.ID, "mailbox", in.Mailbox, "uid", in.UID, "why", why)
	n := templates.Notice{
		Reason: why,
		Facts: []templates.Item{
			{Label: "Mailbox", Value: in.Mailbox},
			{Label: "UID", Value: fmt.Sprint(in.UID)},
			{Label: "Arrived", Value: d.when(in.InternalDate)},
			{Label: "Size", Value: fmt.Sprintf("%d octets", in.Size)},
		},
	}
	if msg != nil {
		n.Subject = msg.Subject
		n.Who = strings.Join(addresses(msg.From), ", ")
	}
	for _, to := range d.everyone() {
		if err := d.postNotice(tx, to, "quarantined", n, nil); err != nil {
			return err
		}
	}
	return tx.PutInbound(in)
}

// customerMailIn finds the thread of a message that is not staff's.
func (r *router) customerMailIn() error {
	if misused, err := r.misused(); misused || err != nil {
		return err
	}
	outcome, err := r.resolve()
	if err != nil {
		return err
	}
	e := r.customerEvent()
	switch outcome.Kind {
	case threadresolver.Reply:
		return r.join(outcome.Thread, e)
	case threadresolver.Stranger:
		return r.askStaff(outcome.Thread, routingEvent{Kind: "stranger", Candidates: []string{outcome.Thread}, Why: outcome.Why, Customer: e})
	case threadresolver.Conflict:
		return r.askStaff(outcome.Candidates[0], routingEvent{Kind: "conflict", Candidates: outcome.Candidates, Why: outcome.Why, Customer: e})
	}
	thread, err := r.begin(e)
	if err != nil {
		return err
	}
	return r.join(thread, e)
}

func (r *router) resolve() (threadresolver.Outcome, error) {
	resolver := threadresolver.Resolver{Minter: r.d.minter, Index: index{r.tx}}
	return resolver.Resolve(r.ctx, r.signals)
}

func (r *router) customerEvent() customerEvent {
	return customerEvent{
		Inbound: r.in.ID, From: r.origin.From.Address, Mail: r.customerMail(),
		References: mailbox.ReplyReferences(r.msg), Learn: r.signals.Learn(), ReplyTo: r.answerTo(),
	}
}

// answerTo is where an answer goes: Reply-To is that and nothing more; who wrote
// is From (RFC 5322 §3.6.2).
func (r *router) answerTo() string {
	if len(r.msg.ReplyTo) == 1 && mailbox.CheckAddress(r.msg.ReplyTo[0].Address) == nil && !r.d.isOwnAddress(r.msg.ReplyTo[0].Address) {
		return r.msg.ReplyTo[0].Address
	}
	return r.origin.From.Address
}

// join puts a customer's message into its thread's queue, and makes answers to it
// find the thread.
func (r *router) join(thread string, e customerEvent) error {
	if err := learn(r.tx, thread, e); err != nil {
		return err
	}
	if _, err := r.tx.Enqueue(r.d.event(thread, eventCustomer, e)); err != nil {
		return err
	}
	r.wake = thread
	return r.handled(thread, "")
}

// learn indexes what a message is called and what it refers to, but takes nothing
// from a thread that has it.
func learn(tx store.Tx, thread string, e customerEvent) error {
	for _, id := range e.Learn {
		_, err := tx.MessageID(id)
		if errors.Is(err, store.ErrNotFound) {
			err = tx.PutMessageID(id, store.MessageRef{Thread: thread, Inbound: e.Inbound})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// askStaff has the thread's runner ask whose message this is.
func (r *router) askStaff(thread string, e routingEvent) error {
	e.Inbound, e.From = r.in.ID, r.origin.From.Address
	if _, err := r.tx.Enqueue(r.d.event(thread, eventRouting, e)); err != nil {
		return err
	}
	r.wake = thread
	return r.handled(thread, e.Kind+": "+strings.Join(e.Why, "; "))
}

// begin creates the thread that a message opens.
func (r *router) begin(e customerEvent) (string, error) {
	head, err := r.d.newHead(r.tx, e)
	if err != nil {
		return "", err
	}
	_, err = r.tx.PutHead(head)
	return head.Thread, err
}

// newHead makes the head of a thread that a customer's message opens.
func (d *Daemon) newHead(tx store.Tx, e customerEvent) (store.Head, error) {
	id, err := d.freeThreadID(tx)
	if err != nil {
		return store.Head{}, err
	}
	state, err := agent.NewState(id, agent.CustomerInfo{
		Name: e.Mail.FromName, Address: e.From, AnswerTo: e.ReplyTo, Subject: e.Mail.Subject,
	}).Encode()
	return store.Head{
		Thread: id, Workflow: "quote", Status: store.ThreadRunning, CreatedAt: d.now(), UpdatedAt: d.now(),
		Subject: e.Mail.Subject, Participants: []string{strings.ToLower(e.From)}, State: state,
	}, err
}

func (d *Daemon) freeThreadID(tx store.Tx) (string, error) {
	for {
		id, err := threadresolver.NewThreadID(d.rand, "Q")
		if err != nil {
			return "", err
		}
		if _, err := tx.Head(id); errors.Is(err, store.ErrNotFound) {
			return id, nil
		} else if err != nil {
			return "", err
		}
	}
}

// index lets the resolver look into a transaction.
type index struct{ tx store.Tx }

func (i index) ByMessageID(id string) (string, bool, error) {
	ref, err := i.tx.MessageID(id)
	if errors.Is(err, store.ErrNotFound) {
		return "", false, nil
	}
	return ref.Thread, err == nil && ref.Thread != "", err
}

func (i index) Participants(thread string) ([]string, error) {
	h, err := i.tx.Head(thread)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return h.Participants, err
}

func addresses(list []mailbox.Address) []string {
	var out []string
	for _, a := range list {
		out = append(out, a.Address)
	}
	return slices.Clip(out)
}
