package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// The third station: one runner at a time works through a thread's queue. It
// loads the head, feeds the event to the agent, and carries out what the agent
// plans, until the run pauses or ends.
//
// What happened is committed in one transaction: the head by compare-and-set,
// with the journal, effects, outbox, reviews and timers. A tool that acts on the
// world outside gets a commit before it (the ledger says attempted) and one after
// it. Tools that only compute are not worth a sync to disk each: they are
// committed together with the next thing that is, and computed again if the
// program dies before that.

// runLoop runs threads that have work, of the lanes up to the last, until ctx is done.
func (d *Daemon) runLoop(ctx context.Context, last queue.Priority) {
	for {
		thread, more := d.runs.Next(ctx, last)
		if !more {
			return
		}
		if err := d.runThread(ctx, thread); err != nil && ctx.Err() == nil {
			d.Log.Error("running the thread", "thread", thread, "error", err)
			// It may pass. A thread that is woken after the end does nothing.
			time.AfterFunc(lookAgain, func() { d.runs.Wake(thread, queue.Behind) })
		}
		d.runs.Done(thread)
	}
}

// runThread deals with every event in a thread's queue.
func (d *Daemon) runThread(ctx context.Context, thread string) error {
	for {
		more, err := guard.RecoverPanic(func() (bool, error) { return d.runEvent(ctx, thread) })
		if err != nil && ctx.Err() == nil && d.failures.Add(thread) >= maxAttempts {
			more, err = true, d.passOver(ctx, thread, err)
		}
		if err != nil || !more {
			return err
		}
		d.failures.Clear(thread)
	}
}

// passOver takes the oldest event off a thread's queue, which can't be dealt with: the thread
// goes to a person or, where not even that can be done, the message that is behind it.
func (d *Daemon) passOver(ctx context.Context, thread string, why error) error {
	err := guarded(func() error { return d.giveUp(ctx, thread, why) })
	if err != nil {
		return d.abandon(ctx, thread, err)
	}
	return nil
}

// runEvent deals with the oldest event; false if there is none.
func (d *Daemon) runEvent(ctx context.Context, thread string) (more bool, err error) {
	r, err := d.load(ctx, thread)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("loading %s: %w", thread, err)
	}
	if r.State.InFlight != r.event.Seq {
		r.State.InFlight = r.event.Seq
		if err := r.feed(ctx); err != nil {
			return false, err
		}
	}
	if err := r.drive(ctx); err != nil {
		return false, err
	}
	if err := r.acknowledge(); err != nil {
		return false, err
	}
	r.State.InFlight = 0
	r.finished = true
	return true, r.commit(ctx)
}

// run is one event of one thread being dealt with.
type run struct {
	d        *Daemon
	agent    *agent.Agent
	event    store.Event
	begun    time.Time // since when the time is told that this rests on
	Restored time.Time // up to when the store may not know what happened; zero: it knows
	Head     store.Head
	State    agent.State
	finished bool              // the event is dealt with and leaves the queue
	answers  *queue.StaffEvent // the reply being dealt with
	decided  *store.Review     // the review that it decides
	Proposed *agent.Proposal   // of the review asked for last; its mails need not read it again
	shows    *notify.View      // for mails about the thread; see view
	withheld []string          // whom a mail would have gone to that is not sent, as nothing is
	follows  []follows         // what is sent where the customer does not answer the mail that this run sends last
	commitment
}

// saved is a run as it was; of its state only written counts.
type saved struct {
	run
	written []byte
}

// save keeps what a decision that turns out not to be possible would have changed.
func (r *run) save() (before saved, err error) {
	before.run = *r
	before.reviews, before.learnt = maps.Clone(r.reviews), maps.Clone(r.learnt)
	before.written, err = r.State.Encode()
	return before, err
}

// undo has the run be as it was.
func (r *run) undo(before saved) (err error) {
	*r = before.run
	r.shows = nil // its reviews never were
	r.State, err = agent.DecodeState(before.written)
	return err
}

// load reads the oldest event of a thread with its head.
func (d *Daemon) load(ctx context.Context, thread string) (*run, error) {
	r := &run{d: d, begun: d.clock.Begun()}
	err := d.store.View(ctx, func(tx store.Tx) (err error) {
		if r.event, err = tx.NextEvent(thread); err != nil {
			return err
		}
		if r.Head, err = tx.Head(thread); err != nil {
			return err
		}
		mark, err := restoration(tx)
		if err != nil {
			return err
		}
		r.Restored = mark.Reconciled
		return nil
	})
	if err != nil {
		return nil, err
	}
	if r.agent = d.workflow(r.Head.Workflow).agent; r.wary() {
		r.agent = d.workflow(r.Head.Workflow).wary
	}
	if r.State, err = agent.DecodeState(r.Head.State); err != nil {
		return nil, err
	}
	return r, r.underPolicy(ctx)
}

// underPolicy has the thread begin, or go on, under the policy that is configured
// now, and the journal say so: else nobody could tell why a gate was open.
func (r *run) underPolicy(ctx context.Context) error {
	policy := r.agent.Policy()
	switch r.State.Policy {
	case policy.Digest():
		return nil
	case "":
		return r.step(ctx, agent.Begun{Customer: r.State.CustomerInfo, Policy: policy, At: r.at()})
	}
	return r.step(ctx, agent.PolicySet{Policy: policy, At: r.at()})
}

// feed takes the event in.
func (r *run) feed(ctx context.Context) error {
	switch r.event.Kind {
	case queue.KindCustomer:
		return feed(ctx, r, r.customerWrote)
	case queue.KindStaff:
		return feed(ctx, r, r.staffWrote)
	case queue.KindTask:
		return feed(ctx, r, r.taskGiven)
	case queue.KindRouting:
		return feed(ctx, r, r.askRouting)
	case queue.KindMail:
		return feed(ctx, r, r.mailTrouble)
	case queue.KindTimer:
		return feed(ctx, r, r.timerFired)
	case queue.KindAbsent:
		return feed(ctx, r, r.absent)
	case queue.KindRetry:
		return feed(ctx, r, r.retried)
	case queue.KindCorrection:
		return feed(ctx, r, r.corrected)
	case queue.KindCancel:
		return feed(ctx, r, r.cancelled)
	case queue.KindRestored:
		return r.askRelease(ctx, store.Review{Kind: review.KindRestored, Data: r.event.Data})
	default:
		return fmt.Errorf("event %d of %s has the unknown kind %q", r.event.Seq, r.Head.Thread, r.event.Kind)
	}
}

// feed decodes the event's data for its handler.
func feed[T any](ctx context.Context, r *run, handle func(context.Context, T) error) error {
	var data T
	if err := json.Unmarshal(r.event.Data, &data); err != nil {
		return fmt.Errorf("event %d of %s: %w", r.event.Seq, r.Head.Thread, err)
	}
	return handle(ctx, data)
}

// step passes an event to the agent and carries out what it wants.
func (r *run) step(ctx context.Context, e agent.Event) error {
	plan := planInForce(r.State)
	result, err := r.agent.Step(&r.State, e)
	if err != nil {
		return err
	}
	if now := planInForce(r.State); now != plan && now != nil {
		if err := r.planAdopted(); err != nil {
			return err
		}
	}
	r.Notes = append(r.Notes, result.Notes...)
	for _, i := range result.Intents {
		if err := r.carryOut(ctx, i); err != nil {
			return fmt.Errorf("carrying out %T: %w", i, err)
		}
	}
	return nil
}

// drive goes on until the run pauses or ends.
func (r *run) drive(ctx context.Context) error {
	for {
		var err error
		switch r.State.Next {
		case agent.NextPlan:
			err = r.plan(ctx)
		case agent.NextCall:
			err = r.call(ctx)
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *run) plan(ctx context.Context) error {
	action, err := r.d.workflow(r.Head.Workflow).planner.Next(ctx, &r.State)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return r.step(ctx, agent.PlannerFailed{Why: err.Error(), Usage: action.Usage, At: r.at()})
	}
	if err := r.step(ctx, agent.Planned{Action: action, At: r.at()}); err != nil || action.Usage == (agent.Usage{}) {
		return err
	}
	if err := r.intend(ctx); err != nil {
		return err
	}
	return r.commit(ctx) // what was paid for is neither asked again nor forgotten
}

// commit makes what was done so far durable, in one transaction.
func (r *run) commit(ctx context.Context) error { return r.commitAt(ctx, failpoint.Run) }

func (r *run) commitAt(ctx context.Context, at failpoint.Boundary) error {
	if err := r.tellDecided(); err != nil {
		return err
	}
	state, err := r.State.Encode()
	if err != nil {
		return err
	}
	head := r.Head
	head.State, head.Status, head.UpdatedAt = state, r.State.Status, r.now()
	var version uint64
	err = r.d.update(ctx, at, func(tx store.Tx) (err error) {
		if !r.begun.Equal(r.d.clock.Begun()) {
			return errLeapt
		}
		if version, err = tx.PutHead(head); err != nil {
			return err
		}
		if r.finished {
			if err := tx.Dequeue(head.Thread, r.event.Seq); err != nil {
				return err
			}
		}
		return r.commitment.put(tx, r.d, head.Thread)
	})
	if err != nil {
		return fmt.Errorf("committing %s: %w", head.Thread, err)
	}
	r.ringAfter()
	head.Version = version
	r.Head, r.commitment = head, commitment{}
	return nil
}

// ringAfter wakes whoever has work to do after a commit.
func (r *run) ringAfter() {
	if len(r.Mails) > 0 || r.releases != "" {
		r.d.sendBell.Notify()
	}
	if len(r.timers) > 0 || r.releases != "" {
		r.d.timerBell.Notify()
	}
	for _, e := range r.events {
		r.d.runs.Wake(e.Thread, queue.PriorityOf(e.Kind))
	}
	if len(r.inbound) > 0 { // one may have been released
		r.d.routeBell.Notify()
	}
	for _, m := range r.updates {
		if m.Status == store.MailSent { // by staff's word
			r.d.copies.File(m)
		}
	}
}

func (r *run) now() time.Time { return r.d.Now() }

// at is the time of an event of the agent's, where the agency is: what is journaled
// keeps the day that it was there, whatever zone is configured later.
func (r *run) at() time.Time { return r.now().In(r.d.Location) }
